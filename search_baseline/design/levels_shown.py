"""Levels as a table, as JSON, and while they are being found."""

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar

from instances.puzzle import Puzzle
from search_baseline.design import Measured, Measures

Item = TypeVar("Item")


class Tried(Protocol):
    tried: int


def data_of(puzzle: Puzzle, document: dict[str, Any], level: Measured, seed: int) -> dict[str, Any]:
    """A level as JSON: its file's data, its answer as solvers print it, its measures, and the seed that it is from."""
    key = "plan" if puzzle.steps else "solutions"
    answer = puzzle.answer(level.instance, level.answer) if level.answer or "pours" in level.measures else None
    return {"level": document, key: answer, "measures": level.measures, "seed": seed}


def json_text(puzzle: str, seed: int, levels: list[dict[str, Any]]) -> bytes:
    head: dict[str, Any] = {"puzzle": puzzle, "seed": seed} if puzzle else {}
    return (json.dumps(head | {"levels": levels}, indent=1, ensure_ascii=False) + "\n").encode()


def progress(levels: Iterator[Item], count: int, tally: Tried) -> Iterator[Item]:
    """The same levels, with a bar on the terminal."""
    if not sys.stderr.isatty():
        yield from levels
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task
    from rich.text import Text

    class TriedColumn(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{tally.tried:,} instances tried")

    columns, console = (BarColumn(15), MofNCompleteColumn(), TriedColumn()), Console(stderr=True)
    with Progress(*columns, transient=True, console=console, redirect_stdout=False) as bar:
        item = bar.add_task("", total=count)
        for level in levels:
            yield level
            bar.update(item, advance=1)


def show(rows: Sequence[tuple[str, Measures]]) -> None:
    """A table of files and their measures; columns that one level lacks are empty there."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    names = list(dict.fromkeys(name for _, measures in rows for name in measures))
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("file", *names):
        first = name == "file"
        table.add_column(name.replace("_", " "), justify="left" if first else "right", no_wrap=first, overflow="fold")
    for file, measures in rows:
        table.add_row(Text(file), *(f"{measures[name]:.4g}" if name in measures else "" for name in names))
    Console().print(table)
