"""Rows as a data frame: a line for each run.

    instance, puzzle, group, title   what was solved, and where it is summed up
    size, colors, empties, seed, ... of the instance: '12 x 2', and the generator's options
    solver, label, place             the solver; with its conditions where they differ; its place among the solvers
    outcome, solvable, length        the answer
    lower_bound, lower_bound_by, upper_bound, upper_bound_by
                                     the bounds, and what found them
    answered                         whether it answers the question: proven, or any plan if any plan would do
    cost, cpu_cost, limit, par2      seconds of wall and of processor time, at least the time limit without an answer;
                                     the time limit; cost, but twice the limit without an answer
    anytime                          the primal integral, in seconds
    bounds                           [seconds, lower bound, length of the best plan], whenever one improved
    cpu, memory, work                processor seconds; MiB; expansions, nodes or conflicts; NaN where not known
    workers, jobs, machine, ...      the conditions of the run

What ends past its limit is no answer.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from instances.puzzles import PUZZLES
from instances.report import Row
from instances.report.measures import best_known, primal_integral
from instances.report.rows.conditions import conditions, variety
from instances.report.rows.origin import group, title
from instances.solving.agreement import solvable

WORK = ("expansions", "nodes", "conflicts")


def frame_of(rows: Sequence[Row], solvers: Sequence[str] = ()) -> pd.DataFrame:
    """solvers: in the order of tables and plots."""
    mixed, best = len({row["puzzle"] for row in rows}) > 1, best_known(rows)
    differing = [name for name, values in variety(rows).items() if len(values) > 1]
    frame = pd.DataFrame([record(row, mixed, differing, best.get(row["digest"])) for row in rows])
    rank = {solver: number for number, solver in enumerate(solvers)}

    def order(pair: tuple[str, str]) -> tuple[Any, ...]:
        """By families: cp, cp-phases, astar, astar-plain."""
        return *(rank.get(name, len(rank)) for name in (pair[0].partition("-")[0], pair[0])), pair

    pairs = sorted({*zip(frame["solver"], frame["label"], strict=True)}, key=order)
    place = {label: number for number, (_, label) in enumerate(pairs)}
    natural = (frame["group"] + " " + frame["title"]).str.replace(r"\d+", lambda n: n[0].zfill(6), regex=True)
    frame = frame.assign(place=frame["label"].map(place), natural=natural)
    return frame.sort_values(["natural", "place"], kind="stable").drop(columns="natural").reset_index(drop=True)


def record(row: Row, mixed: bool, differing: Sequence[str], best: int | None) -> Row:
    """mixed: puzzles differ, so that generated deals name theirs."""
    source, limit = row["source"], row["parameters"]["time_limit"]
    puzzle = f"{row['puzzle']} " if mixed and "deal" in source else ""
    proven = row["outcome"] in ("optimal", "unsolvable")
    proven = proven or (row["outcome"] == "solved" and row["parameters"]["any_plan"])
    answered = proven and row["seconds"] <= limit
    cost, cpu = max(row["seconds"], 1e-4) if answered else limit, number(row.get("cpu_seconds"))
    used = max(cpu, 1e-4) if answered else max(cpu, limit)
    statistics = row.get("statistics") or {}
    under = conditions(row)
    kept = ("puzzle", "solver", "outcome", "length", "lower_bound", "lower_bound_by", "upper_bound", "upper_bound_by")
    settings = ", ".join(under[name] for name in differing)
    return {
        "instance": row["digest"], "group": puzzle + group(source), "title": puzzle + title(source),
        "size": row.get("size", group(source)), "label": f"{row['solver']} ({settings})" if settings else row["solver"],
        **{name: row.get(name) for name in kept}, "solvable": solvable(row), "answered": answered,
        "cost": cost, "cpu_cost": cost if pd.isna(cpu) else used, "limit": limit,
        "par2": cost if answered else 2 * limit, "anytime": primal_integral(row, best), "cpu": cpu,
        "memory": number(row.get("peak_mib")), "bounds": row.get("bounds_over_time", []),
        "work": number(next((statistics[name] for name in WORK if name in statistics), None)),
        "solver_seed": row.get("seed", 0), **under, "deal": "deal" in source, **source.get("deal", {}),
    }  # fmt: skip


def number(value: object) -> float:
    """NaN for anything else; the statistics of outside solvers may hold anything."""
    return float(value) if isinstance(value, int | float) and abs(value) < 1e300 else float("nan")


def labels_of(frame: pd.DataFrame) -> list[str]:
    """The solvers in their order."""
    return list(frame.sort_values("place")["label"].unique())


def deals_of(frame: pd.DataFrame) -> Iterator[pd.DataFrame]:
    """The generated deals, a frame for each puzzle; an option that was not given has its default."""
    for puzzle, deals in frame[frame["deal"]].groupby("puzzle", sort=False):
        options = PUZZLES[str(puzzle)].options
        yield deals.fillna({name: options[name][1] for name in axes_of(deals)})


def axes_of(deals: pd.DataFrame) -> list[str]:
    """The options that were given to the deals of one puzzle, in its order: ['colors', 'empties']."""
    return [name for name in PUZZLES[deals["puzzle"].iloc[0]].options if name in deals and deals[name].notna().any()]


def named(deals: pd.DataFrame, option: str) -> str:
    """named(deals, 'empties') == 'empty beakers'"""
    return str(PUZZLES[deals["puzzle"].iloc[0]].options[option][2]).removeprefix("number of ")
