"""The board's page: for its server, with style and script apart, or as one file that needs no server."""

from collections.abc import Sequence
from functools import cache
from string import Template

import webcolors

from fewest_pours.drawing.colors import PALETTE, spoken
from fewest_pours.files.yaml_files import Data
from fewest_pours.pages.board.brought_levels import Brought
from fewest_pours.pages.page_parts import island, script, style, text, xml_text
from fewest_pours.pages.player.plan_page import shown
from fewest_pours.puzzles.loading import PUZZLES

SERVED = "board/served_board.js"
ALONE = "board/board.js"
SOLVER = "solver/worker.js"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src blob:; worker-src blob:"
SITE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src 'self' blob:; "
    "manifest-src 'self'; worker-src 'self' blob:"
)


EMOJI = "🔴🟠🟡🟢🔵🟣🟤⚫⚪🟥🟧🟨🟩🟦🟪🟫⬛⬜"  # of which the page knows the colours


@cache
def palette() -> Data:
    """What the page needs to see colours in words as colors.py does."""
    emoji = {sign: spoken(sign) for sign in EMOJI}
    css = {name: webcolors.name_to_hex(name) for name in webcolors.names("css3")}
    of_words = {part: PALETTE[part] for part in ("dealt", "hues", "shades", "letters", "choosing")}
    return of_words | {"emoji": emoji, "css": css}


@cache
def blank() -> Data:
    """What the page needs to draw levels itself: a palette, and what its editor begins with."""
    puzzle, begin = next((each, each.drawing.blank) for each in PUZZLES.values() if each.drawing.blank)
    instance, colors = begin()
    return shown(puzzle, instance, colors) | {"puzzle": puzzle.name, "palette": palette()}


def puzzles() -> Data:
    """The puzzles that the board deals: their names for people, and the options to ask for."""
    return {name: {"title": puzzle.title or name, "options": puzzle.asked} for name, puzzle in PUZZLES.items()}


def board_style() -> str:
    return style("player/page.css", "board/board.css")


def filled(**parts: str) -> str:
    """The page; parts: what stands in the places of its template."""
    page = Template(text("board/board.html"))
    player = text("player/player.html")
    data = {"blank": island(blank()), "puzzles": island(puzzles())}
    return page.substitute(parts, player=player, solver=script(SOLVER), **data)


def served(levels: Sequence[Brought], token: str, share: str) -> str:
    """The page as the server sends it, which begins with the first of the levels."""
    links = (
        '<link rel="stylesheet" href="/board.css"><link rel="icon" href="/icon.svg">'
        '<link rel="apple-touch-icon" href="/icon.png">'
        f'<link rel="manifest" href="/manifest.json?token={token}">'
    )
    code = '<script src="/board.js"></script>'
    kind = f'data-served data-share="{xml_text(share)}"'
    return filled(head=links, served=kind, levels=island(levels), code=code)


def alone(levels: Sequence[Brought]) -> str:
    """The page as one file, which begins with the first of the levels."""
    return in_one(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">', "", levels)


def of_site(levels: Sequence[Brought]) -> str:
    """The page of a site, beside its icon, manifest and service worker."""
    links = (
        f'<meta http-equiv="Content-Security-Policy" content="{SITE_POLICY}">'
        '<link rel="icon" href="icon.svg"><link rel="apple-touch-icon" href="icon.png">'
        '<link rel="manifest" href="manifest.json">'
    )
    return in_one(links, "data-site", levels)


def in_one(head: str, kind: str, levels: Sequence[Brought]) -> str:
    """The page with its style and script in it."""
    code = f"<script>\n{script(ALONE)}\n</script>"
    style_too = f"{head}<style>{board_style()}</style>"
    return filled(head=style_too, served=kind, levels=island(levels), code=code)


def manifest(start: str) -> str:
    """What a phone needs to put the page on its home screen; start: the address that it opens there."""
    return Template(text("board/manifest.json")).substitute(start=start)
