"""A checker of proofs in LRAT, by which a SAT solver shows that clauses contradict each other.

{"lrat": "23001 5 -7 0 12 18 0"}     Clause 23001, "5 or not 7", follows from clauses 12 and 18
    Suppose that all its literals are false. Then each of these clauses, in this order, has one literal left, which must
    be true, and the last has none: a contradiction.

The last line derives the empty clause. Source of the format: Cruz-Filipe et al., Efficient certified RAT verification,
CADE 2017; only such steps are supported, no deletions.
"""

import re
from collections.abc import Iterable, Iterator

from fewest_pours.checker.certificate_lines import ExactKeys, Line, Refused

MAX_HELD = 4_000_000  # literals of the given clauses, with the overhead of each; some 200 MB
CLAUSE_OVERHEAD = 4  # the memory of a clause beside its literals, counted in literals

STEP = re.compile(r"([1-9]\d{,17}) ((?:-?[1-9]\d{,17} )*+)0 ((?:[1-9]\d{,17} )*+)0", re.ASCII)

Clause = list[int]


class ProofLine(ExactKeys):
    lrat: str


def refute(given: Iterable[Clause], lines: Iterable[Line]) -> None:
    """Raise Refused unless the lines derive the empty clause from these clauses, numbered 1, 2, 3, ..."""
    known = dict(enumerate(bounded(given), 1))
    line = Line(1, {})
    for line in lines:
        number, literals, hints = read_step(line)
        if number in known:
            raise line.wrong(f"clause {number} exists already")
        for hint in hints:
            if hint not in known:
                raise line.wrong(f"hint {hint} is not a clause that is given or derived before this line")
        if not follows(literals, (known[hint] for hint in hints)):
            raise line.wrong("the clause does not follow")
        if not literals:
            return
        known[number] = literals
    raise line.wrong("this is the last line, but there is no contradiction")


def bounded(given: Iterable[Clause]) -> Iterator[Clause]:
    """Yield the clauses. Raises Refused if they are too many to hold."""
    held = 0
    for number, clause in enumerate(given, 1):
        held += len(clause) + CLAUSE_OVERHEAD
        if held > MAX_HELD:
            raise Refused(1, f"at least {number} clauses, too many for a proof by clauses")
        yield clause


def follows(literals: Clause, reasons: Iterable[Clause]) -> bool:
    """Whether unit propagation through these clauses, in order, contradicts that all the literals are false."""
    false = set(literals)
    for clause in reasons:
        left = [literal for literal in clause if literal not in false]
        if not left:
            return True
        if len(left) > 1:
            return False
        false.add(-left[0])
    return False


def read_step(line: Line) -> tuple[int, Clause, list[int]]:
    """The number of the clause, its literals, and its hints. Raises Refused."""
    step = STEP.fullmatch(line.read(ProofLine).lrat)
    if step is None:
        raise line.wrong("not a step of a proof, expected 'number literals 0 hints 0'")
    literals = [int(word) for word in step[2].split()]
    hints = [int(word) for word in step[3].split()]
    return int(step[1]), literals, hints
