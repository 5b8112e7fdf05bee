"""Drawings as SVG: what those of all puzzles share.

A puzzle has a Drawing. Colours are CSS classes (`c0`, `c1`, ... in the order of `looks`); no text that people write is
part of a style.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from instances.drawing.colors import Look
from instances.text import printable

STYLE = """
svg{font:600 12px system-ui,sans-serif}
.line{fill:none;stroke:#7b8494;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.label{fill:#6b7280;text-anchor:middle}
.name{fill:#6b7280;font-weight:400}
.unit text,.block text,.goal text,.cell text,.swatch text{text-anchor:middle;dominant-baseline:central}
.unit text,.block text,.goal text,.swatch text{paint-order:stroke;stroke-width:3.5px;stroke-linejoin:round}
"""


@dataclass(frozen=True)
class Drawing:
    """
    style   CSS of this drawing
    script  the part of the page's script that moves this drawing: 'beakers'
    svg     instance, and what a step touched -> a whole SVG file
    stage   positions, the first one before any step -> the markup that the page's script begins with
    state   position -> plain data that the script turns the markup into
    colors  instance -> its colours with their looks, in the order of their classes; empty for puzzles without
    """

    script: str
    style: str
    svg: Callable[..., str]
    stage: Callable[[Sequence[Any]], str]
    state: Callable[[Any], Any]
    colors: Callable[[Any], dict[str, Look]]


def svg_file(title: str, width: float, height: float, body: str, style: str = "", looks: Iterable[Look] = ()) -> str:
    """An SVG file that stands alone, on any background; sizes in pixels. looks: those of its colour classes."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img">\n<title>{xml_text(title)}</title>\n'
        f"<style>{STYLE}{style}{color_style(looks)}</style>\n{body}</svg>\n"
    )


def xml_text(text: str) -> str:
    """Text as it may stand in XML: markup escaped, and what is no letter, sign or space shown as an escape."""
    return escape(printable(text))


def in_page(width: float, height: float, body: str) -> str:
    """A board within the page, as wide as there is room, to twice its size."""
    style = f"max-width:{2 * width:g}px"
    return f'<svg class="board" viewBox="0 0 {width:g} {height:g}" style="{style}" role="img">{body}</svg>'


def color_style(looks: Iterable[Look]) -> str:
    """The CSS of the classes c0, c1, ..."""
    return "\n".join(
        f".c{number} .paint{{fill:{look.hue}}}.c{number} text{{fill:{look.ink};stroke:{look.hue}}}"
        for number, look in enumerate(looks)
    )


def legend(looks: dict[str, Look], width: float, top: float) -> tuple[str, float]:
    """Swatches with the names of the colours, in lines within the width; and how high they are."""
    parts, x, y = [], 4.0, 0.0
    for number, (color, look) in enumerate(looks.items()):
        name = color if len(color) <= 24 else color[:23] + "…"
        wide = 36 + 7.5 * len(name) + 12
        if x > 4 and x + wide > width:
            x, y = 4.0, y + 26
        parts.append(
            f'<g class="swatch c{number}" transform="translate({x:g} {top + y:g})"><rect class="paint" width="30" '
            f'height="20" rx="4"/><text x="15" y="10.5">{look.code}</text></g>'
            f'<text class="name" x="{x + 36:g}" y="{top + y + 14.5:g}">{xml_text(name)}</text>\n'
        )
        x += wide
    return "".join(parts), y + 26 if looks else 0.0
