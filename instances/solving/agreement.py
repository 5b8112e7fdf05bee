"""Whether the answers to one instance agree. They are rows: plain data with at least the fields of an Answer."""

from collections.abc import Mapping, Sequence
from typing import Any

from instances.puzzles import PUZZLES
from instances.solving.outcome import Outcome


def solvable(row: Mapping[str, Any]) -> bool | None:
    """Whether the run shows that its instance can be solved; None if it does not."""
    if "solvable" in row:
        return None if row["solvable"] is None else bool(row["solvable"])
    if row["outcome"] == Outcome.UNSOLVABLE.value:
        return False
    return True if row.get("plan") is not None or row.get("solutions") else None


def breaks_a_rule(row: Mapping[str, Any]) -> bool:
    """Whether its answer was replayed and found to be wrong."""
    return row["outcome"] == Outcome.SOLVER_FAILED.value and bool(row.get("broken"))


def disagreements(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """The contradictions between runs of one instance: sentences, each with a solver that is not to be trusted."""
    found = [(f"{row['solver']}: {row['contradiction']}", row["solver"]) for row in rows if row.get("contradiction")]
    found += [(f"{row['solver']}: {row['reason']}", row["solver"]) for row in rows if breaks_a_rule(row)]
    claims = {solvable(row): row["solver"] for row in rows}
    if True in claims and False in claims:
        sentence = f"{claims[True]} has a solution, {claims[False]} proves that there is none"
        found += [(sentence, row["solver"]) for row in rows if solvable(row) is False]
    upper = [(row["upper_bound"], row["solver"]) for row in rows if row.get("upper_bound") is not None]
    least, shortest = min(upper, default=(None, ""))
    above = [row for row in rows if least is not None and (row.get("lower_bound") or 0) > least]
    if above:
        most = max(above, key=lambda row: row["lower_bound"])
        steps = f"{most['lower_bound']} {PUZZLES[most['puzzle']].steps} or more"
        found += [(f"{most['solver']} proves {steps}, {shortest} needs {least}", row["solver"]) for row in above]
    unique = {row["unique"]: row["solver"] for row in rows if row.get("unique") is not None}
    if len(unique) > 1:
        sentence = f"{unique[True]} proves one solution, {unique[False]} has two"
        found += [(sentence, row["solver"]) for row in rows if row.get("unique")]
    return found
