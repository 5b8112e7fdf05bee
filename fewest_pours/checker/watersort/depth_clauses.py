"""Clauses that every step of a plan satisfies; depths.py defines depths and the inequality of a step.

Each step takes the topmost run off one standing beaker. Literals are numbers, negative if negated:

    gone(b, k, t)      the k topmost runs of beaker b are gone before step t; k is less than its number of runs
    digs(b, t)         step t takes the next run off beaker b
    home(c, n, t)      in the inequality at step t need(c) is n or more; n is at most what c fills at the end
    taken(j, k, t)     k or more of the first j terms of the inequality at step t are true, see `beakers_suffice`

Beakers b: those that stand at the start, in the order of the file. Colours c: letters. Steps t: from 0.
The variables are numbered 1, 2, 3, ... in the order in which the clauses first name them.

A plan satisfies all clauses of as many steps as there are runs to remove (docs/theory.md, lemma 23); facts.py uses
those of a single step.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, count, product
from math import inf
from typing import NamedTuple

from fewest_pours.checker.certificate_lines import Refused
from fewest_pours.checker.lrat import Clause
from fewest_pours.checker.watersort.deal import DealToCheck, runs

MAX_RUNS = 9  # of one colour; the reasons for a home are chosen from 3 ** MAX_RUNS


class Condition(NamedTuple):
    """Condition(1, 0, 2, after_step=False): the 2 topmost runs of beaker 0 are gone before the step; sign -1: not yet.

    after_step: once the step is taken, which may be what takes the last of these runs.
    """

    sign: int
    beaker: int
    runs: int
    after_step: bool


class DepthClauses:
    """The deal and its variables by name.

    stacks: the runs of each beaker that stands, topmost first; places: its number in the file, from 1.
    steps: the number of steps; by default that of a whole plan.
    """

    def __init__(self, deal: DealToCheck, steps: int | None = None) -> None:
        beakers = deal.spelt()
        self.capacity = deal.capacity
        self.number = len(beakers)
        standing = {place: runs(beaker)[::-1] for place, beaker in enumerate(beakers, 1) if len(set(beaker)) > 1}
        self.places = list(standing)
        self.stacks = list(standing.values())
        self.lying = Counter("".join(beaker for beaker in beakers if len(set(beaker)) == 1))  # units that do not stand
        units = Counter("".join(beakers))
        self.homes = {color: range(1, units[color] // deal.capacity + 1) for color in sorted(units)}
        self.steps = sum(len(stack) - 1 for stack in self.stacks) if steps is None else steps
        self.numbers: defaultdict[tuple[object, ...], int] = defaultdict(count(1).__next__)

    def __call__(self, *name: object) -> int:
        return self.numbers[name]


def plan_clauses(x: DepthClauses) -> Iterator[Clause]:
    """The clauses of all steps from the start on. Raises Refused for a deal with too many runs of a colour."""
    for b, stack in enumerate(x.stacks):
        for k in range(1, len(stack)):
            yield [-x("gone", b, k, 0)]
    yield from step_clauses(x)


def step_clauses(x: DepthClauses) -> Iterator[Clause]:
    """The clauses of all steps, from any depths."""
    yield from one_run_a_step(x)
    yield from loads_need_homes(x)
    for t in range(x.steps):
        yield from beakers_suffice(x, t)


def one_run_a_step(x: DepthClauses) -> Iterator[Clause]:
    """A step digs one beaker, which still stands, and then its next run is gone, and nothing else changes."""
    beakers = range(len(x.stacks))
    for t in range(x.steps):
        yield [x("digs", b, t) for b in beakers]
        for b, other in combinations(beakers, 2):
            yield [-x("digs", b, t), -x("digs", other, t)]
        for b, stack in enumerate(x.stacks):
            yield [-x("digs", b, t), -x("gone", b, len(stack) - 1, t)]
            for k in range(1, len(stack)):
                yield from run_after_step(x, b, k, t)


def run_after_step(x: DepthClauses, b: int, k: int, t: int) -> Iterator[Clause]:
    """Run k of beaker b is gone after step t exactly if it was gone before, or if the step digs b and it was on top.

    It was on top if the run above it, where there is one, was gone before the step. No run goes before that above it.
    """
    above = x("gone", b, k - 1, t) if k > 1 else None
    before = x("gone", b, k, t)
    after = x("gone", b, k, t + 1)
    yield [-before, after]
    yield [-after, before, x("digs", b, t)]
    if above is None:
        yield [-x("digs", b, t), after]
    else:
        yield [-after, above]
        yield [-x("digs", b, t), -above, after]


def loads_need_homes(x: DepthClauses) -> Iterator[Clause]:
    """need(c) >= n, if A - T > capacity * (n - 1).

    In the inequality the colour that the step takes needs homes after the step, the others before it. So a run of c is
    looked at after the step: if the step takes it, it counts as gone. Whether a run of another colour that lies on one
    of c is gone is looked at before the step: if the step takes that run, then c is one of the others.
    """
    for color, homes in x.homes.items():
        for n in homes:
            for reason in reasons(x, color, x.capacity * (n - 1)):
                for t in range(x.steps):
                    fails = [-literal(x, condition, t) for condition in reason]
                    yield [*fails, x("home", color, n, t)]


def literal(x: DepthClauses, condition: Condition, t: int) -> int:
    """The condition, for step t."""
    when = t + 1 if condition.after_step else t
    return condition.sign * x("gone", condition.beaker, condition.runs, when)


def reasons(x: DepthClauses, color: str, most: int) -> Iterator[list[Condition]]:
    """The smallest sets of conditions that make A - T exceed `most`.

    A run contributes 0 when it is below the top run, all its units when it is gone or a bottom with nothing above it,
    and minus its room when it is the top run; without a condition the least of these. What a condition adds to that
    least is its *gain*.

    Capacity 3, beakers 'abb' and 'baa', top first; most: 0, for the first home of colour a. The run of a on top of
    beaker 0 has room 3 - 2 - 1 = 0, so the least is 0; once gone, it gains room + units = 1. The bottom of beaker 1
    gains its 2 units once the run above it is gone. Either of these conditions makes the load exceed 0: Condition(1, 0,
    1, after_step=True) and Condition(1, 1, 1, after_step=False). For most: 2 both are needed, as 1 + 2 > 2.
    """
    least = x.lying[color]
    choices: list[list[tuple[int, Condition | None]]] = []  # for each run: (gain, condition)
    for b, stack in enumerate(x.stacks):
        for k, run in enumerate(stack, 1):
            if run.color != color:
                continue
            choice: list[tuple[int, Condition | None]] = [(0, None)]
            if k == len(stack):
                nothing_above = Condition(1, b, k - 1, after_step=False)
                choice.append((run.units, nothing_above))
            else:
                room = x.capacity - run.below - run.units
                least -= room
                if k > 1:
                    covered = Condition(-1, b, k - 1, after_step=False)
                    choice.append((room, covered))
                gone = Condition(1, b, k, after_step=True)
                choice.append((room + run.units, gone))
            choices.append(choice)
    if len(choices) > MAX_RUNS:
        raise Refused(1, f"{len(choices)} runs of one colour, a proof by clauses supports {MAX_RUNS}")
    for chosen in product(*choices):
        load = least + sum(gain for gain, _ in chosen)
        if load <= most:
            continue
        needed = [(gain, condition) for gain, condition in chosen if condition is not None]
        least_gain = min((gain for gain, _ in needed), default=inf)
        if load - least_gain <= most:  # without any one of them the load would not exceed `most`
            yield [condition for _, condition in needed]


def beakers_suffice(x: DepthClauses, t: int) -> Iterator[Clause]:
    """The inequality: at most as many of these terms are true as there are beakers.

    They are counted one after the other: taken(j + 1, k) holds if taken(j, k) does, and taken(j + 1, k + 1) if taken(j,
    k) and term j do; taken(j, 0) always holds, and taken(j, k) never for more than all beakers. The terms may come in
    any order; here they come colour by colour: the beakers with its run at the bottom, then its homes.
    """
    terms: list[int] = []
    for color, homes in x.homes.items():
        for b, stack in enumerate(x.stacks):
            if stack[-1].color == color:
                terms.append(-x("gone", b, len(stack) - 1, t))  # it stands: not all runs above its bottom are gone
        terms += [x("home", color, n, t) for n in homes]
    for j, term in enumerate(terms):
        for k in range(min(j, x.number) + 1):
            with_term = [-term]
            if k > 0:
                with_term.append(-x("taken", j, k, t))
            if k < x.number:
                with_term.append(x("taken", j + 1, k + 1, t))
            yield with_term
            if k > 0:
                yield [-x("taken", j, k, t), x("taken", j + 1, k, t)]
