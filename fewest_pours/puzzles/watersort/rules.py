"""The water sort puzzle: beakers of coloured units, poured until every beaker is empty or full of one colour.

A beaker is a tuple of colours, *bottom first*, so that pours work at the end of the tuple. Files and pictures list the
top first; only the code that reads and writes them reverses the order.

A beaker may be *covered*: nothing is poured from or onto it until a colour fills some beaker; then it is open for good.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from fewest_pours.files.validation import Count
from fewest_pours.files.wording import counted, first_message
from fewest_pours.puzzles.notebook_view import ShownAsPicture
from fewest_pours.puzzles.puzzle import RuleBroken

Color = str  # 'red'
HIDDEN = "?"  # stands for the colour of a hidden unit
Beaker = tuple[Color, ...]  # ('blue', 'blue', 'red'): red on top
State = tuple[Beaker, ...]  # (('red', 'blue'), ()), in the order of the file
Covers = tuple[tuple[int, Color], ...]  # ((1, 'red'),): the second beaker is covered until red fills a beaker


class Pour(NamedTuple):
    """Pour(0, 3, 'red', 2): two units of red from the first beaker onto the fourth (both counted from 0)."""

    source: int
    target: int
    color: Color
    units: int

    @property
    def places(self) -> dict[str, int]:
        """{'from': 1, 'to': 4}, counted from 1."""
        return {"from": self.source + 1, "to": self.target + 1}

    @property
    def arrow(self) -> str:
        """'1 -> 4'"""
        return f"{self.source + 1} -> {self.target + 1}"

    @property
    def words(self) -> str:
        """'1 -> 4  2 red'"""
        return f"{self.arrow}  {self.units} {self.color}"


Plan = tuple[Pour, ...]
Share = Annotated[float, Meta(ge=0, le=1)]
MOST_PLANS = 10**15  # in a rating; readers of JSON that use floating point would round larger numbers


class KnownPours(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A proven answer, also in files: KnownPours(pours=39) or KnownPours(solvable=False)."""

    pours: Count | None = None
    solvable: bool = True

    def __post_init__(self) -> None:
        if (self.pours is None) == self.solvable:
            raise ValueError("either 'pours: N' or 'solvable: false'")


class Rating(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How hard a deal is to play: shares from 0 to 1, and the number of shortest plans, up to MOST_PLANS, if counted.

    fewest_pours/design/watersort/rating.py defines each field.
    """

    stuck: Share
    traps: Share
    narrowest: Share
    plans: Annotated[int, Meta(ge=1, le=MOST_PLANS)] | None = None


@dataclass(frozen=True)
class Deal(ShownAsPicture):
    """An instance. `capacity` units fit into each beaker; beakers may be partly filled (a game in progress)."""

    name: str
    capacity: int
    beakers: State
    known: KnownPours | None = None
    source: str | None = None
    rating: Rating | None = None
    unseen: tuple[Color, ...] = ()  # colours whose units are all hidden, once per beaker that they fill
    covered: Covers = ()  # those still closed
    looks: tuple[tuple[Color, str], ...] = ()  # hues ('red', '#d62728') that differ from those that the words suggest
    hidden: tuple[tuple[int, int], ...] = ()  # units of known colour that players do not see yet: (beaker, units below)

    @property
    def beyond_theory(self) -> str:
        """'beakers are covered': what makes the theory of runs and depths incomplete for this deal; '' if nothing.

        Bounds hold all the same, as covers only forbid pours; that a plan exists does not.
        """
        return "beakers are covered" if self.covered else ""

    @property
    def open_places(self) -> list[int]:
        """The beakers that are not covered, from 0: those that may be poured from and onto."""
        closed = dict(self.covered)
        return [place for place in range(len(self.beakers)) if place not in closed]


def top_run(beaker: Beaker) -> int:
    """Number of units of one colour on top; 0 for an empty beaker.

    >>> top_run(('blue', 'red', 'red'))
    2
    """
    units = 0
    while units < len(beaker) and beaker[-1 - units] == beaker[-1]:
        units += 1
    return units


def poured(source: Beaker, target: Beaker, capacity: int) -> int:
    """Number of units that a pour of one beaker onto another moves; 0 if the pour is illegal.

    The top run of the source goes onto an empty beaker or onto its own colour, always as much of it as fits.
    """
    if not source or (target and target[-1] != source[-1]):
        return 0
    return min(top_run(source), capacity - len(target))


def pours(state: State, capacity: int) -> Iterator[Pour]:
    """Every legal pour of a state."""
    return pours_between(range(len(state)), state, capacity)


def legal_pours(deal: Deal) -> Iterator[Pour]:
    """Every legal pour of a deal; a hidden unit on top is not poured."""
    every = pours_between(deal.open_places, deal.beakers, deal.capacity)
    return (pour for pour in every if pour.color != HIDDEN)


def pours_between(places: Sequence[int], state: State, capacity: int) -> Iterator[Pour]:
    """Every pour from one of these beakers onto another that their contents allow."""
    for source, target in permutations(places, 2):
        units = poured(state[source], state[target], capacity)
        if units:
            yield Pour(source, target, state[source][-1], units)


def after(state: State, pour: Pour) -> State:
    """The state after a legal pour."""
    beakers = list(state)
    beakers[pour.target] += beakers[pour.source][-pour.units :]
    beakers[pour.source] = beakers[pour.source][: -pour.units]
    return tuple(beakers)


def still_closed(covered: Covers, beakers: Collection[Beaker], capacity: int) -> Covers:
    """The covers whose colour fills none of the beakers."""
    full = {beaker[-1] for beaker in beakers if top_run(beaker) == capacity} if covered else ()
    return tuple(cover for cover in covered if cover[1] not in full)


def poured_on(position: Deal, pour: Pour) -> Deal:
    """The position after a legal pour."""
    state = after(position.beakers, pour)
    covered = still_closed(position.covered, (state[pour.target],), position.capacity)
    top = len(state[pour.source]) - 1  # of the source: players see this unit now
    hidden = tuple(unit for unit in position.hidden if unit[0] != pour.source or unit[1] < top)
    return replace(position, beakers=state, known=None, rating=None, covered=covered, hidden=hidden)


def solved(state: State, capacity: int) -> bool:
    """Whether every beaker is empty or full of one colour."""
    return all(not beaker or top_run(beaker) == capacity for beaker in state)


def canonical(state: State) -> State:
    """The same for states that differ only in the order of their beakers, which are interchangeable."""
    return tuple(sorted(state))


def position_key(deal: Deal) -> State:
    """The same for positions that differ only in the order of their beakers."""
    covers = dict(deal.covered)
    return canonical(tuple((*beaker, covers.get(place, "")) for place, beaker in enumerate(deal.beakers)))


def legal_pour(deal: Deal, source: int, target: int) -> Pour:
    """The pour of one beaker onto another, counted from 0. Raises RuleBroken, with the reason, if it is illegal."""
    state = deal.beakers
    closed = dict(deal.covered)
    for place in (source, target):
        if not 0 <= place < len(state):
            raise RuleBroken(f"there is no beaker {place + 1}, only 1 to {len(state)}")
        if place in closed:
            raise RuleBroken(f"beaker {place + 1} is covered until {closed[place]} fills a beaker")
    top, shown = (beaker[-1] if beaker else None for beaker in (state[source], state[target]))
    wrong = first_message(
        (source == target, "from a beaker onto itself"),
        (HIDDEN in (top, shown), "a hidden unit is on top"),
        (top is None, f"beaker {source + 1} is empty"),
        (len(state[target]) == deal.capacity, f"beaker {target + 1} is full"),
        (shown not in (None, top), f"{top} does not go onto {shown}"),
    )
    if wrong is not None:
        raise RuleBroken(wrong)
    return Pour(source, target, state[source][-1], poured(state[source], state[target], deal.capacity))


def replay(deal: Deal, plan: Iterable[Pour]) -> list[Deal]:
    """All positions along a plan, starting with the deal. Raises RuleBroken at the first illegal pour."""
    positions = [deal]
    for number, pour in enumerate(plan, 1):
        try:
            legal = legal_pour(positions[-1], pour.source, pour.target)
        except RuleBroken as wrong:
            raise RuleBroken(f"pour {number}: {wrong}") from None
        if pour != legal:
            raise RuleBroken(f"pour {number}: {pour.words}, but {legal.units} {legal.color} would go")
        positions.append(poured_on(positions[-1], pour))
    return positions


def verify(deal: Deal, plan: Plan) -> None:
    """Raises RuleBroken unless the plan is legal and solves the deal."""
    for number, beaker in enumerate(replay(deal, plan)[-1].beakers, 1):
        if beaker and top_run(beaker) < deal.capacity:
            raise RuleBroken(f"after {len(plan)} pours beaker {number} is neither empty nor full of one colour")


def solves(deal: Deal, plan: tuple[Pour, ...]) -> bool:
    """Whether the plan is legal and solves the deal."""
    try:
        verify(deal, plan)
    except RuleBroken:
        return False
    return True


def units_of(deal: Deal) -> Counter[Color]:
    """Number of units of each colour; colours in order of first appearance, bottom first."""
    return Counter(color for beaker in deal.beakers for color in beaker)


def colors_of(deal: Deal) -> tuple[Color, ...]:
    """All colours, those of covers included, sorted."""
    return tuple(sorted({*units_of(deal), *dict(deal.covered).values()}))


def unsolvable_by_counting(deal: Deal) -> str | None:
    """Why there is no plan, if some colour cannot fill whole beakers: pours preserve the units of every colour."""
    for color, units in units_of(deal).items():
        if units % deal.capacity:
            return f"{counted(units, 'units')} of {color} cannot fill beakers of {deal.capacity}"
    return None


def why_unsolved(deal: Deal) -> str | None:
    """Why solvers cannot solve the deal, if some units are hidden; else None."""
    hidden = units_of(deal)[HIDDEN]
    if hidden:
        return f"{counted(hidden, 'units')} hidden ('?'): --hint judges each pour over all that they may be"
    return None
