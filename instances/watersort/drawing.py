"""Beakers as SVG.

One beaker is a drawing of its own: all its places for units from the bottom up, each painted by its class. The page
clones an empty one for each beaker and changes nothing but classes and letters.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from instances.drawing.colors import Look, looks
from instances.drawing.svg import Drawing
from instances.watersort.rules import Deal, units_of

WIDTH = 44  # of a beaker, in pixels
TALL = 220  # a beaker's units are lower where it would be taller
LOW = 12  # places that are drawn in any case
MOST = 40_000  # places for units that are drawn
STYLE = """
.unit .paint{visibility:hidden}
.unit[class*=" c"] .paint{visibility:visible;stroke:rgb(0 0 0/.16);stroke-width:.6}
.shine{stroke:#fff;stroke-opacity:.16;stroke-width:4;stroke-linecap:round}
"""


@dataclass(frozen=True)
class Glass:
    """What all beakers of a drawing have in common: so many places for units, the pixels of a unit and of a beaker."""

    places: int
    unit: float
    height: float

    def outline(self) -> str:
        """The clip that all beakers of a drawing share: a glass is round below."""
        shape = f"M3 0V{self.height - 14:g}a10 10 0 0 0 10 10H31a10 10 0 0 0 10 -10V0z"
        return f'<defs><clipPath id="inside"><path d="{shape}"/></clipPath></defs>'

    def beaker(self, contents: Sequence[tuple[str, str]] = ()) -> str:
        """One beaker with its places from the bottom up; contents: class and letters of the units."""
        bottom, parts = self.height - 4, []
        for level in range(self.places):
            kind, letters = contents[level] if level < len(contents) else ("", "")
            y = bottom - (level + 1) * self.unit
            text = f'<text x="22" y="{y + self.unit / 2:g}">{letters}</text>' if self.unit >= 14 else ""
            paint = f'<rect class="paint" x="3" y="{y:g}" width="38" height="{self.unit + 0.4:g}"/>'
            parts.append(f'<g class="unit {kind}">{paint}{text}</g>')
        line = f"M1 3Q3 3 3 6V{bottom - 12:g}a12 12 0 0 0 12 12H29a12 12 0 0 0 12 -12V6Q41 3 43 3"
        return (
            f'<g clip-path="url(#inside)">{"".join(parts)}</g><path class="shine" d="M9 14V{bottom - 10:g}"/>'
            f'<path class="line" d="{line}"/>'
        )


def glass(deal: Deal) -> Glass:
    """With places for the capacity; of a large one for what can ever be filled. ValueError if they are too many."""
    places = min(deal.capacity, max(LOW, sum(map(len, deal.beakers))))
    if places * len(deal.beakers) > MOST:
        raise ValueError(f"{len(deal.beakers)} beakers of {places} places are too many to draw")
    unit = max(3.0, min(26.0, TALL / places))
    return Glass(places, unit, places * unit + 22)


def colors(deal: Deal) -> dict[str, Look]:
    return looks(sorted(units_of(deal)))


def stage(positions: Sequence[Deal]) -> str:
    """An empty beaker for the page to clone, and what all clones share."""
    drawn = glass(positions[0])
    stream = f'<g class="stream"><rect class="paint" x="20" y="-6" width="4" height="{drawn.height - 6:g}"/></g>'
    return (
        f'<svg class="none" aria-hidden="true">{drawn.outline()}</svg>'
        f'<template id="beaker"><svg viewBox="0 0 {WIDTH} {drawn.height:g}" aria-hidden="true">'
        f"{stream}{drawn.beaker()}</svg></template>"
    )


def state(deal: Deal) -> list[list[int]]:
    """The beakers bottom first, colours as the numbers of their classes."""
    number = {color: i for i, color in enumerate(colors(deal))}
    return [[number[color] for color in contents] for contents in deal.beakers]


DRAWING = Drawing(script="beakers", style=STYLE, stage=stage, state=state, colors=colors)
