"""What a water sort file most likely means: hidden units that the counts leave one way to fill, and slips."""

from collections import Counter

from instances.drawing.colors import Color
from instances.reading.validation import nearest
from instances.reading.yaml_files import Misfit, Place
from instances.text import counted
from instances.watersort.rules import HIDDEN

MANY = 300  # colours beyond which nobody types by hand

Beakers = list[list[Color]]


def filled(beakers: Beakers, capacity: int) -> Beakers:
    """The beakers with their hidden units filled in, if the counts leave one way. Raises Misfit if they leave none."""
    hidden, missing = hidden_and_missing(beakers, capacity)
    if color := only_color(hidden, missing):
        return [[color if unit == HIDDEN else unit for unit in beaker] for beaker in beakers]
    rest = hidden - missing.total()
    if hidden and (rest < 0 or rest % capacity):
        seen = ", ".join(f"{units} {color}" for color, units in missing.items()) or "none"
        number = f"{counted(hidden, 'hidden units')} ('{HIDDEN}')"
        wrong = f"{number}, missing are {seen}: expected as many, and whole beakers of colours not seen"
        raise Misfit(first(beakers, HIDDEN), wrong)
    return beakers


def hidden_and_missing(beakers: Beakers, capacity: int) -> tuple[int, Counter[Color]]:
    """How many units are hidden, and how many of each seen colour are missing until it fills whole beakers."""
    units = Counter(unit for beaker in beakers for unit in beaker)
    hidden = units.pop(HIDDEN, 0)
    return hidden, Counter({color: -number % capacity for color, number in units.items() if number % capacity})


def only_color(hidden: int, missing: Counter[Color]) -> Color | None:
    """The colour of all hidden units, if the counts leave one way."""
    return next(iter(missing)) if hidden and list(missing.values()) == [hidden] else None


def advice(beakers: Beakers, capacity: int) -> list[tuple[Place, str]]:
    """Remarks on a file, each with its place; none if its counts are right."""
    hidden, missing = hidden_and_missing(beakers, capacity)
    if hidden:
        units, color = counted(hidden, "hidden units"), only_color(hidden, missing)
        filled_in = f"{units} {'is' if hidden == 1 else 'are'} {color}: the counts leave one way"
        judged = f"{units}: --hint judges pours over all that they may be"
        return [(first(beakers, HIDDEN), filled_in if color else judged)]
    if not missing:
        return []
    units_of = Counter(unit for beaker in beakers for unit in beaker)
    for rare in sorted(list(missing)[:MANY], key=units_of.__getitem__):
        fitting = [color for color in missing if color != rare and (units_of[color] + units_of[rare]) % capacity == 0]
        if common := nearest(rare, fitting):
            counts = f"{counted(units_of[rare], 'units')} of `{rare}`, {units_of[common]} of `{common}`"
            return [(first(beakers, rare), f"{counts}: the same colour?")]
    lacking = ", ".join(f"{number} {color}" for color, number in missing.items())
    return [(first(beakers, next(iter(missing))), f"missing: {lacking}; is one a slip, or a beaker forgotten?")]


def first(beakers: Beakers, color: Color) -> Place:
    """The place in the file where a colour appears first."""
    return next(("beakers", i, beaker.index(color)) for i, beaker in enumerate(beakers) if color in beaker)
