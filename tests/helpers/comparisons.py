"""compare.py as a person starts it, also with a slow solver; and rows like those of real runs."""

import shlex
import subprocess
import time
from pathlib import Path

from fewest_pours.experiments.results_file import read_rows
from fewest_pours.experiments.row_fields import Row
from fewest_pours.experiments.run_identity import Parameters, Run, identity
from helpers.commands import command, fresh_words, started
from helpers.paths import ROOT


def words_of(text: str) -> list[str]:
    """The words of a compare.py command: one run at a time unless it says so; ODD: the module of odd solvers."""
    words = shlex.split(f"--jobs 1 {text}".replace("ODD", f"{ROOT}/tests/helpers/odd_solvers.py"))
    return [*words, "--module", f"{ROOT}/tests/helpers/odd_solvers.py:STEADY"] if "steady" in words else words


def compared(folder: Path, text: str, code: int = 0) -> str:
    """Run compare.py in a folder, with this exit code: its output, or else its errors."""
    done = command("compare", *words_of(text), folder=folder)
    assert done.returncode == code, done.stderr
    return done.stdout or done.stderr


def start(folder: Path, text: str) -> "subprocess.Popen[str]":
    return started(fresh_words("compare", *words_of(text)), cwd=folder)


def finish(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def rows_of(folder: Path, name: str = "r.jsonl") -> list[Row]:
    return list(read_rows(folder / name))


def row(outcome: str = "optimal", solver: str = "cp", length: int = 7, seed: int = 0, **more) -> Row:
    source = {"puzzle": "watersort", "deal": {"colors": 4, "empties": 2, "seed": seed}}
    task = Run(source, f"digest {seed}", solver, 0, 0, Parameters(60.0, 4096, 2), "1, ortools 9")
    fewest = length if outcome == "optimal" else None
    answer: Row = {
        "outcome": outcome, "plan": fewest and [{}] * fewest, "length": fewest, "lower_bound": fewest,
        "upper_bound": fewest, "seconds": 1.0, "statistics": {},
    }  # fmt: skip
    return identity(task) | answer | more


def wait_until(condition, seconds: float = 120):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
