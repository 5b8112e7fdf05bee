"""Rows as a data frame, one line per run.

The fields of rows (see fewest_pours/experiments/row_fields.py) keep their names. Further columns:

    group, title                     the group of instances that it is summarized in; its name
    deal, colors, empties, seed, ... whether it was generated; all options of the generator
    solver_seed, place               the seed of the solver; its place among the solvers
    solvable, answered               what the run found out, None if nothing; whether it proved its answer in time
    cost, limit, par2                seconds of wall time, or the time limit if unanswered; the time limit; cost, or
                                     twice the limit if unanswered
    from_program                     whether the solver is a program from outside
    anytime                          the primal integral, in seconds
    time limit, workers, jobs, ...   the conditions of the run
"""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from fewest_pours.experiments.instance_sources import Source, group_of, title_of
from fewest_pours.experiments.row_fields import Row
from fewest_pours.files.wording import counted, printable
from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.solving.answer import solvability_of

CONDITIONS = ("time limit", "memory limit", "workers", "at once", "cores", "machine", "code")
LEAST_SECONDS = 1e-4  # that an answer costs: times are rounded to it, and 0 has no logarithm
NESTED = ["bounds_over_time", "statistics"]  # written into a cell of a file as JSON
FIELDS = [
    "digest", "puzzle", "solver", "version", "repeat", "outcome", "length", "lower_bound", "lower_bound_by",
    "upper_bound", "upper_bound_by", "unique", "reason", "traceback", "seconds", "cpu_seconds", "peak_mib",
    "calibration", "date", "command", "bounds_over_time", "statistics",
]  # fmt: skip
KINDS = {  # of columns with gaps, so that a file has the same types whatever the runs are
    **dict.fromkeys(["length", "lower_bound", "upper_bound"], "Int64"),
    **dict.fromkeys(["unique", "solvable"], "boolean"),
    **dict.fromkeys(["lower_bound_by", "upper_bound_by", "reason", "traceback", "command"], "string"),
    **dict.fromkeys(["cpu_seconds", "peak_mib", "calibration"], "float64"),
}
COMPUTED = [
    "group", "title", "deal", "solver_seed", *CONDITIONS, "solvable", "answered", "cost", "limit", "par2",
    "from_program", "anytime", "place",
]  # fmt: skip


def frame_of(rows: Sequence[Row], solvers: Sequence[str] = ()) -> pd.DataFrame:
    """The frame of the rows, with unprintable characters escaped.

    solvers: in the order of tables and plots; variants (cp-timeline) follow their family (cp).
    """
    if not rows:
        return pd.DataFrame(columns=[*FIELDS, *COMPUTED])
    rows = [{"statistics": {}} | row for row in rows]
    frame = pd.concat([pd.DataFrame(rows, columns=FIELDS), pd.DataFrame(map(record, rows))], axis=1)
    if differs_only_between_solvers(frame["version"], frame):
        frame["code"] = "one version of each solver's code"
    best = best_lengths(frame)
    frame["anytime"] = [primal_integral(row, best.get(row["digest"])) for row in rows]
    frame = frame.map(lambda value: printable(value) if isinstance(value, str) else value)
    if frame["puzzle"].nunique() > 1:  # deals of several puzzles may have one size
        for name in ("group", "title"):
            with_puzzle = frame["puzzle"] + " " + frame[name]
            frame[name] = with_puzzle.where(frame["deal"], frame[name])
    in_order = in_families(solvers, sorted(frame["solver"]))
    frame["place"] = frame["solver"].map(in_order.index)
    return frame.sort_values(["group", "title", "place"], key=natural, ignore_index=True)


def differs_only_between_solvers(versions: "pd.Series[str]", frame: pd.DataFrame) -> bool:
    """Whether there are several versions of the code, but only one of each solver of a puzzle."""
    versions_of_each = versions.groupby([frame["puzzle"], frame["solver"]]).nunique()
    return bool(versions.nunique() > 1 and versions_of_each.max() == 1)


def best_lengths(frame: pd.DataFrame) -> "pd.Series[float]":
    """By digest: the length of the best plan; 0 if there is no plan, or lengths mean nothing."""
    decided = frame.dropna(subset="solvable").fillna({"length": 0})
    return decided.groupby("digest")["length"].min()


def in_families(first: Sequence[str], others: Sequence[str]) -> list[str]:
    """All names in this order, except that variants follow their family.

    >>> in_families(["cp", "astar"], ["bfs", "cp-timeline"])
    ['cp', 'cp-timeline', 'astar', 'bfs']
    """
    rank = {name: number for number, name in enumerate(dict.fromkeys([*first, *others]))}

    def rank_in_family(name: str) -> tuple[int, int]:
        family = name.partition("-")[0]
        return rank.get(family, rank[name]), rank[name]

    return sorted(rank, key=rank_in_family)


def flat(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame for a file: what is nested in a cell is written as JSON, and each column has one type."""
    texts = {name: [json.dumps(value) for value in frame[name]] for name in NESTED}
    return frame.assign(**texts).astype(KINDS)


def natural(column: "pd.Series[Any]") -> "pd.Series[str]":
    """A key that sorts '5 x 1' before '12 x 1'."""
    return column.astype(str).str.replace(r"\d+", lambda number: number[0].zfill(6), regex=True)


def solvers_of(frame: pd.DataFrame) -> list[str]:
    """The solvers of the runs, in the order of tables and plots."""
    return list(frame.sort_values("place")["solver"].unique())


def record(row: Row) -> Row:
    """The columns that are computed from a single row."""
    source = row["source"]
    limit = row["parameters"]["time_limit"]
    answered = is_answered_in_time(row)
    cost = max(row["seconds"], LEAST_SECONDS) if answered else limit
    outside = row.get("outside") or {}
    return {
        "group": group_of(source),
        "title": title_of(source),
        "deal": "deal" in source,
        "solver_seed": row.get("seed", 0),
        **conditions_in_words(row),
        "solvable": solvability_of(row),
        "answered": answered,
        "cost": cost,
        "limit": limit,
        "par2": cost if answered else 2 * limit,
        "from_program": outside.get("kind") == "command",
        **all_options(source),
    }


def is_answered_in_time(row: Row) -> bool:
    """Whether the run proved an answer within its limits of wall time and of processor time."""
    if row["outcome"] not in ("optimal", "unsolvable") or row["seconds"] > row["parameters"]["time_limit"]:
        return False
    cpu_limit = row["parameters"].get("cpu_limit")
    if cpu_limit is None:
        return True
    cpu_seconds = row.get("cpu_seconds")  # none for a run that was ended by force
    return cpu_seconds is not None and cpu_seconds <= cpu_limit


def conditions_in_words(row: Row) -> dict[str, str]:
    """{'time limit': '60 s', 'memory limit': '4096 MiB', ...}: each of the CONDITIONS of a run."""
    limits = row["parameters"]
    time_limit = f"{limits['time_limit']:g} s"
    cpu_limit = limits.get("cpu_limit")
    if cpu_limit:
        time_limit += f" or {cpu_limit:g} s of processor time"
    return {
        "time limit": time_limit,
        "memory limit": f"{limits['memory_limit']} MiB",
        "workers": counted(limits["workers"], "workers"),
        "at once": f"{row.get('jobs', 1)} at once",
        "cores": "each on its own core" if row.get("pinned") else "cores shared",
        "machine": row["machine"],
        "code": f"code {row['version']}",
    }


def all_options(source: Source) -> dict[str, float]:
    """The options that an instance was generated with, those that were not given included; none for a file."""
    if "deal" not in source:
        return {}
    defaults = {name: default for name, (_, default, _) in PUZZLES[source["puzzle"]].options.items()}
    given: dict[str, float] = source["deal"]
    return defaults | given


def primal_integral(row: Row, best: float | None) -> float:
    """In seconds: the integral, up to the time limit, of the gap between the run's best plan so far and the best known.

    The gap of a plan is 1 - best / length. It is 1 before the first plan, and 0 once the run has proven that there is
    none. Of the lengths that a solver reported, those below that of its final plan are left out: only that was
    replayed.

    best: 0 if there is no plan, or lengths mean nothing; None if nothing is known: then the result is NaN.
    Sources: Berthold, Measuring the impact of primal heuristics, 2013; Kuroiwa and Beck, Solving domain-independent
    dynamic programming problems with anytime heuristic search, 2023.
    """
    if best is None:
        return float("nan")
    limit = row["parameters"]["time_limit"]
    gaps = gaps_over_time(row, best)
    starts = [min(seconds, limit) for seconds, _ in gaps]
    durations = np.diff([*starts, limit])  # each gap lasts until the next one, the last one until the limit
    return float(durations @ [gap for _, gap in gaps])


def gaps_over_time(row: Row, best: float) -> list[tuple[float, float]]:
    """When each gap began, in seconds, and the gap: [(0.0, 1.0), (0.3, 0.05), (1.2, 0.0)]"""
    gaps = [(0.0, 1.0)]
    length = row.get("length")
    if length and solvability_of(row):
        plans = [(seconds, upper) for seconds, _, upper in row.get("bounds_over_time", ()) if upper is not None]
        plans.append((row["seconds"], length))
        gaps += [(seconds, 1 - best / upper) for seconds, upper in plans if upper >= length]
    elif solvability_of(row) is not None:
        gaps.append((row["seconds"], 0.0))
    return gaps
