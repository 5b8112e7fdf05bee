"""Pictures that mislead about units: which of them are there, of what colour, how high, and how many in a beaker."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain
from random import Random

import numpy as np

from fuzz.pictures import lab, random_level, random_look
from helpers.screenshots import WHITE, WIDE, Array, Bgr, Level, Look, Screenshot, draw
from misleading import Misleading, painted, pixels_of, with_pixels

Part = tuple[int, float, float]  # of a beaker: its place, and two heights in units


def near(rng: Random, color: Bgr, least: float, most: float) -> Bgr:
    """A colour that is so far from another, CIELAB."""
    far = 40.0
    while True:
        other = tuple(min(255.0, max(0.0, part + rng.gauss(0, far))) for part in color)
        if least <= np.linalg.norm(lab(other) - lab(color)) <= most:
            return other
        far = rng.uniform(1, 40)


def blended(color: Bgr, other: Bgr, share: float) -> Bgr:
    return tuple((1 - share) * ours + share * theirs for ours, theirs in zip(color, other, strict=True))


def with_color(look: Look, number: int, color: Bgr) -> Look:
    return replace(look, colors=(*look.colors[:number], color, *look.colors[number + 1 :]))


def colors_in(shown: Level) -> list[int]:
    return sorted({int(unit) for unit in chain(*shown.beakers) if unit != "?"})


def some_hidden(rng: Random, shown: Level) -> Level:
    """A level where units below others are hidden in most beakers, and nothing is covered."""
    beakers = []
    for units in shown.beakers:
        hidden = rng.choice((0, 1, 2, shown.capacity))
        beakers.append(["?" if units[k + 1 :] and k < hidden else unit for k, unit in enumerate(units)])
    return Level(shown.capacity, beakers, {})


def with_parts_of(shown: Screenshot, other: Screenshot, parts: Iterable[Part]) -> Screenshot:
    """A picture in which parts of beakers look as in another one of the same size."""
    theirs = pixels_of(other)
    unit = shown.look.unit * shown.scale
    aside = 0.6 * WIDE * shown.scale

    def paint(pixels: Array) -> None:
        for place, low, high in parts:
            x, bottom = shown.standing[place]
            rows = slice(round(max(0, bottom - high * unit)), round(bottom - low * unit))
            columns = slice(round(max(0, x - aside)), round(x + aside))
            pixels[rows, columns] = theirs[rows, columns]

    return painted(shown, paint)


def level_where(rng: Random, holds: Callable[[Level], bool]) -> Level:
    """A random level where something holds."""
    while True:
        shown = random_level(rng)
        if holds(shown):
            return shown


def near_shades(rng: Random) -> Screenshot:
    """Two colours of nearly one shade."""
    shown = level_where(rng, lambda level: len(colors_in(level)) > 1)
    look = random_look(rng, len(shown.beakers))
    one, other = rng.sample(colors_in(shown), 2)
    return draw(shown, with_color(look, other, near(rng, look.colors[one], 7, 13)))


def near_shades_with_hidden(rng: Random) -> Screenshot:
    """Two colours of nearly one shade, where other units are hidden."""
    shown = some_hidden(rng, level_where(rng, lambda level: len(colors_in(some_hidden(rng, level))) > 3))
    seen = colors_in(shown)
    if len(seen) < 2:
        return near_shades_with_hidden(rng)
    look = random_look(rng, len(shown.beakers))
    one, other = rng.sample(seen, 2)
    return draw(shown, with_color(look, other, near(rng, look.colors[one], 7, 13)))


def pale(rng: Random) -> Screenshot:
    """Units of one colour are nearly as the background, and other units are hidden."""
    shown = some_hidden(rng, random_level(rng))
    look = random_look(rng, len(shown.beakers))
    return draw(shown, with_color(look, rng.choice(colors_in(shown)), near(rng, look.background, 7, 16)))


def full_of_pale(rng: Random) -> Screenshot:
    """A beaker is full of one colour, which is nearly that of the background."""
    level = random_level(rng)
    look = random_look(rng, len(level.beakers) + 1)
    added = len(look.colors)
    level = level._replace(beakers=[*level.beakers, level.capacity * [f"{added}"]])
    return draw(level, replace(with_color(look, added, near(rng, look.background, 10, 15)), signs=False))


def tinted_lowest(rng: Random) -> Screenshot:
    """The glass tints the lowest units, each as far as to another shade."""
    shown = random_level(rng)
    look = replace(random_look(rng, len(shown.beakers)), gap=0)
    tint = rng.choice((look.rim_color, look.background, WHITE))
    share = rng.uniform(0.06, 0.2)
    tinted = replace(look, colors=tuple(blended(color, tint, share) for color in look.colors))
    lowest = [(place, -0.1, 1.0) for place in range(len(shown.beakers)) if place not in shown.covered]
    return with_parts_of(draw(shown, look), draw(shown, tinted), lowest)


def unmarked_hidden(rng: Random) -> Screenshot:
    """Hidden units of which some lost their sign, perhaps nearly of the colour of others."""
    shown = level_where(rng, lambda level: level.capacity > 3)
    seen = colors_in(shown)
    shown = some_hidden(rng, shown)
    look = random_look(rng, len(shown.beakers))
    if rng.random() < 0.7:
        look = replace(look, secret=near(rng, look.colors[rng.choice(seen)], 9, 20))
    plain = str(len(look.colors))
    share = rng.uniform(0.1, 0.5)
    beakers = [[plain if unit == "?" and rng.random() < share else unit for unit in each] for each in shown.beakers]
    drawn = draw(Level(shown.capacity, beakers, {}), replace(look, colors=(*look.colors, look.secret), signs=False))
    return replace(drawn, beakers=[units[::-1] for units in shown.beakers])


def foam(rng: Random) -> Screenshot:
    """The upper part of the uppermost units is foam."""
    shown = random_level(rng)
    look = random_look(rng, len(shown.beakers))
    high = rng.uniform(0.25, 0.6)
    foamy = replace(look, colors=tuple(blended(color, WHITE, rng.uniform(0.3, 0.6)) for color in look.colors))
    tops = [
        (place, len(units) - high, len(units))
        for place, units in enumerate(shown.beakers)
        if units and place not in shown.covered
    ]
    return with_parts_of(draw(shown, look), draw(shown, foamy), tops)


def toned_glass(rng: Random) -> Screenshot:
    """The glass of some empty beakers has another tone than that of others."""
    shown = level_where(rng, lambda level: [] in level.beakers)
    look = random_look(rng, len(shown.beakers))
    toned = replace(look, tint=rng.uniform(0.1, 0.4))
    empty = [(place, -0.2, 99.0) for place, units in enumerate(shown.beakers) if not units]
    if len(empty) > 1 and rng.random() < 0.5:
        empty.pop(rng.randrange(len(empty)))
    empty = [(place, low, shown.capacity + look.air + 0.2) for place, low, _ in empty]
    return with_parts_of(draw(shown, look), draw(shown, toned), empty)


def cut_off(rng: Random) -> Screenshot:
    """The picture ends between two columns of beakers."""
    while True:
        shown = level_where(rng, lambda level: not level.covered and "?" not in chain(*level.beakers))
        look = replace(random_look(rng, len(shown.beakers)), ghost="")
        whole = draw(shown, look)
        columns = sorted({round(x) for x, _ in whole.standing})
        end = rng.choice(columns) + look.pitch * whole.scale / 2
        left = [units for units, (x, _) in zip(whole.beakers, whole.standing, strict=True) if x < end]
        units = [*chain(*left)]
        if any(units.count(unit) % shown.capacity for unit in units) or (left and all(left) and [] in shown.beakers):
            break
    return replace(with_pixels(whole, pixels_of(whole)[:, : round(end)]), capacity=0)


def two_beakers(rng: Random) -> Screenshot:
    """Some colours fill two beakers, and another colour is near to one that fills one."""
    shown = level_where(rng, lambda level: len(colors_in(level)) > 3)
    seen = colors_in(shown)
    rng.shuffle(seen)
    twice = {str(seen[0]): str(seen[1])}
    beakers = [[twice.get(unit, unit) for unit in units] for units in shown.beakers]
    look = random_look(rng, len(beakers))
    covered = {place: twice.get(unit, unit) for place, unit in shown.covered.items()}
    near_one = near(rng, look.colors[seen[2]], 4, 10) if rng.random() < 0.5 else look.colors[seen[3]]
    return draw(Level(shown.capacity, beakers, covered), with_color(look, seen[3], near_one))


def nearly_won(rng: Random) -> Screenshot:
    """All beakers hold units of one colour, but for one that holds two."""
    capacity = rng.choice((3, 4, 4, 5, 6))
    colors = rng.randint(3, 8)
    beakers = [[str(color)] * capacity for color in range(2, colors)]
    one, other = (rng.randrange(1, capacity) for _ in "01")
    beakers.append((["0"] * one + ["1"] * other)[:capacity])
    rest = Counter({"0": capacity, "1": capacity})
    rest.subtract(beakers[-1])
    beakers += [[color] * left for color, left in rest.items() if left]
    beakers += [[] for _ in range(rng.choice((1, 1, 2)))]
    rng.shuffle(beakers)
    return draw(Level(capacity, beakers, {}), random_look(rng, len(beakers)))


def none_full(rng: Random) -> Screenshot:
    """No beaker is full, some units are hidden, and the glass is low or high."""
    capacity = rng.choice((3, 4, 4, 5))
    colors = rng.randint(3, 9)
    units = [str(color) for color in range(colors) for _ in range(capacity)]
    rng.shuffle(units)
    lower = capacity - 1
    beakers = [units[start : start + lower] for start in range(0, len(units), lower)] + [[]]
    shown = Level(capacity, beakers, {})
    if rng.random() < 0.6:
        shown = some_hidden(rng, shown)
    return draw(shown, replace(random_look(rng, len(beakers)), air=rng.choice((0.05, 0.3, 1.0, 1.4, 1.8))))


def in_pairs(rng: Random) -> Screenshot:
    """All units lie in pairs of one colour, so that units twice as high would fit."""
    pairs = [str(color) for color in range(rng.randint(5, 9)) for _ in "01"]
    rng.shuffle(pairs)
    beakers = [[below, below, above, above] for below, above in zip(pairs[::2], pairs[1::2], strict=True)]
    beakers += [[] for _ in range(rng.choice((1, 2)))]
    return draw(Level(4, beakers, {}), random_look(rng, len(beakers)))


def few_beakers(rng: Random) -> Screenshot:
    """Three beakers or fewer, perhaps of a tutorial."""
    capacity = rng.choice((3, 4, 4, 5))
    units = [str(color) for color in range(rng.choice((1, 2, 2))) for _ in range(capacity)]
    rng.shuffle(units)
    cut = rng.randint(0, min(capacity, len(units)))
    beakers = [units[:cut], units[cut : cut + capacity], units[cut + capacity :]]
    rng.shuffle(beakers)
    return draw(Level(capacity, beakers, {}), replace(random_look(rng, 3), rows=1))


def few_seen(rng: Random) -> Screenshot:
    """Only the uppermost units are seen, in a small level, and two of them are near to each other."""
    capacity = rng.choice((3, 4, 4, 5))
    tops = ["0", "1", *rng.choice(("2", "20", "23"))]
    rng.shuffle(tops)
    beakers = [["?"] * (capacity - 1) + [top] for top in tops] + [[], []]
    look = random_look(rng, len(beakers))
    return draw(Level(capacity, beakers, {}), with_color(look, 1, near(rng, look.colors[0], 7, 15)))


KINDS = (
    Misleading("near shades", near_shades, {"MOST_COST": 4.0, "MOST_SPREAD": 99.0, "NOTICED": 99.0}),
    Misleading("near shades with hidden units", near_shades_with_hidden, {"SAME_POSSIBLE_COLOR": -1.0}),
    Misleading("pale units", pale, {"OFF_HIDDEN": 1e9, "GLASS_SPREAD": 99.0}),
    Misleading("a beaker full of a pale colour", full_of_pale, {"MORE_CHANGE": 99.0}),
    Misleading("tinted lowest units", tinted_lowest, {"MOST_SPREAD": 1.5}),
    Misleading("hidden units without a sign", unmarked_hidden, {"LIKE_HIDDEN_COLOR": 0.0}),
    Misleading("units with foam", foam, {"BOUNDARY": 0.0}),
    Misleading("empty glass of another tone", toned_glass, {"GLASS_SPREAD": 99.0, "MOST_AIR": 16.0}),
    Misleading("cut off between beakers", cut_off, {"MISSING": 0.0}),
    Misleading("colours that fill two beakers", two_beakers, {"UNUSUAL_COUNT": 0.0, "NOTICED": -1.0}),
    Misleading("nearly won", nearly_won, {"BELIEVED_HEIGHT": 0.0, "CONFIRMING_COLORS": 0}),
    Misleading("no full beaker", none_full, {"LEAST_SPACE": -9.0}),
    Misleading("pairs of units", in_pairs, {"FEWEST_UNITS": 1, "USUAL_CAPACITY": 99}),
    Misleading("few beakers", few_beakers, {"FEWEST_BEAKERS": 0}),
    Misleading("few units in sight", few_seen, {"FEWEST_SEEN": 0, "OFF_COLOR": 1e9}),
)
