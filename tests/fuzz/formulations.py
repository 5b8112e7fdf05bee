"""Formulations on small random deals, against breadth-first search: python tests/fuzz/formulations.py [--cases 10000]

Bounds must never exceed the truth, plans must be plans, and what is called shortest must be. Deals of all kinds: full
ones, games in progress, colours of several beakers, and cycles of colours, each of which costs a pour above the bottoms
bound, so that phases are asked at an excess of 3 and more. A wrong answer ends the run with exit code 1.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parent.parent.parent
if __name__ == "__main__":
    sys.path[:1] = [str(ROOT), str(ROOT / "tests")]  # in place of this folder

from cpmodel.solving import Answer, Status, run  # noqa: E402
from cpmodel.watersort import strategy  # noqa: E402
from cpmodel.watersort.invariant import refuting as proof  # noqa: E402
from cpmodel.watersort.invariant.depths import depths_of  # noqa: E402
from cpmodel.watersort.invariant.facts import Seen  # noqa: E402
from cpmodel.watersort.phases import phase_model as phases  # noqa: E402
from cpmodel.watersort.phases.orderings import orderings  # noqa: E402
from cpmodel.watersort.plans import beam  # noqa: E402
from cpmodel.watersort.timeline import timeline_model as timeline  # noqa: E402
from helpers.truth import shortest  # noqa: E402
from instances.solving.command_line.program import program  # noqa: E402
from instances.solving.limits import Settings, Watch  # noqa: E402
from instances.solving.outcome import Outcome  # noqa: E402
from instances.watersort.bounds import bottoms_bound, interned  # noqa: E402
from instances.watersort.files import generate  # noqa: E402
from instances.watersort.rules import Deal, runs, verify  # noqa: E402

MOST_EXCESS = 3  # that is asked where there is no plan
MOST_RUNS = 10  # of deals for the timeline: with more of them 10,000 would take an hour


def full(rng: random.Random) -> Deal:
    return generate(rng.randint(2, 4), rng.randint(0, 2), rng.randint(2, 4), rng.randrange(1 << 30))


def cycles(rng: random.Random) -> Deal:
    """Capacity 2 or 3: each beaker has one colour at the bottom and the next one of its cycle on it."""
    capacity, beakers, color = rng.randint(2, 3), [], 0
    for length in rng.choices([2, 3], [3, 1], k=rng.randint(2, 4)):
        names = [f"c{color + i}" for i in range(length)]
        color += length
        for i, name in enumerate(names):
            above = rng.randint(1, capacity - 1)
            beakers.append((name,) * (capacity - above) + (names[i - 1],) * above)
    rng.shuffle(beakers)
    counts = Counter(unit for beaker in beakers for unit in beaker)
    if any(units != capacity for units in counts.values()):
        return cycles(rng)
    return Deal("cycles", capacity, (*beakers, *((),) * rng.randint(1, 2)))


def in_progress(rng: random.Random) -> Deal:
    """Half-filled beakers, colours of one beaker each."""
    capacity, colors = rng.randint(1, 4), rng.randint(1, 4)
    return scattered(rng, [f"c{c}" for c in range(colors) for _ in range(capacity)], capacity)


def several(rng: random.Random) -> Deal:
    """The first colour fills two beakers."""
    capacity, colors = rng.randint(1, 3), rng.randint(1, 4)
    units = [f"c{c}" for c in range(colors) for _ in range(capacity * (2 if c == 0 else 1))]
    return scattered(rng, units, capacity)


def scattered(rng: random.Random, units: list[str], capacity: int) -> Deal:
    beakers: list[list[str]] = [[] for _ in range(-(-len(units) // capacity) + rng.randint(0, 2))]
    for unit in rng.sample(units, len(units)):
        rng.choice([beaker for beaker in beakers if len(beaker) < capacity]).append(unit)
    return Deal("in progress", capacity, tuple(map(tuple, beakers)))


KINDS = {"full": full, "cycles": cycles, "in progress": in_progress, "several": several}


def check_phases(deal: Deal, truth: int | None, orders: bool = False) -> str:
    """The greatest excess that was tried, in words. orders: with orderings, compared to phases without."""
    if phases.unsupported(deal) is not None:
        return "unsupported"
    before = orderings(deal) if orders else frozenset()
    if orders and not before:
        return "no orderings"
    base, last = bottoms_bound(deal), 0
    for excess in range(MOST_EXCESS + 1 if truth is None else truth - base + 1):
        last = excess
        if orders:
            given, without = (solved(partial(phases.build, deal, excess, each)) for each in (before, frozenset()))
            assert given.status is without.status
        answer = phases.solve(deal, excess, before, (), 0, Settings(), None)
        if answer.status is Status.FEASIBLE:
            verify(deal, answer.found)
            assert len(answer.found) == base + excess == truth
            break
        assert answer.status is Status.INFEASIBLE
        if answer.found:
            return check_layers(deal, truth, excess, answer.found)
    else:
        assert truth is None, "refuted where there is a plan"
    return f"excess {last}"


def check_layers(deal: Deal, truth: int | None, excess: int, layered: frozenset[str]) -> str:
    """No plan is as short as the excess allows; with layers of all colours neither; and plans beyond are plans."""
    base = bottoms_bound(deal)
    assert truth is None or truth > base + excess, "refuted where there is a plan"
    everything = phases.solve(deal, excess, frozenset(), interned(deal)[0], 0, Settings(), None)
    assert everything.status is Status.INFEASIBLE
    longer = [
        phases.solve(deal, excess, frozenset(), layered, 1, Settings(), None),
        phases.solve(deal, excess + 1, frozenset(), (), 0, Settings(), None),
    ]
    for answer in longer:
        if answer.status is Status.FEASIBLE:
            verify(deal, answer.found)
            assert len(answer.found) == base + excess + 1
    found = any(answer.status is Status.FEASIBLE for answer in longer)
    assert truth is not None or not found
    return f"no whole pours, {'a' if found else 'no'} plan one pour longer"


def check_invariant(deal: Deal, truth: int | None) -> str:
    """The verdict, from all states and from the start alone."""
    answer = proof.solve(deal, Settings(), None)
    assert answer.status is (Status.INFEASIBLE if truth is None else Status.FEASIBLE)
    if answer.found and truth is not None:
        verify(deal, answer.found)
    system = depths_of(deal)
    if system.ladders.atoms:
        seen = Seen(system.ladders, np.zeros((1, system.ladders.atoms), dtype=bool))
        facts = proof.Search(system, seen, Settings(), np.random.default_rng(0)).prove()
        assert (facts is None) == (truth is not None)
    return str(answer.status)


def check_timeline(deal: Deal, truth: int | None) -> str:
    lower = bottoms_bound(deal)
    for horizon in range(lower, lower + 2 if truth is None else truth + 1):
        answer = solved(partial(timeline.build, deal, horizon))
        assert (answer.status is Status.FEASIBLE) == (horizon == truth)
        if answer.found is not None:
            verify(deal, answer.found)
            assert len(answer.found) == truth
    assert truth is None or truth <= timeline.threshold(deal)
    return "no plan" if truth is None else f"excess {truth - lower}"


def check_plans(deal: Deal, truth: int | None) -> str:
    answer = beam(deal, 0, inf, Settings(), None)
    if answer.found is None:
        return "nothing found" if truth is not None else "no plan"
    verify(deal, answer.found)
    assert truth is not None
    assert len(answer.found) >= truth
    return "plan"


def check_auto(deal: Deal, truth: int | None) -> str:
    result = strategy.solve(deal, Settings(), Watch())
    assert result.outcome is (Outcome.UNSOLVABLE if truth is None else Outcome.OPTIMAL)
    if result.plan is not None:
        verify(deal, result.plan)
        assert len(result.plan) == result.lower_bound == truth
    return result.outcome.value


CHECKS: dict[str, Callable[[Deal, int | None], str]] = {
    "phases": check_phases,
    "orderings": partial(check_phases, orders=True),
    "invariant": check_invariant,
    "timeline": check_timeline,
    "plans": check_plans,
    "auto": check_auto,
}


def solved(build: Callable[[], object]) -> Answer:
    return run(build, Settings(), None)  # type: ignore[arg-type]


def trial(check: str, number: int) -> str:
    """One case, named by its number; raises AssertionError or RuleBroken for a wrong answer."""
    rng, kind = random.Random(number), list(KINDS.values())[number % len(KINDS)]
    deal = kind(rng)
    while check == "timeline" and sum(len(list(runs(beaker))) for beaker in deal.beakers) > MOST_RUNS:
        deal = kind(rng)
    return CHECKS[check](deal, shortest(deal))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Formulations against breadth-first search.")
    parser.add_argument("--cases", metavar="N", type=int, default=10_000, help="for each formulation (10000)")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="number of the first case (0)")
    parser.add_argument("--formulation", choices=CHECKS, nargs="+", default=list(CHECKS))
    options = parser.parse_args(argv)
    for check in options.formulation:
        told: Counter[str] = Counter()
        started = time.monotonic()
        for number in range(options.seed, options.seed + options.cases):
            try:
                told[trial(check, number)] += 1
            except Exception as wrong:
                print(f"{check}, case {number}: {type(wrong).__name__}: {wrong}")
                return 1
        words = ", ".join(f"{what} {times}" for what, times in sorted(told.items()))
        print(f"{check}: {options.cases} deals, 0 wrong ({words}; {time.monotonic() - started:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    program(__name__)
