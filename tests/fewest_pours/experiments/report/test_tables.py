"""The tables, computed by hand and by brute force, the answers that are compared, and the texts that show both."""

import math
import re
import statistics
from itertools import product

import pandas as pd
import pytest

from fewest_pours.experiments.report.disagreements import agreement
from fewest_pours.experiments.report.model_costs import model_costs
from fewest_pours.experiments.report.paired_comparison import paired_comparison
from fewest_pours.experiments.report.plan_quality import plan_quality
from fewest_pours.experiments.report.report_command import report
from fewest_pours.experiments.report.run_measures import CONDITIONS, frame_of, primal_integral
from fewest_pours.experiments.report.sections import differing, sections
from fewest_pours.experiments.report.spread import spread
from fewest_pours.experiments.report.tables import answers, median_text, ratios, scores, solvability
from fewest_pours.experiments.reproduce_command import PUBLISHED, details, markdown, where_each_ends
from fewest_pours.experiments.results_file import read_rows, write_kept
from fewest_pours.experiments.stopped import Stopped
from fewest_pours.sides import all_solvers
from helpers.comparisons import row
from helpers.paths import ROOT, text_of

NOTHING = "Nothing to cross-check"
KNOWN = {"puzzle": "watersort", "file": "a.yaml", "document": {"known": {"pours": 7}}}


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([row(length=7), row(solver="astar", length=8)], "astar proves 8 pours or more, cp needs 7"),
        ([row(), row("unsolvable", "astar")], "cp has a solution, astar proves that none exists"),
        ([row(), row("out_of_time", "astar", lower_bound=9)], "astar proves 9 pours or more, cp needs 7"),
        ([row(contradiction="known says 6 pours, but 7 to 7 is proven")], "cp: known says 6 pours"),
        ([row("solver_failed", reason="a plan that breaks a rule", broken=True)], "cp: a plan that breaks"),
        ([row(unique=True), row(solver="didp", unique=False)], "cp proves one solution, didp has two"),
    ],
)
def test_every_disagreement_is_reported(rows, sentence):
    found = agreement(rows)
    assert str(found).endswith("1 disagreement")
    [(source, sentences)] = found.wrong.values()
    assert sentences[0].startswith(sentence)
    assert source == rows[0]["source"]


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ([row()], NOTHING),
        ([row(repeat=0), row(repeat=1), row("out_of_time", "cp")], NOTHING),  # a solver checks nothing by itself
        ([row(source=KNOWN)], "1 answer cross-checked, 0 disagreements"),
        ([row(), row(solver="astar"), row("unsolvable", seed=1)], "2 answers cross-checked, 0 disagreements"),
        ([row(), row("solver_failed", "mine", reason="my input breaks a rule")], f"{NOTHING}, 1 failed run"),
    ],
)
def test_what_agrees_is_counted(rows, text):
    assert str(agreement(rows)) == text


def test_runs_that_failed_alike_are_one_line():
    found = agreement([row("solver_failed", "mine", reason="no file"), row("solver_failed", "mine", reason="no file")])
    assert found.sentences == ["FAILED: mine on 4 x 2 seed 0 and 1 other run: no file"]


def test_the_tables_are_those_computed_by_hand():
    rows = [
        row(seconds=2.0, seed=0), row(solver="astar", seconds=1.0, seed=0),
        row(seconds=2.0, seed=1), row("out_of_time", "astar", seconds=60.2, seed=1),
        row("unsolvable", seconds=3.0, seed=2), row("unsolvable", "astar", seconds=0.001, seed=2),
    ]  # fmt: skip
    frame = frame_of([each | {"cpu_seconds": each["seconds"]} for each in rows], ["cp", "astar"])
    solvable, unsolvable = answers(frame).to_dict("records")
    assert list(solvable.values()) == ["4 x 2, 2 solvable", "2, 2 s ★", "1, > 60 s"]
    assert list(unsolvable.values()) == ["4 x 2, 1 unsolvable", "1, 3 s", "1, 1 ms ★"]
    cp, astar = scores(frame).to_dict("records")
    assert list(cp.values())[:3] == ["cp", "3 of 3", "2.33 s"]
    assert list(astar.values())[:4] == ["astar", "2 of 3", "40.3 s", "20.3 s"]  # PAR-2: (1 + 120 + 0.001) / 3
    [line] = ratios(frame).to_dict("records")
    # the ratios astar / cp are 1/2, 30 and 1/3000: their geometric mean is (1/200) ** (1/3)
    assert line["astar"].startswith("0.17 (0.00033–")
    assert line["cp"] == "1"
    [cell] = solvability(frame).to_dict("records")
    assert list(cell.values())[:4] == ["4 x 2", 3, 2, 1]


@pytest.mark.parametrize(
    ("seconds", "median"),
    [
        ([2.0, None, 1.0], "2 s"),  # none with its processor time
        ([1.0, 2.0, 4.0, 9.0], "3 s"),
        ([1.0, 2.0, None, None], "> 60 s"),
        ([1.0, 60.1], "> 60 s"),  # ends past its limit
    ],
)
def test_the_median_never_averages_a_time_out(seconds, median):
    rows = [
        row("out_of_time", seconds=each or 60.2, seed=seed) if each in (None, 60.1) else row(seconds=each, seed=seed)
        for seed, each in enumerate(seconds)
    ]
    assert median_text(frame_of(rows)) == median


@pytest.mark.parametrize(
    ("integral", "best", "run"),
    [
        (10 + 50 / 4, 6, row(length=8, seconds=10.0)),
        # no plan for 2 s, 12 pours for 8 s, then 6
        (6, 6, row(length=6, seconds=20.0, bounds_over_time=[(1.0, 5, None), (2.0, 5, 12), (10.0, 5, 6)])),
        # plans on the way count only if one as short was replayed at the end
        (10 + 50 / 4, 6, row(length=8, seconds=10.0, bounds_over_time=[(0.0, None, 6)])),
        (60, 6, row(length=6, seconds=61.0)),  # past the limit
    ],
)
def test_the_primal_integral_is_that_computed_by_hand(integral, best, run):
    assert primal_integral(run, best) == pytest.approx(integral)


def test_what_constraint_programming_costs_by_hand():
    """Two empty beakers are split by excess; the share of building is that of runs with models."""
    two = {"puzzle": "watersort", "deal": {"colors": 8, "empties": 2, "seed": 0}}
    effort = {"base": 6, "solves": 2, "conflicts": 1200, "build_seconds": 0.1, "solve_seconds": 0.3}
    found = {"lower_bound_by": "counting", "upper_bound_by": "schedule"}
    rows = [row(seconds=1.0, source=two, statistics=effort, **found), row(solver="didp", seconds=4.0, source=two)]
    frame = frame_of(rows)
    (line,) = model_costs(frame).to_dict("records")
    assert line == {
        "instances": "8 x 2, 1 solvable, excess 0 or 1", "solver": "cp", "answered": "1", "median": "1 s",
        "time / didp": "0.25", "conflicts": "1,200", "building": "25 %",
        "bounds and plans from": "bound: counting 1; plan: schedule 1",
    }  # fmt: skip
    rows[0]["statistics"]["base"] = 3
    nine = {"puzzle": "watersort", "deal": {"colors": 9, "empties": 2, "seed": 0}}
    rows.append(row(seed=1, source=nine, statistics=effort | {"base": 7}))
    labels = [*model_costs(frame_of(rows))["instances"]]
    assert labels == ["8 to 9 x 2, 1 solvable, excess 0 or 1", "8 to 9 x 2, 1 solvable, excess 3 or more"]


FROM_CP_SAT = {"schedule", "exact piles", "timeline", "invariant", "counting", "bottoms bound"}


def test_bounds_and_plans_of_constraint_programming_are_those_of_cp_sat():
    """In the kept rows of all its solvers; that no plan exists may also be shown by an empty decision diagram."""
    for each in read_rows(ROOT / "docs" / "results" / "frontier.jsonl.gz"):
        if each["solver"].startswith("cp") and each["outcome"] in ("optimal", "solved", "unsolvable"):
            no_plan = {"decision diagram"} if each["outcome"] == "unsolvable" else set()
            assert {each["lower_bound_by"], each.get("upper_bound_by")} - {None} <= FROM_CP_SAT | no_plan


def test_undecided_deals_count_both_ways():
    rows = [row(seed=seed) for seed in range(8)] + [row("out_of_time", seed=seed) for seed in range(8, 10)]
    [cell] = solvability(frame_of(rows)).to_dict("records")
    assert cell["per cent solvable"] == "100.0 (49.0–100.0)"
    assert {*where_each_ends(frame_of(rows))["cp"]} == {"7 pours in 1 s", "no bound"}


def test_answers_that_disagree_are_in_no_table():
    rows = [row(seed=seed) for seed in range(3)] + [row("unsolvable", "wrong", seconds=0.001)]
    first, *others = sections(frame_of(rows), agreement(rows))
    assert "Instances with disagreements are in no table." in first.text.splitlines()
    assert others
    assert not any("wrong" in str(part.table) for part in others)


BASE = row()
CHANGES = {
    "code": {"version": "2, ortools 9"},
    "workers": {"parameters": BASE["parameters"] | {"workers": 3}},
    "machine": {"machine": "another"},
}


@pytest.mark.parametrize("name", CHANGES)
def test_runs_of_different_conditions_are_noted_and_never_published(name):
    assert name in CONDITIONS
    frame = frame_of([BASE, row(seed=3, **CHANGES[name])])
    assert differing(frame) == [name]
    with pytest.raises(Stopped, match=f": runs of different {name},"):
        markdown(PUBLISHED["map"], frame, "")


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_page_of_results_shows_the_kept_rows(name):
    frame = frame_of(list(read_rows(ROOT / "docs" / "results" / f"{name}.jsonl.gz")), all_solvers().names())
    text = markdown(PUBLISHED[name], frame, "")
    assert f"<!-- reproduce {name} -->\n\n{text.strip()}" in text_of("docs/results.md")
    for file, table in details(PUBLISHED[name], frame).items():
        assert table == text_of(f"docs/results/{file}")


@pytest.mark.parametrize("name", ["ablation", "certificates", "guarantees", "map", "textbook", "tuning"])
def test_what_the_page_concludes_from_a_linked_table_is_in_it(name):
    section, _ = text_of("docs/results.md").split(f"<!-- reproduce {name} -->")
    concluded = re.findall(r"\d+\.\d+", section.rpartition("\n## ")[2])
    assert concluded
    assert [figure for figure in concluded if figure not in text_of(f"docs/results/{name}.csv")] == []


def test_runs_are_exported_as_csv_and_parquet(tmp_path):
    write_kept(tmp_path / "kept.gz", [row(lower_bound_by="phases"), row("out_of_time", "astar")])
    files = [str(tmp_path / name) for name in ("kept.gz", "runs.csv", "runs.parquet")]
    assert report([files[0], "--csv", files[1], "--parquet", files[2]], all_solvers()) == 0
    columns = ["solver", "outcome", "length", "cost", "lower_bound_by", "workers", "capacity"]
    for frame in (pd.read_csv(files[1]), pd.read_parquet(files[2])):
        assert len(frame) == 2
        assert [name for name in frame if f"`{name}`" not in text_of("docs/measuring.md")] == []
        assert frame[columns].to_numpy().tolist()[0] == ["cp", "optimal", 7, 1.0, "phases", "2 workers", 4]


@pytest.mark.parametrize(
    ("sizes", "titles"),
    [
        ([(3, 4), (5, 5)], []),  # no two numbers of colours have the same capacity
        ([(3, 4), (5, 5), (5, 4), (4, 5)], ["empties 1\ncapacity 4", "empties 1\ncapacity 5"]),
    ],
)
def test_times_grow_with_colours_in_a_panel_for_each_capacity(sizes, titles):
    pytest.importorskip("matplotlib")
    from fewest_pours.experiments.report.plots import pictures

    deals = [{"colors": colors, "empties": 1, "capacity": capacity, "seed": 0} for colors, capacity in sizes]
    rows = [row(source={"puzzle": "watersort", "deal": deal}, seed=seed) for seed, deal in enumerate(deals)]
    drawn = pictures(frame_of(rows))
    assert [axes.get_title() for axes in drawn["growth"].axes] == titles if titles else "growth" not in drawn


def test_a_run_that_ended_without_bounds_has_no_curve():
    pytest.importorskip("matplotlib")
    from fewest_pours.experiments.report import plots

    run = {"puzzle": "watersort", "title": "4 x 1", "limit": 5.0, "cost": 1.0}
    frame = pd.DataFrame([run | {"solver": "cp"}, run | {"solver": "astar", "bounds_over_time": [[0.1, 3, 4]]}])
    assert len(plots.over_time(frame).axes[0].lines) == 2  # the lower and the upper bound of the other


SOLVERS = ["cp", "astar", "didp"]


def number(text):
    return float(re.match(r"[\d.,]+", text)[0].replace(",", ""))


def test_the_randomization_test_and_holm_by_brute_force():
    times = {"astar": [1.0, 2.5, 4.0, 3.0, 5.0, 2.2, 1.9], "didp": [3.0, 1.0, 2.1, 9.0, 1.0, 4.0, 2.3]}
    rows = [row(seed=seed, seconds=2.0) for seed in range(7)]
    ratios_by_hand, values = {}, []
    for name, own in times.items():
        rows += [row(solver=name, seed=seed, seconds=value) for seed, value in enumerate(own)]
        logs = [math.log(value / 2.0) for value in own]
        ratios_by_hand[name] = math.exp(statistics.fmean(logs)), sum(each > 0 for each in logs)
        sums = [
            abs(sum(sign * log for sign, log in zip(signs, logs, strict=True))) for signs in product((1, -1), repeat=7)
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
        assert line["slower than cp"] == f"{slower} of 7"


def test_spread_within_and_between_instances_is_that_computed_by_hand():
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
