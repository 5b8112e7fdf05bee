"""The truth that solvers are tested against: every small deal, and plain breadth-first search without refinements."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache, partial
from itertools import permutations, product
from math import inf
from random import Random
from typing import Any

from fewest_pours.drawing.colors import color_name
from fewest_pours.puzzles.puzzle import Game
from fewest_pours.puzzles.watersort.rules import Deal, State, after, canonical, poured_on, pours, solved

Position = Hashable
Steps = Callable[[Any], Iterable[Any]]  # a position -> those after one step
Goal = Callable[[Any], bool]
EXHAUSTIVE = [  # (colors, capacity, empties)
    (colors, capacity, empties)
    for colors, capacity, empties in product((2, 3, 4), (2, 3, 4), (0, 1, 2))
    if colors + capacity <= 6
]


def enumerate_deals(colors: int, capacity: int, empties: int) -> Iterator[Deal]:
    """Every full deal of these sizes once, up to the order of the beakers and the names of the colours."""
    names = [color_name(c) for c in range(colors)]
    renamings = [dict(zip(names, other, strict=True)) for other in permutations(names)]
    seen: set[State] = set()
    for number, beakers in enumerate(fillings(product(names, repeat=capacity), dict.fromkeys(names, capacity))):
        if beakers in seen:
            continue
        for renaming in renamings:
            seen.add(canonical(tuple(tuple(renaming[color] for color in beaker) for beaker in beakers)))
        yield Deal(f"{colors} colours, capacity {capacity}, #{number}", capacity, beakers + ((),) * empties)


def fillings(choices: Iterable[tuple[str, ...]], left: dict[str, int]) -> Iterator[State]:
    """The sorted tuples of full beakers, taken from the sorted choices, that use up the units left of each colour."""
    if not any(left.values()):
        yield ()
    ordered = sorted(choices)
    for first, beaker in enumerate(ordered):
        rest = {color: units - beaker.count(color) for color, units in left.items()}
        if min(rest.values()) >= 0:
            for others in fillings(ordered[first:], rest):
                yield (beaker, *others)


def distances(starts: Iterable[Position], successors: Steps, horizon: float = inf) -> dict[Position, int]:
    """By breadth-first search: the steps from the nearest start to each position within the horizon."""
    reached = dict.fromkeys(starts, 0)
    order = list(reached)  # grows during the loop
    for position in order:
        for later in successors(position) if reached[position] < horizon else ():
            if later not in reached:
                reached[later] = reached[position] + 1
                order.append(later)
    return reached


def between(
    start: Position, successors: Steps, goal: Goal, horizon: float = inf
) -> tuple[dict[Position, int], dict[Position, int]]:
    """The steps to each position within the horizon, and from it to the nearest goal."""
    reached = distances([start], successors, horizon)
    into: dict[Position, list[Position]] = {}
    for position, steps in reached.items():
        for later in successors(position) if steps < horizon else ():
            into.setdefault(later, []).append(position)
    return reached, distances(filter(goal, reached), lambda position: into.get(position, []))


class TooLarge(Exception):
    """A deal has more states than breadth-first search may visit."""


def fewest_steps(start: Position, successors: Steps, goal: Goal, largest: float = inf) -> int | None:
    """From the start to a goal; None if none can be reached. Raises TooLarge."""
    layer, seen, steps = {start}, {start}, 0
    while layer:
        if any(map(goal, layer)):
            return steps
        layer = {later for position in layer for later in successors(position)} - seen
        seen |= layer
        steps += 1
        if len(seen) > largest:
            raise TooLarge
    return None


def poured(capacity: int, state: State) -> list[State]:
    """The states after one pour, up to the order of the beakers."""
    return [canonical(after(state, pour)) for pour in pours(state, capacity)]


@cache
def shortest(deal: Deal, largest: float = inf) -> int | None:
    """The fewest pours that solve the deal; None if no plan exists. Raises TooLarge."""
    steps = partial(poured, deal.capacity)
    return fewest_steps(canonical(deal.beakers), steps, lambda state: solved(state, deal.capacity), largest)


def random_games() -> list[Game]:
    """Games to their ends, of all small deals: solved, stuck, or cut off."""
    games, stream = [], Random(1)
    for deal in [*enumerate_deals(3, 2, 1), *enumerate_deals(3, 2, 0), *enumerate_deals(2, 3, 1)] * 4:
        positions, steps = [deal], []
        while len(steps) < 8 and (choices := list(pours(positions[-1].beakers, deal.capacity))):
            if solved(positions[-1].beakers, deal.capacity):
                break
            steps.append(stream.choice(choices))
            positions.append(poured_on(positions[-1], steps[-1]))
        games.append(Game(tuple(steps), tuple(positions)))
    return games
