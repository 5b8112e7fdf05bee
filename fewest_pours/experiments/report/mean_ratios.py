"""Geometric means of ratios between solvers, with their confidence intervals."""

import numpy as np
import pandas as pd

from fewest_pours.experiments.report.confidence_intervals import bootstrap_interval
from fewest_pours.experiments.report.number_formats import ratio


def log_means(frame: pd.DataFrame, cost: str) -> pd.DataFrame:
    """The logarithms of the costs of instances (lines) to solvers (columns): means over seeds and repeats."""
    return frame.assign(log=np.log(frame[cost])).pivot_table("log", "digest", "solver")


def multiple(logs: pd.DataFrame, solver: str, reference: str) -> str:
    """'2.36 (1.95–2.81)': the geometric mean of a solver's ratios to the reference, and its 95 % interval.

    One instance has no interval.
    """
    if solver == reference:
        return "1"
    differences = (logs[solver] - logs[reference]).dropna()
    if differences.empty:
        return ""
    mean = ratio(float(np.exp(differences.mean())))
    if len(differences) == 1:
        return mean
    low, high = bootstrap_interval(differences.to_numpy())
    return f"{mean} ({ratio(float(np.exp(low)))}–{ratio(float(np.exp(high)))})"
