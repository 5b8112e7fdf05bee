"""Pictures of beakers, the top up. Colours are told apart by a code of letters, and by hue where the terminal can.

 1  2  3
|re|bl|  |
|gr|gr|  |
|bl|bl|gr|

capacity 3   re red   gr green   bl blue
"""

import re
from collections.abc import Iterable, Iterator

from rich.color import Color as Paint
from rich.style import Style
from rich.text import Text

from instances.watersort.rules import Beaker, Color, Deal, State

ROW = 20  # beakers side by side
HUES = {
    "red": "#d62728", "blue": "#1f4fd8", "green": "#1a8f2a", "yellow": "#f2d21b", "orange": "#ff8c1a",
    "purple": "#7b2fbe", "pink": "#ff8fc7", "teal": "#0f8b8d", "brown": "#7a4a1d", "lime": "#a6e22e",
    "navy": "#0b2265", "magenta": "#d81bd0", "grey": "#8c8c8c", "gold": "#c9a227", "cyan": "#3fd8f2",
    "maroon": "#6e0f1f", "olive": "#7d7d1a", "coral": "#ff6f61", "indigo": "#4527a0", "mint": "#9ff0c8",
    "violet": "#b388ff", "salmon": "#ffab91", "sky": "#90caf9", "beige": "#ece2c0",
    "baby-blue": "#9fd3ff", "navy-blue": "#0b2265",
}  # fmt: skip


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


def picture(deal: Deal) -> Text:
    """The deal as text with styles; str() of it is the plain picture, which parse_picture reads."""
    code = codes(color for beaker in deal.beakers for color in reversed(beaker))
    width = max([2, len(str(len(deal.beakers))), *map(len, code.values())])
    text = Text()
    for first in range(0, len(deal.beakers), ROW):
        row = deal.beakers[first : first + ROW]
        text.append("".join(f" {number:>{width}}" for number in range(first + 1, first + 1 + len(row))) + "\n")
        for level in reversed(range(deal.capacity)):
            for beaker in row:
                text.append("|")
                color = beaker[level] if level < len(beaker) else None
                text.append(f"{code[color] if color else '':<{width}}", paint(color) if color else None)
            text.append("|\n")
        text.append("\n")
    text.append(f"capacity {deal.capacity}")
    for color, short in code.items():
        text.append("   ")
        text.append(short, paint(color))
        text.append(f" {color}")
    return text


def paint(color: Color) -> Style:
    """The colour as a background, and letters that can be read on it."""
    hue = HUES.get(color.rstrip("0123456789")) or HUES[list(HUES)[sum(map(ord, color)) % len(HUES)]]
    red, green, blue = Paint.parse(hue).get_truecolor()
    dark = 299 * red + 587 * green + 114 * blue < 128_000
    return Style(bgcolor=hue, color="#ffffff" if dark else "#000000")


def parse_picture(text: str) -> tuple[int, State]:
    """The inverse of picture: (capacity, beakers)."""
    *rows, legend = text.rstrip().split("\n\n")
    first, *words = legend.split("   ")
    color: dict[str, Color] = dict(word.split(" ", 1) for word in words)
    beakers: list[Beaker] = []
    for row in rows:
        levels = [[cell.strip() for cell in line.split("|")[1:-1]] for line in row.splitlines()[1:]]
        beakers += [tuple(color[cell] for cell in reversed(column) if cell) for column in zip(*levels, strict=True)]
    return int(first.removeprefix("capacity ")), tuple(beakers)
