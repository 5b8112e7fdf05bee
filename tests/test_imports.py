"""The architecture: puzzles know no solver, the two ways of solving never meet, one file touches CpSolver."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.paths import ROOT

FORBIDDEN = {
    "instances": {"ortools", "cpmodel", "search_baseline", "compare"},
    "cpmodel": {"search_baseline", "compare"},
    "search_baseline": {"ortools", "cpmodel", "compare"},
}
MODULES = sorted(path for folder in FORBIDDEN for path in (ROOT / folder).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Full names of what a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_import_against_the_architecture(path: Path) -> None:
    home = path.relative_to(ROOT).parts[0]
    assert not {name for name in imports(path) if name.split(".")[0] in FORBIDDEN[home]}


def test_only_solving_touches_the_solver() -> None:
    touching = {path.name for path in MODULES if "CpSolver" in path.read_text(encoding="utf-8")}
    assert touching == {"solving.py"}


def test_the_checker_stands_alone() -> None:
    """Of the project it imports the reader of YAML files, and nothing else."""
    checker = sorted((ROOT / "instances" / "checker").rglob("*.py"))
    assert len(checker) > 5
    for path in checker:
        ours = {name for name in imports(path) if name.split(".")[0] in FORBIDDEN}
        assert not {
            name for name in ours if not name.startswith(("instances.checker.", "instances.reading.yaml_files"))
        }


def test_a_certificate_is_checked_without_any_puzzle() -> None:
    """Run in a fresh process: the checker loads neither the slices nor the libraries that they need."""
    done = subprocess.run(
        [sys.executable, "-c", "import instances.checker.watersort, sys; print(*sys.modules)"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    loaded = set(done.stdout.split())
    assert "instances.checker.watersort" in loaded
    assert not loaded & {"instances.watersort", "instances.pipes", "pydantic", "rich", "ortools"}


def test_what_all_solvers_share_knows_no_reports_and_reports_know_no_runs() -> None:
    above = {"solving": ("instances.report", "instances.experiments"), "report": ("instances.experiments",)}
    for room, others in above.items():
        for path in sorted((ROOT / "instances" / room).rglob("*.py")):
            assert not {name for name in imports(path) if name.startswith(others)}, path
