"""Every command on the pages works, in the order of the page. Those that set up an environment are run by .ci/run, in a
fresh clone; those of docs/extending.md by tests/compare/test_outside.py.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.paths import ROOT

PAGES = ["README.md", *(f"docs/{name}.md" for name in ("design", "format", "puzzles", "results"))]
SETUP = "python3 -m venv"
QUICK = ["--count", "1", "--time-limit", "2"]  # what makes an experiment of hours one of seconds
NO_EXPERIMENT = ("solve", "report", "reproduce")


def lines(page: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return [line for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) for line in block.splitlines() if line]


COMMANDS = [(page, line) for page in PAGES for line in lines(page) if not line.startswith(SETUP)]


def test_ci_runs_the_setup_commands() -> None:
    assert [line for line in lines("README.md") if line.startswith(SETUP)]
    assert f"grep '^{SETUP}' README.md" in (ROOT / ".ci" / "run").read_text()


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A place for each page where its commands may write; the instances are seen from there."""
    places = {}
    for page in PAGES:
        places[page] = tmp_path_factory.mktemp("page")
        (places[page] / "instances").symlink_to(ROOT / "instances")
    return places


@pytest.mark.parametrize(("page", "line"), COMMANDS)
def test_command(page: str, line: str, folders: dict[str, Path]) -> None:
    """A comment `# exit code N` names a code other than 0."""
    words = shlex.split(line, comments=True)
    assert words[0] == ".venv/bin/python"
    if words[1] == "compare.py" and words[2] not in NO_EXPERIMENT:
        words += QUICK
    if words[1].endswith(".py"):
        words[1] = str(ROOT / words[1])
    expected = re.search(r"# exit code (\d+)", line)
    done = subprocess.run(
        [sys.executable, *words[1:]], cwd=folders[page], env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == int(expected[1] if expected else 0), done.stderr
