"""The table of the portfolio, in which solvers race: its times beside those of its parts, and what each contributes."""

from collections import Counter

import pandas as pd

from fewest_pours.experiments.report.model_costs import finders
from fewest_pours.experiments.report.tables import answers, kinds_of

PORTFOLIO = "portfolio"


def portfolio_parts(frame: pd.DataFrame) -> pd.DataFrame:
    """The lines of `answers`, with the parts that ended first and what found the portfolio's bounds and plans."""
    lines = []
    for _, members in frame.groupby(["group", kinds_of(frame)], sort=False):
        [line] = answers(members).to_dict("records")
        own = members[(members["solver"] == PORTFOLIO) & members["answered"]]
        lines.append(line | {"first": first_parts(own), "bounds and plans from": finders(own)})
    return pd.DataFrame(lines)


def first_parts(runs: pd.DataFrame) -> str:
    """'astar 4, cp 1': the part that had ended when the answer was proven, or both, in how many runs."""
    ended = Counter(" and ".join(counters["solvers"]) for counters in runs["statistics"])
    return ", ".join(f"{parts} {count}" for parts, count in ended.most_common())
