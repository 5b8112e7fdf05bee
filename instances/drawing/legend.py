"""The legend of a picture: what its codes stand for, in 80 columns."""

import re

from rich.text import Text

from instances.drawing.colors import Color, Look
from instances.reading.text import printable

WIDTH = 80  # columns of a picture
GAP = "   "  # between two entries


def legend(title: str, looks: dict[Color, Look]) -> Text:
    """'capacity 4   re red   bl blue', with line breaks only between entries."""
    lines = [Text(title)]
    for color, look in looks.items():
        entry = Text.assemble((look.code, look.style), f" {printable(color)}")
        if not lines[-1]:
            lines[-1] = entry
        elif len(lines[-1]) + len(GAP) + len(entry) > WIDTH:
            lines.append(entry)
        else:
            lines[-1].append(GAP).append_text(entry)
    return Text("\n").join(lines)


def read_legend(text: str) -> dict[str, Color]:
    """The inverse of legend: the colour of each code; a title of two words is an entry too."""
    words = [word.strip() for word in re.split(rf"\n|{GAP}", text)]
    return dict(word.split(" ", 1) for word in words if " " in word)
