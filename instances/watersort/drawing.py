"""Beakers as SVG.

One beaker is a drawing of its own: all its places for units from the bottom up, each painted by its class. The page
clones an empty one for each beaker and changes nothing but classes and letters.
"""

from collections.abc import Sequence

from instances.drawing.colors import Look, looks
from instances.drawing.svg import Drawing, legend, svg_file
from instances.watersort.rules import Deal, units_of

WIDTH, GAP = 44, 8  # of a beaker, and between two, in pixels
ROW = 14  # beakers side by side
TALL = 220  # a beaker's units are lower where it would be taller
LOW = 12  # places that are drawn in any case
MOST = 40_000  # places for units that are drawn


def colors(deal: Deal) -> dict[str, Look]:
    return looks(sorted(units_of(deal)))


def levels(deal: Deal) -> int:
    """Places in a drawn beaker: the capacity; of a large one no more than can ever be filled."""
    return min(deal.capacity, max(LOW, sum(map(len, deal.beakers))))


def unit_height(count: int) -> float:
    return max(3.0, min(26.0, TALL / count))


def beaker_size(count: int) -> tuple[float, float]:
    return WIDTH, count * unit_height(count) + 22


def beaker(count: int, contents: Sequence[tuple[str, str]] = ()) -> str:
    """One beaker with its places from the bottom up; contents: class and letters of the units."""
    _, height = beaker_size(count)
    each = unit_height(count)
    bottom = height - 4
    parts = ['<g clip-path="url(#inside)">']
    for level in range(count):
        kind, letters = contents[level] if level < len(contents) else ("", "")
        y = bottom - (level + 1) * each
        text = f'<text x="22" y="{y + each / 2:g}">{letters}</text>' if each >= 14 else ""
        parts.append(f'<g class="unit {kind}">{place(y, each)}{text}</g>')
    parts.append(f'</g><path class="shine" d="M9 14V{bottom - 10:g}"/>')
    outline = f"M1 3Q3 3 3 6V{bottom - 12:g}a12 12 0 0 0 12 12H29a12 12 0 0 0 12 -12V6Q41 3 43 3"
    parts.append(f'<path class="line" d="{outline}"/>')
    return "".join(parts)


def glass(count: int) -> str:
    """The clip that all beakers of a drawing share: a glass is round below."""
    _, height = beaker_size(count)
    shape = f"M3 0V{height - 14:g}a10 10 0 0 0 10 10H31a10 10 0 0 0 10 -10V0z"
    return f'<defs><clipPath id="inside"><path d="{shape}"/></clipPath></defs>'


def place(top: float, height: float) -> str:
    return f'<rect class="paint" x="3" y="{top:g}" width="38" height="{height + 0.4:g}"/>'


STYLE = """
.unit .paint{visibility:hidden}
.unit[class*=" c"] .paint{visibility:visible;stroke:rgb(0 0 0/.16);stroke-width:.6}
.shine{stroke:#fff;stroke-opacity:.16;stroke-width:4;stroke-linecap:round}
"""


def svg(deal: Deal, touched: Sequence[int] = ()) -> str:
    """Raises ValueError for a deal too large to draw."""
    count = drawable(deal)
    shown = colors(deal)
    kinds = {color: (f"c{number}", look.code) for number, (color, look) in enumerate(shown.items())}
    width, height = beaker_size(count)
    rows = -(-len(deal.beakers) // ROW) or 1
    columns = max(-(-len(deal.beakers) // rows), 1)
    parts = []
    for number, contents in enumerate(deal.beakers):
        row, column = divmod(number, columns)
        x, y = 8 + column * (width + GAP), row * (height + 30)
        parts.append(f'<text class="label" x="{x + width / 2:g}" y="{y + 18:g}">{number + 1}</text>')
        inside = beaker(count, [kinds[color] for color in contents])
        parts.append(f'<g transform="translate({x:g} {y + 24:g})">{inside}</g>\n')
    wide = max(columns * (width + GAP) + 8, 300)
    top = rows * (height + 30) + 12
    names, high = legend(shown, wide, top)
    return svg_file(deal.name, wide, top + high, "".join([glass(count), *parts, names]), STYLE, shown.values())


def drawable(deal: Deal) -> int:
    """The places in each beaker; ValueError where there are too many in all."""
    count = levels(deal)
    if count * len(deal.beakers) > MOST:
        raise ValueError(f"{len(deal.beakers)} beakers of {count} places are too many to draw")
    return count


def stage(positions: Sequence[Deal]) -> str:
    """An empty beaker for the page to clone, and what all clones share."""
    count = drawable(positions[0])
    width, height = beaker_size(count)
    stream = f'<g class="stream"><rect class="paint" x="20" y="-6" width="4" height="{height - 6:g}"/></g>'
    return (
        f'<svg class="none" aria-hidden="true">{glass(count)}</svg>'
        f'<template id="beaker"><svg viewBox="0 0 {width:g} {height:g}" aria-hidden="true">'
        f"{stream}{beaker(count)}</svg></template>"
    )


def state(deal: Deal) -> list[list[int]]:
    """The beakers bottom first, colours as the numbers of their classes."""
    number = {color: i for i, color in enumerate(colors(deal))}
    return [[number[color] for color in contents] for contents in deal.beakers]


DRAWING = Drawing(script="beakers", style=STYLE, svg=svg, stage=stage, state=state, colors=colors)
