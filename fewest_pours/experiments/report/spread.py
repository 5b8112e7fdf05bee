"""How far times spread: within the runs of one instance (seeds and repeats), and between instances."""

import numpy as np
import pandas as pd

from fewest_pours.experiments.report.number_formats import ratio


def spread(frame: pd.DataFrame) -> pd.DataFrame:
    """By solver: the geometric standard deviations of its wall times, of answered runs; empty without repeats."""
    answered = frame[frame["answered"]]
    lines = []
    for solver, own in answered.sort_values("place").groupby("solver", sort=False):
        by_instance = own.assign(log=np.log(own["cost"])).groupby("digest")["log"]
        variances = by_instance.var().dropna()  # an instance that was run once has none
        if variances.empty:
            continue
        means = by_instance.mean()
        lines.append(
            {
                "solver": solver,
                "runs of an instance": f"{by_instance.size().median():g}",
                "within": factor(float(np.sqrt(variances.mean()))),
                "between": factor(float(means.std())) if len(means) > 1 else "",
            }
        )
    return pd.DataFrame(lines)


def factor(deviation: float) -> str:
    """A standard deviation of logarithms, as a factor.

    >>> factor(0.6931471805599453)
    'x 2.00'
    """
    return f"x {ratio(float(np.exp(deviation)))}"
