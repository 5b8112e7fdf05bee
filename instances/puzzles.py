"""What the puzzles are: rules, files and pictures. Nothing here knows a solver.

A new puzzle is a folder beside the others, with its record PUZZLE, and a word in NAMES.
"""

from instances.lazy import Registry

# Loading the package loads nothing of Python's library: until a program handles Ctrl-C it could be interrupted there.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from instances.puzzle import Puzzle

NAMES = ("watersort", "squares", "futoshiki", "pipes")
PUZZLES: "Mapping[str, Puzzle]" = Registry({name: f"instances.{name}:PUZZLE" for name in NAMES})


def load(path: "str | Path") -> "tuple[Puzzle, Any]":
    """The puzzle and the instance in a file; raises BadInput."""
    puzzle, instance, _ = load_with_notes(path)
    return puzzle, instance


def load_with_notes(path: "str | Path") -> "tuple[Puzzle, Any, list[str]]":
    """The same, and what looks like a slip in the file, each as one line `file:line:column: note: ...`."""
    from os.path import basename, splitext

    from instances.reading.validation import nearest, validate
    from instances.reading.yaml_files import (  # the checker shares this package only
        BadInput,
        Misfit,
        mark_of,
        note,
        read_yaml,
    )
    from instances.text import printable

    data, marks = read_yaml(path)
    if not isinstance(data, dict):
        raise BadInput(path, "no mapping, expected a mapping with puzzle", *marks[()])
    if "puzzle" not in data and (slip := nearest("puzzle", data)):
        raise BadInput(path, f"unknown key '{slip}', expected 'puzzle'", *marks[(slip,)])
    name = data.get("puzzle", "")
    if not isinstance(name, str) or name not in PUZZLES:
        wrong = f"puzzle is {name!r}" if "puzzle" in data else "key 'puzzle' is missing"
        raise BadInput(path, f"{wrong}, expected one of {', '.join(PUZZLES)}", *mark_of(marks, ("puzzle",)))
    puzzle = PUZZLES[name]
    document = validate(path, {"name": printable(splitext(basename(path))[0])} | data, marks, puzzle.Document)
    try:
        instance = puzzle.parse(document)
    except Misfit as misfit:
        raise BadInput(path, str(misfit), *mark_of(marks, misfit.place)) from None
    return puzzle, instance, [note(path, text, *mark_of(marks, place)) for place, text in puzzle.advice(document)]
