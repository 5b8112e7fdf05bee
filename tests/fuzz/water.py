"""Forged certificates of small deals of water sort, about which breadth-first search tells the truth."""

import copy
from functools import cache
from itertools import islice, product
from random import Random
from typing import Any, NamedTuple

from cpmodel.watersort.invariant import certificate as invariant
from fewest_pours.checker import watersort
from fewest_pours.checker.watersort.deal import runs
from fewest_pours.checker.watersort.depths import Depths, depth_steps, start_depths
from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.rules import Deal, State, after, canonical, pours, solved, top_run
from fewest_pours.running.solver_contract import Settings, Watch
from fewest_pours.solving.certificates import states
from fuzz.forgeries import LARGEST, Case, Game, Step, broken, certificate, forged_states, spoilt
from fuzz.runner import Trial
from helpers.certificates import as_checked
from helpers.deals import named
from helpers.truth import enumerate_deals, shortest

SHAPES = [(2, 1, 3), (2, 2, 3), (2, 1, 4), (3, 1, 2), (3, 1, 3), (3, 2, 2), (3, 1, 4), (4, 1, 2), (4, 1, 3)]
SEEDS = 12  # deals of each shape: colours, empty beakers, capacity
PARTS = ("partial-pours-needed-3", "partial-pours-needed-5")  # files


@cache
def cases() -> list[tuple[Case, Game]]:
    dealt = [generate(*shape, seed) for shape in SHAPES for seed in range(SEEDS)]
    solvable = [deal for deal in [*dealt, *map(named, PARTS)] if shortest(deal)]
    return [each for each in map(case_of, solvable) if len(each[0].states.listed()) <= LARGEST]


def case_of(deal: Deal) -> tuple[Case, Game]:
    instance, capacity = as_checked(deal), deal.capacity
    beakers = [runs(beaker) for beaker in instance.spelt()]

    @cache
    def poured(state: State) -> list[Step]:
        found = []
        for pour in pours(state, capacity):
            source, target = state[pour.source], state[pour.target]
            kinds = (*pour, source, target, pour.units < top_run(source), pour.units == len(source), not target)
            found.append((set(enumerate(kinds)), canonical(after(state, pour))))
        return found

    @cache
    def removed(depths: Depths) -> list[Step]:
        found = []
        for further in depth_steps(capacity, beakers, depths):
            place = next(i for i, depth in enumerate(depths) if depth != further[i])
            color, standing = beakers[place][depths[place] - 1].color, sum(map(bool, depths))
            found.append((set(enumerate((place, depths[place], color, standing))), further))
        return found

    def line(state: State, so_far: int) -> dict[str, Any]:
        return {"state": "/".join(sorted("".join(beaker[::-1]) for beaker in state)), "after": so_far}

    fewest = shortest(deal) or 0
    tight = list(states(watersort.BeakerStates(instance), fewest, Watch()))
    start = canonical(tuple(tuple(reversed(beaker)) for beaker in instance.spelt()))
    poured_out = Game(start, poured, lambda state: solved(state, capacity), line)
    dug = Game(start_depths(beakers), removed, lambda depths: not any(depths), lambda depths, _: {"depths": depths})
    return Case("watersort", instance, fewest, tight, poured_out), dug


def forged_depths(rng: Random) -> Trial:
    """Unsolvable, by depths: all there are, with or without those of solved states; some; those of other deals."""
    (case, depths), (_, other) = rng.choice(cases()), rng.choice(cases())
    every, others = depths.listed(), other.listed()
    some = rng.sample(every, rng.randint(1, len(every)))
    lines = rng.choice([every, every[:-1], every[:-1], some, others, *[depths.blind(rng)[1]] * 4])
    return case.certificate({}, [], spoilt(lines, others, rng))


def forged_pours(rng: Random) -> Trial:
    (case, _), (other, _) = rng.sample(cases(), 2)
    return forged_states(case, other, rng)


Gone = tuple[int, ...]  # the runs that are gone from each beaker
Facts = list[list[list[int]]]  # as in a certificate, beakers counted from 1: [[[3, 2], [5, -1]]]


class Refuted(NamedTuple):
    """A deal, how many runs can go from each beaker, all its steps; an honest certificate if it has no plan."""

    deal: watersort.DealToCheck
    most: Gone
    steps: list[tuple[Gone, Gone]]
    facts: Facts
    proof: list[str]

    def proven_by(self, facts: Facts) -> bool:
        """Whether the start breaks none of the facts, the end breaks one, and no step is the first to break one."""
        most = dict(enumerate(self.most, 1))
        if any(not 1 <= abs(k) <= most.get(b, 0) for fact in facts for b, k in fact):
            return False

        def breaks(gone: Gone) -> bool:
            return any(all((gone[b - 1] >= abs(k)) == (k > 0) for b, k in fact) for fact in facts)

        start = tuple(0 for _ in self.most)
        first = any(breaks(after) and not breaks(before) for before, after in self.steps)
        return all(facts) and breaks(self.most) and not breaks(start) and not first


@cache
def refuted() -> list[Refuted]:
    """Deals with and without a plan; steps by the inequality between any depths, also those that nothing leads to."""
    shapes = [(3, 2, 0), (2, 3, 1), (4, 2, 1), (3, 3, 1)]  # colours, capacity, empty beakers
    deals = [deal for shape in shapes for deal in islice(enumerate_deals(*shape), 8)]
    return [refuted_of(deal) for deal in [*deals, *(generate(4, 1, 4, seed) for seed in range(8))]]


def refuted_of(deal: Deal) -> Refuted:
    instance = as_checked(deal)
    beakers = [runs(beaker) for beaker in instance.spelt()]

    def gone(depths: Depths) -> Gone:
        return tuple(max(0, len(each) - max(1, depth)) for depth, each in zip(depths, beakers, strict=True))

    every = product(*([0, *range(2, len(each) + 1)] for each in beakers))
    steps = [(gone(before), gone(after)) for before in every for after in depth_steps(deal.capacity, beakers, before)]
    lines = [] if shortest(deal) is not None else list(invariant.witness(deal, Settings(), Watch()))
    facts = [line["fact"] for line in lines if "fact" in line]
    return Refuted(instance, gone((0,) * len(beakers)), steps, facts, [line["lrat"] for line in lines[len(facts) :]])


def forged_facts(rng: Random) -> Trial:
    """Facts that are no invariant of the deal, with the proof of others."""
    while True:
        source = rng.choice([case for case in refuted() if case.facts])
        target = rng.choice([source, source, rng.choice(refuted())])
        facts, proof = copy.deepcopy(source.facts), list(source.proof)
        for _ in range(rng.choice([0, 1, 1, 2])):
            fact = rng.choice(facts)
            condition = rng.choice(fact or [[0, 1]])
            condition[1] = condition[1] * rng.choice([1, -1, -1]) + rng.choice([0, 0, 0, -1, 1])
            fact[:] = rng.choice([fact, fact, fact[1:], [*fact, [rng.randint(0, 6), rng.choice([-2, -1, 1, 2])]]])
        facts = rng.sample(facts, len(facts) - rng.choice([0, 0, 0, 1]))
        if not target.proven_by(facts):
            break
    if rng.random() < 0.5:
        place = rng.randrange(len(proof))
        proof[place] = broken(proof[place], rng)
    witness = [*({"fact": fact} for fact in facts), *({"lrat": step} for step in proof)]
    return certificate("watersort", target.deal, {}, [], witness, f"which {facts} do not refute")
