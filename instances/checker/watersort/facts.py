"""Water sort by facts: no plan exists, as none of its pours leaves a set of depths that the start is in.

What depths are, and the inequality that each step needs, stands in watersort.py; the variables and clauses are those of
lrat.py, for a single step. A *fact* says of some beakers that stand at the start, that never at once

    {"fact": [[3, 2], [5, -1]]}     two runs or more are gone from beaker 3, and less than one from beaker 5

Beakers are numbered from 1 in the order of the file; of k runs in a beaker, k - 1 can be gone before it stands no more.
First come the facts, numbered i = 0, 1, 2, ..., then a proof in LRAT that this set of clauses contradicts itself:

    the clauses of lrat.py for one step, t = 0, without those that nothing is gone before it
    gone(b, k, 0) only if gone(b, k - 1, 0)
    before the step no fact is broken: one of its literals is false
    after it a fact is broken: broken(i) is true of some i, which may be only if all literals of fact i are true

The variables are numbered as these clauses name them first, in this order. If no fact is broken by the start, where
nothing is gone, and one is broken by every solved state, where all beakers are worked down, then each plan has a first
step after which one is broken. Its depths make all clauses true: so no plan exists (docs/theory.md, lemma 27).

Compare Eriksson, Roeger, Helmert, Unsolvability certificates for classical planning, ICAPS 2017: inductive sets.
"""

from collections.abc import Iterator
from itertools import chain

from instances.checker.lines import Line
from instances.checker.lrat import Clause, DepthClauses, refute, steps_are_removals

MAX_LITERALS = 1_000_000  # of all facts together

Fact = list[tuple[int, int]]  # [(0, 2), (3, -1)]: stacks of the DepthClauses, and runs gone


def check_facts(deal: DepthClauses, places: list[int], lines: Iterator[Line]) -> None:
    """Refused unless the lines prove that no plan exists. Places: of each stack the number of its beaker, from 1."""
    facts: list[Fact] = []
    literals, excluded = 0, False
    for line in lines:
        if "fact" not in line.data:
            if not excluded:
                raise line.wrong("no fact before this line excludes the solved states")
            refute(one_step(deal, facts), chain([line], lines))
            return
        facts.append(read_fact(line, deal, places))
        literals += len(facts[-1])
        if literals > MAX_LITERALS:
            raise line.wrong(f"more than {MAX_LITERALS} literals")
        if all(gone < 0 for _, gone in facts[-1]):
            raise line.wrong("the start breaks this fact")
        excluded |= all(gone > 0 for _, gone in facts[-1])
    raise line.wrong("the last line, and no proof of the facts")


def read_fact(line: Line, deal: DepthClauses, places: list[int]) -> Fact:
    """The fact of a line, beakers as numbers of stacks."""
    line.expect("fact")
    fact = line.data["fact"]
    if not isinstance(fact, list) or not fact:
        raise line.wrong("no fact, expected a list of beakers and runs that are gone")
    return [read_literal(line, literal, deal, places) for literal in fact]


def read_literal(line: Line, literal: object, deal: DepthClauses, places: list[int]) -> tuple[int, int]:
    if not isinstance(literal, list) or [type(part) for part in literal] != [int, int] or literal[0] not in places:
        raise line.wrong("no literal, expected a beaker of two runs or more, and how many are gone")
    stack = places.index(literal[0])
    most = len(deal.stacks[stack]) - 1
    if not 1 <= abs(literal[1]) <= most:
        raise line.wrong(f"of beaker {literal[0]} one run can be gone, or up to {most}")
    return stack, literal[1]


def one_step(x: DepthClauses, facts: list[Fact]) -> Iterator[Clause]:
    """All clauses, in the order of their numbers."""
    yield from steps_are_removals(x)
    for b, runs in enumerate(x.stacks):
        for k in range(2, len(runs)):
            yield [-x("gone", b, k, 0), x("gone", b, k - 1, 0)]
    for fact in facts:
        yield [-literal_of(x, b, gone, 0) for b, gone in fact]
    for i, fact in enumerate(facts):
        yield from ([-x("broken", i), literal_of(x, b, gone, 1)] for b, gone in fact)
    yield [x("broken", i) for i in range(len(facts))]


def literal_of(x: DepthClauses, b: int, gone: int, t: int) -> int:
    return x("gone", b, gone, t) if gone > 0 else -x("gone", b, -gone, t)
