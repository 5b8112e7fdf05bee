"""Pictures on the terminal: in colour if it has colours, in ASCII if its encoding lacks box characters.

Below them stands a legend: what the codes in the picture stand for.
"""

import re
import sys

from rich.console import Console
from rich.text import Text

from fewest_pours.drawing.colors import Color, Look
from fewest_pours.files.wording import printable

WIDTH = 80  # columns of a picture
GAP = "   "  # between two entries of a legend
PLAIN = str.maketrans("│─┌┬┐├┼┤└┴┘║═╔╦╗╠╬╣╚╩╝↑↓←→▒·", "|-+++++++++|=+++++++++^v<>#.")


def plain(text: str) -> str:
    """Box characters and arrows as ASCII."""
    return text.translate(PLAIN)


def show_picture(picture: Text) -> None:
    """Print a picture without wrapping lines; in colour on a terminal."""
    if not sys.stdout.isatty():
        print(encodable(picture.plain))
        return
    shown = picture.copy()
    shown.plain = encodable(picture.plain)
    Console(highlight=False, soft_wrap=True).print(shown)


def encodable(text: str) -> str:
    """The text, in ASCII if standard output cannot encode it."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return plain(text)
    return text


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
