"""The tables of a report: who answers what, how the times compare, and which deals can be solved."""

from typing import Any

import numpy as np
import pandas as pd

from fewest_pours.experiments.report.confidence_intervals import wilson_interval
from fewest_pours.experiments.report.mean_ratios import log_means, multiple
from fewest_pours.experiments.report.number_formats import duration
from fewest_pours.experiments.report.run_measures import solvers_of

DIFFERENCE = 10  # processor time is shown if it differs from wall time by over one part in this many


def median_text(runs: pd.DataFrame) -> str:
    """'3.2 s', or '3.2 s / 2.1 s' if the processor time differs by over a tenth; '> 10 s' or an outcome if unanswered.

    Of an even number of runs it is the mean of the middle two, if both are answered.
    """
    costs = runs[["cost", "cpu_seconds"]].astype(float)
    with_unanswered_last = costs.where(runs["answered"], np.inf, axis=0)
    wall, processor = with_unanswered_last.median()
    if wall == np.inf:
        in_order = runs.sort_values(["answered", "cost"], ascending=[False, True])
        return outcome_text(in_order.iloc[len(runs) // 2])
    # It is infinite where most answered runs have none, as those from before it was measured.
    if processor < np.inf and abs(processor - wall) > wall / DIFFERENCE:
        return f"{duration(wall)} / {duration(processor)}"
    return duration(wall)


def outcome_text(run: "pd.Series[Any]") -> str:
    """How a run without an answer ended: '> 10 s', 'out of memory'; '' where it has a plan and no proof."""
    if run["outcome"] == "out_of_time":
        return f"> {run['time limit']}"
    if run["outcome"] == "solved":
        return ""
    return str(run["outcome"]).replace("_", " ")


def kinds_of(frame: pd.DataFrame) -> "pd.Series[str]":
    """For each run: 'solvable', 'unsolvable' or 'open', as its instance is."""
    is_solvable = frame.groupby("digest")["solvable"].transform("first")
    return is_solvable.map({True: "solvable", False: "unsolvable"}).fillna("open")


def answers(frame: pd.DataFrame) -> pd.DataFrame:
    """By group, and by whether instances are solvable: what each solver answers."""
    lines = []
    for (name, kind), members in frame.groupby(["group", kinds_of(frame)], sort=False):
        line = {"instances": f"{name}, {members['digest'].nunique()} {kind}"}
        best = None
        if members["answered"].any():
            best = members.groupby("solver")["par2"].mean().idxmin()
        for solver, own in members.groupby("solver"):
            cell = ", ".join(filter(None, [str(own["answered"].sum()), median_text(own)]))
            if solver == best:
                cell += " ★"
            line[str(solver)] = cell
        lines.append(line)
    return pd.DataFrame(lines, columns=["instances", *solvers_of(frame)], dtype=object).fillna("")


def scores(frame: pd.DataFrame) -> pd.DataFrame:
    """By solver, over all instances: answers, PAR-2, primal integral, peak memory."""
    lines = []
    for solver, own in frame.sort_values("place").groupby("solver", sort=False):
        line = {"solver": solver}
        line["answered"] = f"{own['answered'].sum()} of {len(own)}"
        line["PAR-2"] = duration(own["par2"].mean())
        line["primal integral"] = duration(own["anytime"].mean())
        line["MiB"] = f"{own['peak_mib'].fillna(0).max():,.0f}"
        lines.append(line)
    return pd.DataFrame(lines)


def ratios(frame: pd.DataFrame) -> pd.DataFrame:
    """By group: wall times as multiples of the first solver's, over the instances that some solver has answered."""
    lines = []
    solvers = solvers_of(frame)
    if len(solvers) > 1:
        answered = frame[frame.groupby("digest")["answered"].transform("any")]
        for name, members in answered.groupby("group", sort=False):
            logs = log_means(members, "cost")
            reference = next(solver for solver in solvers if solver in logs)
            lines.append({"group": name} | {str(solver): multiple(logs, str(solver), reference) for solver in logs})
    return pd.DataFrame(lines, columns=["group", *solvers], dtype=object).fillna("")


def solvability(frame: pd.DataFrame) -> pd.DataFrame:
    """By group of generated deals: how many can be solved, their share of the decided deals, and a 95 % interval.

    An undecided deal counts as unsolvable at the low end of the interval and as solvable at the high end.
    """
    lines = []
    for name, deals in frame[frame["deal"]].groupby("group", sort=False):
        is_solvable = deals.groupby("digest")["solvable"].first()  # None: undecided
        solvable = int(is_solvable.eq(True).sum())
        unsolvable = int(is_solvable.eq(False).sum())
        decided = solvable + unsolvable
        total = len(is_solvable)
        share = f"{100 * solvable / decided:.1f}" if decided else "?"
        low, _ = wilson_interval(solvable, total)
        _, high = wilson_interval(total - unsolvable, total)
        interval = f"{100 * low:.1f}–{100 * high:.1f}"
        counts = {"deals": total, "solvable": solvable, "unsolvable": unsolvable}
        lines.append({"group": name} | counts | {"per cent solvable": f"{share} ({interval})"})
    return pd.DataFrame(lines)
