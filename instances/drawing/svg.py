"""Drawings as SVG: what those of all puzzles share.

A puzzle has a Drawing. Colours are CSS classes (`c0`, `c1`, ... in the order of `looks`), so that one drawing serves
the colours' own hues and the palette for the colour-blind; no text that people write is part of a style.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from instances.drawing.colors import Look, ink
from instances.text import printable

SAFE = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#3a3a3a")  # Okabe and Ito, 2008
TEXTURES = (  # of 8 by 8: what tells colours apart that share a hue
    "",
    '<path d="M0 4H8" stroke-width="2"/>',
    '<path d="M0 0L8 8M-2 6L2 10M6 -2L10 2" stroke-width="1.8"/>',
    '<circle cx="4" cy="4" r="1.9" stroke="none" fill="{ink}"/>',
    '<path d="M4 0V8M0 4H8" stroke-width="1.3"/>',
    '<path d="M0 8L8 0M-2 2L2 -2M6 10L10 6" stroke-width="1.8"/>',
)
HATCH = '<path d="M0 0L8 8M-2 6L2 10M6 -2L10 2" stroke-width="1" stroke-opacity=".45"/>'
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


def svg_file(title: str, width: float, height: float, body: str, style: str = "", looks: Collection[Look] = ()) -> str:
    """An SVG file that stands alone, on any background; sizes in pixels. looks: those of its colour classes."""
    colors, patterns = painted(looks)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img">\n<title>{xml_text(title)}</title>\n<style>{STYLE}{style}{colors}</style>\n'
        f"{patterns}{body}</svg>\n"
    )


def xml_text(text: str) -> str:
    """Text as it may stand in XML: markup escaped, and what is no letter, sign or space shown as an escape."""
    return escape(printable(text))


def in_page(width: float, height: float, body: str) -> str:
    """A board within the page, as wide as there is room, to twice its size."""
    style = f"max-width:{2 * width:g}px"
    return f'<svg class="board" viewBox="0 0 {width:g} {height:g}" style="{style}" role="img">{body}</svg>'


def painted(looks: Collection[Look], safe: bool = False) -> tuple[str, str]:
    """The CSS of the classes c0, c1, ..., and the patterns that it names: own hues, hatched where the word names none.

    safe: also, within `.safe`, eight hues that the colour-blind tell apart, with a texture from the ninth colour on.
    """
    paints = [("", look.hue, look.ink, "" if look.named else HATCH) for look in looks]
    if safe:
        hues = [(SAFE[n % len(SAFE)], TEXTURES[n // len(SAFE) % len(TEXTURES)]) for n in range(len(looks))]
        paints += [(".safe ", hue, ink(hue), texture) for hue, texture in hues]
    rules, patterns = [], []
    for number, (within, hue, letters, texture) in enumerate(paints):
        color = f"{within}.c{number % len(looks)}"
        fill = f"url(#paint{number})" if texture else hue
        rules.append(f"{color} .paint{{fill:{fill}}}{color} text{{fill:{letters};stroke:{hue}}}")
        if texture:
            lines = f'<g stroke="{letters}" stroke-opacity=".55">{texture.format(ink=letters)}</g>'
            patterns.append(
                f'<pattern id="paint{number}" width="8" height="8" patternUnits="userSpaceOnUse">'
                f'<rect width="8" height="8" fill="{hue}"/>{lines}</pattern>'
            )
    return "\n".join(rules), f"<defs>{''.join(patterns)}</defs>\n" if patterns else ""


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
