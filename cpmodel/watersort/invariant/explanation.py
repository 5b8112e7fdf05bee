"""Explains in sentences why no plan exists: by a few facts, each after those that it follows from where possible."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from cpmodel.solving import Answer, Status, solve, some_answers
from cpmodel.watersort.invariant.depths import Depths
from cpmodel.watersort.invariant.facts import Fact
from cpmodel.watersort.invariant.one_step import question
from cpmodel.watersort.invariant.refuting import Search, looked_at, seen
from instances.solving.limits import LimitReached, Settings, Watch
from instances.watersort.bounds import PlacedRun, interned
from instances.watersort.rules import Deal

FEW = 12  # facts; more are too many to read
SOON = 30  # facts in a search for few, before those not needed are left out
TRIES = 5  # such searches
PATIENCE = 10.0  # seconds for all of them


def sentences(deal: Deal, facts: Sequence[Fact], settings: Settings, watch: Watch) -> list[str]:
    """The explanation of a deal that these facts prove unsolvable."""
    left = watch.remaining()
    patient = Watch(PATIENCE if left is None else min(PATIENCE, left), watch.memory, interrupted=watch.interrupted)
    if (few := few_facts(deal, settings, patient)) is not None:
        return in_order(deal, *few)
    strongest = sorted(facts, key=lambda fact: (len(fact), fact))
    never = [fact for fact in strongest if len(fact) == 1]
    shown = (never or strongest)[:FEW]
    what = "what can never leave" if never else "the shortest"
    return [
        f"No plan exists: {len(facts)} facts hold each other up, and no solved state has them all. Of these, {what}:",
        *(f"- {sentence(deal, fact)}." for fact in shown),
    ]


def in_order(deal: Deal, few: Sequence[Fact], following: int) -> list[str]:
    """The explanation by a few facts. The first `following` of them follow from those before, each other from all."""
    how = f"{following} of these follow from those before them; of the others none can be the first to be broken"
    if following == 0:
        how = "of these none can be the first to be broken, there is no room for it"
    elif following == len(few):
        how = "each of these follows from those before it and the room that there is"
    return [
        f"No plan exists: {how}.",
        *(f"{number}. {sentence(deal, fact)}." for number, fact in enumerate(few, 1)),
        "But in a solved state all runs have left their places, against one of these.",
    ]


def few_facts(deal: Deal, settings: Settings, watch: Watch) -> tuple[list[Fact], int] | None:
    """At most FEW facts that prove it, and how many of them follow from those before; None if not found in time."""
    try:
        found: tuple[list[Fact], int] | None = solve("explanation", partial(look_for_few, deal), settings, watch).found
        return found
    except LimitReached:
        return None


def look_for_few(deal: Deal, settings: Settings, seconds: float | None) -> Answer:
    """A few facts in order, found with one of several random seeds."""
    system = Depths(deal)
    known = looked_at(system, np.random.default_rng(settings.seed))
    for luck in range(TRIES):
        random = np.random.default_rng([settings.seed, luck])
        search = Search(system, seen(system, known), settings, random, cuts=1)
        if one_by_one(search) and len(facts := spared(search)) <= FEW:
            return Answer(Status.INFEASIBLE, ordered(search, facts))
    return Answer(Status.NOTHING_FOUND)


def one_by_one(search: Search) -> bool:
    """Whether a few facts prove it, each added only when a question calls for it."""
    while search.exclude_goal() and (steps := search.ask()):
        search.learn(steps)
        if len(search.facts.listed) > SOON:
            return False
    return True


def spared(search: Search) -> list[Fact]:
    """The facts that remain when those not needed for the proof are left out."""
    goal = set(search.system.goal)
    facts = list(search.facts.listed)
    for fact in sorted(facts, key=len, reverse=True):
        rest = [other for other in facts if other != fact]
        if any(goal.issuperset(other) for other in rest) and follow(search, rest, rest):
            facts = rest
    return facts


def ordered(search: Search, facts: Sequence[Fact]) -> tuple[list[Fact], int]:
    """The facts, those that follow from facts before them first, the shortest of them first; and how many these are."""
    left, placed = sorted(facts, key=len), list[Fact]()
    while left:
        following = next((fact for fact in left if follow(search, [*placed, fact], [fact])), None)
        if following is None:
            break
        left.remove(following)
        placed.append(following)
    return [*placed, *left], len(placed)


def follow(search: Search, facts: Sequence[Fact], some: Sequence[Fact]) -> bool:
    """Whether no step from a state where all facts hold breaks one of `some`."""
    return not some_answers(question(search.system, facts, some), search.settings, 1)[0]


def sentence(deal: Deal, fact: Fact) -> str:
    """'The blue on top of beaker 3 cannot leave while the red on top of beaker 7 is still there'"""
    system, (names, _) = Depths(deal), interned(deal)
    gone = [named(system, names, x) for x in fact if x > 0]
    there = [named(system, names, -x) for x in fact if x < 0]
    while_there = f" while {joined(there)} {'is' if len(there) == 1 else 'are'} still there" if there else ""
    many = {1: "", 2: "both "}.get(len(gone), "all ")
    words = f"{joined(gone)} can{'not' if there else ' never'} {many}leave{while_there}"
    return words[:1].upper() + words[1:]


def named(system: Depths, names: Sequence[str], atom: int) -> str:
    """'the blue on top of beaker 3'"""
    run: PlacedRun = system.removals[atom - 1][0]
    depth = atom - system.ladders.ends[int(system.ladders.ladder[atom - 1])][0]
    where = "on top" if depth == 0 else f"in run {depth + 1} from the top"
    return f"the {names[run.color]} {where} of beaker {run.beaker + 1}"


def joined(words: Sequence[str]) -> str:
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else words[0]
