"""Witness lines for puzzles that are filled in: a proof by cases that there are no other solutions.

What they say, and how the checker narrows each case by itself, is described in instances/checker/cases.py. Here
only the cells are chosen by which the cases are told apart.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from instances.certificates.certificate_files import seen
from instances.checker.cases import Filled
from instances.puzzles import PUZZLES
from instances.solving.limits import Watch
from instances.solving.outcome import Outcome, Result
from search_baseline.lookout import Lookout


def witness_for(puzzle: str, instance: Any, result: Result, watch: Watch) -> Iterator[dict[str, Any]]:
    """The same, of an instance as the solvers see it."""
    return witness(seen(PUZZLES[puzzle], instance), result, watch)


def witness(puzzle: Filled, result: Result, watch: Watch) -> Iterator[dict[str, Any]]:
    """The lines that prove what the result claims. Raises LimitReached."""
    claims = result.unique or result.outcome is Outcome.UNSOLVABLE
    for cell in cells_that_tell(puzzle, watch) if claims else ():
        row, column = divmod(cell, puzzle.size)
        yield {"cell": [row + 1, column + 1]}


def cells_that_tell(puzzle: Filled, watch: Watch) -> list[int]:
    """The cells that tell the cases apart, down to contradictions and solutions.

    Always one with the fewest values left, of these the one nearest to the top left corner.
    """
    told: list[int] = []
    stack, lookout = [puzzle.start()], Lookout(watch)
    while stack:
        if lookout.due():
            lookout.look(None, f"witness, {len(told):,} cases")
        cells = puzzle.narrow(stack.pop())
        if cells is None:
            continue
        ranks = [(len(values), sum(divmod(i, puzzle.size)), i) for i, values in enumerate(cells) if len(values) > 1]
        if ranks:
            _, _, cell = min(ranks)
            told.append(cell)
            stack.extend([*cells[:cell], {value}, *cells[cell + 1 :]] for value in sorted(cells[cell], reverse=True))
    return told


futoshiki_witness = partial(witness_for, "futoshiki")
pipes_witness = partial(witness_for, "pipes")
