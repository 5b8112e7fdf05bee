"""Games that contradict the clauses: there may be none, or a proof from the clauses may be false.

Each case is a game by the rules: a plan for the clauses of all steps, or one step of a game for those of facts.py, with
facts that this step is the first to break. A SAT solver is given which runs are gone, and has to find values for the
other variables. Where it finds none, a proof would be believed.
"""

import random
from dataclasses import replace
from functools import cache
from itertools import pairwise

from pysat.solvers import Solver

from fuzz.forgery import Forgery
from fuzz.small_deals import deals
from helpers.truth import shortest
from instances.certificates.certificate_files import seen
from instances.checker.lines import Refused
from instances.checker.lrat import Clause
from instances.checker.watersort import facts
from instances.checker.watersort.clauses import DepthClauses, plan_clauses
from instances.puzzles import PUZZLES
from instances.watersort.rules import Deal, State, after, pours, runs, solved, units_of

MOST_POURS = 40  # of a game

Gone = tuple[int, ...]  # the runs that are gone from each standing beaker


@cache
def playable() -> list[Deal]:
    every = [*deals(), *map(with_fewer_colors, deals())]
    return [deal for deal in every if any(len(set(beaker)) > 1 for beaker in deal.beakers)]


def with_fewer_colors(deal: Deal) -> Deal:
    """Three colours made one, which so fills three times as many beakers."""
    names = sorted(units_of(deal))
    one = {name: names[i - i % 3] for i, name in enumerate(names)}
    return replace(deal, beakers=tuple(tuple(one[color] for color in beaker) for beaker in deal.beakers))


@cache
def solvable() -> list[Deal]:
    return [deal for deal in playable() if shortest(deal)]


def played(deal: Deal, rng: random.Random) -> list[State]:
    """A random game, which ends where it is solved or stuck."""
    states = [deal.beakers]
    while len(states) <= MOST_POURS and not solved(states[-1], deal.capacity):
        moves = list(pours(states[-1], deal.capacity))
        if not moves:
            break
        states.append(after(states[-1], rng.choice(moves)))
    return states


def won(deal: Deal, rng: random.Random) -> list[State]:
    while True:
        states = played(deal, rng)
        if solved(states[-1], deal.capacity):
            return states


def gone_in(states: list[State]) -> list[Gone]:
    """The runs that are gone at the start and after each step."""
    heights = [len(runs(beaker)) for beaker in states[0]]
    gone, found = [0] * len(heights), list[Gone]()
    for before, state in zip([states[0], *states], states, strict=False):
        for b, height in enumerate(heights):
            if gone[b] < height - 1 and len(runs(state[b])) < len(runs(before[b])):
                gone[b] += 1
        found.append(tuple(k for k, height in zip(gone, heights, strict=True) if height > 1))
    return list(dict.fromkeys(found))


def forged_clauses(rng: random.Random) -> Forgery:
    return a_plan(rng) if rng.random() < 0.2 else a_step(rng)


def a_plan(rng: random.Random) -> Forgery:
    deal = rng.choice(solvable())
    x, clauses = of_a_plan(deal)
    steps = gone_in(won(deal, rng))
    assert len(steps) == x.steps + 1
    said = [literal for t, gone in enumerate(steps) for literal in literals(x, gone, t)]
    return Forgery(f"no plan of {deal} is like this", [said], lambda: contradicts(clauses, said, "a plan"))


def a_step(rng: random.Random) -> Forgery:
    while True:
        deal = rng.choice(playable())
        if steps := list(pairwise(gone_in(played(deal, rng)))):
            break
    before, then = rng.choice(steps)
    x, _ = of_a_step(deal)
    broken = [broken_fact(before, then, x, rng) for _ in range(rng.randint(1, 3))]
    others = [fact for _ in range(6) if not holds(fact := random_fact(x, rng), before)]
    listed = rng.sample([*broken, *others], len(broken) + len(others))
    said = [*literals(x, before, 0), *literals(x, then, 1)]

    def check() -> bool:
        x, given = of_a_step(deal)
        unbroken = [[-facts.literal(x, *condition) for condition in fact] for fact in listed]
        what = (
            f"a step that breaks {'a fact' if len(broken) == 1 else 'facts'}, of others {'some' if others else 'none'}"
        )
        return contradicts([*given, *unbroken, *facts.step_breaks_a_fact(x, listed)], said, what)

    return Forgery(f"{deal}: a step from {before} to {then} is not the first to break", [listed], check)


def contradicts(clauses: list[Clause], said: list[int], what: str) -> bool:
    with Solver(bootstrap_with=clauses) as solver:
        if solver.solve(assumptions=said):
            raise Refused(1, f"{what}, fits the clauses")
    return True


@cache
def of_a_plan(deal: Deal) -> tuple[DepthClauses, list[Clause]]:
    x = DepthClauses(seen(PUZZLES["watersort"], deal))
    return x, list(plan_clauses(x))


@cache
def of_a_step(deal: Deal) -> tuple[DepthClauses, list[Clause]]:
    x = DepthClauses(seen(PUZZLES["watersort"], deal), steps=1)
    return x, list(facts.any_step(x))


def random_fact(x: DepthClauses, rng: random.Random) -> facts.Fact:
    return [random_condition(x, rng) for _ in range(rng.randint(1, 4))]


def random_condition(x: DepthClauses, rng: random.Random) -> tuple[int, int]:
    b = rng.randrange(len(x.stacks))
    return b, rng.choice([-1, 1]) * rng.randint(1, len(x.stacks[b]) - 1)


def broken_fact(before: Gone, then: Gone, x: DepthClauses, rng: random.Random) -> facts.Fact:
    """What holds after the step and not before it, in any order, some conditions twice."""
    b = next(b for b, (k, other) in enumerate(zip(before, then, strict=True)) if k != other)
    fact = [(b, then[b])]
    for _ in range(rng.randint(0, 4)):
        b, k = random_condition(x, rng)
        fact.append((b, abs(k) if then[b] >= abs(k) else -abs(k)))
    fact += rng.choices(fact, k=rng.choice([0, 0, 1, 2]))
    return rng.sample(fact, len(fact))


def holds(fact: facts.Fact, gone: Gone) -> bool:
    return all((gone[b] >= abs(k)) == (k > 0) for b, k in fact)


def literals(x: DepthClauses, gone: Gone, t: int) -> list[int]:
    """Which runs are gone before step t."""
    return [
        x("gone", b, k, t) * (1 if k <= gone[b] else -1)
        for b, stack in enumerate(x.stacks)
        for k in range(1, len(stack))
    ]
