"""Measures of many runs: the primal integral, and ratios of times and shares with their intervals."""

from collections.abc import Iterable, Sequence

import numpy as np

from instances.report import Row
from instances.solving.agreement import solvable
from instances.solving.outcome import Outcome


def best_known(rows: Iterable[Row]) -> dict[str, int]:
    """By instance, the length of the shortest plan that any run found; 0 where there are none or lengths mean nothing.

    Instances that no run solved or refuted are absent.
    """
    best: dict[str, int] = {}
    for row in rows:
        if solvable(row) is not None:
            length = row.get("length") or 0
            best[row["digest"]] = min(length, best.get(row["digest"], length))
    return best


def primal_integral(row: Row, best: int | None) -> float:
    """Seconds: the integral, up to the time limit, of the gap between the run's best plan so far and the best known.

    The gap of a plan is 1 - best / length. It is 1 before the first plan, and 0 once a run has proven that there is
    none. Lengths on the way count only if the plan at the end, which was replayed, is as short. NaN without a best.
    Sources: Berthold, Measuring the impact of primal heuristics, 2013; Kuroiwa and Beck, Solving domain-independent
    dynamic programming problems with anytime heuristic search, 2023.
    """
    if best is None:
        return float("nan")
    limit, length = row["parameters"]["time_limit"], row.get("length")
    points = [(0.0, 1.0)]
    if solvable(row):
        earlier = [(seconds, upper) for seconds, _, upper in row.get("bounds_over_time", ()) if upper is not None]
        points += [(seconds, gap(upper, best)) for seconds, upper in earlier if length is not None and upper >= length]
        points.append((row["seconds"], gap(length or 0, best)))
    elif row["outcome"] == Outcome.UNSOLVABLE.value:
        points.append((row["seconds"], 0.0))
    ends = [*(seconds for seconds, _ in points[1:]), limit]
    return float(
        sum(height * max(0, min(end, limit) - start) for (start, height), end in zip(points, ends, strict=True))
    )


def gap(length: int, best: int) -> float:
    return 1 - best / length if length else 0.0


def ratio_interval(logs: Sequence[float]) -> tuple[float, float, float]:
    """Geometric mean of ratios, given their logarithms, and its 95 % interval: bootstrap over instances.

    Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993.
    """
    chance, draws = np.random.default_rng(0), 1000 if len(logs) < 5000 else 100
    means = chance.choice(np.asarray(logs), (draws, len(logs))).mean(axis=1)
    mean, low, high = np.exp([np.mean(logs), *np.quantile(means, [0.025, 0.975])])
    return float(mean), float(low), float(high)


def wilson(hits: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson 1927): wilson(0, 10) == (0.0, 0.278)"""
    share, slack = hits / count, z * z / count
    center, half = share + slack / 2, z * ((share * (1 - share) + slack / 4) / count) ** 0.5
    low, high = (center - half) / (1 + slack), (center + half) / (1 + slack)
    return low if hits else 0.0, high if hits < count else 1.0
