"""The tables, computed by hand."""

from typing import Any

import pandas as pd
import pytest
from markdown_it import MarkdownIt

from helpers.comparisons import row
from instances.report import Row
from instances.report.cross_check import agreement
from instances.report.frame import frame_of, labels_of
from instances.report.measures import primal_integral
from instances.report.numbers_in_words import duration
from instances.report.rendering import title_of, to_markdown
from instances.report.tables import (
    Section,
    finders,
    group_table,
    median_text,
    ratio_table,
    sections,
    solvability,
    warnings,
)


def test_the_tables_by_hand() -> None:
    rows = [
        row(seconds=2.0, seed=0), row(solver="astar", seconds=1.0, seed=0),
        row(seconds=2.0, seed=1), row("out_of_time", "astar", seconds=60.2, seed=1),
        row("unsolvable", seconds=3.0, seed=2), row("unsolvable", "astar", seconds=0.001, seed=2),
    ]  # fmt: skip
    frame = frame_of(rows)
    by_solver = {line["solver"]: line for line in group_table(frame).to_dict("records")}
    assert list(by_solver["cp"].values())[:9] == ["4 x 2", "cp", "3", "2", "1", "0", "2 s", "3 s", "2.33 s"]
    assert list(by_solver["astar"].values())[:8] == ["4 x 2", "astar", "3", "1", "1", "1", "1 s", "> 60 s"]
    assert by_solver["astar"]["PAR-2"] == "40.3 s"
    assert by_solver["astar"]["anytime"] == duration((1 + 60 + 0.001) / 3)
    [line] = ratio_table(frame).to_dict("records")
    # the ratios cp / astar are 2, 1/30 and 3000: their geometric mean is 200 ** (1/3)
    assert line.pop("cp").startswith("5.85 (0.033–")
    assert line == {"group": "4 x 2", "fastest": "astar", "on": "2 of 3", "astar": "1 ★"}
    [line] = ratio_table(frame, "cp").to_dict("records")
    assert (line["cp"], line["astar"][:6]) == ("1", "0.17 (")
    [cell] = solvability(frame).to_dict("records")
    assert (cell["deals"], cell["solvable"], cell["unsolvable"]) == (3, 2, 1)


@pytest.mark.parametrize(
    ("seconds", "median"),
    [
        ([9.0, 2.0, 5.0], "5 s"),
        ([1.0, 2.0, 4.0, 9.0], "3 s"),
        ([1.0, 2.0, None], "2 s"),
        ([1.0, 2.0, None, None], "> 60 s"),
        ([1.0, None, None], "> 60 s"),
    ],
)
def test_the_median_never_averages_a_time_out(seconds: list[float | None], median: str) -> None:
    rows = [
        row("out_of_time", seconds=60.2, seed=seed) if each is None else row(seconds=each, seed=seed)
        for seed, each in enumerate(seconds)
    ]
    assert median_text(frame_of(rows)) == median


def integral(best: int | None = 6, **more: Any) -> float:
    return primal_integral(row(**more), best)


def test_the_primal_integral_by_hand() -> None:
    assert integral(length=6, seconds=10.0) == 10
    assert integral(length=8, seconds=10.0) == 10 + 50 / 4
    # no plan for 2 s, 12 pours for 8 s, then 6
    assert integral(length=6, seconds=20.0, bounds_over_time=[(1.0, 5, None), (2.0, 5, 12), (10.0, 5, 6)]) == 2 + 8 / 2
    assert integral(outcome="unsolvable", best=0, seconds=3.0) == 3
    assert integral(outcome="out_of_time", seconds=61.0) == 60


def test_plans_on_the_way_count_only_if_one_as_short_was_replayed_at_the_end() -> None:
    assert integral(length=8, seconds=10.0, bounds_over_time=[(0.0, None, 6)]) == integral(length=8, seconds=10.0)
    assert integral(outcome="out_of_time", seconds=61.0, bounds_over_time=[(0.0, None, 6)]) == 60


def test_who_found_bounds_and_plans_is_counted() -> None:
    rows = [
        row(seed=0, lower_bound_by="phases", upper_bound_by="beam"),
        row(seed=1, lower_bound_by="phases", upper_bound_by="phases"),
        row("out_of_time", seed=2, lower_bound_by="bottoms bound"),
        row("unsolvable", seed=3, lower_bound_by="invariant"),
    ]
    expected = "no plan: invariant 1; bound: phases 2, bottoms bound 1; plan: beam 1, phases 1"
    assert finders(frame_of(rows)) == expected


def test_solvers_are_labelled_with_conditions_that_differ() -> None:
    base = row()["parameters"]
    rows = [row(parameters=base | {"workers": workers}) for workers in (2, 4)]
    assert labels_of(frame_of(rows)) == ["cp (2 workers)", "cp (4 workers)"]
    assert warnings(rows) == ["These runs were not made under the same workers."]
    rows += [row(parameters=base | {"time_limit": 5.0})]
    assert labels_of(frame_of(rows)) == ["cp (5 s, 2 workers)", "cp (60 s, 2 workers)", "cp (60 s, 4 workers)"]


def test_solvers_stand_beside_their_family() -> None:
    rows = [row(solver=name) for name in ("mine", "astar-plain", "didp", "cp-phases", "astar", "cp")]
    order = ["cp", "astar", "didp", "cp-phases", "astar-plain"]
    assert labels_of(frame_of(rows, order)) == ["cp", "cp-phases", "astar", "astar-plain", "didp", "mine"]


def test_undecided_deals_count_both_ways() -> None:
    rows = [row(seed=seed) for seed in range(8)] + [row("out_of_time", seed=seed) for seed in range(8, 10)]
    [cell] = solvability(frame_of(rows)).to_dict("records")
    assert (cell["share"], cell["high"]) == (1, 1)
    # the low end is the share that 8 of 10 are just 1.96 standard deviations above
    assert 0.8 - cell["low"] == pytest.approx(1.96 * (cell["low"] * (1 - cell["low"]) / 10) ** 0.5)


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


def test_a_busy_machine_is_reported() -> None:
    quiet, busy = row(load=1.0, jobs=1), row(load=9.0, jobs=1, seed=1)
    assert not warnings([quiet])
    assert warnings([quiet, busy]) == [
        "The machine was busy: 1 of 2 runs began while more processes ran than were asked for."
    ]


HOSTILE = ["# no\nheading", "1. x", "- x", "a|b", "<b>x</b>", "![i](j)", "*x*", "`x`", "&lt;", "\\", "__x__", "$x$"]


def test_what_solvers_print_is_no_markup_in_markdown() -> None:
    table = pd.DataFrame({name.replace("\n", " "): ["1", *HOSTILE[1:]] for name in HOSTILE})
    for text in HOSTILE:
        page = MarkdownIt("commonmark", {"html": True}).enable("table").parse(to_markdown([Section(text, text, table)]))
        kinds = {token.type.removesuffix("_open").removesuffix("_close") for token in page}
        assert kinds == {"heading", "inline", "paragraph", "table", "thead", "tbody", "tr", "th", "td"}
        inline = [token for token in page if token.type == "inline"]
        assert {child.type for token in inline for child in token.children or ()} <= {"text", "text_special"}
        cells = ["".join(child.content for child in token.children or ()) for token in inline]
        assert cells[-len(HOSTILE) :] == [HOSTILE[-1]] * len(HOSTILE)


def test_names_of_solvers_are_text_in_titles_too() -> None:
    assert title_of(frame_of([row(solver="\x9b31m")])) == "\\x9b31m on 1 instance of watersort"


def test_rows_without_processor_time_cost_their_wall_time() -> None:
    killed: Row = row("out_of_time", cpu_seconds=None, killed=True)
    [run] = frame_of([killed]).to_dict("records")
    assert run["cpu_cost"] == run["cost"] == 60
