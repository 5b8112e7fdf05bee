"""Small deals of water sort, their shortest plans by breadth-first search, and what forgeries are made of."""

import random
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product
from typing import Any, NamedTuple, TypeVar

from helpers.paths import INSTANCES
from helpers.truth import shortest
from instances.certificates.certificate_files import seen
from instances.certificates.makers import depths, pours
from instances.checker import watersort
from instances.checker.watersort.deal import Run, runs
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
Graph = dict[Position, list[tuple[set[str], Position]]]  # its steps: words that are true of a step, where it leads
Letters = tuple[str, ...]  # ('', 'aab', 'b'): a state as the checker has it, top first and sorted


class Blind(NamedTuple):
    """What is true of a game without some of its steps, and false of the whole: a witness that leaves them out.

    fewest: steps of a plan, None if there is none. lines: of all states, with the fewest steps to them.
    """

    fewest: int | None
    lines: Lines


def blind(
    graph: Graph[Position],
    start: Position,
    solved: Callable[[Position], bool],
    fewest: int,
    line: Callable[[Position, int], dict[str, Any]],
) -> list[Blind]:
    """What would prove too much if the steps with some word were overlooked; one for each such word."""
    found = []
    for word in sorted({word for steps in graph.values() for words, _ in steps for word in words}):
        after, layer = {start: 0}, [start]
        while layer:
            further = {other: after[state] + 1 for state in layer for words, other in graph[state] if word not in words}
            layer = [state for state in further if state not in after]
            after |= {state: further[state] for state in layer}
        least = min((so_far for state, so_far in after.items() if solved(state)), default=None)
        if least is None or least > fewest:
            lines = [line(state, so_far) for state, so_far in after.items() if least is None or so_far < least]
            found.append(Blind(least, lines))
    return found


@dataclass(frozen=True)
class Case:
    """A deal that has a plan, as the checker sees it, and what witnesses are made from.

    shape: deals of one shape have the same states. plan: a shortest one, as answers. short: what would be shorter
    plans if the rules were others. reached: all states that can be reached, `after` the fewest pours, the solved ones
    last. depths: all that the beakers can have, those of solved states last. blind, blind_depths: what would be
    witnesses if some steps were overlooked. tight: an honest witness that no plan is shorter.
    """

    instance: watersort.Deal
    shape: tuple[int, int, str]
    plan: list[Any]
    short: list[list[Any]]
    reached: Lines
    blind: list[Blind]
    tight: Lines
    depths: Lines
    blind_depths: list[Blind]

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
    return [case_of(deal, graph) for deal in deals() if shortest(deal) and (graph := graph_of(deal))]


@cache
def hopeless() -> list[tuple[watersort.Deal, list[list[Any]]]]:
    """Deals without a plan, and what would be plans of them if a rule were broken."""
    found = [(deal, wrong_plans(deal, LONGEST)) for deal in deals() if shortest(deal) is None]
    return [(seen(PUZZLE, deal), plans) for deal, plans in found if plans]


@cache
def dead_ends() -> Lines:
    """Honest witnesses of deals without a plan, all their lines together."""
    return [line for deal in deals() if shortest(deal) is None for line in depths(seen(PUZZLE, deal), Watch())]


def case_of(deal: Deal, graph: Graph[Letters]) -> Case:
    instance, plan = seen(PUZZLE, deal), solve_plain(deal, Settings(), Watch()).plan
    assert plan is not None
    assert len(plan) == shortest(deal)
    spelt = instance.spelt()
    beakers = [runs(beaker) for beaker in spelt]
    return Case(
        instance,
        (deal.capacity, len(spelt), "".join(sorted("".join(spelt)))),
        PUZZLE.answer(deal, plan),
        wrong_plans(deal, len(plan) - 1),
        reached(deal, graph),
        blind(graph, lettered(spelt), lambda state: whole(state, deal.capacity), len(plan), line),
        list(pours(instance, len(plan), Watch())),
        [{"depths": list(each)} for each in product(*([*range(len(each), 1, -1), 0] for each in beakers))],
        blind(
            depths_of(deal.capacity, beakers),
            start_depths(beakers),
            lambda depths: not any(depths),
            len(plan),
            depths_line,
        ),
    )


BROKEN = ("onto any colour", "as many units as one likes", "over the brim", "any beakers at the end")


def wrong_plans(deal: Deal, most: int) -> list[list[Any]]:
    """Plans of so many pours at most, as answers, that each break one rule."""
    return [plan for rule in BROKEN if (plan := wrong_plan(deal, most, rule)) is not None]


def wrong_plan(deal: Deal, most: int, rule: str) -> list[Any] | None:
    """A shortest plan if this rule may be broken; None if there is none, or too much to look through."""
    found = {canonical(deal.beakers)}
    waiting = deque([(deal.beakers, list[Pour]())])
    while waiting and len(found) < 1000:
        state, so_far = waiting.popleft()
        full = 1 if rule == "any beakers at the end" else deal.capacity
        if all(not beaker or top_run(beaker) == len(beaker) >= full for beaker in state):
            return PUZZLE.answer(deal, tuple(so_far))
        if len(so_far) < most:
            for pour in wrong_pours(state, deal.capacity, rule):
                further = after(state, pour)
                if canonical(further) not in found:
                    found.add(canonical(further))
                    waiting.append((further, [*so_far, pour]))
    return None


def wrong_pours(state: State, capacity: int, rule: str) -> Iterator[Pour]:
    """The legal pours, and those that break this rule."""
    for source, target in permutations(range(len(state)), 2):
        poured, onto = state[source], state[target]
        if poured and (rule == "onto any colour" or onto[-1:] in ((), poured[-1:])):
            most = min(top_run(poured), (2 if rule == "over the brim" else 1) * capacity - len(onto))
            for units in range(1 if rule == "as many units as one likes" else max(1, most), most + 1):
                yield Pour(source, target, poured[-1], units)


def graph_of(deal: Deal) -> Graph[Letters] | None:
    """All that can be reached, by the rules that solvers have; None if it is too much."""
    start = lettered(seen(PUZZLE, deal).spelt())
    graph: Graph[Letters] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state not in graph:
            graph[state] = steps = list(steps_of(state, deal.capacity))
            waiting += [other for _, other in steps]
            if len(graph) > LARGEST:
                return None
    return graph


def lettered(beakers: Iterable[str]) -> Letters:
    return tuple(sorted(beakers))


def steps_of(state: Letters, capacity: int) -> Iterator[tuple[set[str], Letters]]:
    """The pours and what one may say of them; i and j are places among the beakers."""
    beakers = tuple(tuple(reversed(beaker)) for beaker in state)
    for pour in rules.pours(beakers, capacity):
        i, j, color, units = pour
        source, target = state[i], state[j]
        words = {
            "a part": units < top_run(beakers[i]),
            "the whole beaker": units == len(source),
            "onto an empty one": not target,
            "onto some": bool(target),
            "of one colour": len(set(source)) == 1,
            "of more colours": len(set(source)) > 1,
            "onto more colours": len(set(target)) > 1,
            "fills": units + len(target) == capacity,
            "leaves room": units + len(target) < capacity,
            "of a full one": len(source) == capacity,
            "one unit": units == 1,
            "units": units > 1,
            "rising": i < j,
            "falling": i > j,
            "from the first": i == 0,
            "onto the first": j == 0,
            "from the last": i == len(state) - 1,
            "onto the last": j == len(state) - 1,
            f"of {color}": True,
        }
        further = ("".join(reversed(beaker)) for beaker in after(beakers, pour))
        yield {word for word, said in words.items() if said}, lettered(further)


def whole(state: Letters, capacity: int) -> bool:
    """Solved."""
    return solved(tuple(map(tuple, state)), capacity)


def reached(deal: Deal, graph: Graph[Letters]) -> Lines:
    """All states as lines, with the fewest pours to them; those that are solved come last."""
    start = lettered(seen(PUZZLE, deal).spelt())
    fewest, layer = {start: 0}, [start]
    while layer:
        further = {other: fewest[state] + 1 for state in layer for _, other in graph[state]}
        layer = [state for state in further if state not in fewest]
        fewest |= {state: further[state] for state in layer}
    return [line(state, fewest[state]) for state in sorted(fewest, key=lambda state: whole(state, deal.capacity))]


def line(state: Letters, so_far: int) -> dict[str, Any]:
    return {"state": "/".join(state), "after": so_far}


def depths_of(capacity: int, beakers: list[list[Run]]) -> Graph[Depths]:
    """All depths that the steps lead to, with words on the steps."""
    graph: Graph[Depths] = {}
    waiting = [start_depths(beakers)]
    while waiting:
        depths = waiting.pop()
        if depths not in graph:
            graph[depths] = []
            for further in depth_steps(capacity, beakers, depths):
                place = next(i for i, depth in enumerate(depths) if depth != further[i])
                words = {
                    f"from {place}",
                    f"of {beakers[place][depths[place] - 1].color}",
                    f"to {further[place]}",
                    f"with {sum(map(bool, depths))} standing",
                }
                graph[depths].append((words, further))
                waiting.append(further)
    return graph


def depths_line(depths: Depths, so_far: int) -> dict[str, Any]:
    return {"depths": list(depths)}
