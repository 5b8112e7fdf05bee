"""What a run costs before it solves, from the runs of solvers that do nothing, and which medians are near it."""

import pandas as pd

from fewest_pours.experiments.no_op import NO_OPS
from fewest_pours.experiments.report.number_formats import duration
from fewest_pours.experiments.report.run_measures import solvers_of

NEAR = 3  # times the overhead: below it, a median says little about the solver


def without_no_ops(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[~frame["solver"].isin(NO_OPS)]


def overhead(frame: pd.DataFrame) -> pd.DataFrame:
    """By solver that does nothing: medians of wall time, processor time and memory."""
    lines = []
    for solver in NO_OPS:
        own = frame[frame["solver"] == solver]
        if len(own):
            lines.append(
                {
                    "solver": solver,
                    "wall time": duration(float(own["seconds"].median())),
                    "processor time": duration(float(own["cpu_seconds"].median())),
                    "MiB": f"{own['peak_mib'].median():.0f}",
                }
            )
    return pd.DataFrame(lines)


def medians_near_overhead(frame: pd.DataFrame) -> list[str]:
    """A warning for each solver whose median time in a group is within NEAR times that of its kind of no-op."""
    costs = {solver: frame[frame["solver"] == solver]["seconds"].median() for solver in NO_OPS}
    warnings = []
    runs = without_no_ops(frame)
    for solver in solvers_of(runs):
        own = runs[runs["solver"] == solver]
        function, program = NO_OPS
        least = costs[program] if own["from_program"].any() else costs[function]
        medians = own[own["answered"]].groupby("group", sort=False)["cost"].median()
        near = [str(group) for group, median in medians.items() if median < NEAR * least]
        if near:
            groups = ", ".join(near)
            warnings.append(
                f"Mostly overhead, within {NEAR} times that of a run that does nothing: {solver} on {groups}."
            )
    return warnings
