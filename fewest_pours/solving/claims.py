"""How a proven answer compares with what a level's file claims of it."""

from collections.abc import Sequence

from fewest_pours.files.wording import counted
from fewest_pours.puzzles.reading import ClaimedPours
from fewest_pours.running.solver_contract import Outcome, Result


def claims_in_words(claims: Sequence[ClaimedPours], result: Result) -> list[str]:
    """How a proven answer compares with what the file claims: 'the file claims 5 pours (minMoves), the fewest are 3'"""
    lines: list[str] = []
    for claim in claims:
        claimed = f"the file claims {counted(claim.pours, 'pours')} ({claim.key})"
        if result.outcome is Outcome.UNSOLVABLE:
            lines.append(f"{claimed}, but no plan exists")
        elif result.outcome is Outcome.OPTIMAL and result.upper_bound == claim.pours:
            lines.append(f"{claimed}, which is the fewest")
        elif result.outcome is Outcome.OPTIMAL:
            lines.append(f"{claimed}, which is not the fewest: {result.upper_bound}")
        elif result.upper_bound is not None and result.upper_bound < claim.pours:
            lines.append(f"{claimed}, which is not the fewest: {result.upper_bound} suffice")
        elif (result.lower_bound or 0) > claim.pours:
            lines.append(f"{claimed}, but at least {result.lower_bound} are needed")
    return lines
