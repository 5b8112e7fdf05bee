"""The board's page: for its server, with style and script apart, or as one file that needs no server."""

from functools import cache
from string import Template

from fewest_pours.drawing.colors import color_name, looks
from fewest_pours.files.yaml_files import Data
from fewest_pours.pages.page_parts import island, script, text, xml_text
from fewest_pours.pages.player.plan_page import shown
from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.puzzles.watersort.rules import HIDDEN, Deal

MOST_COLORS, MOST_UNITS = 40, 8  # of a level that the page reads itself: colours, and units in a beaker
ENTRY = "board/board.js"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src blob:"
ABOUT = "This page works alone. For the fewest pours, download the level: fewest-pours solve FILE"


@cache
def blank() -> Data:
    """What the page needs to draw levels itself: a palette, and an empty beaker of the largest capacity."""
    palette = looks((*map(color_name, range(MOST_COLORS)), HIDDEN))
    return shown(PUZZLE, Deal("", MOST_UNITS, ((),)), palette) | {"puzzle": PUZZLE.name}


def puzzles() -> Data:
    """The puzzles that the board deals: their names for people, and the options to ask for."""
    return {name: {"title": puzzle.title or name, "options": puzzle.asked} for name, puzzle in PUZZLES.items()}


def style() -> str:
    return text("player/page.css") + text("board/board.css")


def filled(**parts: str) -> str:
    """The page; parts: what stands in the places of its template."""
    page, player = Template(text("board/board.html")), text("player/player.html")
    return page.substitute(parts, player=player, blank=island(blank()), puzzles=island(puzzles()))


def served(level: str | None, token: str, share: str) -> str:
    """The page as the server sends it; level: the YAML text to begin with."""
    links = (
        '<link rel="stylesheet" href="/board.css"><link rel="icon" href="/icon.svg">'
        '<link rel="apple-touch-icon" href="/icon.png">'
        f'<link rel="manifest" href="/manifest.json?token={token}">'
    )
    code = '<script src="/board.js"></script>'
    return filled(
        head=links, served=f'data-served data-share="{xml_text(share)}"', about="", level=island(level), code=code
    )


def alone(level: str | None) -> str:
    """The page as one file."""
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"><style>{style()}</style>'
    return filled(head=head, served="", about=ABOUT, level=island(level), code=f"<script>\n{script(ENTRY)}\n</script>")


def manifest(token: str) -> str:
    """What a phone needs to put the board on its home screen."""
    return Template(text("board/manifest.json")).substitute(token=token)
