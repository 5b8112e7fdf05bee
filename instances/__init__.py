"""What the puzzles are: rules, files and pictures. Nothing here knows a solver.

A new puzzle is a folder beside the others and a line in PUZZLES.
"""

from pathlib import Path
from typing import Any

from instances import futoshiki, pipes, squares, watersort
from instances.document import BadInput, Misfit, mark_of, read_yaml, validate
from instances.puzzle import Puzzle

PUZZLES: dict[str, Puzzle] = {
    "watersort": watersort.PUZZLE,
    "squares": squares.PUZZLE,
    "futoshiki": futoshiki.PUZZLE,
    "pipes": pipes.PUZZLE,
}


def load(path: str | Path) -> tuple[Puzzle, Any]:
    """The puzzle and the instance in a file; raises BadInput."""
    data, marks = read_yaml(path)
    if not isinstance(data, dict):
        raise BadInput(path, "no mapping, expected a mapping with puzzle", *marks[()])
    name = data.get("puzzle", "")
    if not isinstance(name, str) or name not in PUZZLES:
        wrong = f"puzzle is {name!r}" if "puzzle" in data else "key 'puzzle' is missing"
        raise BadInput(path, f"{wrong}, expected one of {', '.join(PUZZLES)}", *mark_of(marks, ("puzzle",)))
    puzzle = PUZZLES[name]
    document = validate(path, data, marks, puzzle.Document)
    try:
        return puzzle, puzzle.parse(document)
    except Misfit as misfit:
        raise BadInput(path, str(misfit), *mark_of(marks, misfit.place)) from None
