"""Pictures of beakers, the top up. Colours are told apart by a code of letters, and by hue where the terminal can.

 1  2  3
|re|bl|  |
|gr|gr|  |
|bl|bl|gr|

capacity 3   re red   gr green   bl blue
"""

from rich.text import Text

from instances.colors import codes, paint
from instances.watersort.rules import Beaker, Color, Deal, State

ROW = 20  # beakers side by side
LEVELS = 12  # a larger capacity is drawn only as high as the beakers are filled


def picture(deal: Deal) -> Text:
    """The deal as text with styles; str() of it is the plain picture, which parse_picture reads."""
    code = codes(color for beaker in deal.beakers for color in reversed(beaker))
    width = max([2, len(str(len(deal.beakers))), *map(len, code.values())])
    levels = max([min(deal.capacity, LEVELS), *map(len, deal.beakers)])
    text = Text()
    for first in range(0, len(deal.beakers), ROW):
        row = deal.beakers[first : first + ROW]
        text.append("".join(f" {number:>{width}}" for number in range(first + 1, first + 1 + len(row))) + "\n")
        for level in reversed(range(levels)):
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
