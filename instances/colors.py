"""Colours by name: what files may call them, their hues on a terminal, and short codes for where there is no hue."""

import re
from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import Field, WithJsonSchema
from rich.color import Color as Paint
from rich.style import Style

Color = str  # 'red'
Word = Annotated[
    str,
    Field(pattern=r"^\S+$"),
    WithJsonSchema({"type": ["string", "number", "boolean"], "description": "a colour: any word without spaces"}),
]
NAMES = (
    *("red", "blue", "green", "yellow", "orange", "purple", "pink", "teal", "brown", "lime", "navy", "magenta"),
    *("grey", "gold", "cyan", "maroon", "olive", "coral", "indigo", "mint", "violet", "salmon", "sky", "beige"),
)
HUES = {
    "red": "#d62728", "blue": "#1f4fd8", "green": "#1a8f2a", "yellow": "#f2d21b", "orange": "#ff8c1a",
    "purple": "#7b2fbe", "pink": "#ff8fc7", "teal": "#0f8b8d", "brown": "#7a4a1d", "lime": "#a6e22e",
    "navy": "#0b2265", "magenta": "#d81bd0", "grey": "#8c8c8c", "gold": "#c9a227", "cyan": "#3fd8f2",
    "maroon": "#6e0f1f", "olive": "#7d7d1a", "coral": "#ff6f61", "indigo": "#4527a0", "mint": "#9ff0c8",
    "violet": "#b388ff", "salmon": "#ffab91", "sky": "#90caf9", "beige": "#ece2c0",
    "black": "#101010", "gray": "#8c8c8c", "baby-blue": "#9fd3ff", "navy-blue": "#0b2265",
}  # fmt: skip


def color_name(index: int) -> str:
    """color_name(0) == 'red'; color_name(24) == 'red2'"""
    turn, place = divmod(index, len(NAMES))
    return NAMES[place] + (str(turn + 1) if turn else "")


def codes(colors: Iterable[Color]) -> dict[Color, str]:
    """A short code for each colour, all different: {'red': 're', 'baby-blue': 'bb', 'blue': 'bl'}"""
    given: dict[Color, str] = {}
    taken: set[str] = set()
    for color in dict.fromkeys(colors):
        code = next(code for code in candidates(color) if code not in taken)
        given[color] = code
        taken.add(code)
    return given


def candidates(color: Color) -> Iterator[str]:
    letters = "".join(c for c in color if c.isascii() and c.isalnum()).lower() or "x"
    parts = [part[0].lower() for part in re.split(r"[-_]", color) if part and part[0].isascii() and part[0].isalnum()]
    if len(parts) == 2:
        yield parts[0] + parts[1]
    if len(letters) > 1:
        yield letters[:2]
        yield from (letters[0] + letter for letter in letters[2:])
    number = 0
    while True:
        yield f"{letters[0]}{number}"
        number += 1


def paint(color: Color) -> Style:
    """The colour as a background, and letters that can be read on it."""
    hue = HUES.get(color.rstrip("0123456789")) or HUES[list(HUES)[sum(map(ord, color)) % len(HUES)]]
    red, green, blue = Paint.parse(hue).get_truecolor()
    dark = 299 * red + 587 * green + 114 * blue < 128_000
    return Style(bgcolor=hue, color="#ffffff" if dark else "#000000")
