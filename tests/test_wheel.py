"""The source archive and the wheel that `python -m build` makes from it, installed and used with no checkout."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from helpers.paths import ROOT

MOST = 2 << 20  # bytes
FRESH = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
WORDS = (
    "--version",
    "solve level-133 --quiet --certificate proof.jsonl.gz",
    "check level-133 proof.jsonl.gz",
    "show sample-three-colours",
    "import list.txt",
    "export level-133 --format json",
    "deal watersort --colors 5",
    "design watersort --colors 4 --pours 5..30 --count 1",
    "rate sample-three-colours",
    "compare sample-three-colours --solvers astar cp --time-limit 20 --out r.jsonl",
    "compare report r.jsonl",
    "compare reproduce --help",
    "board --help",
    "schema",
    "solve squares/level-00 --quiet",
)
TYPED = """
from fewest_pours import Deal, load, solve

level = load("level-133")
level.capacity  # type: ignore[union-attr]  # it may be another puzzle
assert isinstance(level, Deal)
most: int = level.capacity
length: int | None = solve(level).lower_bound
level.capacitty  # type: ignore[attr-defined]
solve("level-133")  # type: ignore[arg-type]
"""


def called(words, folder):
    """The output of a command that succeeds, in an environment that knows nothing of this one."""
    done = subprocess.run(words, cwd=folder, env=FRESH, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


@pytest.mark.slow
def test_a_wheel_works_from_any_folder(tmp_path):
    """In a fresh environment, which sees the libraries of this one; it is built from the source archive."""
    called([sys.executable, "-m", "build", "-o", tmp_path, ROOT], tmp_path)
    [wheel], [archive] = tmp_path.glob("*.whl"), tmp_path.glob("*.tar.gz")
    assert max(package.stat().st_size for package in (wheel, archive)) <= MOST
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if "dist-info" not in top} == {"cpmodel", "fewest_pours", "search_baseline"}
    fresh, folder = tmp_path / "fresh", tmp_path / "elsewhere"
    venv.create(fresh)
    called([sys.executable, "-m", "pip", "--python", fresh, "install", "-q", "--no-deps", wheel], tmp_path)
    place = sysconfig.get_path("purelib", vars={"base": str(fresh), "platbase": str(fresh)})
    Path(place, "libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    folder.mkdir()
    (folder / "list.txt").write_text("red green red green\ngreen red green red\nempty\nempty\n")
    for words in WORDS:
        called([fresh / "bin" / "fewest-pours", *words.split()], folder)
    (folder / "typed.py").write_text(TYPED)  # where a mistake is not found, its comment is unused, which mypy reports
    called([fresh / "bin" / "python", "-m", "mypy", "--strict", "typed.py"], folder)
