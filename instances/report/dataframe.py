"""Rows as a table for computing: a line for each instance and solver, the median run of its seeds and repeats.

    instance, puzzle, group, title   what was solved, and where it is summed up
    label, place                     the solver, with its settings where they differ; its place among the solvers
    outcome, solvable, length        what came out
    answered                         it is what was asked for: proven, or any plan if any plan would do
    cost, limit, par2                seconds of wall time; the time limit; cost, but twice the limit without an answer
    cpu, memory, work                processor seconds; MiB; expansions, nodes or conflicts; NaN where not known
    runs                             wall times of all runs of the instance and the solver
    size                             of the instance: '12 x 2'
    deal, colors, empties, ...       whether it was generated, and the generator's options

A run without an answer costs its time limit. What ends past its limit is no answer.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence

import pandas as pd

from instances.puzzles import PUZZLES
from instances.report import Row
from instances.report.rows.origin import group, title
from instances.solving.agreement import solvable

COLORS = 12  # that a plot tells apart
WORK = ("expansions", "nodes", "conflicts")


def number(value: object) -> float:
    """NaN for what is none; the statistics of solvers from elsewhere may hold anything."""
    return float(value) if isinstance(value, int | float) and abs(value) < 1e300 else float("nan")


def frame_of(rows: Sequence[Row], solvers: Sequence[str] = ()) -> pd.DataFrame:
    """solvers: in the order in which they shall be shown."""
    mixed = len({row["puzzle"] for row in rows}) > 1
    frame = pd.DataFrame([record(row, mixed) for row in rows])
    frame["label"] = labels_with_settings(rows)
    frame["place"] = frame["label"].map(places(frame["label"].unique(), solvers))
    frame = frame.sort_values("cost", kind="stable")
    same = frame.groupby(["instance", "label"], sort=False)["cost"]
    runs = same.agg(list).rename("runs")
    median = frame[same.cumcount() == (same.transform("size") - 1) // 2].join(runs, on=["instance", "label"])
    names = median["group"] + " " + median["title"]
    natural = names.str.replace(r"\d+", lambda number: number[0].zfill(6), regex=True)
    return median.assign(natural=natural).sort_values(["natural", "place"]).reset_index(drop=True)


def places(labels: Iterable[str], solvers: Sequence[str]) -> dict[str, int]:
    """A solver has the same place, hence colour, in all reports; second settings of one and others come after them.

    These have a colour that none of the first has, as long as there is one.
    """
    taken = {solver: number for number, solver in enumerate(solvers)}
    found: dict[str, int] = {}
    others = []
    for label in sorted(labels, key=lambda label: (taken.get(label.split()[0], len(solvers)), label)):
        if (own := taken.pop(label.split()[0], None)) is None:
            others.append(label)
        else:
            found[label] = own
    for label in others:
        colors = {place % COLORS for place in found.values()}
        after = itertools.count(max([len(solvers) - 1, *found.values()]) + 1)
        found[label] = next(place for place in after if place % COLORS not in colors or len(colors) == COLORS)
    return found


def labels_with_settings(rows: Sequence[Row]) -> list[str]:
    """Each row's solver, with those of its settings in brackets that are not the same in all rows: 'cp (60 s)'"""
    settings = [
        (f"{limits['time_limit']:g} s", f"{limits['memory_limit']} MiB", f"{limits['workers']} workers",
         "any plan" if limits["any_plan"] else "shortest", f"code {row['version'][:4]}")
        for row in rows for limits in [row["parameters"]]
    ]  # fmt: skip
    differing = [len(set(values)) > 1 for values in zip(*settings, strict=True)]
    texts = [", ".join(itertools.compress(values, differing)) for values in settings]
    return [f"{row['solver']} ({text})" if text else row["solver"] for row, text in zip(rows, texts, strict=True)]


def record(row: Row, mixed: bool) -> Row:
    """mixed: puzzles differ, so that generated deals tell theirs."""
    source, limits = row["source"], row["parameters"]
    puzzle = f"{row['puzzle']} " if mixed and "deal" in source else ""
    proven = row["outcome"] in ("optimal", "unsolvable") or (row["outcome"] == "solved" and limits["any_plan"])
    answered = proven and row["seconds"] <= limits["time_limit"]
    cost = max(row["seconds"], 1e-4) if answered else limits["time_limit"]
    statistics = row.get("statistics") or {}
    return {
        "instance": row["digest"], "puzzle": row["puzzle"], "group": puzzle + group(source),
        "title": puzzle + title(source),
        "outcome": row["outcome"], "solvable": solvable(row), "length": row.get("length"), "answered": answered,
        "cost": cost, "limit": limits["time_limit"], "par2": cost if answered else 2 * limits["time_limit"],
        "cpu": number(row.get("cpu_seconds")), "memory": number(row.get("peak_mib")),
        "work": number(next((statistics[name] for name in WORK if name in statistics), None)),
        "size": row.get("size", group(source)), "solver": row["solver"],
        "deal": "deal" in source, **source.get("deal", {}),
    }  # fmt: skip


def labels_of(frame: pd.DataFrame) -> dict[str, int]:
    """The solvers in their order, with their places: those of the whole, even where the frame is a part of it."""
    solvers = frame[["label", "place"]].drop_duplicates().sort_values("place")
    return dict(zip(solvers["label"], solvers["place"], strict=True))


def costs(frame: pd.DataFrame) -> pd.DataFrame:
    """Instances by solvers: the cost of each where at least one of all has an answer."""
    answered = frame[frame.groupby("instance")["answered"].transform("any")]
    return answered.pivot(index="instance", columns="label", values="cost")


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
