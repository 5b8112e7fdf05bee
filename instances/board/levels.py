"""Levels as the board shows them: what is pasted becomes an instance, and an instance what the page draws."""

from typing import Any

from instances.drawing.colors import NAMES, Look, looks
from instances.page import shown
from instances.puzzle import Puzzle
from instances.puzzles import Loaded
from instances.reading.yaml_files import write_yaml
from instances.watersort.rules import HIDDEN, Deal

MOST = 5_000  # units and beakers, blocks, or cells of an instance that the board plays


def level_data(found: Loaded) -> dict[str, Any]:
    """All that the page needs to show a level. Raises ValueError for what is too large."""
    puzzle, instance = found.puzzle, found.instance
    parts = puzzle.drawing.state(instance)
    if len(parts) + sum(len(part) for part in parts if isinstance(part, list)) > MOST:
        raise ValueError(f"a {puzzle.name} level of over {MOST} parts")
    level = {"puzzle": puzzle.name, "yaml": write_yaml(puzzle.document(instance)), "notes": found.notes}
    return shown(puzzle, instance, looks_on_board(puzzle, instance)) | level


def looks_on_board(puzzle: Puzzle, instance: Any) -> dict[str, Look]:
    """The colours of the instance as everywhere; for water sort then those that a player may want to add."""
    own = puzzle.drawing.colors(instance)
    more = looks([*NAMES, HIDDEN]) if isinstance(instance, Deal) else {}
    return own | {color: look for color, look in more.items() if color not in own}
