"""The architecture: puzzles know no solver, the two ways of solving never meet, one file touches CpSolver."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
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


def test_the_checker_imports_no_puzzle() -> None:
    slices = {path.name for path in (ROOT / "instances").iterdir() if path.is_dir()}
    checker = [ROOT / "instances" / "certificate.py", *(ROOT / "instances" / "certificate").glob("*.py")]
    found = [path for path in checker if path.exists()]
    assert found
    for path in found:
        assert not {name for name in imports(path) if set(name.split(".")[1:2]) & (slices - {"certificate"})}
