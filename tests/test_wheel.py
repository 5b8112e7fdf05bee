"""The wheel and the source archive, as `python -m build` makes them, installed and used with no checkout."""

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
    "run sample-three-colours --solvers astar cp --time-limit 20 --out r.jsonl",
    "report r.jsonl",
    "reproduce --help",
    "board --help",
    "schema",
    "solve squares/level-00 --quiet",
)
TYPED = "from instances.api import load, solve\nlength: int | None = solve(load('level-133')).lower_bound\n"


def called(words, folder):
    """The output of a command that succeeds, in an environment that knows nothing of this one."""
    done = subprocess.run(words, cwd=folder, env=FRESH, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """The wheel and the source archive."""
    folder = tmp_path_factory.mktemp("dist")
    called([sys.executable, "-m", "build", "-o", folder, ROOT], folder)
    return [*folder.glob("*.whl"), *folder.glob("*.tar.gz")]


def installed(package, folder, *options):
    """A fresh environment with the package, which sees the libraries of this one: its folder of packages."""
    venv.create(folder)
    places = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)})
    called([sys.executable, "-m", "pip", "--python", folder, "install", "-q", "--no-deps", *options, package], folder)
    Path(places["purelib"], "libraries.pth").write_text(sysconfig.get_paths()["purelib"], encoding="utf-8")
    return Path(places["purelib"])


@pytest.mark.slow
def test_a_wheel_works_from_any_folder(packages, tmp_path):
    assert max(package.stat().st_size for package in packages) <= MOST
    tops = {name.split("/")[0] for name in zipfile.ZipFile(packages[0]).namelist()}
    assert {top for top in tops if "dist-info" not in top} == {"compare.py", "cpmodel", "instances", "search_baseline"}
    programs = tmp_path / "fresh" / "bin"
    installed(packages[0], programs.parent)
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "list.txt").write_text("red green red green\ngreen red green red\nempty\nempty\n", encoding="utf-8")
    for words in WORDS:
        called([programs / "fewest-pours", *words.split()], folder)
    (folder / "typed.py").write_text(TYPED, encoding="utf-8")
    called([programs / "python", "-m", "mypy", "--strict", "typed.py"], folder)


@pytest.mark.slow
def test_a_source_archive_installs_the_files_of_the_wheel(packages, tmp_path):
    wheel, archive = packages
    place = installed(archive, tmp_path / "fresh", "--no-compile")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert {name for name in names if not (place / name).is_file()} == set()
    program = tmp_path / "fresh" / "bin" / "fewest-pours"
    assert called([program, "solve", "level-133", "--quiet"], tmp_path).startswith("level-133: 39 pours")
