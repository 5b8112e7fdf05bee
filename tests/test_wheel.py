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
WORDS = {
    "--version": 0,
    "solve level-133 --quiet --certificate proof.jsonl.gz": 0,
    "check level-133 proof.jsonl.gz": 0,
    "show sample-three-colours": 0,
    "import list.txt": 0,
    "export level-133 --format json": 0,
    "deal watersort --colors 5": 0,
    "design watersort --colors 4 --pours 5..30 --count 1": 0,
    "rate sample-three-colours": 0,
    "run sample-three-colours --solvers astar cp --time-limit 20 --out r.jsonl": 0,
    "report r.jsonl": 0,
    "reproduce --help": 0,
    "board --help": 0,
    "schema": 0,
    "solve squares/level-00 --quiet": 0,
}
TYPED = "from instances.api import load, solve\nlength: int | None = solve(load('level-133')).lower_bound\n"


@pytest.mark.slow
def test_a_wheel_works_from_any_folder(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "build", "-o", tmp_path / "dist", ROOT], env=FRESH, capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr[-2000:]
    [wheel], [archive] = (tmp_path / "dist").glob("*.whl"), (tmp_path / "dist").glob("*.tar.gz")
    assert max(wheel.stat().st_size, archive.stat().st_size) <= MOST
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if "dist-info" not in top} == {"compare.py", "cpmodel", "instances", "search_baseline"}
    venv.create(tmp_path / "fresh", with_pip=True)
    python = tmp_path / "fresh" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", wheel], check=True, env=FRESH)
    places = sysconfig.get_paths(vars={"base": str(tmp_path / "fresh"), "platbase": str(tmp_path / "fresh")})
    Path(places["purelib"], "libraries.pth").write_text(sysconfig.get_paths()["purelib"], encoding="utf-8")
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "list.txt").write_text("red green red green\ngreen red green red\nempty\nempty\n", encoding="utf-8")
    for words, code in WORDS.items():
        command = [tmp_path / "fresh" / "bin" / "fewest-pours", *words.split()]
        done = subprocess.run(command, cwd=folder, env=FRESH, capture_output=True, text=True, timeout=120)
        assert done.returncode == code, (words, done.stderr)
    (folder / "typed.py").write_text(TYPED, encoding="utf-8")
    checked = subprocess.run([python, "-m", "mypy", "--strict", "typed.py"], cwd=folder, env=FRESH, capture_output=True)
    assert checked.returncode == 0, checked.stdout
