"""Pictures that mislead about areas, the height of units, and question marks."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import cv2
import numpy as np

from fuzz.pictures import random_level, random_look, random_screenshot
from helpers.screenshots import WHITE, WIDE, Array, Level, Screenshot, box, draw, fill
from misleading import Misleading, painted, pixels_of, with_pixels


def drawn(rng: Random, **look: Any) -> Screenshot:
    """A random screenshot with a look that is random but for this."""
    shown = random_level(rng)
    return draw(shown, replace(random_look(rng, len(shown.beakers)), **look))


def units_in(shown: Screenshot) -> Iterator[tuple[float, float, str, bool]]:
    """Middle, colour, and whether it is the uppermost, of each unit that is not covered."""
    high = shown.look.unit * shown.scale
    for (x, bottom), units in zip(shown.standing, shown.beakers, strict=True):
        for level, color in enumerate(reversed(units)):
            yield x, bottom - (level + 0.5) * high, color, level == len(units) - 1


def longer(shown: Screenshot, more: float) -> tuple[Screenshot, int, int]:
    """The same screenshot with so much more background at its bottom, in pixels; its former height, and its width."""
    pixels = pixels_of(shown)
    high, wide = pixels.shape[:2]
    whole = cv2.copyMakeBorder(pixels, 0, round(more), 0, 0, cv2.BORDER_REPLICATE)
    return with_pixels(shown, whole), high, wide


def put_mark(pixels: Array, text: str, place: tuple[float, float], size: tuple[float, float]) -> None:
    """A white sign of this size around a place; 'o' is a large bubble above a small one."""
    mark = np.zeros((240, 200), np.uint8)
    if text == "o":
        cv2.circle(mark, (100, 80), 60, 255, -1)
        cv2.circle(mark, (105, 185), 26, 255, -1)
    else:
        cv2.putText(mark, text, (40, 200), 0, 5, 255, 24)
    x, y, across, tall = cv2.boundingRect(mark)
    wide, high = (max(3, round(side)) for side in size)
    share = cv2.resize(mark[y : y + tall, x : x + across], (wide, high), interpolation=cv2.INTER_AREA)[..., None] / 255
    left, top = round(place[0] - wide / 2), round(place[1] - high / 2)
    part = pixels[top : top + high, left : left + wide]
    part[:] = share * WHITE[0] + (1 - share) * part


def with_buried_color(rng: Random) -> tuple[Level, str]:
    """A random level, and one of its colours that is nowhere uppermost."""
    while True:
        level = random_level(rng)
        seen = [units for place, units in enumerate(level.beakers) if place not in level.covered]
        tops = {units[-1] for units in seen if units}
        buried = sorted(set(chain(*seen)) - tops - {"?"})
        if buried:
            return level, rng.choice(buried)


def signs(rng: Random) -> Screenshot:
    """One colour, nowhere uppermost, has a sign a little like a question mark: a digit, another mark, or bubbles."""
    level, signed = with_buried_color(rng)
    shown = draw(level, replace(random_look(rng, len(level.beakers)), signs=False))
    text = rng.choice("2799!;oooo")
    size = rng.uniform(0.25, 0.35) * WIDE * shown.scale, rng.uniform(0.4, 0.6) * shown.look.unit * shown.scale

    def paint(pixels: Array) -> None:
        for x, y, color, _ in units_in(shown):
            if color == signed:
                put_mark(pixels, text, (x, y), size)

    return painted(shown, paint)


def half_poured(rng: Random) -> Screenshot:
    """One of the uppermost units is about half as high, as a pour goes on: no level can be read, so none is right."""
    while True:
        shown = drawn(rng, surface=False)
        units = [(x, y) for x, y, color, is_top in units_in(shown) if is_top and color != "?"]
        if units and any("?" in each for each in shown.beakers):
            break
    x, y = rng.choice(units)
    share = rng.uniform(0.45, 0.7)
    wide = (WIDE - 2 * shown.look.gap - shown.look.thick) * shown.scale
    high = shown.look.unit * shown.scale

    def paint(pixels: Array) -> None:
        gone = box(x, y - high * (1 - share) / 2 - 1, wide, share * high + 2)
        fill(pixels, gone, shown.look.background)

    return replace(painted(shown, paint), capacity=0)


def gauges(rng: Random) -> Screenshot:
    """Beside each beaker a gauge with a mark for each unit that fits."""
    shown = drawn(rng, pitch=WIDE * rng.uniform(1.5, 1.75))
    wide, high = rng.uniform(0.15, 0.4) * WIDE * shown.scale, shown.look.unit * shown.scale
    share = rng.uniform(0.8, 1.0)
    aside = 0.58 * WIDE * shown.scale + wide / 2
    colors = [rng.choice(shown.look.colors)] * shown.capacity
    if rng.random() < 0.5:
        colors = rng.sample(shown.look.colors, shown.capacity)

    def paint(pixels: Array) -> None:
        for x, bottom in shown.standing:
            for level, color in enumerate(colors):
                fill(pixels, box(x + aside, bottom - (level + 0.5) * high, wide, share * high), color)

    return painted(shown, paint)


def previews(rng: Random) -> Screenshot:
    """Below the level, stacks of another one, smaller."""
    shown = random_screenshot(rng)
    small = rng.uniform(0.2, 0.9) * shown.scale
    number = rng.randint(3, 6)
    colors = [rng.choice(shown.look.colors) for _ in range(number * shown.capacity)]
    wide, high = WIDE * small, shown.look.unit * small
    whole, top, across = longer(shown, (shown.capacity + 2) * high)

    def paint(pixels: Array) -> None:
        for each, color in enumerate(colors):
            level, place = divmod(each, number)
            x = across / 2 + (place - (number - 1) / 2) * 1.5 * wide
            fill(pixels, box(x, top + (level + 1.5) * high, wide, high), color)

    return painted(whole, paint)


def labels(rng: Random) -> Screenshot:
    """Below each beaker a label, about as wide as units, in the colour of one."""
    shown = drawn(rng, between=WIDE * rng.uniform(0.9, 1.3))
    wide, high = rng.uniform(0.8, 1.1) * WIDE * shown.scale, rng.uniform(0.3, 0.8) * WIDE * shown.scale
    away = rng.uniform(0.1, 0.6) * WIDE * shown.scale
    most = rng.choice(shown.look.colors)
    colors = [rng.choice((most, rng.choice(shown.look.colors))) for _ in shown.standing]

    def paint(pixels: Array) -> None:
        for (x, bottom), each in zip(shown.standing, colors, strict=True):
            fill(pixels, box(x, bottom + away + high / 2, wide, high, 4), each)

    return painted(shown, paint)


def help_buttons(rng: Random) -> Screenshot:
    """Below the level, buttons with question marks, one on the other."""
    shown = random_screenshot(rng)
    number, columns = rng.randint(2, 5), rng.randint(1, 2)
    _, _, across = longer(shown, 0)
    high = min(shown.look.unit * shown.scale * rng.choice((rng.uniform(0.5, 2), rng.uniform(2, 5))), 0.3 * across)
    whole, top, _ = longer(shown, (number + 0.2) * high)

    def paint(pixels: Array) -> None:
        for each in range(number * columns):
            row, column = divmod(each, columns)
            x, y = across * (0.3 + 0.4 * column), top + (row + 0.5) * high
            fill(pixels, box(x, y, 1.1 * high, 0.85 * high, 0.1 * high), shown.look.button)
            put_mark(pixels, "?", (x, y), (0.33 * high, 0.5 * high))

    return painted(whole, paint)


def panels(rng: Random) -> Screenshot:
    """Below the level, cards of a shop with broad stripes, one on the other."""
    shown = random_screenshot(rng)
    number, stripes = rng.choice((1, 2)), rng.randint(2, 4)
    colors = [rng.choice(shown.look.colors) for _ in range(number * stripes)]
    _, _, across = longer(shown, 0)
    wide, high = 0.85 * across / number, across / number * rng.uniform(0.27, 0.4)
    whole, top, _ = longer(shown, (stripes + 0.3) * high)

    def paint(pixels: Array) -> None:
        for each, color in enumerate(colors):
            row, column = divmod(each, number)
            fill(pixels, box(across * (column + 0.5) / number, top + (row + 0.5) * high, wide, high), color)

    return painted(whole, paint)


def page(rng: Random) -> Screenshot:
    """The game in a window of a page, with tiles beside it."""
    shown = random_screenshot(rng)
    pixels = pixels_of(shown)
    high, wide = pixels.shape[:2]
    margin, aside = round(0.06 * high), round(rng.uniform(0.3, 0.6) * high)
    light = rng.random() < 0.7
    behind = tuple(rng.uniform(225, 255) if light else rng.uniform(0, 40) for _ in range(3))
    whole = cv2.copyMakeBorder(pixels, margin, margin, aside, aside, cv2.BORDER_CONSTANT, value=behind)
    tile = rng.uniform(0.1, 0.22) * high
    colors = [tuple(rng.uniform(90, 240) for _ in range(3)) for _ in range(4)]

    def paint(pixels: Array) -> None:
        for x in (aside / 2, wide + 1.5 * aside):
            for number in range(int(high / tile / 1.1)):
                fill(pixels, box(x, (number + 0.6) * 1.1 * tile, tile, tile, 8), rng.choice(colors))

    return painted(with_pixels(shown, whole), paint)


KINDS = (
    Misleading("signs a little like question marks", signs, {"GAP_INK": 99.0, "MARK_IN_CELL": -2.0}),
    Misleading("half a unit", half_poured, {"LEAST_OF_HALF": 0.0}),
    Misleading("gauges beside beakers", gauges, {"NARROWEST_UNIT": 0.0, "LARGEST_JOINT": 99.0}),
    Misleading("small stacks below", previews, {"POOR": 99.0, "NARROWEST_UNIT": 0.0, "LEAST_FILLED": 0.0}),
    Misleading("labels below beakers", labels, {"LARGEST_JOINT": 99.0, "LEAST_FILLED": 0.0}),
    Misleading("buttons with question marks", help_buttons, {"FEWEST_DISTANCES": 1}),
    Misleading("broad cards below", panels, {"WIDEST_AREA": 99.0}),
    Misleading("a game in a window of a page", page, {"LEAST_OF_SIDE": 9.0}),
)
