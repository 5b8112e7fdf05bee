"""What a level that was typed wants besides its answer: the answer for its lists from the other end, and its claims."""

from collections.abc import Sequence
from dataclasses import replace

from fewest_pours.files.wording import counted
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.reading import Claim
from fewest_pours.running.solver_contract import Instance, Outcome, Result, Watch
from fewest_pours.solving.request import Request, answer

OPTION = "--bottom-first"  # reads the lists from their other end


def answer_from_the_bottom(request: Request, instance: Instance, watch: Watch) -> Result:
    """The result if the first units are at the bottom, within the rest of the limits."""
    asked = replace(request, instance=instance, hints=0, review=False, rescue=False, confirm=0.0, moves=None)
    return answer(asked, watch.rest()).result


def other_order_in_words(result: Result) -> str:
    """'if the first is the bottom: unsolvable (--bottom-first)'"""
    return f"if the first is the bottom: {short_answer(result)} ({OPTION})"


def short_answer(result: Result) -> str:
    """'6 pours', 'unsolvable', 'out of time, at least 5 pours'"""
    if result.outcome is Outcome.UNSOLVABLE:
        return "unsolvable"
    if result.outcome is Outcome.OPTIMAL:
        return counted(result.upper_bound, "pours")
    parts = [result.outcome.words]
    if result.lower_bound:
        parts.append(f"at least {counted(result.lower_bound, 'pours')}")
    if result.upper_bound is not None:
        parts.append(f"a plan of {counted(result.upper_bound, 'pours')}")
    return ", ".join(parts)


def other_order_data(result: Result) -> Data:
    """The same for JSON: {'first': 'bottom', 'outcome': 'unsolvable', ...}"""
    bounds = {"lower_bound": result.lower_bound, "upper_bound": result.upper_bound}
    return {"first": "bottom", "outcome": result.outcome.value, **bounds}


def claims_in_words(claims: Sequence[Claim], result: Result) -> list[str]:
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
