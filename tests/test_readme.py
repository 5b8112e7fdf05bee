"""Every command in the README works. Those that set up an environment are run by .ci/run instead, in a fresh clone."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = [line for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) for line in block.splitlines() if line]
SETUP = "python3 -m venv"
COMMANDS = [line for line in LINES if not line.startswith(SETUP)]
QUICK = ["--count", "1", "--time-limit", "2"]  # what makes an experiment of hours one of seconds


def test_ci_runs_the_setup_commands() -> None:
    assert [line for line in LINES if line.startswith(SETUP)]
    assert f"grep '^{SETUP}' README.md" in (ROOT / ".ci" / "run").read_text()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place where the commands may write; the project's files are seen from there."""
    folder = tmp_path_factory.mktemp("readme")
    for name in ("instances", "cpmodel", "search_baseline", "tests", "compare.py"):
        (folder / name).symlink_to(ROOT / name)
    return folder


@pytest.mark.parametrize("line", COMMANDS)
def test_command(line: str, folder: Path) -> None:
    """Commands run in the README's order; a comment `# exit code N` names a code other than 0."""
    words = shlex.split(line, comments=True)
    assert words[0] == ".venv/bin/python"
    if words[1] == "compare.py" and words[2] != "report":
        words += QUICK
    expected = re.search(r"# exit code (\d+)", line)
    done = subprocess.run([sys.executable, *words[1:]], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == int(expected[1] if expected else 0), done.stderr
