"""The table of what CP-SAT's side costs: against searches, and where its time goes."""

from collections import Counter

import numpy as np
import pandas as pd

from fewest_pours.experiments.report.mean_ratios import log_means, multiple
from fewest_pours.experiments.report.number_formats import duration
from fewest_pours.experiments.report.tables import kinds_of
from fewest_pours.files.yaml_files import Data

MODELS = ("cp", "cp-schedule")  # with the decision diagram and without it
SEARCHES = ("didp", "astar")
SPLIT_EMPTIES = 2  # empty beakers: these deals are shown by excess, which matters more than the number of colours
EXCESSES = {0: "excess 0 or 1", 1: "excess 0 or 1", 2: "excess 2"}
MORE = "excess 3 or more"


def model_costs(frame: pd.DataFrame) -> pd.DataFrame:
    """A line for each group and kind of instance; the solvable deals on two empty beakers by excess, of all sizes.

    Shown are answers, time over that of searches, conflicts, and what found bounds and plans, of each of the MODELS.
    """
    lines = []
    groups, kinds = groups_by_excess(frame)
    searches = [solver for solver in SEARCHES if solver in set(frame["solver"])]
    for kind, of_kind in frame.groupby(kinds):
        for name, members in of_kind.groupby(groups, sort=False):
            logs = log_means(members, "cost")
            for model in MODELS:
                own = members[members["solver"] == model]
                if own.empty:
                    continue
                line = {"instances": f"{name}, {own['digest'].nunique()} {kind}", "solver": model}
                line["answered"] = str(own["answered"].sum())
                line["median"] = duration(own["cost"].astype(float).median())
                for search in searches:
                    line[f"time / {search}"] = multiple(logs, model, search) if search in logs else ""
                lines.append(line | effort(own) | {"bounds and plans from": finders(own)})
    return pd.DataFrame(lines)


def groups_by_excess(frame: pd.DataFrame) -> tuple["pd.Series[str]", "pd.Series[str]"]:
    """For each run its group and kind ('solvable'); deals on two empty beakers are one group, with kinds by excess."""
    groups = frame["group"]
    kinds = kinds_of(frame)
    if "empties" not in frame:
        return groups, kinds
    is_split = frame["empties"] == SPLIT_EMPTIES
    sizes = frame[is_split]["colors"]
    if sizes.nunique() > 1:
        groups = groups.mask(is_split, f"{sizes.min():.0f} to {sizes.max():.0f} x {SPLIT_EMPTIES}")
    excess = excess_of(frame)
    has_excess = is_split & (kinds == "solvable") & excess.notna()
    kinds_by_excess = "solvable, " + excess.map(EXCESSES).fillna(MORE)
    return groups, kinds.mask(has_excess, kinds_by_excess)


def excess_of(frame: pd.DataFrame) -> "pd.Series[float]":
    """For each run the excess of its instance, by the shortest plan of all runs; NaN where no run reports the base."""
    bases = pd.Series([counters.get("base") for counters in frame["statistics"]], frame.index, dtype=float)
    base = bases.groupby(frame["digest"]).transform("first")
    shortest = frame.groupby("digest")["length"].transform("min")
    return shortest - base


def finders(runs: pd.DataFrame) -> str:
    """What proved and found the answers, in how many runs: 'no plan: invariant 2; bound: schedule 5; plan: beam 6'"""
    refuted = runs["outcome"] == "unsolvable"
    finders_of = {
        "no plan": runs[refuted]["lower_bound_by"],
        "bound": runs[~refuted]["lower_bound_by"],
        "plan": runs["upper_bound_by"],
    }
    parts = []
    for kind, names in finders_of.items():
        counts = Counter(names.dropna()).most_common()
        if counts:
            parts.append(f"{kind}: {', '.join(f'{name} {count}' for name, count in counts)}")
    return "; ".join(parts)


def effort(runs: pd.DataFrame) -> dict[str, str]:
    """The median number of conflicts, and the share of time that building models takes, of runs that report them."""
    counters: list[Data] = [each for each in runs["statistics"] if each.get("solves")]
    if not counters:
        return {"conflicts": "", "building": ""}
    conflicts = np.median([each.get("conflicts", 0) for each in counters])
    built = sum(each.get("build_seconds", 0) for each in counters)
    solved = sum(each.get("solve_seconds", 0) for each in counters)
    share = f"{100 * built / (built + solved):.0f} %" if built + solved else ""
    return {"conflicts": f"{conflicts:,.0f}", "building": share}
