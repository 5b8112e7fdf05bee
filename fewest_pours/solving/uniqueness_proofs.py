"""Proofs that a grid has one solution, or none: cells to branch on, down to contradictions."""

from collections.abc import Iterator

from fewest_pours.checker.case_splits import GridToCheck, narrowed, split
from fewest_pours.files.yaml_files import Data
from fewest_pours.running.limits import Limits
from fewest_pours.running.solver_contract import NoWitness


def cases(puzzle: GridToCheck, solutions: int, limits: Limits) -> Iterator[Data]:
    """Prove that a grid has at most `solutions` solutions: the cells to branch on, down to contradictions.

    Each is one of the cells with the fewest values left, the nearest to the top left corner.
    """
    stack = [puzzle.start()]
    while stack:
        limits.check()
        cells = narrowed(puzzle, stack.pop())
        if cells is None:
            continue
        ranks = [(len(left), sum(divmod(i, puzzle.size)), i) for i, left in enumerate(cells) if len(left) > 1]
        if ranks:
            _, _, cell = min(ranks)
            row, column = divmod(cell, puzzle.size)
            yield {"cell": [row + 1, column + 1]}
            stack += split(cells, cell)
        elif solutions == 0:
            raise NoWitness("the claim is false, there are more solutions")
        else:
            solutions -= 1
