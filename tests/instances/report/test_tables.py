"""What the tables say, by hand."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.comparisons import row
from instances.report.cross_check import agreement
from instances.report.dataframe import COLORS, frame_of, places
from instances.report.numbers_in_words import duration
from instances.report.plots import PALETTE
from instances.report.rendering import markdown_table, title_of
from instances.report.tables import group_table, ratio_interval, sections, solvability, warnings, wilson, winner_table


def test_the_tables_by_hand() -> None:
    rows = [
        row(seconds=2.0, seed=0), row(solver="astar", seconds=1.0, seed=0),
        row(seconds=2.0, seed=1), row("out_of_time", "astar", seconds=60.2, seed=1),
        row("unsolvable", seconds=3.0, seed=2), row("unsolvable", "astar", seconds=0.001, seed=2),
    ]  # fmt: skip
    frame = frame_of(rows)
    group = group_table(frame)
    by_solver = {line["solver"]: line for line in group.to_dict("records")}
    assert list(by_solver["cp"].values())[:10] == ["4 x 2", "cp", "3", "2", "1", "0", "0", "2 s", "3 s", "2.33 s"]
    assert list(by_solver["astar"].values())[:9] == ["4 x 2", "astar", "3", "1", "1", "1", "0", "1 s", "> 60 s"]
    assert by_solver["astar"]["PAR-2"] == "40.3 s"
    [line] = winner_table(frame).to_dict("records")
    # the ratios cp / astar are 2, 1/30 and 3000: their geometric mean is 200 ** (1/3)
    assert line.pop("cp").startswith("5.8 (0.033–")
    assert line == {"group": "4 x 2", "fastest": "astar", "on": "2 of 3", "astar": "1 ★"}
    [cell] = solvability(frame).to_dict("records")
    assert (cell["deals"], cell["solvable"], cell["unsolvable"]) == (3, 2, 1)


def test_of_repeats_the_median_counts() -> None:
    rows = [row(seconds=seconds, repeat=repeat) for repeat, seconds in enumerate((9.0, 2.0, 5.0))]
    frame = frame_of(rows)
    assert list(frame["cost"]) == [5.0]


def test_runs_with_other_settings_are_no_repeats() -> None:
    base = row()["parameters"]
    rows = [row(parameters=base | {"workers": workers}) for workers in (2, 4)]
    assert list(frame_of(rows)["label"]) == ["cp (2 workers)", "cp (4 workers)"]
    rows += [row(parameters=base | {"time_limit": 5.0})]
    assert list(frame_of(rows)["label"]) == ["cp (5 s, 2 workers)", "cp (60 s, 2 workers)", "cp (60 s, 4 workers)"]


@given(st.integers(1, 2000).flatmap(lambda count: st.tuples(st.integers(0, count), st.just(count))))
def test_wilson_is_the_set_of_shares_that_the_count_does_not_refute(hits_count: tuple[int, int]) -> None:
    hits, count = hits_count
    low, high = wilson(hits, count)
    assert 0 <= low <= hits / count <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            assert abs(hits / count - end) == pytest.approx(1.96 * (end * (1 - end) / count) ** 0.5, abs=1e-9)


def test_undecided_deals_count_both_ways() -> None:
    rows = [row(seed=seed) for seed in range(8)] + [row("out_of_time", seed=seed) for seed in range(8, 10)]
    [cell] = solvability(frame_of(rows)).to_dict("records")
    assert cell["share"] == 1
    assert cell["low"] == wilson(8, 10)[0]
    assert cell["high"] == wilson(10, 10)[1] == 1


def test_names_of_solvers_are_text_in_titles_too() -> None:
    assert title_of(frame_of([row(solver="\x9b31m")])) == "\\x9b31m on 1 instance of watersort"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.00234, "2.34 ms"), (0.5, "500 ms"), (0.9999, "1 s"), (90, "90 s"), (119.7, "2 min"), (7200, "2 h")],
)
def test_durations_read_well(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_a_run_that_ends_past_its_limit_is_no_answer() -> None:
    [late] = frame_of([row(seconds=60.1)]).to_dict("records")
    assert not late["answered"]
    assert (late["cost"], late["par2"]) == (60.0, 120.0)


def test_a_solver_that_disagrees_is_not_ranked() -> None:
    rows = [row(seed=seed) for seed in range(3)] + [row(solver="astar", seed=seed) for seed in range(3)]
    rows += [row("unsolvable", "wrong", seconds=0.001, seed=seed) for seed in range(3)]
    [ranking] = [part for part in sections(rows, frame_of(rows), agreement(rows)) if "faster" in part.heading]
    assert ranking.table is not None
    assert list(ranking.table.columns) == ["group", "fastest", "on", "astar", "cp"]
    assert ranking.text.endswith("Not ranked, as its answers are in doubt: wrong.")


@given(st.lists(st.floats(0.001, 100), min_size=1, max_size=6), st.floats(0.1, 10))
def test_the_interval_of_a_constant_ratio_is_that_ratio(times: list[float], factor: float) -> None:
    found = ratio_interval([[factor * time] for time in times], [[time] for time in times])
    assert found == pytest.approx((factor, factor, factor))


def test_more_instances_make_the_interval_narrower() -> None:
    def width(count: int) -> float:
        _, low, high = ratio_interval([[2.0 ** (i % 3)] for i in range(count)], [[1.0]] * count)
        return high / low

    assert width(90) < width(9) / 1.5


def test_a_busy_machine_is_told() -> None:
    quiet, busy = row(load=1.0, jobs=1), row(load=9.0, jobs=1, seed=1)
    assert not warnings([quiet])
    assert warnings([quiet, busy]) == [
        "The machine was busy: 1 of 2 runs began while more processes ran than were asked for."
    ]


def test_a_solver_has_the_same_place_in_every_report() -> None:
    solvers = ["cp", "astar", "didp"]
    assert places(["astar", "didp"], solvers) == {"astar": 1, "didp": 2}
    assert places(["mine", "astar (5 s)", "astar (60 s)"], solvers) == {"astar (5 s)": 1, "astar (60 s)": 3, "mine": 4}


def test_a_solver_from_elsewhere_has_a_colour_of_its_own() -> None:
    assert len(PALETTE) == COLORS
    ours = [f"s{number}" for number in range(COLORS + 4)]
    assert places(["s0", "s4", "mine"], ours) == {"s0": 0, "s4": 4, "mine": COLORS + 5}
    assert len(places([*ours, "mine"], ours)) == COLORS + 5


def test_a_bar_in_a_name_is_no_border_of_a_table() -> None:
    assert markdown_table(pd.DataFrame({"a|b": ["1|2"], "c": ["3"]})) == [r"| a\|b | c |", "|---|---|", r"| 1\|2 | 3 |"]
