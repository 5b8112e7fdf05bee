"""Every command on the pages of docs/ works; those of extending.md are run by tests/compare/test_outside.py."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.paths import ROOT

COMMANDS = [
    line
    for page in ("format.md", "results.md")
    for block in re.findall(r"```sh\n(.*?)```", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.DOTALL)
    for line in block.splitlines()
]


@pytest.mark.parametrize("line", COMMANDS)
def test_command(line: str, tmp_path: Path) -> None:
    (tmp_path / "instances").symlink_to(ROOT / "instances")
    words = shlex.split(line)
    assert words[0] == ".venv/bin/python"
    program = [str(ROOT / words[1])] if words[1].endswith(".py") else words[1:2]
    done = subprocess.run(
        [sys.executable, *program, *words[2:]], cwd=tmp_path, capture_output=True, text=True, timeout=120,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
