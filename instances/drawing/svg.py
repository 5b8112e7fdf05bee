"""SVG drawings: what all puzzles share.

Each puzzle has a Drawing. Colours are CSS classes (`c0`, `c1`, ... in the order of `looks`); no user text becomes part
of a style.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from instances.drawing.colors import Look
from instances.reading.text import printable

STYLE = """
svg{font:600 12px system-ui,sans-serif}
.line{fill:none;stroke:#7b8494;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.label{fill:#6b7280;text-anchor:middle}
.name{fill:#6b7280;font-weight:400}
.unit text,.block text,.goal text,.cell text,.swatch text{text-anchor:middle;dominant-baseline:central}
:is(.unit,.block,.goal,.swatch,.curtain) text{paint-order:stroke;stroke-width:3.5px;stroke-linejoin:round}
"""


@dataclass(frozen=True)
class Drawing:
    """
    style   CSS of this drawing
    script  the part of the page's script that moves this drawing: 'beakers'
    stage   positions, starting before the first step -> the initial markup for the page's script
    state   position -> plain data by which the script updates the markup
    colors  instance -> its colours with their looks, in the order of their classes; empty for puzzles without
    """

    script: str
    style: str
    stage: Callable[[Sequence[Any]], str]
    state: Callable[[Any], Any]
    colors: Callable[[Any], dict[str, Look]]


def xml_text(text: str) -> str:
    """Text that is safe in XML: markup and unprintable characters are escaped."""
    return escape(printable(text))


def in_page(width: float, height: float, body: str) -> str:
    """A board within the page, as wide as the page allows, at most twice its size."""
    size = f'viewBox="0 0 {width:g} {height:g}" style="max-width:{2 * width:g}px"'
    return f'<svg class="board" {size} role="img">{body}</svg>'


def color_style(looks: Iterable[Look]) -> str:
    """The CSS of the classes c0, c1, ..."""
    return "\n".join(
        f".c{number} .paint{{fill:{look.hue}}}.c{number} text{{fill:{look.ink};stroke:{look.hue}}}"
        for number, look in enumerate(looks)
    )
