"""Levels as a table, as JSON, and while they are being found."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from instances.puzzle import Puzzle
from search_baseline.design import Measured, Measures
from search_baseline.design.found_levels import Tally

Levels = Iterator[tuple[int, Measured]]  # with their seeds


def data_of(puzzle: Puzzle, document: dict[str, Any], level: Measured, seed: int) -> dict[str, Any]:
    """A level as JSON: its file's data, its answer as solvers print it, its measures, and the seed that it is from."""
    answer = None if level.answer is None else puzzle.answer(level.instance, level.answer)
    key = "plan" if puzzle.steps else "solutions"
    return {"level": document, key: answer, "measures": level.measures, "seed": seed}


def json_text(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def with_progress(levels: Levels, count: int, tally: Tally) -> Levels:
    """The same levels, with a bar on the terminal."""
    console = Console(stderr=True)
    hidden = not console.is_terminal
    columns = BarColumn(15), MofNCompleteColumn(), TextColumn("{task.fields[tally].tried:,} instances tried")
    with Progress(*columns, transient=True, console=console, redirect_stdout=False, disable=hidden) as bar:
        item = bar.add_task("", total=count, tally=tally)
        for level in levels:
            yield level
            bar.advance(item)


def show(rows: Sequence[tuple[str, Measures]]) -> None:
    """A table of files and their measures; columns that one level lacks are empty there."""
    names = list(dict.fromkeys(name for _, measures in rows for name in measures))
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("file", no_wrap=True, overflow="fold")
    for name in names:
        table.add_column(name.replace("_", " "), justify="right")
    for file, measures in rows:
        table.add_row(Text(file), *(f"{measures[name]:.4g}" if name in measures else "" for name in names))
    Console().print(table)
