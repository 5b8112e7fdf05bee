"""What a water sort file most likely means: hidden units that the counts leave one way to fill, and slips."""

from collections import Counter
from difflib import SequenceMatcher
from itertools import combinations

from instances.drawing.colors import Color
from instances.reading.yaml_files import Misfit, Place
from instances.text import counted

HIDDEN = "?"  # a unit that is not seen
ALIKE = 0.7  # of difflib's measure: 'bleu' and 'blue' are 0.75
MANY = 300  # colours beyond which nobody types by hand

Advice = list[tuple[Place, str]]  # a place in the file, and a remark on it


def filled(beakers: list[list[Color]], capacity: int) -> list[list[Color]]:
    """The beakers with their hidden units filled in, if the counts leave one way. Raises Misfit if they leave none."""
    place = first(beakers, HIDDEN)
    if place is None:
        return beakers
    hidden, missing = hidden_and_missing(beakers, capacity)
    if len(missing) == 1 and hidden == missing.total():
        (color,) = missing
        return [[color if unit == HIDDEN else unit for unit in beaker] for beaker in beakers]
    rest = hidden - missing.total()
    if rest >= 0 and rest % capacity == 0:
        return beakers
    seen = ", ".join(f"{units} {color}" for color, units in missing.items()) or "none"
    number = f"{counted(hidden, 'hidden units')} ('{HIDDEN}')"
    raise Misfit(place, f"{number}, missing are {seen}: expected as many, and whole beakers of colours not seen")


def hidden_and_missing(beakers: list[list[Color]], capacity: int) -> tuple[int, Counter[Color]]:
    """How many units are hidden, and how many of each seen colour are missing until it fills whole beakers."""
    units = Counter(unit for beaker in beakers for unit in beaker)
    hidden = units.pop(HIDDEN, 0)
    return hidden, Counter({color: -number % capacity for color, number in units.items() if number % capacity})


def advice(beakers: list[list[Color]], capacity: int) -> Advice:
    """Remarks on a file; none if its counts are right."""
    hidden, missing = hidden_and_missing(beakers, capacity)
    if hidden:
        place = first(beakers, HIDDEN) or ("beakers",)
        if len(missing) != 1 or hidden != missing.total():
            return [(place, f"{counted(hidden, 'hidden units')}: --hint judges pours over all that they may be")]
        color = next(iter(missing))
        units = f"{counted(hidden, 'hidden units')} {'is' if hidden == 1 else 'are'}"
        return [(place, f"{units} {color}: the counts leave one way")]
    if not missing:
        return []
    if pair := same_colour_twice(beakers, missing, capacity):
        return [pair]
    lacking = ", ".join(f"{number} {color}" for color, number in list(missing.items())[:5])
    lacking += ", ..." if len(missing) > 5 else ""
    if missing.total() % capacity == 0 and len(missing) > 1:
        return [(("beakers",), f"{lacking} are missing, just enough for whole beakers: is a beaker forgotten?")]
    color = next(iter(missing))
    return [(first(beakers, color) or ("beakers",), f"{lacking} missing, or some too many: is one a slip?")]


def same_colour_twice(beakers: list[list[Color]], missing: Counter[Color], capacity: int) -> tuple[Place, str] | None:
    """Two words so alike that one may be a slip for the other, where that makes the counts right."""
    units = Counter(unit for beaker in beakers for unit in beaker)
    pairs = combinations(list(missing)[:MANY], 2)
    whole = (pair for pair in pairs if (units[pair[0]] + units[pair[1]]) % capacity == 0)
    best = max(whole, key=likeness, default=("", "-"))
    if likeness(best) < ALIKE:
        return None
    rare, common = sorted(best, key=units.__getitem__)
    place = first(beakers, rare) or ("beakers",)
    return place, f"`{rare}` appears {times(units[rare])}, `{common}` {times(units[common])}: the same?"


def likeness(words: tuple[str, str]) -> float:
    return SequenceMatcher(None, words[0].lower(), words[1].lower()).ratio()


def times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def first(beakers: list[list[Color]], color: Color) -> Place | None:
    """The place in the file where a colour appears first."""
    for i, beaker in enumerate(beakers):
        if color in beaker:
            return "beakers", i, beaker.index(color)
    return None
