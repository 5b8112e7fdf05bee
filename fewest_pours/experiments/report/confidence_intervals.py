"""95 % confidence intervals: of a mean, and of a share."""

import numpy as np

RESAMPLES = 1000  # of the bootstrap; 10,000 move the ends of intervals in the third digit
Z = 1.96  # standard deviations on either side of the mean that hold 95 % of a normal distribution


def bootstrap_interval(values: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> tuple[float, float]:
    """The 95 % percentile interval of the mean; the same values always give the same interval.

    Efron and Tibshirani, An Introduction to the Bootstrap, 1993.
    """
    means = np.random.default_rng(0).choice(values, (RESAMPLES, len(values))).mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


def wilson_interval(hits: int, count: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson 1927).

    >>> [round(end, 3) for end in wilson_interval(0, 10)]
    [0.0, 0.278]
    """
    middle = hits + Z * Z / 2
    width = Z * (hits * (count - hits) / count + Z * Z / 4) ** 0.5
    scale = count + Z * Z
    return (middle - width) / scale, (middle + width) / scale
