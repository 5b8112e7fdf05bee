"""Each solver against the first one, instance by instance: how large the difference is, and whether it is shown.

The test is Fisher's randomization test for pairs (The Design of Experiments, 1935): if two solvers were equally fast,
each instance's log ratio could as well have the other sign. Holm (1979) corrects for the number of solvers.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np
import pandas as pd

from fewest_pours.experiments.report.confidence_intervals import blocks
from fewest_pours.experiments.report.mean_ratios import log_means, multiple
from fewest_pours.experiments.report.run_measures import solvers_of

Differences = np.ndarray[tuple[int], np.dtype[np.float64]]  # of log times, one of each instance
SIGNIFICANCE_LEVEL = 0.05
EXACT_UP_TO = 12  # instances; with more, the signs are drawn instead of enumerated
DRAWS = 10_000  # a p-value of 0.05 then has a standard error of 0.002


def paired_comparison(frame: pd.DataFrame) -> pd.DataFrame:
    """By solver: its ratio to the first one, on how many instances it is slower, the p-value, and what that shows."""
    solvers = solvers_of(frame)
    answered = frame[frame.groupby("digest")["answered"].transform("any")]
    if len(solvers) < 2 or answered.empty:
        return pd.DataFrame()
    logs = log_means(answered, "cost")
    reference = solvers[0]
    if reference not in logs:
        return pd.DataFrame()
    others = [solver for solver in solvers[1:] if solver in logs]
    differences = {solver: (logs[solver] - logs[reference]).dropna().to_numpy() for solver in others}
    values = holm({solver: sign_flip_test(each) for solver, each in differences.items()})
    lines = []
    for solver in others:
        count = len(differences[solver])
        slower = int((differences[solver] > 0).sum())
        lines.append(
            {
                "solver": solver,
                "ratio": multiple(logs, solver, reference),
                f"slower than {reference}": f"{slower} of {count}",
                "p": p_value_in_words(values[solver]),
                "shown": what_is_shown(differences[solver], values[solver], len(others)),
            }
        )
    return pd.DataFrame(lines)


def sign_flip_test(differences: Differences) -> float:
    """The two-sided p-value of a mean of paired differences under random signs; 1 for no instances.

    >>> sign_flip_test(np.array([1.0, 2.0, 3.0]))  # two of the eight patterns of signs are as extreme
    0.25
    """
    count = len(differences)
    if not count:
        return 1.0
    observed = abs(differences.mean())
    rounding = 1e-12 * (1 + observed)
    patterns = 0
    extreme = 0  # patterns whose mean is at least as far from 0 as the observed one
    if count > EXACT_UP_TO:  # the observed pattern counts as one of the draws, so that p is never 0
        patterns = 1
        extreme = 1
    for signs in sign_patterns(count):
        means = abs((signs * differences).mean(axis=1))
        patterns += len(signs)
        extreme += int((means >= observed - rounding).sum())
    return extreme / patterns


def sign_patterns(count: int) -> Iterator[np.ndarray[tuple[int, int], np.dtype[np.int64]]]:
    """Patterns of signs, one in each row of these blocks: all of them, or draws, in blocks that memory has room for."""
    if count <= EXACT_UP_TO:
        yield np.array(list(product((1, -1), repeat=count)))
        return
    stream = np.random.default_rng(0)
    for rows in blocks(DRAWS, count):
        yield stream.choice((1, -1), (rows, count))


def holm(values: dict[str, float]) -> dict[str, float]:
    """The p-values, corrected for their number by Holm's step-down method.

    >>> holm({'a': 0.01, 'b': 0.04, 'c': 0.03})
    {'a': 0.03, 'c': 0.06, 'b': 0.06}
    """
    corrected: dict[str, float] = {}
    largest = 0.0
    for rank, name in enumerate(sorted(values, key=lambda name: values[name])):
        largest = max(largest, min(1.0, (len(values) - rank) * values[name]))
        corrected[name] = largest
    return corrected


def p_value_in_words(value: float) -> str:
    """'0.031', or '< 0.001'."""
    return "< 0.001" if value < 0.001 else f"{value:.2g}"


def what_is_shown(differences: Differences, p_value: float, comparisons: int) -> str:
    """'faster', 'slower' or 'no difference shown'; 'too few instances' where no difference could be shown.

    >>> what_is_shown(np.array([-3.0, -3.1, -2.9, -3.0]), 0.125, 1)
    'too few instances'
    """
    if p_value < SIGNIFICANCE_LEVEL:
        return "slower" if differences.mean() > 0 else "faster"
    least_p_value = 2 / 2 ** len(differences)  # if all differences have one sign
    return "no difference shown" if comparisons * least_p_value < SIGNIFICANCE_LEVEL else "too few instances"
