"""Explains in sentences why no plan exists: by a few facts, none of which can be the first to be broken."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from cpmodel.jobs import Work, run_apart
from cpmodel.solving import Hear, Response, SolverFailed, Status, run
from cpmodel.watersort.invariant.facts import Fact
from cpmodel.watersort.invariant.finding_facts import WIDEST, FactSearch, refute
from cpmodel.watersort.invariant.one_step import question
from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.watersort.depths.atoms import DepthAtoms
from fewest_pours.puzzles.watersort.numbered_deal import Numbered, PlacedRun, number_from_top, numbered, run_in_words
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import LimitReached, Settings, Watch

FEW = 12  # facts; more are too many to read
SOON = 30  # facts at which a search for few gives up, before superfluous ones are dropped
TRIES = 5  # such searches
PATIENCE = 10.0  # seconds for all of them


def sentences(deal: Deal, facts: Sequence[Fact], settings: Settings, watch: Watch) -> list[Sentence]:
    """The explanation of an unsolvable deal. Raises LimitReached if no facts are found in time.

    facts: those that prove it, if they are known; none if something else proved it.
    """
    if few := few_facts(deal, settings, watch.rest(PATIENCE)):
        first = "No plan exists: none of these facts can be the first to be broken."
        last = "But in a solved state all runs have left their places, which breaks one of them."
        return [
            Sentence(first, "no_fact_breaks_first"),
            *(sentence(deal, fact).between(f"{number}. ", ".") for number, fact in enumerate(few, 1)),
            Sentence(last, "solved_breaks_a_fact"),
        ]
    facts = facts or facts_of(partial(refute, deal), settings, watch)
    if not facts:  # as the solver failed
        return []
    shortest = sorted(facts, key=lambda fact: (len(fact), fact))[:FEW]
    many = len(facts)
    first = f"No plan exists: none of {many} facts, one of which excludes the goal, can be broken first. Shortest:"
    return [
        Sentence(first, "none_of_many_breaks_first", facts=many),
        *(sentence(deal, fact).between("- ", ".") for fact in shortest),
    ]


def few_facts(deal: Deal, settings: Settings, watch: Watch) -> list[Fact]:
    """At most FEW facts that prove that no plan exists, the shortest first; none if it finds none in time."""
    try:
        return facts_of(partial(look_for_few, deal), settings, watch)
    except LimitReached:
        return []


def facts_of(look: Work[Response[list[Fact]]], settings: Settings, watch: Watch) -> list[Fact]:
    """The facts that a search finds; none if it finds none, or the solver fails. Raises LimitReached."""
    try:
        return run_apart("explanation", look, settings, watch).found or []
    except SolverFailed:
        return []


def look_for_few(deal: Deal, settings: Settings, seconds: float | None, say: Hear) -> Response[list[Fact]]:
    """A few facts that prove that no plan exists, tried with several random seeds."""
    depths = DepthAtoms(numbered(deal))
    layers = list(depths.layers(WIDEST, np.random.default_rng(settings.seed)))
    for luck in range(TRIES):
        random = np.random.default_rng([settings.seed, luck])
        found = FactSearch(depths, layers, settings, random).prove(SOON).found
        if found and len(facts := needed(depths, found, settings)) <= FEW:
            return Response(Status.FEASIBLE, facts)
    return Response(Status.NOTHING_FOUND)


def needed(depths: DepthAtoms, facts: list[Fact], settings: Settings) -> list[Fact]:
    """The facts that remain after dropping those that the proof does not need, the shortest first."""
    goal = set(depths.goal)
    for fact in sorted(facts, key=len, reverse=True):
        rest = [other for other in facts if other != fact]
        if any(goal.issuperset(other) for other in rest):
            proven = run(partial(question, depths, rest), settings, None).status is Status.INFEASIBLE
            facts = rest if proven else facts
    return sorted(facts, key=len)


def sentence(deal: Deal, fact: Fact) -> Sentence:
    """'The blue on top of beaker 3 cannot leave while the red on top of beaker 7 is still there'

    Its data are the runs, as beaker and number from the top: {'gone': [(3, 1)], 'there': [(7, 1)]}.
    """
    depths = DepthAtoms(numbered(deal))
    runs = {x: depths.removals[abs(x) - 1][0] for x in fact}
    leaving = [run for x, run in runs.items() if x > 0]
    waiting = [run for x, run in runs.items() if x < 0]
    gone, there = ([run_in_words(depths.game, run) for run in each] for each in (leaving, waiting))
    many = {1: "", 2: "both "}.get(len(gone), "all ")
    if there:
        verb = "is" if len(there) == 1 else "are"
        words = f"{joined(gone)} cannot {many}leave while {joined(there)} {verb} still there"
    else:
        words = f"{joined(gone)} can never {many}leave"
    places = {"gone": places_of(depths.game, leaving), "there": places_of(depths.game, waiting)}
    return Sentence(words[:1].upper() + words[1:], "cannot_leave", **places)


def places_of(game: Numbered, runs: Sequence[PlacedRun]) -> list[tuple[int, int]]:
    """The beaker of each run, and its number from the top, from 1."""
    return [(run.beaker + 1, number_from_top(game, run)) for run in runs]


def joined(words: Sequence[str]) -> str:
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else words[0]
