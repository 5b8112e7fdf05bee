"""Beakers as SVG.

Each beaker is a separate drawing of its places for units from the bottom up, each painted by its class. The page clones
an empty one for each beaker and changes only classes and letters.
"""

from collections.abc import Sequence

from instances.drawing.colors import Look, looks
from instances.drawing.svg import Drawing
from instances.puzzles.watersort.rules import Deal, colors_of

WIDTH = 44  # of a beaker, in pixels
TALL = 220  # height of a beaker at most; units are drawn lower to fit
LOW = 12  # places that are always drawn, up to the capacity
MOST = 40_000  # places drawn at most, over all beakers
STYLE = """
.unit .paint{visibility:hidden}
.unit[class*=" c"] .paint{visibility:visible;stroke:rgb(0 0 0/.16);stroke-width:.6}
.curtain{visibility:hidden}
.curtain[class*=" c"]{visibility:visible;opacity:.82;transition:clip-path .6s,visibility .6s;clip-path:inset(0)}
.curtain.open{visibility:hidden;clip-path:inset(0 0 100%)}
.curtain text{text-anchor:middle;font-size:16px}
.pleats{stroke:#000;stroke-opacity:.22;stroke-width:1.5}
.shine{stroke:#fff;stroke-opacity:.16;stroke-width:4;stroke-linecap:round}
"""


def stage(positions: Sequence[Deal]) -> str:
    """An empty beaker for the page to clone, and the clip path of its round bottom, which all clones share.

    It has a place for each unit of the capacity, but no more than can ever be filled. Raises ValueError for too many.
    """
    deal = positions[0]
    places = min(deal.capacity, max(LOW, sum(map(len, deal.beakers))))
    if places * len(deal.beakers) > MOST:
        raise ValueError(f"{len(deal.beakers)} beakers of {places} places are too many to draw")
    unit = max(3.0, min(26.0, TALL / places))
    height = places * unit + 22
    bottom = height - 4
    inside = f"M3 0V{height - 14:g}a10 10 0 0 0 10 10H31a10 10 0 0 0 10 -10V0z"
    outline = f"M1 3Q3 3 3 6V{bottom - 12:g}a12 12 0 0 0 12 12H29a12 12 0 0 0 12 -12V6Q41 3 43 3"
    return (
        f'<svg class="none" aria-hidden="true"><defs><clipPath id="inside"><path d="{inside}"/></clipPath></defs></svg>'
        f'<template id="beaker"><svg viewBox="0 0 {WIDTH} {height:g}" aria-hidden="true">'
        f'<g class="stream"><rect class="paint" x="20" y="-6" width="4" height="{height - 6:g}"/></g>'
        f'<g clip-path="url(#inside)">{"".join(place(bottom - n * unit, unit) for n in range(1, places + 1))}</g>'
        f'<path class="shine" d="M9 14V{bottom - 10:g}"/><path class="line" d="{outline}"/>'
        f'<g class="curtain"><rect class="paint" x="1" y="6" width="42" height="{height - 10:g}" rx="2"/>'
        f'<path class="pleats" d="{"".join(f"M{x} 6V{height - 4:g}" for x in range(7, 40, 6))}"/>'
        f'<text x="22" y="{height / 2:g}"></text></g></svg></template>'
    )


def place(top: float, unit: float) -> str:
    """The place of a unit, with a text element for letters unless it is too low."""
    text = f'<text x="22" y="{top + unit / 2:g}"></text>' if unit >= 14 else ""
    return f'<g class="unit "><rect class="paint" x="3" y="{top:g}" width="38" height="{unit + 0.4:g}"/>{text}</g>'


def colors(deal: Deal) -> dict[str, Look]:
    return looks(colors_of(deal), deal.looks)


def state(deal: Deal) -> list[list[int]]:
    """The beakers, bottom first, colours as the numbers in their classes; -1 - c on top of one covered until c."""
    number, closed = {color: i for i, color in enumerate(colors(deal))}, dict(deal.covered)
    return [
        [*map(number.__getitem__, contents), *([-1 - number[closed[place]]] if place in closed else ())]
        for place, contents in enumerate(deal.beakers)
    ]


DRAWING = Drawing(script="beakers", style=STYLE, stage=stage, state=state, colors=colors)
