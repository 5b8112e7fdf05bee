"""The table of what CP-SAT's side costs: against searches, and where its time goes."""

from typing import Any

import numpy as np
import pandas as pd

from fewest_pours.experiments.report.mean_ratios import log_means, multiple

MODEL = "cp"
SEARCHES = ("didp", "astar")
TWO = 2  # empty beakers, for which lines are split by excess: it decides more than the number of colours
EXCESSES = {0: "excess 0 or 1", 1: "excess 0 or 1", 2: "excess 2"}
MORE = "excess 3 or more"


def kinds_of(frame: pd.DataFrame) -> "pd.Series[str]":
    """For each run: 'solvable', 'unsolvable' or 'open'; on two empty beakers solvable deals also by excess."""
    by_instance = frame.groupby("digest")
    can = by_instance["solvable"].transform("first")
    kinds = can.map({True: "solvable", False: "unsolvable"}).fillna("open")
    if "empties" not in frame:
        return kinds
    bases = pd.Series([counters.get("base") for counters in frame["statistics"]], frame.index, dtype=float)
    excess = by_instance["length"].transform("min") - bases.groupby(frame["digest"]).transform("first")
    split = (frame["empties"] == TWO) & (kinds == "solvable") & excess.notna()
    return kinds.where(~split, "solvable, " + excess.map(EXCESSES).fillna(MORE))


def model_costs(frame: pd.DataFrame) -> pd.DataFrame:
    """By group and kind: answers of `cp`, its time over that of searches, its conflicts, and the share of building."""
    lines = []
    for (name, kind), members in frame.groupby(["group", kinds_of(frame)], sort=False):
        own = members[members["solver"] == MODEL]
        if own.empty:
            continue
        logs = log_means(members, "cost")
        line = {"instances": f"{name}, {members['digest'].nunique()} {kind}", "answered": str(own["answered"].sum())}
        for search in SEARCHES:
            line[f"time / {search}"] = multiple(logs, MODEL, search) if search in logs else ""
        lines.append(line | effort(own))
    return pd.DataFrame(lines)


def effort(runs: pd.DataFrame) -> dict[str, str]:
    """The median number of conflicts, and the share of time that building models takes, of runs that report them."""
    counters: list[dict[str, Any]] = [each for each in runs["statistics"] if each.get("solves")]
    if not counters:
        return {"conflicts": "", "building": ""}
    conflicts = np.median([each.get("conflicts", 0) for each in counters])
    built = sum(each.get("build_seconds", 0) for each in counters)
    solved = sum(each.get("solve_seconds", 0) for each in counters)
    share = f"{100 * built / (built + solved):.0f} %" if built + solved else ""
    return {"conflicts": f"{conflicts:,.0f}", "building": share}
