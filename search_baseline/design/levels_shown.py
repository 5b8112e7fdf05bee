"""Levels as lines and as data."""

from typing import Any

from instances.puzzle import Puzzle
from search_baseline.design import Measured, Measures


def data_of(puzzle: Puzzle, document: dict[str, Any], level: Measured, seed: int) -> dict[str, Any]:
    """A level as JSON: its file's data, its answer as solvers print it, its measures, and the seed that it is from."""
    answer = None if level.answer is None else puzzle.answer(level.instance, level.answer)
    key = "plan" if puzzle.steps else "solutions"
    return {"level": document, key: answer, "measures": level.measures, "seed": seed}


def line(file: str, measures: Measures) -> str:
    """'watersort-012.yaml   pours 39   excess 1'"""
    return "   ".join([file, *(f"{name} {value:.4g}" for name, value in measures.items())])
