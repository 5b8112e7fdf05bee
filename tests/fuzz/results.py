"""Damaged results files: python tests/fuzz/results.py [--cases 100000] [--seed 0]

Each is read, or refused in one line that can be printed and that names its line. What is read is held against itself;
of every fiftieth the whole report is made, of every thousandth the plots, too.
"""

import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parent.parent.parent
if __name__ == "__main__":
    sys.path[:1] = [str(ROOT), str(ROOT / "tests")]  # in place of this folder, where yaml is another file

from rich.console import Console  # noqa: E402

from fuzz.mutation import damaged, damaged_text  # noqa: E402
from fuzz.trial import command, complaint  # noqa: E402
from instances.report import Row  # noqa: E402
from instances.report.cross_check import agreement, show_wrong  # noqa: E402
from instances.report.frame import frame_of  # noqa: E402
from instances.report.rendering import title_of, to_html, to_markdown, to_terminal  # noqa: E402
from instances.report.rows.results_file import Unfit, header, read_rows  # noqa: E402
from instances.report.tables import sections  # noqa: E402
from instances.solving.command_line.program import program  # noqa: E402

MACHINE = {"cores": 2, "memory_mib": 4096, "python": "3.11.7", "system": "Linux"}
PARAMETERS = {"time_limit": 60.0, "memory_limit": 4096, "workers": 2, "any_plan": False}


@cache
def originals() -> list[Row]:
    """Sound rows: two solvers, generated deals and files, every kind of outcome."""
    deals = [{"colors": colors, "empties": 1, "seed": seed} for colors in (3, 4) for seed in range(2)]
    sources: list[Any] = [{"puzzle": "watersort", "deal": deal} for deal in deals]
    document = {"puzzle": "squares", "name": "x", "blocks": [{"color": "red", "position": [0, 0], "direction": "up"}]}
    sources += [{"puzzle": "squares", "file": "levels/one.yaml", "document": document}]
    rows = []
    for number, source in enumerate(sources):
        for solver, outcome in (
            ("cp", "optimal"),
            ("astar", ("unsolvable", "out_of_time", "solver_failed")[number % 3]),
        ):
            solved = outcome == "optimal"
            rows.append({
                "key": f"{solver} {number}", "source": source, "digest": f"{number}", "solver": solver, "seed": 0,
                "repeat": 0, "parameters": PARAMETERS, "version": "ab12, ortools 9.15", "puzzle": source["puzzle"],
                "machine": MACHINE, "file": source.get("file", ""), "name": "x", "outcome": outcome,
                "length": 1 if solved else None, "lower_bound": 1 if solved else None,
                "upper_bound": 1 if solved else None, "plan": ["red"] if solved else None,
                "reason": "it broke" if outcome == "solver_failed" else None, "seconds": 0.5 + number,
                "statistics": {"notes": ["x"]}, "cpu_seconds": 0.4, "peak_mib": 50,
            })  # fmt: skip
    return rows


@cache
def place() -> Path:
    return Path(tempfile.mkdtemp(prefix="fuzz-")) / "r.jsonl"


def damaged_results(stream: Random, number: int) -> tuple[bytes, Callable[[], str]]:
    rows: list[Any] = stream.sample(originals(), stream.randint(1, 4))
    lines = [header("code"), *rows]
    if stream.random() < 0.3:
        text = damaged_text("".join(json.dumps(line) + "\n" for line in lines).encode(), stream)
    else:
        hit = stream.randrange(len(lines)) if stream.random() < 0.05 else stream.randrange(1, len(lines))
        lines[hit] = damaged(lines[hit], stream)
        text = "".join(json.dumps(line) + "\n" for line in lines).encode()
    return text, lambda: outcome(text, number)


def outcome(text: bytes, number: int) -> str:
    """'reported', or the words that refuse it."""
    path = place()
    path.write_bytes(text)
    try:
        rows = list({row["key"]: row for row in read_rows(path)}.values())
    except Unfit as unfit:
        line = complaint(unfit, path)
        return f"refused: {line.split(': ', 2)[1][:40]}"
    found = agreement(rows)
    if rows and number % 50 == 0:
        report(rows, found, with_plots=number % 1000 == 0)
        return "read and reported"
    return "read"


def report(rows: list[Row], found: Any, with_plots: bool) -> None:
    frame = frame_of(rows, ("cp", "astar"))
    parts = sections(rows, frame, found)
    out = StringIO()
    to_terminal(parts, Console(file=out))
    with redirect_stdout(out):
        show_wrong(found, place().parent, Console(file=out))
    figures: Any = {}
    if with_plots:
        from instances.report.plots import pictures

        figures = pictures(frame)
    page = to_html(parts, figures, title_of(frame)) + to_markdown(parts)
    assert all(line.isprintable() for line in (page + out.getvalue()).split("\n"))


def main(argv: Sequence[str] | None = None) -> int:
    return command("Damaged results files.", damaged_results, argv)


if __name__ == "__main__":
    program(main)
