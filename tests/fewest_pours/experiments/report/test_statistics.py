"""The statistics of a report once more, in plain Python and by brute force."""

import math
import re
import statistics
from itertools import product

import pytest

from fewest_pours.experiments.report.paired_comparison import paired_comparison
from fewest_pours.experiments.report.plan_quality import plan_quality
from fewest_pours.experiments.report.run_measures import frame_of
from fewest_pours.experiments.report.spread import spread
from fewest_pours.experiments.report.tables import ratios
from helpers.comparisons import row

SOLVERS = ["cp", "astar", "didp"]


def number(text):
    return float(re.match(r"[\d.,]+", text)[0].replace(",", ""))


def test_the_randomization_test_and_holm_by_brute_force():
    times = {"astar": [1.0, 2.5, 4.0, 3.0, 5.0, 2.2], "didp": [3.0, 1.0, 2.1, 9.0, 1.0, 4.0]}
    rows = [row(seed=seed, seconds=2.0) for seed in range(6)]
    ratios_by_hand, values = {}, []
    for name, own in times.items():
        rows += [row(solver=name, seed=seed, seconds=value) for seed, value in enumerate(own)]
        logs = [math.log(value / 2.0) for value in own]
        ratios_by_hand[name] = math.exp(statistics.fmean(logs)), sum(each > 0 for each in logs)
        sums = [
            abs(sum(sign * log for sign, log in zip(signs, logs, strict=True))) for signs in product((1, -1), repeat=6)
        ]
        values.append(sum(each >= abs(sum(logs)) - 1e-9 for each in sums) / len(sums))
    smaller, larger = sorted(values)
    table = paired_comparison(frame_of(rows, SOLVERS)).to_dict("records")
    first, second = sorted(float(line["p"]) for line in table)
    assert first == pytest.approx(min(1, 2 * smaller), rel=0.02)
    assert second == pytest.approx(max(2 * smaller, larger), rel=0.02)
    assert {line["shown"] for line in table} == {"no difference shown"}
    for line in table:
        ratio, slower = ratios_by_hand[line["solver"]]
        assert number(line["ratio"]) == pytest.approx(ratio, rel=0.05)
        assert line["slower than cp"] == f"{slower} of 6"


def test_spread_within_and_between_instances():
    seconds = {0: [1.0, 2.0], 1: [4.0, 8.0]}
    rows = [row(seed=seed, seconds=each, repeat=n) for seed, own in seconds.items() for n, each in enumerate(own)]
    [line] = spread(frame_of(rows)).to_dict("records")
    within = math.exp(statistics.stdev([0, math.log(2)]))
    between = math.exp(statistics.stdev([math.log(2) / 2, 2.5 * math.log(2)]))
    assert number(line["within"].removeprefix("x ")) == pytest.approx(within, rel=0.01)
    assert number(line["between"].removeprefix("x ")) == pytest.approx(between, rel=0.01)


def test_plans_without_proof_are_measured_against_the_best_known():
    found = {"plan": [{}] * 8, "length": 8, "upper_bound": 8, "bounds_over_time": [(0.5, 3, 12), (2.0, 3, 8)]}
    rows = [row(length=6), row("out_of_time", "astar", seconds=60.0) | found, row("out_of_time", "didp", seconds=60.0)]
    _, astar, didp = plan_quality(frame_of(rows, SOLVERS)).to_dict("records")
    assert list(astar.values()) == ["astar", "1 of 1", 0, "33.3 %", "500 ms", "2 s"]
    assert list(didp.values()) == ["didp", "0 of 1", 0, "", "", ""]


def test_one_instance_has_no_interval():
    [line] = ratios(frame_of([row(), row(solver="astar", seconds=0.5)], SOLVERS)).to_dict("records")
    assert (line["cp"], line["astar"]) == ("1", "0.50")
