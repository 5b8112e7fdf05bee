"""Damaged answers: python tests/fuzz/answers.py [--cases 100000] [--seed 0]

`instances show --answer` shows each of them step by step, or refuses it in one line that can be printed.
"""

import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parent.parent.parent
if __name__ == "__main__":
    sys.path[:1] = [str(ROOT), str(ROOT / "tests")]  # in place of this folder, where yaml is another file

from fuzz.mutation import damaged, damaged_text  # noqa: E402
from fuzz.trial import command  # noqa: E402
from instances.puzzle_commands import main as instances  # noqa: E402
from instances.puzzles import load  # noqa: E402
from instances.solving.answer import answer_of  # noqa: E402
from instances.solving.command_line.program import program  # noqa: E402
from instances.solving.limits import Settings, Watch  # noqa: E402
from instances.solving.running import run  # noqa: E402
from search_baseline.solvers import SIDE  # noqa: E402

FILES = (
    "watersort/one-pour",
    "watersort/sample-three-colours",
    "squares/level-02",
    "futoshiki/sp-5x5-easy10",
    "pipes/blog-5x5",
)


@cache
def originals() -> list[tuple[str, Any]]:
    """Puzzle files with sound answers to them."""
    found = []
    for name in FILES:
        path = str(ROOT / "instances" / f"{name}.yaml")
        puzzle, instance = load(path)
        result = run(puzzle, instance, SIDE.solver(puzzle.name).load(), Settings(), Watch())
        found.append((path, answer_of(puzzle, instance, "search", path, result).data()))
    return found


@cache
def place() -> Path:
    return Path(tempfile.mkdtemp(prefix="fuzz-")) / "answer.json"


def damaged_answer(stream: Random, number: int) -> tuple[bytes, Callable[[], str]]:
    file, answer = stream.choice(originals())
    steps = "plan" if "plan" in answer else "solutions"
    if stream.random() < 0.3:
        text = damaged_text(json.dumps(answer).encode(), stream)
    elif stream.random() < 0.1:
        text = json.dumps(damaged(answer, stream)).encode()
    elif stream.random() < 0.02:
        text = b'{"%s": ' % steps.encode() + stream.choice((b"[", b'{"a":')) * stream.choice((500, 5000, 100_000))
    else:
        text = json.dumps(answer | {steps: damaged(answer[steps], stream)}).encode()
    return text, lambda: outcome(file, text, number)


def outcome(file: str, text: bytes, number: int) -> str:
    """'shown', or the words that refuse it."""
    path = place()
    path.write_bytes(text)
    more = ["--page", str(path.with_suffix(".html"))] if number % 50 == 0 else []
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = instances(["show", file, "--answer", str(path), *more])
    if code == 0:
        assert err.getvalue() == ""
        assert all(line.isprintable() for line in out.getvalue().split("\n"))
        return "shown"
    assert code == 31, code
    line = err.getvalue()
    assert line.endswith("\n"), line
    assert line[:-1].isprintable(), line
    assert len(line) <= 200 + len(str(path)) + 20, line
    return f"refused, expected {line.rpartition('expected ')[2][:40].strip()}"


def main(argv: Sequence[str] | None = None) -> int:
    return command("Damaged answers.", damaged_answer, argv)


if __name__ == "__main__":
    program(main)
