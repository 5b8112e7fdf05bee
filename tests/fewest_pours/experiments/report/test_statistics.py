"""All statistics of a report once more, from the kept rows, in plain Python and by brute force."""

import math
import re
import statistics
from collections import defaultdict
from itertools import product

import pytest

from fewest_pours.experiments.report.paired_comparison import paired_comparison
from fewest_pours.experiments.report.plan_quality import plan_quality
from fewest_pours.experiments.report.run_measures import frame_of
from fewest_pours.experiments.report.spread import spread
from fewest_pours.experiments.report.tables import ratios, scores, solvability
from fewest_pours.experiments.results_file import read_rows
from helpers.comparisons import row
from helpers.paths import ROOT

SOLVERS = ["cp", "astar", "didp", "didp-cabs"]


@pytest.fixture(scope="module")
def kept():
    rows = [each for each in read_rows(ROOT / "docs/results/frontier.jsonl.gz") if each["solver"] in SOLVERS]
    return rows, frame_of(rows, SOLVERS)


def cost(run):
    answered = run["outcome"] in ("optimal", "unsolvable") and run["seconds"] <= run["parameters"]["time_limit"]
    return answered, max(run["seconds"], 1e-4) if answered else run["parameters"]["time_limit"]


def costs_by_instance(rows):
    """The seconds of each solver, a mapping for each instance that some solver answers; one run each."""
    every = defaultdict(dict)
    for run in rows:
        every[run["digest"]][run["solver"]] = cost(run)
    return [
        {solver: seconds for solver, (_, seconds) in own.items()}
        for own in every.values()
        if any(answered for answered, _ in own.values())
    ]


def number(text):
    return float(re.match(r"[\d.,]+", text)[0].replace(",", ""))


def test_ratios_are_geometric_means(kept):
    rows, frame = kept
    logs = [{name: math.log(value) for name, value in own.items()} for own in costs_by_instance(rows)]
    for line in paired_comparison(frame).to_dict("records"):
        differences = [own[line["solver"]] - own["cp"] for own in logs]
        assert number(line["ratio"]) == pytest.approx(math.exp(statistics.fmean(differences)), rel=0.05)
        slower = sum(each > 0 for each in differences)
        assert line["slower than cp"] == f"{slower} of {len(differences)}"


def test_par2_and_answers(kept):
    rows, frame = kept
    for line in scores(frame).to_dict("records"):
        own = [cost(run) for run in rows if run["solver"] == line["solver"]]
        assert line["answered"] == f"{sum(answered for answered, _ in own)} of {len(own)}"
        expected = statistics.fmean(seconds if answered else 2 * seconds for answered, seconds in own)
        unit = 1e-3 if line["PAR-2"].endswith(" ms") else 1
        assert number(line["PAR-2"]) * unit == pytest.approx(expected, rel=0.01)


def test_shares_of_solvable_deals_have_wilson_intervals(kept):
    _, frame = kept
    for line in solvability(frame).to_dict("records"):
        share, low, high = map(float, re.findall(r"[\d.]+", line["per cent solvable"]))
        assert share == pytest.approx(100 * line["solvable"] / (line["solvable"] + line["unsolvable"]), abs=0.06)
        if line["deals"] == line["solvable"] + line["unsolvable"]:
            # Both ends solve (end - share)^2 = z^2 end (1 - end) / n.
            for end in (low / 100, high / 100):
                distance = (end - line["solvable"] / line["deals"]) ** 2
                assert distance == pytest.approx(1.96**2 * end * (1 - end) / line["deals"], abs=2e-3)


def test_the_randomization_test_and_holm_by_brute_force():
    times = {"astar": [1.0, 2.5, 4.0, 3.0, 5.0, 2.2], "didp": [3.0, 1.0, 2.1, 9.0, 1.0, 4.0]}
    rows = [row(seed=seed, seconds=2.0) for seed in range(6)]
    values = []
    for name, own in times.items():
        rows += [row(solver=name, seed=seed, seconds=value) for seed, value in enumerate(own)]
        logs = [math.log(value / 2.0) for value in own]
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
