"""Small deals of water sort, their shortest plans by breadth-first search, and what forgeries are made of."""

import random
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, permutations, product
from typing import Any, Generic, NamedTuple, TypeVar

from helpers.paths import INSTANCES
from helpers.truth import shortest
from instances.certificates.certificate_files import seen
from instances.certificates.makers import depths, states
from instances.checker import watersort
from instances.checker.watersort.deal import runs
from instances.checker.watersort.depths import Depths, depth_steps, start_depths
from instances.puzzles import PUZZLES, load
from instances.solving.limits import Settings, Watch
from instances.watersort import rules
from instances.watersort.files import generate
from instances.watersort.rules import Deal, Pour, State, after, canonical, solved, top_run
from search_baseline.watersort.plain_astar import solve_plain

PUZZLE = PUZZLES["watersort"]
SHAPES = [(2, 1, 3), (2, 2, 3), (2, 1, 4), (3, 1, 2), (3, 1, 3), (3, 2, 2), (3, 1, 4), (4, 1, 2), (4, 1, 3)]
SEEDS = 12  # deals of each shape: colours, empty beakers, capacity
LONGEST = 12  # pours of plans that break the rules
PARTS = ("partial-pours-needed-3", "partial-pours-needed-5")  # files
LARGEST = 150  # states that can be reached: lists of more would take too long to check so often

Lines = list[dict[str, Any]]
Position = TypeVar("Position", bound=Hashable)
Step = tuple[Any, set[str], Position]  # as a plan lists it, what else is true of it, and where it leads


def paths(
    start: Position, steps: Callable[[Position], Iterable[Step[Position]]], overlooked: str = ""
) -> Iterator[tuple[Position, list[Any]]]:
    """All positions, the nearest first, each with a shortest way to it; without the steps of an overlooked kind."""
    found, waiting = {start}, deque([(start, list[Any]())])
    while waiting:
        position, path = waiting.popleft()
        yield position, path
        for step, kinds, other in steps(position):
            if overlooked not in kinds and other not in found:
                found.add(other)
                waiting.append((other, [*path, step]))


class Blind(NamedTuple):
    """What is true of a game without some of its steps, and false of the whole: a witness that leaves them out.

    fewest: steps of a plan, None if there is none. lines: of all states, with the fewest steps to them.
    """

    fewest: int | None
    lines: Lines


@dataclass(frozen=True)
class Game(Generic[Position]):
    """Positions with the steps from each, and the line of a witness for a position so many steps from the start."""

    start: Position
    graph: dict[Position, list[Step[Position]]]
    solved: Callable[[Position], bool]
    line: Callable[[Position, int], dict[str, Any]]

    def blind(self, fewest: int, rng: random.Random) -> Blind | None:
        """What would prove too much if steps of some kind were overlooked; None if those do not matter."""
        kinds = sorted({kind for steps in self.graph.values() for _, kinds, _ in steps for kind in kinds})
        lines, least = [], None
        for position, path in paths(self.start, self.graph.__getitem__, rng.choice(kinds or [""])):
            if self.solved(position) and least is None:
                least = len(path)
            if least is None or len(path) < least:
                lines.append(self.line(position, len(path)))
        return Blind(least, lines) if least is None or least > fewest else None


@dataclass(frozen=True)
class Case:
    """A deal that has a plan, as the checker sees it, and what witnesses are made from.

    shape: deals of one shape have the same states. plan: a shortest one, as answers. short: what would be shorter
    plans if the rules were others. reached: all states that can be reached, `after` the fewest pours, the solved ones
    last. depths: all that the beakers can have, those of solved states last. tight: an honest witness that no plan is
    shorter.
    """

    instance: watersort.Deal
    shape: tuple[int, int, str]
    plan: list[Any]
    short: list[list[Any]]
    reached: Lines
    states: Game[State]
    tight: Lines
    depths: Lines
    lowering: Game[Depths]

    @property
    def pours(self) -> int:
        return len(self.plan)

    @property
    def truth(self) -> str:
        return f"which has a plan of {self.pours} pours and none shorter"


@cache
def deals() -> list[Deal]:
    """Deals of many shapes; and the same with the top of one beaker on another, and an empty beaker more."""
    rng = random.Random(0)
    dealt = [generate(colors, empties, capacity, seed) for colors, empties, capacity in SHAPES for seed in range(SEEDS)]
    parts = [load(INSTANCES / "watersort" / f"{name}.yaml")[1] for name in PARTS]
    return [*dealt, *(moved(deal, rng) for deal in dealt), *parts]


def moved(deal: Deal, rng: random.Random) -> Deal:
    beakers = [*map(list, deal.beakers), []]
    source, target = rng.choice([beaker for beaker in beakers if beaker]), rng.choice(beakers)
    if source is not target and len(target) < deal.capacity:
        target.append(source.pop())
    return replace(deal, beakers=tuple(map(tuple, beakers)))


@cache
def cases() -> list[Case]:
    return [case for deal in deals() if shortest(deal) and (case := case_of(deal))]


@cache
def hopeless() -> list[tuple[watersort.Deal, list[list[Any]]]]:
    """Deals without a plan, and what would be plans of them if a rule were broken."""
    found = [(deal, wrong_plans(deal, LONGEST)) for deal in deals() if shortest(deal) is None]
    return [(seen(PUZZLE, deal), plans) for deal, plans in found if plans]


@cache
def dead_ends() -> Lines:
    """Honest witnesses of deals without a plan, all their lines together."""
    return [line for deal in deals() if shortest(deal) is None for line in depths(seen(PUZZLE, deal), Watch())]


def case_of(deal: Deal) -> Case | None:
    """None where too many states can be reached."""
    instance, capacity = seen(PUZZLE, deal), deal.capacity
    spelt = instance.spelt()
    beakers = [runs(beaker) for beaker in spelt]
    start = canonical(tuple(tuple(reversed(beaker)) for beaker in spelt))

    def steps(state: State) -> Iterator[Step[State]]:
        return ((pour, kinds_of(state, pour), canonical(after(state, pour))) for pour in rules.pours(state, capacity))

    def is_solved(state: State) -> bool:
        return solved(state, capacity)

    def lowered(depths: Depths) -> Iterator[Step[Depths]]:
        for further in depth_steps(capacity, beakers, depths):
            place = next(i for i, depth in enumerate(depths) if depth != further[i])
            color, standing = beakers[place][depths[place] - 1].color, sum(map(bool, depths))
            yield place, {f"from {place}", f"of {color}", f"to {further[place]}", f"of {standing} standing"}, further

    reached = {state: len(path) for state, path in islice(paths(start, steps), LARGEST + 1)}
    if len(reached) > LARGEST:
        return None
    plan = solve_plain(deal, Settings(), Watch()).plan
    assert plan is not None
    assert len(plan) == shortest(deal)
    return Case(
        instance,
        (capacity, len(spelt), "".join(sorted("".join(spelt)))),
        PUZZLE.answer(deal, plan),
        wrong_plans(deal, len(plan) - 1),
        [line(state, reached[state]) for state in sorted(reached, key=is_solved)],
        Game(start, {state: list(steps(state)) for state in reached}, is_solved, line),
        list(states(watersort.Pouring(instance), len(plan), Watch(), "/".join)),
        [{"depths": list(each)} for each in product(*([*range(len(each), 1, -1), 0] for each in beakers))],
        Game(
            start_depths(beakers), {each: list(lowered(each)) for each, _ in paths(start_depths(beakers), lowered)},
            lambda depths: not any(depths), lambda depths, _: {"depths": list(depths)},
        ),
    )  # fmt: skip


def line(state: State, so_far: int) -> dict[str, Any]:
    return {"state": "/".join(sorted("".join(reversed(beaker)) for beaker in state)), "after": so_far}


def kinds_of(state: State, pour: Pour) -> set[str]:
    """What is true of a pour, and of others."""
    i, j, color, units = pour
    source, target = state[i], state[j]
    return {
        f"{units} units", f"of {color}", f"from place {i}", f"onto place {j}", f"from {source}", f"onto {target}",
        f"a part: {units < top_run(source)}", f"whole beaker: {units == len(source)}", f"onto none: {not target}",
        f"between {len(set(source))} and {len(set(target))} colours", f"to {units + len(target)}", f"rises: {i < j}",
    }  # fmt: skip


BROKEN = ("onto any colour", "as many units as one likes", "over the brim", "any beakers at the end")


def wrong_plans(deal: Deal, most: int) -> list[list[Any]]:
    """Plans of so many pours at most, as answers, that each break one rule."""
    return [PUZZLE.answer(deal, plan) for rule in BROKEN if (plan := wrong_plan(deal, rule)) and len(plan) <= most]


def wrong_plan(deal: Deal, broken: str) -> tuple[Pour, ...]:
    """A shortest plan if this rule may be broken; empty if there is none, or too much to look through."""
    full = 1 if broken == "any beakers at the end" else deal.capacity

    def steps(state: State) -> Iterator[Step[State]]:
        """The legal pours, and those that break the rule."""
        for i, j in permutations(range(len(state)), 2):
            source, target = state[i], state[j]
            if source and (broken == "onto any colour" or target[-1:] in ((), source[-1:])):
                units = min(top_run(source), (2 if broken == "over the brim" else 1) * deal.capacity - len(target))
                for fewer in range(1 if broken == "as many units as one likes" else max(1, units), units + 1):
                    pour = Pour(i, j, source[-1], fewer)
                    yield pour, set(), after(state, pour)

    for state, plan in islice(paths(deal.beakers, steps), 1000):
        if all(not beaker or top_run(beaker) == len(beaker) >= full for beaker in state):
            return tuple(plan)
    return ()
