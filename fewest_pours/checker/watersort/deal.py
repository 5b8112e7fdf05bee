"""The deal as the checker sees it: beakers top first, one letter a unit; and the runs of a beaker."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from string import ascii_lowercase
from typing import Annotated, NamedTuple

from msgspec import Meta

from fewest_pours.checker.certificate_lines import (
    EMPTY_PLACE,
    Count,
    ExactKeys,
    FileToCheck,
    expect,
    expect_steps_or_none,
    hyphenated,
    keys_of_file,
    word_other_than,
)
from fewest_pours.files.yaml_files import Data

BEYOND_LATIN_1 = 0x100  # the first character there; all that follow differ from a to z and from signs

Unit = Annotated[str, Meta(pattern=word_other_than(*EMPTY_PLACE))]  # a colour, or '?' for a hidden one
Color = Annotated[str, Meta(pattern=word_other_than(*EMPTY_PLACE, "?"))]
Share = Annotated[float, Meta(ge=0, le=1)]
MOST_PLANS_IN_FILE = 10**15


class PoursInFile(ExactKeys):
    pours: Count | None = None
    solvable: bool = True

    def __post_init__(self) -> None:
        expect_steps_or_none(self.pours, self.solvable, "pours")


class RatingInFile(ExactKeys):
    stuck: Share
    traps: Share
    narrowest: Share
    plans: Annotated[int, Meta(ge=1, le=MOST_PLANS_IN_FILE)] | None = None


class HiddenUnit(ExactKeys):
    color: Unit
    hidden: Annotated[str, Meta(pattern=r"^(?i:true)\Z")]


class DealFile(FileToCheck):
    capacity: Annotated[str, Meta(pattern=r"^\+?(?!0+\Z)[0-9]{1,9}\Z")]  # 1 or more
    beakers: list[list[Unit | HiddenUnit]]
    known: PoursInFile | None = None
    rating: RatingInFile | None = None
    unseen: tuple[Color, ...] = ()
    covered: dict[Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,8}\Z")], Color] = {}
    looks: dict[str, Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}\Z")]] = {}


class RunOfUnits(NamedTuple):
    """RunOfUnits('a', 2, 1): two units of a on top of one unit of another colour."""

    color: str
    units: int
    below: int


class DealToCheck(NamedTuple):
    """DealToCheck(3, (('red', 'red', 'blue'), ('blue',), ()), ((1, 'blue'),)): top first, in the order of the file.

    covered: (beaker counted from 0, the colour that opens it), without those that are open.
    """

    capacity: int
    beakers: tuple[tuple[str, ...], ...]
    covered: tuple[tuple[int, str], ...] = ()

    def spelt(self) -> list[str]:
        """The beakers as strings of letters: ['bba', 'a', '']; the colours, sorted by their words, are a, b, c, ..."""
        words = sorted({word for beaker in self.beakers for word in beaker})
        letter = {word: nth_letter(i) for i, word in enumerate(words)}
        return ["".join(letter[word] for word in beaker) for beaker in self.beakers]


def nth_letter(index: int) -> str:
    """The letter of the n-th colour: a to z, then characters beyond Latin-1."""
    if index < len(ascii_lowercase):
        return ascii_lowercase[index]
    return chr(BEYOND_LATIN_1 + index)


def runs(beaker: Sequence[str]) -> list[RunOfUnits]:
    """The runs, the lowest first, of a beaker that is written top first."""
    found: list[RunOfUnits] = []
    for color, units in groupby(reversed(beaker)):
        below = found[-1].below + found[-1].units if found else 0
        found.append(RunOfUnits(color, len(list(units)), below))
    return found


def read(data: Data) -> DealToCheck:
    """The deal in a file's data, its hidden units filled in. Raises Misfit."""
    file = keys_of_file(data, DealFile)
    capacity = int(file.capacity)
    beakers = [
        [hyphenated(unit if isinstance(unit, str) else unit.color) for unit in beaker] for beaker in file.beakers
    ]
    expect(max(map(len, beakers), default=0) <= capacity, "beakers", f"expected at most {capacity} units in a beaker")
    covers = {int(number) - 1: hyphenated(word) for number, word in file.covered.items()}
    color = hidden_color(beakers, capacity, list(map(hyphenated, file.unseen)), covers.values())
    shown = tuple(tuple(color if word == "?" else word for word in beaker) for beaker in beakers)
    full = {beaker[0] for beaker in shown if is_full(beaker, capacity)}
    for place, opens in covers.items():
        known = place < len(shown) and any(opens in beaker for beaker in shown)
        expect(known, "covered", "expected numbers of beakers, and colours that they hold")
    closed = {place: opens for place, opens in covers.items() if opens not in full}
    expect_no_circle_of_covers(covers_that_stay(closed, shown, capacity), shown)
    return DealToCheck(capacity, shown, tuple(closed.items()))


def covers_that_stay(covers: Mapping[int, str], beakers: Sequence[Sequence[str]], capacity: int) -> dict[int, str]:
    """The covers that stay when all others have opened, each of which opens once enough units lie in open beakers."""
    closed = dict(covers)
    while True:
        units = Counter(word for place, beaker in enumerate(beakers) if place not in closed for word in beaker)
        left = {place: opens for place, opens in closed.items() if units[opens] < capacity}
        if len(left) == len(closed):
            return closed
        closed = left


def expect_no_circle_of_covers(closed: Mapping[int, str], beakers: Sequence[Sequence[str]]) -> None:
    """Raise Misfit if some of these covers wait in a circle, each for units behind the next one.

    A cover is on no circle if none of them waits for units behind it. Such covers are taken away until each that is
    left has one that waits for it; the way back from one to the next then ends in a circle.

    Covers that stay without a circle are not a mistake: some colour has too few units, and the deal has no plan.
    """
    left = dict(closed)
    while True:
        awaited = set(left.values())
        awaited_covers = {place: opens for place, opens in left.items() if not awaited.isdisjoint(beakers[place])}
        if len(awaited_covers) == len(left):
            break
        left = awaited_covers
    expect(not left, "covered", "expected covers that can open")


def is_full(beaker: Sequence[str], capacity: int) -> bool:
    """Whether it is full of one colour."""
    return len(beaker) == capacity and len(set(beaker)) == 1


def hidden_color(beakers: list[list[str]], capacity: int, unseen: list[str], covers: Iterable[str]) -> str:
    """The colour of all hidden units, '?': the only one that lacks any. '?' if none are hidden; raises Misfit.

    unseen: colours that may have no visible unit, once for each beaker that they fill; covers: colours that open one.

    At the end a colour fills as many beakers as its visible units need, and at least as many as its name says. Capacity
    4, 5 units of red, 4 of blue, 3 hidden ones: red fills two beakers and lacks 3 units, so these are red. If several
    colours lack units, or the one that does lacks more or fewer than are hidden, the deal is not decided by counting.
    """
    units = Counter(word for beaker in beakers for word in beaker)
    hidden = units.pop("?", 0)
    if not hidden and not unseen:
        return "?"
    beakers_by_name = Counter(unseen) | Counter(set(covers))  # a colour that opens a cover fills one beaker at least
    lacking: dict[str, int] = {}
    for word in units | beakers_by_name:
        beakers_by_units = -(-units[word] // capacity)  # rounded up
        units_at_end = capacity * max(beakers_by_units, beakers_by_name[word])
        if units_at_end > units[word]:
            lacking[word] = units_at_end - units[word]
    is_decided = len(lacking) == 1 and hidden in lacking.values()
    expect(is_decided, "beakers", "hidden units, expected as many as one colour lacks")
    [color] = lacking
    return color
