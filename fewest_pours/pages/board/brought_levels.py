"""The levels that a page brings along: of a file, or all of a pack."""

from typing import TypedDict

from fewest_pours.files.input_files import puzzle_files
from fewest_pours.puzzles.loading import Loaded, loaded, show_notes
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.puzzles.watersort.typed_levels.decision import NOTHING_SHOWS


class Brought(TypedDict):
    """name; text: as YAML; pours: the fewest, None if they are not known; other: as in other_order."""

    name: str
    text: str
    pours: int | None
    other: str | None


def levels_in(file: str) -> list[Brought]:
    """The level in a file, or the levels of a pack or a folder, the easiest first where pours are known. BadInput."""
    found = [level_in(path) for path in puzzle_files([file])]
    if all(level["pours"] is not None for level in found):
        found.sort(key=lambda level: level["pours"] or 0)
    return found


def level_in(file: str) -> Brought:
    found = loaded(file)
    show_notes(note for note in found.notes if not note.endswith(NOTHING_SHOWS))  # the page asks instead
    instance = found.instance
    pours = instance.known.pours if isinstance(instance, Deal) and instance.known else None
    return {"name": instance.name, "text": found.puzzle.file(instance), "pours": pours, "other": other_order(found)}


def other_order(found: Loaded) -> str | None:
    """What the file may also mean, as YAML: its lists read from the other end, say; None if that is the same level."""
    if found.other_reading is None or found.other_reading.instance == found.instance:
        return None
    return found.puzzle.file(found.other_reading.instance)
