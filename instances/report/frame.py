"""Rows as a data frame: a line for each run.

    instance, puzzle, group, title   what was solved, and where it is summed up
    size, deal, colors, empties, ... of the instance: '12 x 2', whether it was generated, and the generator's options
    solver, place                    the solver, and its place among them
    outcome, solvable, length        the answer
    lower_bound, lower_bound_by, upper_bound, upper_bound_by
                                     the bounds, and what found them
    answered                         whether it answers the question: proven, or any plan if any plan would do
    cost, cpu_cost, limit, par2      seconds of wall and of processor time, at least the time limit without an answer;
                                     the time limit; cost, but twice the limit without an answer
    anytime                          the primal integral, in seconds
    cpu, memory, work                processor seconds; MiB; expansions, nodes or conflicts; NaN where not known
    time limit, workers, jobs, ...   the conditions of the run
    bounds, statistics               what fits into no cell: the bounds over time, and what the solver has counted

What ends past its limit is no answer.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from instances.puzzles import PUZZLES
from instances.report import Row
from instances.report.rows.origin import group, title
from instances.solving.agreement import solvable
from instances.text import counted

WORK = ("expansions", "nodes", "conflicts")
CONDITIONS = ("time limit", "memory limit", "workers", "jobs", "question", "machine", "code")
NESTED = ["bounds", "statistics"]


def frame_of(rows: Sequence[Row], solvers: Sequence[str] = ()) -> pd.DataFrame:
    """solvers: in the order of tables and plots; variants (cp-phases) follow their family (cp)."""
    mixed, best = len({row["puzzle"] for row in rows}) > 1, best_known(rows)
    frame = pd.DataFrame([record(row, mixed, best.get(row["digest"])) for row in rows])
    rank = {solver: number for number, solver in enumerate(solvers)}

    def order(name: str) -> tuple[Any, ...]:
        return *(rank.get(each, len(rank)) for each in (name.partition("-")[0], name)), name

    place = {name: number for number, name in enumerate(sorted(frame["solver"].unique(), key=order))}
    natural = (frame["group"] + " " + frame["title"]).str.replace(r"\d+", lambda n: n[0].zfill(6), regex=True)
    frame = frame.assign(place=frame["solver"].map(place), natural=natural)
    return frame.sort_values(["natural", "place"], kind="stable").drop(columns="natural").reset_index(drop=True)


def solvers_of(frame: pd.DataFrame) -> list[str]:
    """The solvers in their order."""
    return list(frame.sort_values("place")["solver"].unique())


def record(row: Row, mixed: bool, best: int | None) -> Row:
    """mixed: puzzles differ, so that generated deals name theirs."""
    source, limit = row["source"], row["parameters"]["time_limit"]
    puzzle = f"{row['puzzle']} " if mixed and "deal" in source else ""
    proven = row["outcome"] in ("optimal", "unsolvable")
    proven = proven or (row["outcome"] == "solved" and row["parameters"]["any_plan"])
    answered = proven and row["seconds"] <= limit
    cost, cpu = max(row["seconds"], 1e-4) if answered else limit, number(row.get("cpu_seconds"))
    used = max(cpu, 1e-4) if answered else max(cpu, limit)
    statistics = row.get("statistics") or {}
    kept = ("puzzle", "solver", "outcome", "length", "lower_bound", "lower_bound_by", "upper_bound", "upper_bound_by",
            "date", "command")  # fmt: skip
    options = {name: default for name, (_, default, _) in PUZZLES[row["puzzle"]].options.items()}
    return {
        "instance": row["digest"], "group": puzzle + group(source), "title": puzzle + title(source),
        "size": row.get("size", group(source)), "deal": "deal" in source, **{name: row.get(name) for name in kept},
        "solvable": solvable(row), "answered": answered, "cost": cost, "cpu_cost": cost if pd.isna(cpu) else used,
        "limit": limit, "par2": cost if answered else 2 * limit, "anytime": primal_integral(row, best), "cpu": cpu,
        "memory": number(row.get("peak_mib")), "bounds": row.get("bounds_over_time", []), "statistics": statistics,
        "work": number(next((statistics[name] for name in WORK if name in statistics), None)),
        "solver_seed": row.get("seed", 0), "busy": row.get("load", 0) > cores_wanted(row) + 0.5,
        **conditions(row), **(options | source["deal"] if "deal" in source else {}),
    }  # fmt: skip


def cores_wanted(row: Row) -> int:
    return int(row.get("jobs", 1) * row["parameters"]["workers"])


def number(value: object) -> float:
    """NaN for anything else; the statistics of outside solvers may hold anything."""
    return float(value) if isinstance(value, int | float) and abs(value) < 1e300 else float("nan")


def conditions(row: Row) -> dict[str, str]:
    """{'time limit': 'time limit 60 s', 'workers': '1 worker', ...}: times are compared where they are the same."""
    limits = row["parameters"]
    values = (
        f"time limit {limits['time_limit']:g} s", f"memory limit {limits['memory_limit']} MiB",
        counted(limits["workers"], "workers"), f"{counted(row.get('jobs', 1), 'runs')} at once",
        "any plan" if limits["any_plan"] else "shortest plans", row["machine"], f"code {row['version']}",
    )  # fmt: skip
    return dict(zip(CONDITIONS, values, strict=True))


def variety(frame: pd.DataFrame) -> dict[str, list[str]]:
    """Of each condition its values: {'time limit': ['time limit 20 s', 'time limit 60 s'], ...}"""
    return {name: sorted(frame[name].unique()) for name in CONDITIONS}


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
    gaps = [(0.0, 1.0)]
    if length and solvable(row):
        earlier = [(at, upper) for at, _, upper in row.get("bounds_over_time", ()) if upper is not None]
        gaps += [(at, 1 - best / upper) for at, upper in [*earlier, (row["seconds"], length)] if upper >= length]
    elif solvable(row) is not None:
        gaps.append((row["seconds"], 0.0))
    starts = np.minimum([*(at for at, _ in gaps), limit], limit)
    return float(np.diff(starts) @ [gap for _, gap in gaps])
