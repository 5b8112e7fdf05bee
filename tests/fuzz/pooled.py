"""Forged bounds of small deals, by pooled states and by facts with payments, above what breadth-first search found."""

import random
from functools import cache
from typing import Any, NamedTuple

from cpmodel.watersort.invariant.bounds_facts import few_facts
from cpmodel.watersort.invariant.bounds_game import PooledGame, State
from cpmodel.watersort.invariant.bounds_witness import Listing
from fuzz.claims import Blind, Graph, Lines, blind, blind_claim, certificate, no_shorter, spoilt
from fuzz.facts import useless_of
from fuzz.forgery import Forgery
from fuzz.lrat import chain_of
from fuzz.small_deals import deals
from helpers.truth import shortest
from instances.certificates.certificate_files import seen
from instances.checker import pooled_facts, watersort
from instances.checker.lines import Line
from instances.checker.pooled_facts import PooledStep
from instances.puzzles import PUZZLES
from instances.solving.limits import Settings, Watch
from instances.watersort.bounds import bottoms_bound
from instances.watersort.files import generate
from instances.watersort.rules import Deal

LARGEST = 150  # pooled states that can be reached
PROVEN = [(5, 2, 4), (5, 2, 11), (5, 1, 19), (5, 1, 22)]  # colours, empty beakers, seed


class Case(NamedTuple):
    """A deal as the checker sees it, its fewest pours, and all its pooled states as lines, those of the end last.

    blind: what would be witnesses if some steps were overlooked.
    """

    instance: Any
    pours: int
    states: Lines
    blind: list[Blind]


@cache
def cases() -> list[Case]:
    found = []
    for deal in deals():
        pours, states = shortest(deal), reached(deal)
        if pours and len(states) <= LARGEST:
            found.append(Case(seen(PUZZLES["watersort"], deal), pours, states, blinds(deal, pours)))
    return found


def reached(deal: Deal) -> Lines:
    game = PooledGame(deal)
    paid: dict[State, int] = {game.start: 0}
    for state in (waiting := [game.start]):
        for step, payment in game.steps(state):
            if step not in paid and len(paid) <= LARGEST:
                paid[step] = paid[state] + payment
                waiting.append(step)
    listing = Listing(deal, game)
    return [listing.line(state, paid[state]) for state in sorted(paid, key=lambda state: state.gone == game.end)]


def blinds(deal: Deal, pours: int) -> list[Blind]:
    game = PooledGame(deal)
    listing = Listing(deal, game)
    graph: Graph[State] = {}
    for state in (waiting := [game.start]):
        graph[state] = [(said(game, state, step, payment), step) for step, payment in game.steps(state)]
        waiting += {step for _, step in graph[state] if step not in graph and step not in waiting}

    def at_the_end(state: State) -> bool:
        return state.gone == game.end and list(state.monos) == game.filled

    def line(state: State, steps: int) -> dict[str, Any]:
        return listing.line(state, 0) | {"after": steps}

    return blind(graph, game.start, at_the_end, pours, line)


def said(game: PooledGame, state: State, step: State, payment: int) -> set[str]:
    """Words on a step."""
    words = {"paid" if payment else "not paid"}
    more = sum(step.monos) - sum(state.monos)
    for b, (before, now) in enumerate(zip(state.gone, step.gone, strict=True)):
        if before != now:
            cleared = now == game.end[b]
            words |= {f"from beaker {b}", "clears" if cleared else "leaves it standing"}
            words.add("a park" if more > cleared else "a merge")
    for color, (before, now) in enumerate(zip(state.monos, step.monos, strict=True)):
        words |= {f"more of {color}"} if now > before else {f"less of {color}", "an out"} if now < before else set()
    return words


def forged_states(rng: random.Random) -> Forgery:
    """All pooled states, or those that are not at the end, with other numbers; some; or those of other deals."""
    case = rng.choice(cases())
    if case.blind and rng.random() < 0.4:
        overlooked = rng.choice(case.blind)
        claim = blind_claim(overlooked, case.pours, rng)
        if claim:
            return certificate("watersort", case.instance, claim, [], overlooked.lines, truth(case.pours))
    other = rng.choice([other for other in cases() if shape(other) == shape(case)])
    claim = no_shorter(case.pours + rng.choice([1, 1, 1, 2, 10**6]), rng)
    lines = rng.choice([case.states, case.states[:-1], case.states[:-1], other.states])
    less = rng.choice([0, 0, 1, 10**6])
    lines = [line | {"after": max(0, line["after"] - less)} for line in lines]
    if lines and rng.random() < 0.5:
        place = rng.randrange(len(lines))
        key = rng.choice(["after", "monos", "depths"])
        lines[place] = lines[place] | {key: rng.choice(other.states)[key]}
    return certificate("watersort", case.instance, claim, [], spoilt(lines, other.states, rng), truth(case.pours))


def shape(case: Case) -> tuple[int, int]:
    """How many beakers and colours there are."""
    return len(case.states[0]["depths"]), len(case.states[0]["monos"])


@cache
def proven() -> list[tuple[Case, Lines]]:
    """Deals whose bound a few facts prove, one above the bottoms bound, with the lines that do."""
    found = []
    for colors, empties, seed in PROVEN:
        deal = generate(colors, empties, 4, seed)
        lines, pours = list(few_facts(deal, 0, Settings(), Watch())), shortest(deal)
        assert lines
        assert pours == bottoms_bound(deal) + 1
        found.append((Case(seen(PUZZLES["watersort"], deal), pours, [], []), lines))
    return found


@cache
def useless() -> list[tuple[Case, Lines]]:
    """Facts that refute the clauses of any deal, with a proof, for a claim of one payment."""
    found = []
    for case, _ in proven():
        deal = case.instance
        stacks, words = [watersort.runs(beaker)[::-1] for beaker in deal.spelt()], sorted({*sum(deal.beakers, ())})
        places = [number for number, runs in enumerate(stacks, 1) if len(runs) > 2]
        x = PooledStep(deal.capacity, stacks, words, 1)
        lists = [facts for place in (places[0], places[-1], words[0]) for facts in useless_of(place)]
        # Nothing is gone and each colour has a mono: there are not so many beakers. But the start is not like this.
        lists.append([[[place, 1]] for place in x.places] + [[[word, -1]] for word in words])
        for listed in lists:
            lines = [{"fact": fact, "paid": 1} for fact in listed]
            x = PooledStep(deal.capacity, stacks, words, 1)
            read = [pooled_facts.read_fact(Line(1, line), x) for line in lines]
            known = dict(enumerate(pooled_facts.one_step(x, read), 1))
            hints = chain_of([], known, random.Random(0))
            found.append((case, [*lines, {"lrat": f"{len(known) + 1} 0 {' '.join(map(str, hints))} 0"}]))
    return found


def forged_facts(rng: random.Random) -> Forgery:
    """Too high a bound, by facts that are true, changed, or made up, and a proof of these or others."""
    if rng.random() < 0.2:
        case, lines = rng.choice(useless())
        return certificate("watersort", case.instance, no_shorter(case.pours + 1, rng), [], lines, truth(case.pours))
    case, lines = rng.choice(proven())
    _, others = rng.choice(proven())
    facts = [dict(line) for line in lines if "fact" in line]
    for fact in facts:
        if rng.random() < 0.4:
            fact["fact"] = [literal(case, rng) for _ in range(rng.randint(1, 2))]
        if rng.random() < 0.2:
            fact["paid"] = rng.randint(0, 2)
    facts += [{"fact": [literal(case, rng)], "paid": rng.randint(0, 1)} for _ in range(rng.choice([0, 0, 1, 3]))]
    steps = [line for line in rng.choice([lines, others]) if "lrat" in line]
    claim = no_shorter(case.pours + rng.choice([1, 1, 1, 2, 50]), rng)
    return certificate("watersort", case.instance, claim, [], spoilt(facts + steps, others, rng), truth(case.pours))


def literal(case: Case, rng: random.Random) -> list[Any]:
    words = sorted({word for beaker in case.instance.beakers for word in beaker})
    return [rng.choice([*range(1, 1 + len(case.instance.beakers)), *words]), rng.choice([1, 1, 2, 3, -1, -2])]


def truth(pours: int) -> str:
    return f"which has a plan of {pours} pours"
