"""compare.py as a person starts it, with solvers that misbehave; and rows as runs would have made them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import compare
from helpers import stand_ins
from helpers.commands import ENVIRONMENT, forked
from instances.experiments.runs import Parameters, Run, identity
from instances.report import Row
from instances.report.rows.results_file import read_rows

STAND_INS = Path(stand_ins.__file__)
TWO = ("quick", "steady")


def compared(folder: Path, words: str) -> tuple[int, str, str]:
    """compare.py with the stand-ins, in a folder: exit code, output, complaints."""
    done = forked(partial(with_stand_ins, words), folder, {"CHILDREN": str(folder / "children")})
    return done.returncode, done.stdout, done.stderr


def with_stand_ins(words: str) -> int:
    stand_ins.register()
    return compare.main(words.split())


def start(folder: Path, words: str) -> "subprocess.Popen[str]":
    """compare.py with the stand-ins, under way in a folder."""
    return subprocess.Popen(
        [sys.executable, str(STAND_INS), *words.split()], cwd=folder, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env=ENVIRONMENT | {"CHILDREN": str(folder / "children")},
    )  # fmt: skip


def finish(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def rows_of(folder: Path, name: str = "r.jsonl") -> list[Row]:
    return list(read_rows(folder / name))


def row(outcome: str = "optimal", solver: str = "cp", length: int | None = 7, seed: int = 0, **more: Any) -> Row:
    """A row as a run would have made it."""
    source = {"puzzle": "watersort", "deal": {"colors": 4, "empties": 2, "seed": seed}}
    task = Run(source, f"digest {seed}", solver, 0, 0, Parameters(60.0, 4096, 2, False), "1, ortools 9")
    plan: Any = [{}] * length if outcome == "optimal" and length else None
    bounds = {"lower_bound": length, "upper_bound": length} if plan else {"lower_bound": None, "upper_bound": None}
    answer: Row = {
        "outcome": outcome,
        "plan": plan,
        "length": plan and length,
        "seconds": 1.0,
        "statistics": {},
    }
    return identity(task) | answer | bounds | more


def alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_until(condition: Any, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@contextmanager
def dask(folder: Path, name: str, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """A scheduler or a worker of Dask, as a person would start it."""
    with open(folder / f"{name}.log", "w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments], cwd=folder, text=True, stdout=log, stderr=log,
            start_new_session=True, env=ENVIRONMENT,
        )  # fmt: skip
        try:
            yield process
        finally:
            with_all_it_started(process)


def with_all_it_started(process: "subprocess.Popen[str]") -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
