"""95 % confidence intervals: of a mean, and of a share."""

from collections.abc import Iterator

import numpy as np

RESAMPLES = 1000  # of the bootstrap; 10,000 move the ends of intervals in the third digit
BLOCK = 1_000_000  # random numbers that are drawn at once: 8 MB
Z = 1.96  # standard deviations on either side of the mean that hold 95 % of a normal distribution


def bootstrap_interval(values: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> tuple[float, float]:
    """The 95 % percentile interval of the mean; the same values always give the same interval.

    Efron and Tibshirani, An Introduction to the Bootstrap, 1993.
    """
    stream = np.random.default_rng(0)
    means = [stream.choice(values, (rows, len(values))).mean(axis=1) for rows in blocks(RESAMPLES, len(values))]
    low, high = np.quantile(np.concatenate(means), [0.025, 0.975])
    return float(low), float(high)


def blocks(draws: int, size: int) -> Iterator[int]:
    """How many draws of this size to make at once, until all are made, so that memory has room for them."""
    most = max(1, BLOCK // size)
    for begun in range(0, draws, most):
        yield min(most, draws - begun)


def wilson_interval(hits: int, count: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson 1927).

    >>> [round(end, 3) for end in wilson_interval(0, 10)]
    [0.0, 0.278]
    """
    middle = hits + Z * Z / 2
    width = Z * (hits * (count - hits) / count + Z * Z / 4) ** 0.5
    scale = count + Z * Z
    return (middle - width) / scale, (middle + width) / scale
