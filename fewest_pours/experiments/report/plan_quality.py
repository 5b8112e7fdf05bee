"""Plans, proven shortest or not: how many a solver finds, how good they are, and when it finds them."""

from math import inf
from typing import Any

import pandas as pd

from fewest_pours.experiments.report.number_formats import duration


def plan_quality(frame: pd.DataFrame) -> pd.DataFrame:
    """By solver, over the instances for which some run has a plan; empty if every plan is proven to be shortest."""
    frame = frame.assign(length=frame["length"].astype(float))
    with_plan = frame["length"].notna() & frame["solvable"].eq(True)
    if not (with_plan & ~frame["answered"]).any():
        return pd.DataFrame()
    shortest = frame[with_plan].groupby("digest")["length"].min()
    known = frame[frame["digest"].isin(shortest.index)]
    lines = []
    for solver, own in known.sort_values("place").groupby("solver", sort=False):
        found = own[own["length"].notna()]
        longer_by = found["length"] / shortest.reindex(found["digest"]).to_numpy() - 1
        times = [plan_times(run) for _, run in found.iterrows()]
        lines.append(
            {
                "solver": solver,
                "plans": f"{len(found)} of {len(own)}",
                "as short as the best known": int(longer_by.eq(0).sum()),
                "longer by": f"{100 * longer_by.mean():.1f} %" if len(found) else "",
                "first plan": duration(float(pd.Series([first for first, _ in times], dtype=float).median())),
                "best plan": duration(float(pd.Series([best for _, best in times], dtype=float).median())),
            }
        )
    return pd.DataFrame(lines)


def plan_times(run: "pd.Series[Any]") -> tuple[float, float]:
    """When a run found its first and its best plan, in seconds; its end, where it did not report them."""
    reported = run["bounds_over_time"] if isinstance(run["bounds_over_time"], list) else []
    first = best = inf
    for seconds, _, length in reported:
        if length is None:
            continue
        first = min(first, seconds)
        if length <= run["length"]:
            best = min(best, seconds)
    return min(first, run["seconds"]), min(best, run["seconds"])
