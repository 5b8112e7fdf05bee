"""Pictures that mislead about beakers: where they stand, and which of them must be bought."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import cv2
import numpy as np

from fuzz.pictures import lab, random_level, random_look, random_screenshot
from helpers.screenshots import WHITE, WIDE, Array, Level, Screenshot, box, draw, fill, glass
from misleading import Misleading, painted
from misleading.painting import empty_places, fade, high_of, padlock, wide_of, with_empty_beaker, with_last, write


def in_empty_beakers(rng: Random, paint: Callable[[Array, float, float, float, float], None]) -> Screenshot:
    """Something in the middle of each empty beaker, painted at (x, y), where beakers are so wide and high."""
    shown = with_empty_beaker(rng)
    wide, high = wide_of(shown), high_of(shown)

    def paint_all(pixels: Array) -> None:
        for place in empty_places(shown):
            x, bottom = shown.standing[place]
            paint(pixels, x, bottom - high / 2, wide, high)

    return painted(shown, paint_all)


def strokes(rng: Random) -> Screenshot:
    """A bright stroke in the middle of each empty beaker, as light leaves on glass."""
    tall, thick = rng.uniform(0.5, 2.4), rng.uniform(0.05, 0.11)
    share = rng.uniform(0.4, 0.9)

    def paint(pixels: Array, x: float, y: float, wide: float, high: float) -> None:
        fill(pixels, box(x, y, thick * wide, min(tall * wide, 0.8 * high), wide), WHITE, share)

    return in_empty_beakers(rng, paint)


def bubbles(rng: Random) -> Screenshot:
    """Bubbles, rising in the middle of each empty beaker."""
    spots = [
        (rng.uniform(-0.15, 0.15), rng.uniform(-0.3, 0.3), rng.uniform(0.1, 0.25)) for _ in range(rng.randint(2, 6))
    ]
    share = rng.uniform(0.4, 0.9)

    def paint(pixels: Array, x: float, y: float, wide: float, high: float) -> None:
        for aside, up, size in spots:
            fill(pixels, box(x + aside * wide, y + up * high, size * wide, size * wide, wide), WHITE, share)

    return in_empty_beakers(rng, paint)


def drops(rng: Random) -> Screenshot:
    """A drop on one side of the glass of each empty beaker."""
    aside = rng.choice((-1, 1)) * rng.uniform(0.18, 0.25)
    size = rng.uniform(0.2, 0.26)
    tall = rng.uniform(1.2, 2) * size
    share = rng.uniform(0.4, 0.9)

    def paint(pixels: Array, x: float, y: float, wide: float, high: float) -> None:
        fill(pixels, box(x + aside * wide, y, size * wide, tall * wide, wide), WHITE, share)

    return in_empty_beakers(rng, paint)


def bought(rng: Random) -> Screenshot:
    """A faint beaker with a padlock, a plus or a price."""
    share = rng.uniform(0.3, 0.6)
    size = rng.uniform(0.35, 0.6)
    up = rng.uniform(0.3, 0.65)
    what = rng.choice(("lock", "+", f"{rng.randint(2, 99)}"))

    def paint(pixels: Array, shown: Screenshot, x: float, bottom: float) -> None:
        fade(pixels, shown, x, bottom, share)
        y = bottom - up * high_of(shown)
        if what == "lock":
            padlock(pixels, x, y, size * wide_of(shown), shown.look.rim_color)
        else:
            write(pixels, what, x, y, size * wide_of(shown), shown.look.rim_color)

    return with_last(rng, random_level(rng), paint)


def only_faint(rng: Random) -> Screenshot:
    """A faint beaker, perhaps with a small plus, where no other one is empty."""
    level = random_level(rng)
    full = next(place for place, units in enumerate(level.beakers) if len(units) > 2 and place not in level.covered)
    halves = [level.beakers[full][:2], level.beakers[full][2:]]
    others = [units for place, units in enumerate(level.beakers) if units and place != full]
    share, size = rng.uniform(0.3, 0.6), rng.choice((0, rng.uniform(0.1, 0.3)))

    def paint(pixels: Array, shown: Screenshot, x: float, bottom: float) -> None:
        fade(pixels, shown, x, bottom, share)
        write(pixels, "+" if size else "", x, bottom - high_of(shown) / 2, size * wide_of(shown), shown.look.rim_color)

    return with_last(rng, Level(level.capacity, [*others, *halves], {}), paint)


def in_the_shade(rng: Random) -> Screenshot:
    """Of two empty beakers, one is in the shade."""
    level = random_level(rng)
    shown = draw(level._replace(beakers=[*level.beakers, [], []]), random_look(rng, len(level.beakers) + 2))
    share = rng.uniform(0.6, 0.8)
    return painted(shown, lambda pixels: fade(pixels, shown, *shown.standing[-1], share))


def tinted(rng: Random) -> Screenshot:
    """A beaker full of one plain colour, with a sign: it must be bought first."""
    size = rng.uniform(0.35, 0.6)
    color = tuple(rng.uniform(60, 200) for _ in range(3))
    what = rng.choice("+$")

    def paint(pixels: Array, shown: Screenshot, x: float, bottom: float) -> None:
        wide, high = wide_of(shown), high_of(shown)
        place = np.array((x, bottom - 5 * shown.scale))
        fill(pixels, place + shown.scale * glass(0, 0, high / shown.scale, shown.look.shape, 5), color)
        write(pixels, what, x, bottom - high / 2, size * wide, WHITE)

    return with_last(rng, random_level(rng), paint)


def hand(rng: Random) -> Screenshot:
    """A hand, a bubble of speech or a board with a sign over an empty beaker; no one can read what is behind it."""
    shown = with_empty_beaker(rng)
    place = rng.choice(empty_places(shown))
    color = tuple(rng.uniform(60, 240) for _ in range(3))
    covers, corner, size = rng.uniform(0.8, 1.2), rng.uniform(0, 1), rng.uniform(0.4, 0.6)
    is_signed = rng.random() < 0.5

    def paint(pixels: Array) -> None:
        x, bottom = shown.standing[place]
        wide, high = wide_of(shown), high_of(shown)
        fill(pixels, box(x, bottom - high / 2, 1.3 * wide, covers * high, corner * wide), color)
        if is_signed:
            write(pixels, "+", x, bottom - high / 2, size * wide, WHITE)

    return replace(painted(shown, paint), capacity=0)


MARKS = (
    (0.6, 0.3, 1.4, False),
    (0.3, 1.6, 1.4, False),
    (0.4, 0.6, 1.4, True),
    (0.4, 0.6, 2.6, False),
)  # width and height, widths; how far below the level, heights of beakers; whether the panel has two colours


def goals(rng: Random) -> Screenshot:
    """A panel below each of a few beakers, with a mark in a colour of the level: not a flask on a cover."""
    level = random_level(rng)
    while not 5 <= len(level.beakers) <= 8:
        level = random_level(rng)
    tall = 21 / len(level.beakers)
    look = replace(random_look(rng, len(level.beakers)), middle=0.2, tall=tall, rows=1, buttons=0, pitch=1.6 * WIDE)
    shown = draw(level, look)
    across, tall, down, is_split = rng.choice(MARKS)
    board, other = (tuple(rng.uniform(*ends) for _ in range(3)) for ends in ((160, 250), (20, 90)))

    def paint(pixels: Array) -> None:
        wide, high = wide_of(shown), high_of(shown)
        for x, bottom in shown.standing:
            y = bottom + (down - 0.5) * high
            fill(pixels, box(x, y, 0.86 * wide, high), board)
            if is_split:
                fill(pixels, box(x, y - 0.25 * high, 0.86 * wide, 0.5 * high), other)
            fill(pixels, box(x, y, across * wide, tall * wide, 0.1 * wide), look.colors[1])

    return painted(shown, paint)


def cords(rng: Random) -> Screenshot:
    """A cord in a colour of the level, on which the flask of each cover hangs."""
    shown = random_screenshot(rng)
    while not shown.covered:
        shown = random_screenshot(rng)
    thick, tall = rng.uniform(0.06, 0.1), rng.uniform(0.3, 0.8)

    def paint(pixels: Array) -> None:
        wide, high = wide_of(shown), high_of(shown)
        for x, bottom in (shown.standing[int(place) - 1] for place in shown.covered):
            y = bottom - high / 2 - (0.42 + tall / 2) * wide
            fill(pixels, box(x, y, thick * wide, tall * wide), shown.look.colors[1])

    return painted(shown, paint)


def shop(rng: Random) -> Screenshot:
    """A panel below the level, with a flask in a colour of the level: it is to be bought, and opens no beaker."""
    level = random_level(rng)
    look = replace(
        random_look(rng, len(level.beakers)), shop=True, tall=rng.uniform(1.8, 3), middle=rng.uniform(0.2, 0.4)
    )
    return draw(level, look)


def unequal(rng: Random) -> Screenshot:
    """Some beakers are taller or lower than the others, so that they hold more units, or fewer."""
    level = random_level(rng)
    look = random_look(rng, len(level.beakers))
    higher = (look.between - 0.25 * WIDE) / look.unit
    other = rng.choice((-2, -1, 1 if higher > 1 else -1))
    places = [n for n, units in enumerate(level.beakers) if len(units) <= level.capacity + other]
    chosen = rng.sample(places, min(len(places), rng.randint(1, 2)))
    shown = draw(level, replace(look, taller=dict.fromkeys(chosen, other)))
    return replace(shown, capacity=0) if chosen else shown


def wider(rng: Random) -> Screenshot:
    """One empty beaker is wider than the others."""
    shown = with_empty_beaker(rng)
    x, bottom = shown.standing[rng.choice(empty_places(shown))]
    times = rng.uniform(1.15, 1.3)

    def paint(pixels: Array) -> None:
        wide, high = wide_of(shown), high_of(shown)
        tall = slice(max(0, round(bottom - high - 0.2 * wide)), round(bottom + 0.2 * wide))
        seen = pixels[tall, max(0, round(x - 0.6 * wide)) : round(x + 0.6 * wide)]
        stretched = cv2.resize(seen, (round(times * seen.shape[1]), seen.shape[0]))
        left = max(0, round(x - stretched.shape[1] / 2))
        place = pixels[tall, left : left + stretched.shape[1]]
        place[:] = stretched[:, : place.shape[1]]

    return painted(shown, paint)


def corks(rng: Random) -> Screenshot:
    """A cork in a colour of the level on one full beaker."""
    shown = random_screenshot(rng)
    full = [place for place, units in enumerate(shown.beakers) if len(units) == shown.capacity]
    chosen = rng.sample(full, min(1, len(full)))

    def paint(pixels: Array) -> None:
        wide, high = wide_of(shown), high_of(shown)
        for x, bottom in (shown.standing[place] for place in chosen):
            fill(pixels, box(x, bottom - high, 0.86 * wide, 0.8 * wide, 0.1 * wide), shown.look.colors[0])

    return painted(shown, paint)


def shelf(rng: Random) -> Screenshot:
    """Beakers that stand on a shelf, so far apart that the gap between two is as wide as they are."""
    level = random_level(rng)
    look = random_look(rng, len(level.beakers))
    look = replace(look, pitch=rng.uniform(1.8, 2.1) * WIDE, shape=rng.choice(("square", "straight", look.shape)))
    shown = draw(level, look)
    thick = max(1.0, look.thick * shown.scale)

    def paint(pixels: Array) -> None:
        for bottom in {bottom for _, bottom in shown.standing}:
            fill(pixels, box(pixels.shape[1] / 2, bottom + thick / 2, 0.98 * pixels.shape[1], thick), look.rim_color)

    return painted(shown, paint)


def labels(rng: Random) -> Screenshot:
    """A label above each beaker, as wide as it is."""
    shown = random_screenshot(rng)
    color = tuple(rng.uniform(60, 240) for _ in range(3))
    gap, tall = rng.uniform(0.05, 0.15), rng.uniform(0.15, 0.25)

    def paint(pixels: Array) -> None:
        wide, high = wide_of(shown), high_of(shown)
        for x, bottom in shown.standing:
            fill(pixels, box(x, bottom - high - (gap + tall / 2) * wide, wide, tall * wide), color)

    return painted(shown, paint)


def pale(rng: Random) -> Screenshot:
    """One colour is nearly that of the background."""
    level = random_level(rng)
    look = random_look(rng, len(level.beakers))
    away = rng.uniform(9, 18)
    while True:
        color = tuple(min(255.0, max(0.0, c + rng.uniform(-60, 60))) for c in look.background)
        if abs(np.linalg.norm(lab(color) - lab(look.background)) - away) < 1:
            break
    return draw(level, replace(look, colors=(color, *look.colors[1:]), signs=rng.random() < 0.5, darker=1.0, grain=0.0))


KINDS = (
    Misleading("strokes in empty beakers", strokes, {"THIN": 0.0, "TALLEST_SIGN": 99.0, "FAINT": 9.0}),
    Misleading("bubbles in empty beakers", bubbles, {"LEAST_SIGN": 0.0, "FAINT": 9.0}),
    Misleading("drops in empty beakers", drops, {"OFF_MIDDLE": 9.0}),
    Misleading("beakers to buy", bought, {"LEAST_SIGN": 9.0, "FAINT": 0.0}),
    Misleading("a faint beaker, no other empty", only_faint, {"FAINTER": 0.0}),
    Misleading("an open beaker in the shade", in_the_shade, {"GHOST": 9.0}),
    Misleading("beakers to buy, of tinted glass", tinted, {"LEAST_SIGN": 9.0}),
    Misleading("hands over beakers", hand, {"LEAST_SEEN": 1.0, "MOST_OF_SIGN": 9.0, "ROUNDING_OF_PLACES": -9.0}),
    Misleading("goals below the level", goals, {"LEAST_SHAPE": 0.0, "HIGHEST_FLASK": 99.0, "EVEN_COVER": 999.0}),
    Misleading("cords on covers", cords, {"NARROWEST_FLASK": 0.0}),
    Misleading("a shop below the level", shop, {"AWAY": 99.0, "COVER_CONTRAST": 999.0}),
    Misleading("beakers of unequal heights", unequal, {"LEAST_SIDE": 0.0, "LIKELY_LIKENESS": 0.0}),
    Misleading("a wider empty beaker", wider, {"LEAST_SEEN": 1.0, "ROUNDING_OF_PLACES": -9.0}),
    Misleading("corks in colours of the level", corks, {"SEVERAL": 1}),
    Misleading("beakers on a shelf", shelf, {"FAINT_BOTTOM": 0.0, "LEAST_PITCH": 0.0, "LOOKALIKE": 0.0}),
    Misleading("labels above beakers", labels, {"GAP": 99.0, "VISIBLE": 0.0}),
    Misleading("a pale colour", pale, {"UNLIKE_AIR": 0.0}),
)
