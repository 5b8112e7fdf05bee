"""The legend of a picture: what its codes stand for, in 80 columns."""

import re

from rich.text import Text

from instances.drawing.colors import Color, Look
from instances.text import printable

WIDTH = 80  # columns of a picture
GAP = "   "  # between two entries


def legend(title: str, looks: dict[Color, Look]) -> Text:
    """'capacity 4   re red   bl blue', in lines that break between the entries only."""
    text, column = Text(title), len(title)
    for color, look in looks.items():
        entry = f" {printable(color)}"
        wide = len(look.code) + len(entry)
        if column:
            breaks = column + len(GAP) + wide > WIDTH
            text.append("\n" if breaks else GAP)
            column = 0 if breaks else column + len(GAP)
        text.append(look.code, look.style).append(entry)
        column += wide
    return text


def read_legend(text: str, titled: bool) -> tuple[str, dict[str, Color]]:
    """The inverse of legend: (title, colour of each code)."""
    words = [word.strip() for word in re.split(rf"\n|{GAP}", text) if word.strip()]
    title = words.pop(0) if titled and words else ""
    return title, dict(word.split(" ", 1) for word in words if " " in word)
