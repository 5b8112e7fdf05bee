"""Figures for people to read: durations, and geometric means of ratios with their confidence intervals."""

import numpy as np
import pandas as pd

RESAMPLES = 1000  # of the bootstrap; 10,000 move the ends of intervals in the third digit


def duration(seconds: float) -> str:
    """Seconds for people to read, with three digits.

    >>> duration(0.00234)
    '2.34 ms'
    >>> duration(90)
    '90 s'
    >>> duration(float('nan'))
    ''
    """
    if np.isnan(seconds):
        return ""
    for unit, size, up_to in (("ms", 1e-3, 0.9995), ("s", 1, 119.5), ("min", 60, 7195)):
        if seconds < up_to:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 3600:.3g} h"


def log_means(frame: pd.DataFrame, cost: str) -> pd.DataFrame:
    """The logarithms of the costs of instances (lines) to solvers (columns): means over seeds and repeats."""
    return frame.assign(log=np.log(frame[cost])).pivot_table("log", "digest", "solver")


def multiple(logs: pd.DataFrame, solver: str, reference: str) -> str:
    """'2.36 (1.95–2.81)': the geometric mean of a solver's ratios to the reference, and its 95 % interval.

    One instance has no interval. Bootstrap: Efron and Tibshirani, An Introduction to the Bootstrap, 1993.
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


def bootstrap_interval(values: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> tuple[float, float]:
    """The 95 % percentile interval of the mean; the same values always give the same interval."""
    means = np.random.default_rng(0).choice(values, (RESAMPLES, len(values))).mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


def ratio(value: float) -> str:
    """A multiple for people to read.

    >>> ratio(1234.5)
    '1,234'
    >>> ratio(1.0384)
    '1.04'
    >>> ratio(0.01234)
    '0.012'
    """
    if value < 0.1:
        return f"{value:.2g}"
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"
