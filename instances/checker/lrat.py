"""Water sort by clauses: that the depths cannot all come to 0, as a proof that a SAT solver wrote.

What depths are, and the inequality that each step needs, stands in watersort.py. A plan takes the standing beakers down
one run at a time, in as many steps as there are runs in them that are no bottoms. Here this is said in clauses: true of
every plan, so if they contradict each other, no plan exists (docs/theory.md, lemma 26). Literals are numbers, negative
if negated:

    gone(b, k, t)      the k topmost runs of beaker b are gone before step t; k is less than its number of runs
    digs(b, t)         step t takes the next run off beaker b
    home(c, n, t)      need(c) is n or more before step t; n is at most what c fills at the end
    opens(t)           step t raises the need for the colour that it takes
    taken(j, k, t)     k or more of the first j terms of the inequality at step t are true, see `beakers_suffice`

Such a step raises need(c) by 1 at most, as A - T grows by the capacity less what lies below the run.
Beakers b: those that stand at the start, in the order of the file. Colours c: as the letters. Steps t: from 0. The
clauses come family by family, as in `clauses`; the variables are numbered 1, 2, 3, ... in the order in which the
clauses name them first, and the clauses likewise.

{"lrat": "23001 5 -7 0 12 18 0"}     Clause 23001 says: 5 or not 7. It follows from clauses 12 and 18
    Suppose that all its literals are false. Each clause in the list, in this order, has then one literal left that is
    not false, which so becomes true, and the last has none: a contradiction.

{"lrat": "23002 d 12 18 0"}          Clauses 12 and 18 are not needed any more

The last line says the empty clause. Source of the format: Cruz-Filipe et al., Efficient certified RAT verification,
CADE 2017; nothing but the steps above is used of it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, count, product
from math import inf
from typing import NamedTuple

from instances.checker.lines import Line, Refused

MAX_HELD = 4_000_000  # clauses at a time, each counted as its literals and 4 more; some 200 MB
MAX_RUNS = 9  # of one colour; the reasons for a home are picked from 3 ** MAX_RUNS

DELETION = re.compile(r"([1-9]\d{,17}) d ((?:[1-9]\d{,17} )++)0", re.ASCII)
ADDITION = re.compile(r"([1-9]\d{,17}) ((?:-?[1-9]\d{,17} )*+)0 ((?:[1-9]\d{,17} )*+)0", re.ASCII)

Clause = list[int]


class Run(NamedTuple):
    """Run('a', 2, 1): two units of a on top of one unit of another colour."""

    color: str
    units: int
    below: int


class DepthClauses:
    """The deal, and the variables by name. Stacks: the runs of each beaker that stands, topmost first.

    steps: that the clauses speak of; from the start to the end of a plan, if not told otherwise.
    """

    def __init__(self, capacity: int, beakers: list[list[Run]], steps: int | None = None) -> None:
        self.capacity, self.number = capacity, len(beakers)
        self.stacks = [runs for runs in beakers if len(runs) > 1]
        self.lying = Counter[str]()  # units in beakers that do not stand
        for runs in beakers:
            if len(runs) == 1:
                self.lying[runs[0].color] += runs[0].units
        self.units = Counter(self.lying)
        for run in chain.from_iterable(self.stacks):
            self.units[run.color] += run.units
        self.homes = {color: range(1, self.units[color] // capacity + 1) for color in sorted(self.units)}
        self.steps = sum(len(runs) - 1 for runs in self.stacks) if steps is None else steps
        self.numbers: defaultdict[tuple[object, ...], int] = defaultdict(count(1).__next__)

    def __call__(self, *name: object) -> int:
        return self.numbers[name]


def clauses(deal: DepthClauses) -> Iterator[Clause]:
    """All clauses, in the order of their numbers. Raises Refused for a deal with too many runs of a colour."""
    yield from whole_beakers(deal)
    yield from nothing_is_gone_yet(deal)
    yield from steps_are_removals(deal)


def steps_are_removals(deal: DepthClauses) -> Iterator[Clause]:
    """The clauses of all steps, wherever the first of them starts from."""
    yield from one_run_a_step(deal)
    yield from loads_need_homes(deal)
    yield from more_need_opens(deal)
    for t in range(deal.steps):
        yield from beakers_suffice(deal, t)


def whole_beakers(x: DepthClauses) -> Iterator[Clause]:
    """A contradiction for each colour that cannot fill whole beakers: pours keep its units."""
    yield from ([] for units in x.units.values() if units % x.capacity)


def nothing_is_gone_yet(x: DepthClauses) -> Iterator[Clause]:
    for b, runs in enumerate(x.stacks):
        for k in range(1, len(runs)):
            yield [-x("gone", b, k, 0)]


def one_run_a_step(x: DepthClauses) -> Iterator[Clause]:
    for t in range(x.steps):
        yield [x("digs", b, t) for b in range(len(x.stacks))]
        for b, other in combinations(range(len(x.stacks)), 2):
            yield [-x("digs", b, t), -x("digs", other, t)]
        for b, runs in enumerate(x.stacks):
            yield [-x("digs", b, t), -x("gone", b, len(runs) - 1, t)]
            for k in range(1, len(runs)):
                above = [x("gone", b, k - 1, t)] if k > 1 else []
                yield [-x("gone", b, k, t), x("gone", b, k, t + 1)]
                yield [-x("gone", b, k, t + 1), x("gone", b, k, t), x("digs", b, t)]
                yield from ([-x("gone", b, k, t + 1), literal] for literal in above)
                yield [-x("digs", b, t), *(-literal for literal in above), x("gone", b, k, t + 1)]


def loads_need_homes(x: DepthClauses) -> Iterator[Clause]:
    """need(c) >= n, if A - T > capacity * (n - 1)."""
    for color, homes in x.homes.items():
        for n in homes:
            for reason in reasons(x, color, x.capacity * (n - 1)):
                for t in range(x.steps + 1):
                    yield [*(-sign * x("gone", b, k, t) for sign, b, k in reason), x("home", color, n, t)]


def reasons(x: DepthClauses, color: str, most: int) -> Iterator[list[tuple[int, int, int]]]:
    """The smallest sets of facts, (1, b, k) for gone and (-1, b, k) for not gone, that make A - T more than `most`.

    Of a run nothing may be known; then it counts at its least, as a top run that leaves room. It counts 0 when it is
    below the top run, and all its units when it is gone, or is a bottom with nothing above it.
    """
    least, choices = x.lying[color], []
    for b, runs in enumerate(x.stacks):
        for k, run in enumerate(runs, 1):
            if run.color == color and k == len(runs):
                choices.append([(0, None), (run.units, (1, b, k - 1))])
            elif run.color == color:
                room = x.capacity - run.below - run.units
                least -= room
                covered = [(room, (-1, b, k - 1))] if k > 1 else []
                choices.append([(0, None), *covered, (room + run.units, (1, b, k))])
    if len(choices) > MAX_RUNS:
        raise Refused(1, f"{len(choices)} runs of one colour, a proof by clauses may have {MAX_RUNS}")
    for choice in product(*choices):
        load = least + sum(gain for gain, _ in choice)
        if load > most >= load - min((gain for gain, fact in choice if fact), default=inf):
            yield [fact for _, fact in choice if fact]


def more_need_opens(x: DepthClauses) -> Iterator[Clause]:
    for t in range(x.steps):
        for b, runs in enumerate(x.stacks):
            for k, run in enumerate(runs[:-1], 1):
                for n in x.homes[run.color]:
                    goes = [x("gone", b, k, t), -x("gone", b, k, t + 1)]
                    yield [*goes, -x("home", run.color, n, t + 1), x("home", run.color, n, t), x("opens", t)]


def beakers_suffice(x: DepthClauses, t: int) -> Iterator[Clause]:
    """The inequality: of these terms no more than there are beakers are true."""
    terms = [-x("gone", b, len(runs) - 1, t) for b, runs in enumerate(x.stacks)]
    terms += [x("home", color, n, t) for color, homes in x.homes.items() for n in homes]
    for j, term in enumerate([*terms, x("opens", t)]):
        for k in range(min(j, x.number) + 1):
            before = [-x("taken", j, k, t)] if k else []
            yield [-term, *before, *([x("taken", j + 1, k + 1, t)] if k < x.number else [])]
            yield from ([literal, x("taken", j + 1, k, t)] for literal in before)


def refute(given: Iterable[Clause], lines: Iterable[Line]) -> None:
    """Refused unless the lines derive the empty clause from these clauses, which have the numbers 1, 2, 3, ..."""
    known = dict(enumerate(bounded(given), 1))
    held, line = sum(map(cost, known.values())), Line(1, {})
    for line in lines:
        number, deleted, literals, hints = read_step(line)
        for hint in deleted:
            if hint not in known:
                raise line.wrong(f"there is no clause {hint} to delete")
            held -= cost(known.pop(hint))
        if deleted:
            continue
        if number in known:
            raise line.wrong(f"there is a clause {number}")
        for hint in hints:
            if hint not in known:
                raise line.wrong(f"hint {hint} names no clause, expected one that is given or derived before this line")
        if not follows(literals, (known[hint] for hint in hints)):
            raise line.wrong("the clause does not follow")
        if not literals:
            return
        known[number] = literals
        held += cost(literals)
        if held > MAX_HELD:
            raise line.wrong(f"{len(known)} clauses are too many at a time, expected that a proof deletes some")
    raise line.wrong("the last line, and no contradiction")


def bounded(given: Iterable[Clause]) -> Iterator[Clause]:
    """The clauses, unless they are too many to hold; then Refused."""
    held = 0
    for number, clause in enumerate(given, 1):
        held += cost(clause)
        if held > MAX_HELD:
            raise Refused(1, f"{number} clauses and more, too many for a proof by clauses")
        yield clause


def cost(clause: Clause) -> int:
    return len(clause) + 4


def follows(literals: Clause, reasons: Iterable[Clause]) -> bool:
    """Whether these clauses, taken one by one, leave no way for all the literals to be false."""
    false = set(literals)
    for clause in reasons:
        left = [literal for literal in clause if literal not in false]
        if not left:
            return True
        if len(left) > 1:
            return False
        false.add(-left[0])
    return False


def read_step(line: Line) -> tuple[int, list[int], Clause, list[int]]:
    """The number of the clause; and what is deleted, or its literals and the hints."""
    line.expect("lrat")
    text = line.text("lrat")
    if deletion := DELETION.fullmatch(text):
        return int(deletion[1]), [int(word) for word in deletion[2].split()], [], []
    if addition := ADDITION.fullmatch(text):
        literals, hints = ([int(word) for word in part.split()] for part in (addition[2], addition[3]))
        return int(addition[1]), [], literals, hints
    raise line.wrong("no step of a proof, expected 'number literals 0 hints 0' or 'number d numbers 0'")
