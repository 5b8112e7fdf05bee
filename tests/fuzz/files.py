"""Damaged files.

puzzles  each is read, or refused in one printable line. What is read is written and read again, and the checker reads
         the same instance from it as the solvers do.
answers  `instances show --answer` shows each step by step, or refuses it in one printable line.
results  each is read, or refused in one printable line that names its line. The whole report is made of every fiftieth,
         with its plots of every thousandth.
"""

import json
import tempfile
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console

from fuzz.mutation import damaged, damaged_text
from fuzz.runner import Case
from helpers.comparisons import row
from helpers.paths import INSTANCES
from instances.certificates.certificate_files import seen
from instances.checker import fingerprint, read_instance
from instances.puzzle_commands import main as instances
from instances.puzzles import is_puzzle_file, load
from instances.reading.validation import checked
from instances.reading.yaml_files import BadInput, read_yaml, write_yaml
from instances.report import Row
from instances.report.cross_check import agreement, save_wrong
from instances.report.frame import frame_of
from instances.report.plots import pictures
from instances.report.rendering import to_html, to_markdown, to_terminal
from instances.report.rows.results_file import Unfit, read_rows
from instances.report.tables import sections
from instances.solving.answer import answer_of
from instances.solving.limits import Settings, Watch
from instances.solving.running import run
from search_baseline.solvers import SIDE

LARGE = 3000  # bytes: smaller files are tried faster, and have the same features


@cache
def folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="fuzz-"))


@cache
def puzzle_files() -> list[tuple[bytes, Any]]:
    """Sound files, as text and as data."""
    paths = [path for path in sorted(INSTANCES.glob("*/*.yaml")) if path.stat().st_size < LARGE]
    return [(path.read_bytes(), read_yaml(path)[0]) for path in paths]


def damaged_puzzle(stream: Random, number: int) -> tuple[bytes, Callable[[], str]]:
    text, data = stream.choice(puzzle_files())
    if stream.random() < 0.5:
        file = damaged_text(text, stream)
    else:
        other = damaged(data, stream)
        try:
            file = (write_yaml(other) if stream.random() < 0.5 else json.dumps(other)).encode()
        except (ValueError, TypeError):  # no YAML for it
            file = json.dumps(other).encode()
    return file, lambda: puzzle_read(file)


def puzzle_read(file: bytes) -> str:
    """'watersort', or the words that refuse it."""
    path = folder() / "x.yaml"
    path.write_bytes(file)
    try:
        puzzle, instance = load(path)
    except BadInput as wrong:
        return refusal(str(wrong), path)
    again = puzzle.parse(checked(puzzle.document(instance), puzzle.Document))
    assert again == instance, (again, instance)
    if not is_puzzle_file(path.read_text(encoding="utf-8-sig")):
        return f"{puzzle.name}, from lists"
    name, as_checked = read_instance(path)
    assert name == puzzle.name
    assert fingerprint(name, as_checked) == fingerprint(name, seen(puzzle, instance)), "the checker reads another one"
    return puzzle.name


ANSWERED = ("watersort/one-pour", "watersort/sample-three-colours", "squares/level-02", "futoshiki/sp-5x5-easy10",
            "pipes/blog-5x5")  # fmt: skip


@cache
def answers() -> list[tuple[str, Any]]:
    """Puzzle files with sound answers to them."""
    found = []
    for name in ANSWERED:
        path = str(INSTANCES / f"{name}.yaml")
        puzzle, instance = load(path)
        result = run(puzzle, instance, SIDE.solver(puzzle.name).load(), Settings(), Watch())
        found.append((path, answer_of(puzzle, instance, "search", path, result).data()))
    return found


def damaged_answer(stream: Random, number: int) -> tuple[bytes, Callable[[], str]]:
    file, answer = stream.choice(answers())
    steps = "plan" if "plan" in answer else "solutions"
    if stream.random() < 0.3:
        text = damaged_text(json.dumps(answer).encode(), stream)
    elif stream.random() < 0.1:
        text = json.dumps(damaged(answer, stream)).encode()
    elif stream.random() < 0.02:
        text = b'{"%s": ' % steps.encode() + stream.choice((b"[", b'{"a":')) * stream.choice((500, 5000, 100_000))
    else:
        text = json.dumps(answer | {steps: damaged(answer[steps], stream)}).encode()
    return text, lambda: answer_shown(file, text, number)


def answer_shown(file: str, text: bytes, number: int) -> str:
    """'shown', or the words that refuse it."""
    path = folder() / "answer.json"
    path.write_bytes(text)
    more = ["--page", str(path.with_suffix(".html"))] if number % 50 == 0 else []
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = instances(["show", file, "--answer", str(path), *more])
    line = err.getvalue()
    if code == 0:
        assert line == ""
        assert all(line.isprintable() for line in out.getvalue().split("\n"))
        return "shown"
    assert (code, line[-1:]) == (31, "\n"), (code, line)
    return refusal(line[:-1], path)


def refusal(line: str, path: Path) -> str:
    """What was expected, of a message about a file: one line of at most some hundred characters, its name in it."""
    assert line.startswith(f"{path}:"), line
    assert line.isprintable(), line
    assert len(line) <= 220 + len(str(path)), line
    return f"refused: {line.rpartition('expected ')[2].replace(str(path), '')[:40].strip()}"


@cache
def sound_rows() -> list[Row]:
    """Two solvers, generated deals and files, every kind of outcome."""
    document = {"puzzle": "squares", "name": "x", "blocks": [{"color": "red", "position": [0, 0], "direction": "up"}]}
    level = {"puzzle": "squares", "source": {"puzzle": "squares", "file": "levels/one.yaml", "document": document}}
    found: Row = {"lower_bound_by": "phases", "bounds_over_time": [[0.1, 1, None]], "cpu_seconds": 0.4, "peak_mib": 50}
    rows = [row(seed=seed, solver=solver, **found) for seed in range(4) for solver in ("cp", "astar")]
    rows += [row(outcome, "astar", seed=3) for outcome in ("unsolvable", "out_of_time")]
    return [*rows, row(**level, seed=4), row("solver_failed", "astar", reason="it broke", seed=4, **level)]


def damaged_results(stream: Random, number: int) -> tuple[bytes, Callable[[], str]]:
    rows: list[Any] = stream.sample(sound_rows(), stream.randint(1, 4))
    lines = list(rows)
    if stream.random() < 0.3:
        text = damaged_text("".join(json.dumps(line) + "\n" for line in lines).encode(), stream)
    else:
        hit = stream.randrange(len(lines))
        lines[hit] = damaged(lines[hit], stream)
        text = "".join(json.dumps(line) + "\n" for line in lines).encode()
    return text, lambda: results_read(text, number)


def results_read(text: bytes, number: int) -> str:
    """'read', or the words that refuse it."""
    path = folder() / "r.jsonl"
    path.write_bytes(text)
    try:
        rows = list({row["key"]: row for row in read_rows(path)}.values())
    except Unfit as unfit:
        return refusal(str(unfit), path)
    if rows and number % 50 == 0:
        report(rows, with_plots=number % 1000 == 0)
        return "read and reported"
    agreement(rows)
    return "read"


def report(rows: list[Row], with_plots: bool) -> None:
    frame, found = frame_of(rows, ("cp", "astar")), agreement(rows)
    parts, out = sections(frame, found), StringIO()
    to_terminal(parts, Console(file=out))
    with redirect_stdout(out):
        save_wrong(found, folder())
    page = to_html(parts, pictures(frame) if with_plots else {}, frame) + to_markdown(parts)
    assert all(line.isprintable() for line in (page + out.getvalue()).split("\n"))


KINDS: dict[str, Case] = {"puzzles": damaged_puzzle, "answers": damaged_answer, "results": damaged_results}
