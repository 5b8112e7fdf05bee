"""Proofs by clauses in DIMACS and LRAT, which other programs can confirm.

    NAME.cnf     DIMACS: the clauses of one step, see facts.py, the facts and the names of variables as comments
    NAME.lrat    the proof that they contradict each other, as in the lines {"lrat": ...} of a certificate
                 (or compressed: NAME.lrat.gz)

The checker itself reads the facts and the proof from a certificate, and derives the clauses anew.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from fewest_pours.checker.certificate_lines import Line
from fewest_pours.checker.lrat import Clause, bounded
from fewest_pours.checker.watersort.deal import DealToCheck
from fewest_pours.checker.watersort.depth_clauses import DepthClauses, plan_clauses
from fewest_pours.checker.watersort.facts import one_step, read_facts

ONE_STEP = """\
Water sort. The start breaks none of these facts, and the solved states break one. No step is the first to break one,
as these clauses contradict each other; so the deal has no plan. A step takes a run off a beaker that holds two colours.
The fact [[3, 2], [5, -1]] is that beaker 3 never lacks two runs while beaker 5 still has all of its own.
gone(b, k, t)    the k topmost runs of beaker b are gone before the step (t = 0) or after it (t = 1); b counts the
                 beakers of two colours or more, from 0
digs(b, t)       the step takes the next run off beaker b
home(c, n, t)    n beakers or more of one colour alone hold colour c before the step; after it, if it takes a run of c
taken(j, k, t)   of the first j terms of the inequality, k or more are true: beakers that stand, homes
lacks(i, b, k)   all conditions of fact i hold before the step, but that k runs are gone from beaker b
"""
ALL_STEPS = """\
Water sort. Some values satisfy these clauses if and only if the deal has a plan.
A beaker stands while it holds two colours. Beakers that stand at the start: 0, 1, 2, ... in the order of the file.
A plan takes a run off one of them in each step t = 0, 1, 2, ... A run is a stretch of one colour.
gone(b, k, t)    the k topmost runs of beaker b are gone before step t
digs(b, t)       step t takes the next run off beaker b
home(c, n, t)    before step t, n beakers or more that do not stand hold colour c; after it, if it takes a run of c
taken(j, k, t)   of the first j terms of the inequality at step t, k or more are true: beakers that stand, homes
"""


def is_proof(path: str | Path) -> bool:
    """Whether the name is that of a proof in LRAT, to be written instead of a certificate."""
    return str(path).endswith((".lrat", ".lrat.gz"))


def beside(proof: str | Path) -> Path:
    """The file of the clauses that a proof refutes."""
    return Path(str(proof).removesuffix(".gz")).with_suffix(".cnf")


def plan_cnf(deal: DealToCheck) -> Iterator[str]:
    """Lines of DIMACS, ASCII without line ends: the clauses of a whole plan. Raises Refused if they are too many."""
    x = DepthClauses(deal)
    yield from cnf(deal, x, ALL_STEPS.splitlines(), plan_clauses(x))


def facts_cnf(deal: DealToCheck, facts: list[Line]) -> Iterator[str]:
    """The lines of NAME.cnf, of the lines {"fact": ...} of a certificate. Raises Refused."""
    x = DepthClauses(deal, steps=1)
    after_facts = Line(len(facts) + 1, {})  # where the proof would begin: read_facts expects a line there
    checked, _ = read_facts(x, iter([*facts, after_facts]))
    listed = [f"fact {json.dumps(line.data['fact'])}" for line in facts]
    yield from cnf(deal, x, [*listed, *ONE_STEP.splitlines()], one_step(x, checked))


def cnf(deal: DealToCheck, x: DepthClauses, legend: list[str], clauses: Iterable[Clause]) -> Iterator[str]:
    given = list(bounded(clauses))
    yield from (f"c {line}" for line in legend)
    letters = dict(zip("".join(deal.spelt()), (word for beaker in deal.beakers for word in beaker), strict=True))
    for letter, word in sorted(letters.items()):
        yield f"c colour {json.dumps(letter)} is {json.dumps(word)}"
    for name, number in x.numbers.items():
        yield f"c {number} = {name[0]}({', '.join(map(json.dumps, name[1:]))})"
    yield f"p cnf {len(x.numbers)} {len(given)}"
    yield from (" ".join(map(str, [*clause, 0])) for clause in given)
