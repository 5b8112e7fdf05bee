"""The clauses of one pooled step say what the game does, and facts of one literal prove what is true of it."""

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from pysat.solvers import Solver

from cpmodel.watersort.invariant.bounds_facts import PooledFacts, few_facts
from cpmodel.watersort.invariant.bounds_game import PooledGame, State, closed_states
from cpmodel.watersort.invariant.bounds_step import PooledStep
from helpers.cases import examples
from helpers.deals import deals
from helpers.paths import INSTANCES
from helpers.truth import enumerate_deals, shortest
from instances.certificates.certificate_files import seen
from instances.checker import pooled_facts, watersort
from instances.checker.lines import Line, Refused
from instances.puzzles import PUZZLES, load
from instances.solving.limits import Settings, Watch
from instances.watersort.bounds import bottoms_bound
from instances.watersort.files import generate
from instances.watersort.rules import Deal

Lines = list[dict[str, Any]]


def level_133() -> Deal:
    return load(INSTANCES / "watersort" / "level-133.yaml")[1]  # type: ignore[no-any-return]


@cache
def honest() -> Lines:
    """That level 133 takes 39 pours, one more than the bottoms bound."""
    return list(few_facts(level_133(), 0, Settings(), Watch()))


def proves(deal: Deal, pours: int, lines: Lines) -> bool:
    numbered = (Line(number, line) for number, line in enumerate(lines, 2))
    try:
        return watersort.at_least(seen(PUZZLES["watersort"], deal), pours, numbered)
    except Refused:
        return False


def steps_by_clauses(step: PooledStep, state: State, paid: int) -> set[tuple[bool, ...]]:
    """What the clauses allow after one step from a state, by an independent SAT solver."""
    before = [x if there else -x for x, there in zip(step.atoms(0), step.values(state, paid), strict=True)]
    found = set()
    with Solver("glucose4", bootstrap_with=[*step.clauses(), *([x] for x in before)]) as solver:
        while solver.solve():
            true = set(solver.get_model())
            after = [x if x in true else -x for x in step.atoms(1)]
            found.add(tuple(x > 0 for x in after))
            solver.add_clause([-x for x in after])
    return found


@given(deals(max_colors=3))
@examples(30)
def test_the_clauses_allow_exactly_the_steps_of_the_game(deal: Deal) -> None:
    """A step may be counted as paid without need."""
    game = PooledGame(deal)
    for payments in (0, 1, 2):
        step = PooledStep(game, payments)
        reached = closed_states(game, payments, 10_000, Watch()) or {game.start: 0}
        for state, paid in list(reached.items())[:5]:
            expected = {
                tuple(step.values(other, paid + counted))
                for other, payment in game.steps(state)
                for counted in (0, 1)
                if payment <= counted <= payments - paid
            }
            assert steps_by_clauses(step, state, paid) == expected


@pytest.mark.parametrize("sizes", [(2, 3, 1), (3, 2, 1), (3, 2, 2), (3, 3, 1)], ids=str)
def test_walks_by_the_clauses_clear_all_beakers_exactly_from_the_true_optimum_on(sizes: tuple[int, int, int]) -> None:
    for deal in list(enumerate_deals(*sizes))[::5]:
        pours, base = shortest(deal), bottoms_bound(deal)
        for payments in (0, 1):
            expected = pours is not None and pours <= base + payments
            assert clears_by_clauses(PooledStep(PooledGame(deal), payments)) == expected


def clears_by_clauses(step: PooledStep) -> bool:
    list(step.clauses())
    game = step.game
    start, cleared = tuple(step.values(game.start, 0)), sum(game.end)
    waiting, known = [start], {start}
    with Solver("glucose4", bootstrap_with=list(step.clauses())) as solver:
        while waiting:
            state = waiting.pop()
            if all(state[:cleared]):
                return True
            before = [x if there else -x for x, there in zip(step.atoms(0), state, strict=True)]
            again = solver.nof_vars() + 1  # switches off what was found from this state
            while solver.solve(assumptions=[*before, again]):
                true = set(solver.get_model())
                after = [x if x in true else -x for x in step.atoms(1)]
                solver.add_clause([-again, *(-x for x in after)])
                if (further := tuple(x > 0 for x in after)) not in known:
                    known.add(further)
                    waiting.append(further)
    return False


@given(deals())
@examples(100)
def test_both_sides_derive_the_same_clauses(deal: Deal) -> None:
    for payments in (0, 2):
        system = PooledFacts(deal, payments)
        runs = sum(system.step.game.end)
        facts = [(1,), (-1, runs + 1), (1, -len(system.start))] if runs else []
        ours = system.one_step(facts).given
        step = of_checker(deal, payments)
        lines = (Line(2, system.readable(fact)) for fact in facts)
        assert ours == list(pooled_facts.one_step(step, [pooled_facts.read_fact(line, step) for line in lines]))


def of_checker(deal: Deal, payments: int) -> pooled_facts.PooledStep:
    instance = seen(PUZZLES["watersort"], deal)
    words = sorted({word for beaker in instance.beakers for word in beaker})
    stacks = [watersort.runs(beaker)[::-1] for beaker in instance.spelt()]
    return pooled_facts.PooledStep(deal.capacity, stacks, words, payments)


def test_a_few_facts_are_enough_for_level_133() -> None:
    facts = [line for line in honest() if "fact" in line]
    assert len(facts) <= 5
    assert all(len(fact["fact"]) == 1 and fact["paid"] == 0 for fact in facts)
    assert proves(level_133(), 39, honest())
    assert not proves(level_133(), 40, honest())


@pytest.mark.parametrize("seed", range(12))
def test_facts_prove_only_what_is_true(seed: int) -> None:
    deal = generate(5, 1, 4, seed)
    pours, lines = shortest(deal), list(few_facts(deal, 0, Settings(), Watch()))
    least = bottoms_bound(deal) + 1
    assert not lines or pours is None or pours >= least
    assert bool(lines) == proves(deal, least, lines)


def spoilt(lines: Lines, rng: random.Random) -> Lines:
    """A fact dropped, weakened or of other beakers, or a step of the proof changed."""
    lines = [dict(line) for line in lines]
    place = rng.randrange(len(lines))
    line = lines[place]
    if rng.random() < 0.3:
        del lines[place]
    elif "fact" in line:
        (where, number), rival = line["fact"][0], rng.choice([*range(1, 15), "red", "blue"])
        line["fact"] = [rng.choice([[rival, number], [where, number - 1], [where, -number], [rival, 1]])]
    else:
        words = line["lrat"].split()
        words[rng.randrange(len(words))] = str(rng.randrange(-300, 3000))
        line["lrat"] = " ".join(words)
    return lines


def test_spoilt_facts_prove_nothing_false() -> None:
    """As they are and spoilt, for a deal of the same size whose shortest plan is at the bound, and for more pours."""
    rng, other = random.Random(1), generate(12, 2, 4, 4)
    assert not proves(other, bottoms_bound(other) + 1, honest())
    for _ in range(300):
        lines = spoilt(honest(), rng)
        assert not proves(other, bottoms_bound(other) + 1, lines)
        assert not proves(level_133(), 40, lines)


def test_a_fact_that_is_dropped_or_turned_round_is_missed() -> None:
    lines = honest()
    last = [i for i, line in enumerate(lines) if "fact" in line][-1]
    (where, number) = lines[last]["fact"][0]
    assert not proves(level_133(), 39, [*lines[:last], *lines[last + 1 :]])
    assert not proves(level_133(), 39, [*lines[:last], {"fact": [[where, -number]], "paid": 0}, *lines[last + 1 :]])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"fact": [], "paid": 0}, "no fact"),
        ({"fact": [[1, 9]], "paid": 0}, "expected a number"),
        ({"fact": [[99, 1]], "paid": 0}, "no literal"),
        ({"fact": [["mauve-ish", 1]], "paid": 0}, "no literal"),
        ({"fact": [[True, 1]], "paid": 0}, "no literal"),
        ({"fact": [[1, -1]], "paid": 0}, "the start breaks"),
        ({"fact": [[1, 1]], "paid": -1}, "no whole number"),
        ({"lrat": "1 0 0"}, "no fact before"),
    ],
)
def test_wrong_facts_are_refused(line: dict[str, Any], message: str) -> None:
    with pytest.raises(Refused, match=message):
        pooled_facts.check_pooled_facts(of_checker(level_133(), 0), iter([Line(2, line)]))
