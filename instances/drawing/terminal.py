"""Pictures on the terminal: in colour if it has colours, in ASCII if its encoding lacks box characters."""

import sys

from rich.console import Console
from rich.text import Text

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
