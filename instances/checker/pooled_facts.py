"""Water sort by facts and payments: no plan is shorter than p, as its pours leave no set that the start is in.

The pooled game of pooled_game.py, told by what it costs. With the bottoms bound of the start, `base`, and m_c for the
beakers that colour c fills at the end, call a step *paid* if it leaves the bound as it is: a park of a colour with m_c
bottoms or more, and an out of a colour with m_c or fewer. Each other step lowers the bound by 1, and at the end it is
0. So a plan of the pooled game with fewer than p steps has p - base - 1 paid ones or fewer: the *payments* allowed.

    {"fact": [[3, 2], [5, -1], ["red", 1]], "paid": 0}

A *fact* says that never at once, as long as no more than so many payments were made, 2 or more runs are gone from
beaker 3, less than 1 from beaker 5, and 1 or more beakers hold red alone. Beakers are numbered from 1; of k runs in a
beaker, k - 1 can be gone before it is one of those that hold a colour alone. First come the facts, numbered i = 0, 1,
2, ..., then a proof in LRAT (lrat.py) that `one_step` contradicts itself: these clauses are true of each step, with the
allowed payments, before which no fact is broken and after which one is. Before the step t is 0, after it t is 1.

    gone(b, k, t), monos(c, n, t), paid(j, t)    k runs or more are gone, c has n monos or more, j were paid or more
    digs(b), outs(c)      the step takes a run off beaker b, or pours a mono of c out
    takes(c), parks       the run that it takes has colour c, and goes into an empty beaker
    bares(b), rises(c)    beaker b stands no more after it; c has one mono more
    pays                  it is counted as paid: needed for a paid one, allowed for all
    taken(j, k)           k or more of the first j terms of `beakers_suffice` are true
    broken(i)             fact i is broken after it

A colour has no more than max(m_c, its bottoms at the start) bottoms and one for each payment, and not more monos: only
a park gives it one, and is paid from m_c on. If the start breaks no fact, and one of them is broken by each state in
which all beakers are worked down, then no plan is shorter than p: one step of it would be the first to break a fact
(docs/theory.md, lemma 28).
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations
from typing import NamedTuple

from instances.checker.lines import Line, natural
from instances.checker.lrat import Clause, DepthClauses, Run, reasons, refute
from instances.checker.watersort.facts import MAX_LITERALS


class Literal(NamedTuple):
    """Literal('gone', 0, 2, True): two runs or more are gone from the first stack; False: fewer."""

    kind: str
    place: int | str
    number: int
    holds: bool


Fact = list[Literal]


class PooledStep(DepthClauses):
    """words: of the colours, in the order of their letters. most: the monos that a colour may have."""

    def __init__(self, capacity: int, beakers: list[list[Run]], words: list[str], payments: int) -> None:
        super().__init__(capacity, beakers)
        self.payments, self.words = payments, dict(zip(words, self.homes, strict=True))
        self.places = [number for number, runs in enumerate(beakers, 1) if len(runs) > 1]
        self.filled = {color: len(homes) for color, homes in self.homes.items()}
        self.alone = Counter(runs[0].color for runs in beakers if len(runs) == 1)
        bottoms = Counter(runs[-1].color for runs in beakers if runs)
        self.most = {color: max(filled, bottoms[color]) + payments for color, filled in self.filled.items()}

    def cleared(self, b: int, t: int) -> int:
        return self("gone", b, len(self.stacks[b]) - 1, t)

    def standing_on(self, color: str) -> list[int]:
        return [b for b, runs in enumerate(self.stacks) if runs[-1].color == color]

    def pays(self) -> Clause:
        return [self("pays")] if self.payments else []

    def broken_at_start(self, fact: Fact) -> bool:
        """When nothing is gone yet."""
        return all(
            (x.kind == "monos" and self.alone[str(x.place)] >= x.number) is x.holds for x in fact if x.kind != "paid"
        )

    def literal(self, x: Literal, t: int) -> int:
        number = self("paid", x.number, t) if x.kind == "paid" else self(x.kind, x.place, x.number, t)
        return number if x.holds else -number


def check_pooled_facts(x: PooledStep, lines: Iterator[Line]) -> None:
    """Refused unless the lines prove that no plan has as few payments."""
    facts: list[Fact] = []
    literals, excluded = 0, False
    for line in lines:
        if "fact" not in line.data:
            if not excluded:
                raise line.wrong("no fact before this line excludes the end")
            refute(one_step(x, facts), chain([line], lines))
            return
        facts.append(read_fact(line, x))
        literals += len(facts[-1])
        if literals > MAX_LITERALS:
            raise line.wrong(f"more than {MAX_LITERALS} literals")
        if x.broken_at_start(facts[-1]):
            raise line.wrong("the start breaks this fact")
        excluded |= all(literal.kind == "gone" and literal.holds for literal in facts[-1])
    raise line.wrong("the last line, and no proof of the facts")


def read_fact(line: Line, x: PooledStep) -> Fact:
    """The fact of a line; that no more payments were made than there may be is no literal."""
    line.expect("fact", "paid")
    fact, paid = line.data["fact"], natural(line, "paid", line.data["paid"])
    if not isinstance(fact, list) or not fact:
        raise line.wrong("no fact, expected a list of literals")
    literals = [read_literal(line, literal, x) for literal in fact]
    return [*literals, Literal("paid", 0, paid + 1, False)] if paid < x.payments else literals


def read_literal(line: Line, literal: object, x: PooledStep) -> Literal:
    if not isinstance(literal, list) or len(literal) != 2 or type(literal[1]) is not int:
        raise line.wrong("no literal, expected [beaker or colour, number]")
    place, number = literal
    if type(place) is int and place in x.places:
        kind, place = "gone", x.places.index(place)
        most = len(x.stacks[place]) - 1
    elif isinstance(place, str) and place in x.words:
        kind, place = "monos", x.words[place]
        most = x.most[place]
    else:
        raise line.wrong("no literal, expected a beaker of two runs or more, or a colour")
    if not 1 <= abs(number) <= most:
        raise line.wrong(f"expected a number from 1 to {most}, or a negative one")
    return Literal(kind, place, abs(number), number > 0)


def one_step(x: PooledStep, facts: list[Fact]) -> Iterator[Clause]:
    """All clauses, in the order of their numbers; variables are numbered as they are named first."""
    for t in (0, 1):
        yield from numbers_are_counts(x, t)
    yield from one_thing_happens(x)
    yield from runs_go_from_the_top(x)
    yield from monos_come(x)
    yield from monos_go(x)
    yield from monos_take_the_load(x)
    yield from beakers_suffice(x)
    yield from parks_are_paid(x)
    yield from outs_are_paid(x)
    yield from payments_are_counted(x)
    for fact in facts:
        yield [-x.literal(literal, 0) for literal in fact]
    for i, fact in enumerate(facts):
        yield from ([-x("broken", i), x.literal(literal, 1)] for literal in fact)
    yield [x("broken", i) for i in range(len(facts))]


def numbers_are_counts(x: PooledStep, t: int) -> Iterator[Clause]:
    """Who has two has one."""
    for b, runs in enumerate(x.stacks):
        yield from ([-x("gone", b, k, t), x("gone", b, k - 1, t)] for k in range(2, len(runs)))
    for c in x.homes:
        yield from ([-x("monos", c, n, t), x("monos", c, n - 1, t)] for n in range(2, x.most[c] + 1))
    yield from ([-x("paid", j, t), x("paid", j - 1, t)] for j in range(2, x.payments + 1))


def one_thing_happens(x: PooledStep) -> Iterator[Clause]:
    digs = [x("digs", b) for b in range(len(x.stacks))]
    choices = digs + [x("outs", c) for c in x.homes]
    yield choices
    yield from ([-one, -other] for one, other in combinations(choices, 2))
    yield [-x("parks"), *digs]
    yield from ([-x("takes", c), -x("takes", d)] for c, d in combinations(x.homes, 2))


def runs_go_from_the_top(x: PooledStep) -> Iterator[Clause]:
    for b, runs in enumerate(x.stacks):
        digs = x("digs", b)
        yield [-digs, -x.cleared(b, 0)]
        for k, run in enumerate(runs[:-1], 1):
            before, after = x("gone", b, k, 0), x("gone", b, k, 1)
            above = [x("gone", b, k - 1, 0)] if k > 1 else []
            yield [-before, after]
            yield [-after, before, digs]
            yield from ([-after, literal] for literal in above)
            yield [-digs, *(-literal for literal in above), after]
            yield [-digs, *(-literal for literal in above), before, x("takes", run.color)]
        yield [-x("bares", b), x.cleared(b, 1)]
        yield [-x("bares", b), -x.cleared(b, 0)]
        yield [x("bares", b), x.cleared(b, 0), -x.cleared(b, 1)]


def monos_come(x: PooledStep) -> Iterator[Clause]:
    """By a park, or when a bottom is bared; one at a time."""
    for c in x.homes:
        rises, bared = x("rises", c), [x("bares", b) for b in x.standing_on(c)]
        yield [-x("parks"), -x("takes", c), rises]
        yield from ([-literal, rises] for literal in bared)
        yield [-rises, *bared, x("parks")]
        yield [-rises, *bared, x("takes", c)]
        for n in range(1, x.most[c] + 1):
            less = [x("monos", c, n - 1, 0)] if n > 1 else []
            yield [-x("monos", c, n, 1), x("monos", c, n, 0), rises]
            yield from ([-x("monos", c, n, 1), literal] for literal in less)
            yield [-rises, *(-literal for literal in less), x("monos", c, n, 1)]
        yield [-rises, -x("monos", c, x.most[c], 0)]


def monos_go(x: PooledStep) -> Iterator[Clause]:
    for c in x.homes:
        outs = x("outs", c)
        yield [-outs, x("monos", c, 1, 0)]
        for n in range(1, x.most[c] + 1):
            more = [x("monos", c, n + 1, 0)] if n < x.most[c] else []
            yield [-x("monos", c, n, 0), x("monos", c, n, 1), outs]
            yield from ([-literal, x("monos", c, n, 1)] for literal in more)
            yield [-outs, *more, -x("monos", c, n, 1)]


def monos_take_the_load(x: PooledStep) -> Iterator[Clause]:
    """mono(c) >= n, if A - T > capacity * (n - 1)."""
    for c, homes in x.homes.items():
        for n in homes:
            for reason in reasons(x, c, x.capacity * (n - 1)):
                for t in (0, 1):
                    yield [*(-sign * x("gone", b, k, t) for sign, b, k in reason), x("monos", c, n, t)]


def beakers_suffice(x: PooledStep) -> Iterator[Clause]:
    """Standing beakers and monos, and one more for a park, are no more than the beakers."""
    terms = [-x.cleared(b, 0) for b in range(len(x.stacks))]
    terms += [x("monos", c, n, 0) for c in x.homes for n in range(1, x.most[c] + 1)]
    for j, term in enumerate([*terms, x("parks")]):
        for k in range(min(j, x.number) + 1):
            before = [-x("taken", j, k)] if k else []
            yield [-term, *before, *([x("taken", j + 1, k + 1)] if k < x.number else [])]
            yield from ([literal, x("taken", j + 1, k)] for literal in before)


def parks_are_paid(x: PooledStep) -> Iterator[Clause]:
    """If so many beakers stand on the colour, and the monos make it m_c bottoms."""
    for c, filled in x.filled.items():
        under = x.standing_on(c)
        for number in range(min(len(under), filled) + 1):
            monos = [-x("monos", c, filled - number, 0)] if number < filled else []
            for standing in combinations(under, number):
                yield [-x("parks"), -x("takes", c), *(x.cleared(b, 0) for b in standing), *monos, *x.pays()]


def outs_are_paid(x: PooledStep) -> Iterator[Clause]:
    """If no more than so many beakers stand on the colour, and the monos leave it at m_c bottoms."""
    for c, filled in x.filled.items():
        under = x.standing_on(c)
        for number in range(min(len(under), filled - 1) + 1):
            more = filled - number + 1
            monos = [x("monos", c, more, 0)] if more <= x.most[c] else []
            for cleared in combinations(under, len(under) - number):
                yield [-x("outs", c), *(-x.cleared(b, 0) for b in cleared), *monos, *x.pays()]


def payments_are_counted(x: PooledStep) -> Iterator[Clause]:
    for j in range(1, x.payments + 1):
        before, after = x("paid", j, 0), x("paid", j, 1)
        less = [x("paid", j - 1, 0)] if j > 1 else []
        yield [-before, after]
        yield [-after, before, x("pays")]
        yield from ([-after, literal] for literal in less)
        yield [-x("pays"), *(-literal for literal in less), after]
    if x.payments:
        yield [-x("pays"), -x("paid", x.payments, 0)]
