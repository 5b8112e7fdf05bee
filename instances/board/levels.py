"""Levels as the board shows them: what is pasted becomes an instance, and an instance what the page draws."""

from typing import Any

from instances.drawing.colors import NAMES, Look, looks
from instances.drawing.svg import color_style, definitions, safe_definitions, safe_style
from instances.page import LABELS, color_data, pattern_box
from instances.puzzle import Puzzle
from instances.reading.yaml_files import write_yaml
from instances.watersort.rules import Deal
from instances.watersort.slips import HIDDEN

MOST = 5_000  # values of an instance that the board plays


def level_data(puzzle: Puzzle, instance: Any, notes: list[str]) -> dict[str, Any]:
    """All that the page needs to show a level. Raises ValueError for what is too large."""
    draw, shown = puzzle.drawing, looks_on_board(puzzle, instance)
    style, patterns = list(shown.values()), definitions(shown.values()) + safe_definitions(len(shown))
    data: dict[str, Any] = {
        "puzzle": puzzle.name,
        "title": instance.name,
        "yaml": write_yaml(puzzle.document(instance)),
        "notes": notes,
        "script": draw.script,
        "label": LABELS[draw.script],
        "style": "\n".join([draw.style, color_style(style), safe_style(len(shown))]),
        "stage": pattern_box(patterns) + draw.stage([instance]),
        "colors": color_data(shown),
        "safe": sum(look.named for look in style) < len(style) / 2,
    }
    if isinstance(instance, Deal):
        if sum(map(len, instance.beakers)) + len(instance.beakers) > MOST:
            raise ValueError(f"a deal of over {MOST} units and beakers")
        number = {color: i for i, color in enumerate(shown)}
        state = [[number[color] for color in beaker] for beaker in instance.beakers]
        return data | {"state": state, "capacity": instance.capacity}
    return data | {"state": draw.state(instance)}


def looks_on_board(puzzle: Puzzle, instance: Any) -> dict[str, Look]:
    """The colours of the instance as everywhere; for water sort then those that a player may want to add."""
    own = puzzle.drawing.colors(instance)
    more = looks([*NAMES, HIDDEN]) if isinstance(instance, Deal) else {}
    return own | {color: look for color, look in more.items() if color not in own}
