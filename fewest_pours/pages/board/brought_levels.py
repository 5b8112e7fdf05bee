"""The levels that a page brings along: of a file, or all of a pack."""

from typing import TypedDict

from fewest_pours.files.input_files import puzzle_files
from fewest_pours.puzzles.loading import opened
from fewest_pours.puzzles.watersort.rules import Deal


class Brought(TypedDict):
    """name; text: as YAML; pours: the fewest, None if they are not known."""

    name: str
    text: str
    pours: int | None


def levels_in(file: str) -> list[Brought]:
    """The level in a file, or the levels of a pack or a folder, the easiest first where pours are known. BadInput."""
    found = [level_in(path) for path in puzzle_files([file])]
    if all(level["pours"] is not None for level in found):
        found.sort(key=lambda level: level["pours"] or 0)
    return found


def level_in(file: str) -> Brought:
    puzzle, instance = opened(file)
    pours = instance.known.pours if isinstance(instance, Deal) and instance.known else None
    return {"name": instance.name, "text": puzzle.file(instance), "pours": pours}
