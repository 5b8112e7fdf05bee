"""Every instance with the answer and the time of each solver."""

from collections.abc import Hashable
from statistics import median
from typing import Any

import pandas as pd

from fewest_pours.experiments.report.number_formats import duration
from fewest_pours.experiments.report.run_measures import solvers_of

NEEDED = ["digest", "group", "title", "solver", "answered", "outcome", "length", "lower_bound", "cost", "limit"]
Run = dict[Hashable, Any]  # the values of these columns


def instance_table(frame: pd.DataFrame) -> pd.DataFrame:
    """By instance: its proven answer, and each solver's median time; of unanswered runs, what is known."""
    runs_of: dict[str, list[Run]] = {}
    for run in frame[NEEDED].to_dict("records"):
        runs_of.setdefault(run["digest"], []).append(run)
    lines = []
    for runs in runs_of.values():
        line = {"group": runs[0]["group"], "instance": runs[0]["title"], "answer": proven_answer(runs)}
        for solver in sorted({run["solver"] for run in runs}):
            line[solver] = time_or_outcome([run for run in runs if run["solver"] == solver])
        lines.append(line)
    return pd.DataFrame(lines, columns=["group", "instance", "answer", *solvers_of(frame)], dtype=object).fillna("")


def proven_answer(runs: list[Run]) -> str:
    """'39', 'no plan', 'solved' for a puzzle without length; '' if no run has proven anything."""
    run = next((run for run in runs if run["answered"]), None)
    if run is None:
        return ""
    if run["outcome"] == "unsolvable":
        return "no plan"
    return "solved" if pd.isna(run["length"]) else f"{run['length']:.0f}"


def time_or_outcome(runs: list[Run]) -> str:
    """'0.31 s', or '> 10 s, at least 42, plan of 45' for a run that reached its limit."""
    costs = [run["cost"] for run in runs if run["answered"]]
    if costs:
        return duration(median(costs))
    run = runs[0]
    words = str(run["outcome"]).replace("_", " ")
    if run["outcome"] == "out_of_time":
        words = f"> {duration(run['limit'])}"
    if pd.notna(run["lower_bound"]):
        words += f", at least {run['lower_bound']:.0f}"
    if pd.notna(run["length"]):
        words += f", plan of {run['length']:.0f}"
    return words
