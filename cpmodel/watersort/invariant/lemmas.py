"""What makes the proof in LRAT short: clauses that follow from those of one step, told to CP-SAT in their place.

The clauses of the checker say that after the step one of all facts is broken, a clause of hundreds of literals, and
what a broken fact is they say of the runs that are gone after it. CP-SAT then learns long clauses of facts that are not
broken. But a removal breaks only those facts that it is part of, and what else they say is so before it already. Said
of each removal by itself, these are short clauses without what is gone after the step. They are derived by unit
propagation here, and so are lines of the proof like any other.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cpmodel.clauses import Clause
from cpmodel.watersort.invariant.depths import Depths
from cpmodel.watersort.invariant.facts import Fact


class Lemma(NamedTuple):
    """hints: the numbers of the clauses that it follows from, in the order of LRAT."""

    clause: Clause
    hints: list[int]


class StepClauses(NamedTuple):
    """The clauses of a step that is the first to break a fact, numbered from 1, and then lemmas, numbered on.

    unbroken, broken: the numbers of those that say that no fact is broken before, and one is after it. told: of those
    that CP-SAT is told.
    """

    given: list[Clause]
    unbroken: range
    broken: range
    lemmas: list[Lemma]
    told: list[int]

    def clause(self, number: int) -> Clause:
        beyond = number - len(self.given) - 1
        return self.given[number - 1] if beyond < 0 else self.lemmas[beyond].clause


def first_break(
    step: Iterable[Clause],
    facts: Sequence[Fact],
    before: Callable[[int], int],
    after: Callable[[int], int],
    breaks: list[int],
) -> StepClauses:
    """A step that is the first to break a fact, without lemmas.

    before, after: a fact's literal as one of the clauses. breaks: the variables that say which fact is broken.
    """
    unbroken = [[-before(x) for x in fact] for fact in facts]
    broken = [[-breaks_it, after(x)] for breaks_it, fact in zip(breaks, facts, strict=True) for x in fact] + [breaks]
    given = [*step, *unbroken, *broken]
    middle, end = len(given) - len(broken) + 1, len(given) + 1
    return StepClauses(given, range(middle - len(unbroken), middle), range(middle, end), [], list(range(1, end)))


class Removals(NamedTuple):
    """Where the clauses say what: gone(x) is the variable of an atom before the step, digs(x) that of its removal.

    A beaker has one variable for all its removals. breaks: of each fact.
    """

    system: Depths
    gone: Callable[[int], int]
    digs: Callable[[int], int]
    breaks: Callable[[int], int]

    def literal(self, x: int) -> int:
        return self.gone(x) if x > 0 else -self.gone(-x)


def with_lemmas(clauses: StepClauses, removals: Removals, facts: Sequence[Fact]) -> StepClauses:
    """Lemmas instead of what the clauses say of broken facts; of facts of three literals and more they are kept."""
    broken = [clauses.given[number - 1] for number in clauses.broken]
    words = {abs(x) for clause in broken for x in clause}
    words |= {removals.gone(x) for x in range(1, removals.system.ladders.atoms + 1)}
    words |= {removals.digs(x) for x in range(1, removals.system.ladders.atoms + 1)}
    known = Propagation(
        (number, clause) for number, clause in enumerate(clauses.given, 1) if words.issuperset(map(abs, clause))
    )
    lemmas: list[Lemma] = []

    def add(clause: Clause) -> int:
        lemmas.append(Lemma(clause, known.hints(clause)))
        known.add(len(clauses.given) + len(lemmas), clause)
        return len(clauses.given) + len(lemmas)

    short = {-removals.breaks(i) for i, fact in enumerate(facts) if len(fact) <= 2}
    told = [x for x in clauses.told if x not in clauses.broken[:-1] or clauses.given[x - 1][0] not in short]
    told.remove(clauses.broken[-1])
    breaking: dict[int, list[int]] = defaultdict(list)  # by removal
    for i, fact in enumerate(facts):
        breaks, leaving = removals.breaks(i), [x for x in fact if x > 0]
        added = [add([-breaks, *sorted({removals.digs(x) for x in leaving})])]
        for x in leaving:
            added.append(add([-breaks, -removals.digs(x), -removals.gone(x)]))
            breaking[x].append(i)
        told += added if -breaks not in short else []
    for first, last in removals.system.ladders.ends:
        for x in range(first, last + 1):
            stays = [-removals.digs(x), removals.gone(x), *(-removals.gone(y) for y in [x - 1][: x - first])]
            add([*stays, *(removals.breaks(i) for i in breaking[x])])
            if not any(len(facts[i]) == 1 for i in breaking[x]):
                rest = (last_literal(removals, i, facts[i], x) for i in breaking[x])
                told.append(add([*stays, *dict.fromkeys(rest)]))
    return StepClauses(clauses.given, clauses.unbroken, clauses.broken, lemmas, told)


def last_literal(removals: Removals, i: int, fact: Fact, x: int) -> int:
    """What must be so besides, if the removal of x breaks the fact."""
    return removals.breaks(i) if len(fact) > 2 else next(removals.literal(y) for y in fact if y != x)


class Propagation:
    """Clauses by their numbers, and what follows from them one literal at a time."""

    def __init__(self, clauses: Iterable[tuple[int, Clause]]) -> None:
        self.clauses: dict[int, Clause] = {}
        self.units: list[int] = []
        self.lacking: dict[int, list[int]] = defaultdict(list)  # by a literal the clauses that have its denial
        for number, clause in clauses:
            self.add(number, clause)

    def add(self, number: int, clause: Clause) -> None:
        self.clauses[number] = clause
        self.units += [number] * (len(clause) == 1)
        for x in clause:
            self.lacking[-x].append(number)

    def hints(self, clause: Clause) -> list[int]:
        """The clauses that leave no way for all its literals to be false, each in its turn. AssertionError if none."""
        true: dict[int, int | None] = {-x: None for x in clause}  # and the clause that says so
        true |= {x: number for number in self.units if (x := self.clauses[number][0]) not in true}
        waiting = list(true)
        for x in waiting:
            for number in self.lacking[x]:
                left = self.left(number, true)
                if not left:
                    return self.conflict(number, true)
                if len(left) == 1 and left[0] not in true:
                    true[left[0]] = number
                    waiting.append(left[0])
        raise AssertionError("no lemma")

    def left(self, number: int, true: dict[int, int | None]) -> Clause:
        """Up to two literals of a clause that are not false."""
        left = []
        for x in self.clauses[number]:
            if -x not in true:
                left.append(x)
                if len(left) == 2:
                    break
        return left

    def conflict(self, number: int, true: dict[int, int | None]) -> list[int]:
        """The clauses that this one, all of whose literals are false, rests on."""
        hints, needed = [number], {-x for x in self.clauses[number]}
        for x, reason in reversed(true.items()):
            if reason is not None and x in needed:
                hints.append(reason)
                needed |= {-y for y in self.clauses[reason] if y != x}
        return hints[::-1]
