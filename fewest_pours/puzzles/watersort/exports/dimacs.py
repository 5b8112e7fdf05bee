"""Water sort for SAT solvers: clauses in DIMACS that are satisfiable if and only if the deal has a plan.

fewest_pours/checker/watersort/depth_clauses.py describes the clauses.
"""

from fewest_pours.checker.certificate_lines import Refused
from fewest_pours.checker.watersort.cnf_files import plan_cnf
from fewest_pours.checker.watersort.deal import DealToCheck
from fewest_pours.puzzles.watersort.rules import Deal, unsolvable_by_counting


def files(deal: Deal) -> dict[str, str]:
    """The file, keyed by its ending. Raises ValueError for too many clauses, and for covers."""
    if deal.beyond_theory:
        raise ValueError(f"{deal.beyond_theory}, expected none")
    if reason := unsolvable_by_counting(deal):
        return {".cnf": f"c {reason!r}: no plan, and nothing to decide\np cnf 0 1\n0\n"}
    try:
        lines = plan_cnf(DealToCheck(deal.capacity, tuple(beaker[::-1] for beaker in deal.beakers)))
        return {".cnf": "".join(f"{line}\n" for line in lines)}
    except Refused as refused:
        raise ValueError(str(refused)) from None
