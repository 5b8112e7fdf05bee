"""Levels as a table and as JSON."""

import json
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from instances.puzzle import Puzzle
from search_baseline.design import Measured, Measures


def data_of(puzzle: Puzzle, document: dict[str, Any], level: Measured, seed: int) -> dict[str, Any]:
    """A level as JSON: its file's data, its answer as solvers print it, its measures, and the seed that it is from."""
    answer = None if level.answer is None else puzzle.answer(level.instance, level.answer)
    key = "plan" if puzzle.steps else "solutions"
    return {"level": document, key: answer, "measures": level.measures, "seed": seed}


def json_text(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def show(rows: Mapping[str, Measures]) -> None:
    """A table of files and their measures; columns that one level lacks are empty there."""
    names = list(dict.fromkeys(name for measures in rows.values() for name in measures))
    table = Table("file", box=None, pad_edge=False, header_style="bold")
    table.columns[0].no_wrap, table.columns[0].overflow = True, "fold"
    for name in names:
        table.add_column(name.replace("_", " "), justify="right")
    for file, measures in rows.items():
        table.add_row(Text(file), *(f"{measures[name]:.4g}" if name in measures else "" for name in names))
    Console().print(table)
