"""What several kinds of misleading pictures measure and paint."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy as np

from fuzz.pictures import random_look, random_screenshot
from helpers.screenshots import WIDE, Array, Bgr, Level, Screenshot, box, draw, fill, line, sign
from misleading import painted


def empty_places(shown: Screenshot) -> list[int]:
    """The empty beakers that are not covered."""
    return [place for place, beaker in enumerate(shown.beakers) if not beaker and str(place + 1) not in shown.covered]


def with_empty_beaker(rng: Random) -> Screenshot:
    """A random screenshot with an empty beaker that is not covered."""
    while True:
        shown = random_screenshot(rng)
        if empty_places(shown):
            return shown


def wide_of(shown: Screenshot) -> float:
    return WIDE * shown.scale


def high_of(shown: Screenshot) -> float:
    """From the bottom of a beaker to its top."""
    return (shown.capacity + shown.look.air) * shown.look.unit * shown.scale


def with_last(rng: Random, level: Level, paint: Callable[[Array, Screenshot, float, float], None]) -> Screenshot:
    """A screenshot with one more empty beaker, which is painted over so that it is not one; x, bottom of it."""
    shown = draw(
        level._replace(beakers=[*level.beakers, []]), replace(random_look(rng, len(level.beakers) + 1), ghost="")
    )
    x, bottom = shown.standing[-1]
    after = painted(shown, lambda pixels: paint(pixels, shown, x, bottom))
    return replace(after, beakers=after.beakers[:-1])


def fade(pixels: Array, shown: Screenshot, x: float, bottom: float, share: float) -> None:
    """Mix a beaker with the background beside it."""
    wide, high = wide_of(shown), high_of(shown)
    pitch = shown.look.pitch * shown.scale
    rows = slice(max(0, round(bottom - high - 0.2 * wide)), round(bottom + 0.2 * wide))
    place = pixels[rows, max(0, round(x - 0.65 * wide)) : round(x + 0.65 * wide)]
    beside = pixels[rows, min(pixels.shape[1] - 1, round(x + pitch / 2))]
    place[:] = share * place + (1 - share) * beside[:, None]


def write(pixels: Array, text: str, x: float, y: float, size: float, color: Bgr) -> None:
    drawn = pixels.astype(np.uint8)  # as letters are drawn on nothing else
    sign(drawn, text, x, y, size, color)
    pixels[:] = drawn


def padlock(pixels: Array, x: float, y: float, size: float, color: Bgr) -> None:
    fill(pixels, box(x, y + 0.15 * size, 0.8 * size, 0.6 * size, 0.1 * size), color)
    line(pixels, box(x, y - 0.15 * size, 0.5 * size, 0.7 * size, size), color, max(1, 0.12 * size))
