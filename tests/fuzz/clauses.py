"""Games that contradict the clauses: there may be none, or a proof from the clauses may be false.

Each case is a game by the rules: a plan for the clauses of lrat.py, one pour out of a game for those of facts.py and
pooled_facts.py. What it says of the variables that tell a state is given to a SAT solver, which has to find values for
the others. Where it finds none, a proof would be believed.
"""

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from pysat.solvers import Solver

from fuzz.forgery import Forgery
from fuzz.small_deals import deals
from helpers.truth import shortest
from instances.certificates.certificate_files import seen
from instances.checker import pooled_facts, watersort
from instances.checker.lines import Line, Refused
from instances.checker.lrat import Clause, DepthClauses, clauses
from instances.checker.pooled_facts import PooledStep
from instances.checker.watersort import facts
from instances.puzzles import PUZZLES
from instances.watersort.rules import Deal, State, after, pours, runs, solved, units_of

MOST_POURS = 40  # of a game
PAYMENTS = (0, 1, 1, 3)

Literals = list[int]


class Seen(NamedTuple):
    """What the clauses speak of: of each standing beaker the runs that are gone, and of each colour its monos."""

    gone: tuple[int, ...]
    monos: Counter[str]


class Step(NamedTuple):
    """What there is before and after it, and how often was paid before and after it."""

    told: tuple[Seen, Seen]
    payments: tuple[int, int]


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


@cache
def prepared(deal: Deal, kind: str, payments: int = 0) -> tuple[DepthClauses, Solver]:
    """The clauses, and a solver that holds them."""
    checked = seen(PUZZLES["watersort"], deal)
    if kind == "plan":
        x = watersort.clauses_of(checked)
        found = list(clauses(x))
    elif kind == "step":
        x = watersort.clauses_of(checked, steps=1)
        found = list(facts.one_step(x, []))[:-1]  # the last one says that one of the facts is broken
    else:
        stacks = [watersort.runs(beaker)[::-1] for beaker in checked.spelt()]
        words = sorted({word for beaker in checked.beakers for word in beaker})
        x = PooledStep(checked.capacity, stacks, words, payments)
        found = list(pooled_facts.one_step(x, []))[:-1]
    return x, Solver(bootstrap_with=found)


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


def seen_in(states: list[State]) -> list[Seen]:
    """Of each state."""
    heights = [len(runs(beaker)) for beaker in states[0]]
    gone, found = [0] * len(heights), []
    for before, state in zip([states[0], *states], states, strict=False):
        for b, height in enumerate(heights):
            if gone[b] < height - 1 and len(runs(state[b])) < len(runs(before[b])):
                gone[b] += 1
        monos = Counter(beaker[0] for beaker in state if len(set(beaker)) == 1)
        found.append(Seen(tuple(k for k, height in zip(gone, heights, strict=True) if height > 1), monos))
    return found


def forged_clauses(rng: random.Random) -> Forgery:
    kind = rng.choice(["plan", "step", "paid step"])
    deal = rng.choice(solvable() if kind == "plan" else playable())
    x, solver = prepared(deal, kind, rng.choice(PAYMENTS) if kind == "paid step" else 0)
    about: list[Clause] = []  # a fact that the step is the first to break
    if kind == "plan":
        said = a_plan(x, won(deal, rng))
    else:
        step = a_step(x, deal, played(deal, rng), rng)
        said = [] if step is None else told_of(x, step)
        if step is not None and isinstance(x, PooledStep) and rng.random() < 0.3:
            about = broken_by(x, step, rng)

    def check() -> bool:
        with Solver(bootstrap_with=about) as further:
            if solver.solve(assumptions=said) and further.solve(assumptions=said):
                raise Refused(1, f"a {kind} fits the clauses{', and what it breaks' if about else ''}")
        return True

    return Forgery(f"no {kind} of {deal} is like this, by the clauses", [said], check)


def a_plan(x: DepthClauses, states: list[State]) -> Literals:
    told = seen_in(states)
    steps = [told[0], *(here for before, here in pairwise(told) if here.gone != before.gone)]
    assert len(steps) == x.steps + 1
    return [literal for t, state in enumerate(steps) for literal in gone(x, state.gone, t)]


def a_step(x: DepthClauses, deal: Deal, states: list[State], rng: random.Random) -> Step | None:
    """One that changes what the clauses speak of, with what was paid before and after it; None, if there is no such."""
    pairs = []
    so_far = 0
    for told, (before, here) in zip(pairwise(seen_in(states)), pairwise(states), strict=True):
        if told[0] != told[1]:
            now = so_far + (bound(deal, here) == bound(deal, before))
            if now <= x.payments if isinstance(x, PooledStep) else told[0].gone != told[1].gone:
                pairs.append((told, (so_far, now)))
            so_far = now
    return Step(*rng.choice(pairs)) if pairs else None


def told_of(x: DepthClauses, step: Step) -> Literals:
    told, payments = step
    said = [literal for t in (0, 1) for literal in gone(x, told[t].gone, t)]
    if isinstance(x, PooledStep):
        for t in (0, 1):
            for word, letter in x.words.items():
                said += [
                    x("monos", letter, n, t) * sign(n <= told[t].monos[word]) for n in range(1, x.most[letter] + 1)
                ]
            said += [x("paid", j, t) * sign(j <= payments[t]) for j in range(1, x.payments + 1)]
    return said


def broken_by(x: PooledStep, step: Step, rng: random.Random) -> list[Clause]:
    """The clauses of a fact that the state after the step breaks, and that before it does not; none, if none is met."""
    places = [(place, len(stack) - 1) for place, stack in zip(x.places, x.stacks, strict=True)]
    words = [(word, x.most[letter]) for word, letter in x.words.items()]
    literals = [(place, rng.randint(1, most)) for place, most in rng.sample([*places, *words], rng.randint(1, 3))]

    def reached(t: int, place: int | str, number: int) -> bool:
        here = step.told[t]
        return (here.monos[place] if isinstance(place, str) else here.gone[x.places.index(place)]) >= number

    signed = [(place, number if reached(1, place, number) else -number) for place, number in literals]
    paid = rng.randint(step.payments[1], x.payments)
    if all(reached(0, place, abs(number)) is (number > 0) for place, number in signed):
        return []
    fact = pooled_facts.read_fact(Line(1, {"fact": [list(literal) for literal in signed], "paid": paid}), x)
    return list(pooled_facts.one_step(x, [fact]))[len(list(pooled_facts.one_step(x, []))) - 1 :]


def gone(x: DepthClauses, runs_gone: tuple[int, ...], t: int) -> Literals:
    return [
        x("gone", b, k, t) * sign(k <= runs_gone[b]) for b, stack in enumerate(x.stacks) for k in range(1, len(stack))
    ]


def sign(positive: bool) -> int:
    return 1 if positive else -1


def bound(deal: Deal, state: State) -> int:
    """The bottoms bound."""
    bottoms = Counter(beaker[0] for beaker in state if beaker)
    fills = {color: number // deal.capacity for color, number in units_of(deal).items()}
    return sum(len(runs(beaker)) for beaker in state) + sum(max(-m, -bottoms[color]) for color, m in fills.items())
