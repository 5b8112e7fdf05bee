"""Every instance with the answer and the time of each solver."""

import pandas as pd

from fewest_pours.experiments.report.number_formats import duration
from fewest_pours.experiments.report.run_measures import solvers_of


def instance_table(frame: pd.DataFrame) -> pd.DataFrame:
    """By instance: its proven answer, and each solver's median time; of unanswered runs, what is known."""
    lines = []
    for _, runs in frame.groupby("digest", sort=False):
        line = {"group": runs["group"].iloc[0], "instance": runs["title"].iloc[0], "answer": proven_answer(runs)}
        for solver, own in runs.groupby("solver"):
            line[str(solver)] = time_or_outcome(own)
        lines.append(line)
    return pd.DataFrame(lines, columns=["group", "instance", "answer", *solvers_of(frame)]).fillna("")


def proven_answer(runs: pd.DataFrame) -> str:
    """'39', 'no plan', 'solved' for a puzzle without length; '' if no run has proven anything."""
    answered = runs[runs["answered"]]
    if answered.empty:
        return ""
    run = answered.iloc[0]
    if run["outcome"] == "unsolvable":
        return "no plan"
    return "solved" if pd.isna(run["length"]) else f"{run['length']:.0f}"


def time_or_outcome(runs: pd.DataFrame) -> str:
    """'0.31 s', or '> 10 s, at least 42, plan of 45' for a run that reached its limit."""
    answered = runs[runs["answered"]]
    if len(answered):
        return duration(float(answered["cost"].median()))
    run = runs.iloc[0]
    words = f"> {duration(run['limit'])}" if run["outcome"] == "out_of_time" else str(run["outcome"]).replace("_", " ")
    if pd.notna(run["lower_bound"]):
        words += f", at least {run['lower_bound']:.0f}"
    if pd.notna(run["length"]):
        words += f", plan of {run['length']:.0f}"
    return words
