"""Water sort for SAT solvers: the steps of a plan as clauses in DIMACS, and assignments read back.

The clauses (instances/checker/watersort/clauses.py) can be satisfied exactly if the deal can be solved. An assignment
is an order in which the runs leave their places, and depth_theorem.py makes it a plan, rarely a shortest one.
"""

import re

from instances.checker import lrat
from instances.checker.lines import Refused
from instances.checker.watersort.clauses import DepthClauses, plan_clauses
from instances.checker.watersort.deal import Deal as Seen
from instances.checker.watersort.dimacs import plan_cnf
from instances.puzzle import Format
from instances.watersort.depth_theorem import NoPlanFollows, is_mono, plan_of
from instances.watersort.rules import Deal, Pour, unsolvable_by_counting


def seen(deal: Deal) -> Seen:
    return Seen(deal.capacity, tuple(beaker[::-1] for beaker in deal.beakers))


def clauses(deal: Deal) -> str:
    """The file, as instances/checker/watersort/dimacs.py describes it. ValueError where there are too many clauses."""
    if reason := unsolvable_by_counting(deal):
        return f"c {reason!r}: no plan, and nothing to decide\np cnf 0 1\n0\n"
    try:
        return "".join(f"{line}\n" for line in plan_cnf(seen(deal)))
    except Refused as refused:
        raise ValueError(str(refused)) from None


def read_assignment(deal: Deal, text: str) -> tuple[Pour, ...]:
    """The plan of an assignment as SAT solvers print it, or as bare literals; ValueError if it makes no plan."""
    if re.search(r"^s +UNSAT", text, re.MULTILINE):
        raise ValueError("the program says there is no plan; there is nothing to show")
    assigned = re.sub("^[cs].*", "", text, flags=re.MULTILINE)
    true = {int(literal) for literal in re.findall(r"(?<!\S)[0-9]{1,18}(?!\S)", assigned)}
    variables = DepthClauses(seen(deal))
    standing = [b for b, beaker in enumerate(deal.beakers) if not is_mono(beaker)]
    try:
        for _ in lrat.bounded(plan_clauses(variables)):
            pass  # they number the variables
        steps = range(variables.steps)
        return plan_of(
            deal, [standing[b] for t in steps for b in range(len(standing)) if variables("digs", b, t) in true]
        )
    except (Refused, NoPlanFollows) as wrong:
        raise ValueError(f"{wrong}, expected an assignment to the dimacs of this puzzle") from None


FORMAT = Format(lambda deal: {".cnf": clauses(deal)}, re.compile(r"\s*([svc] |-?\d)"), read_assignment)
