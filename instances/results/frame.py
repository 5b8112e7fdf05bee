"""Rows as a table for computing: a line for each instance and solver, the median run of its seeds and repeats.

instance, puzzle, group, title   what was solved, and where it is summed up
label, order                     the solver, with its settings where they differ; its place among the solvers
outcome, solvable, length        what came out
answered                         it is what was asked for: proven, or any plan if any plan would do
cost, limit                      seconds of an answer, or the time limit; the time limit
deal, colors, empties, ...       whether it was generated, and the generator's options
"""

from collections.abc import Iterator, Sequence

import pandas as pd

from instances import PUZZLES
from instances.results import Row, solvable
from instances.results.source import digest, group, title


def frame_of(rows: Sequence[Row], solvers: Sequence[str] = ()) -> pd.DataFrame:
    """solvers: in the order in which they shall be shown."""
    several = len({digest([row["parameters"], row["version"]]) for row in rows}) > 1
    mixed = len({row["puzzle"] for row in rows}) > 1
    frame = pd.DataFrame([record(row, several, mixed) for row in rows])
    frame["order"] = frame["solver"].map({name: place for place, name in enumerate(solvers)}).fillna(len(solvers))
    frame = frame.sort_values("cost", kind="stable")
    same = frame.groupby(["instance", "label"], sort=False)["cost"]
    median = frame[same.cumcount() == (same.transform("size") - 1) // 2]
    names = median["group"] + " " + median["title"]
    natural = names.str.replace(r"\d+", lambda number: number[0].zfill(6), regex=True)
    return median.assign(natural=natural).sort_values(["natural", "order", "label"]).reset_index(drop=True)


def record(row: Row, several: bool, mixed: bool) -> Row:
    """several: settings differ, so labels tell them; mixed: puzzles differ, so generated deals tell theirs."""
    source, limits = row["source"], row["parameters"]
    settings = f" ({limits['time_limit']:g} s, {limits['memory_limit']} MiB, {row['version'][:4]})"
    puzzle = f"{row['puzzle']} " if mixed and "deal" in source else ""
    answered = row["outcome"] in ("optimal", "unsolvable") or (row["outcome"] == "solved" and limits["any_plan"])
    return {
        "instance": row["digest"], "puzzle": row["puzzle"], "group": puzzle + group(source),
        "title": puzzle + title(source), "solver": row["solver"], "label": row["solver"] + settings * several,
        "outcome": row["outcome"], "solvable": solvable(row), "length": row.get("length"), "answered": answered,
        "cost": max(row["seconds"], 1e-4) if answered else limits["time_limit"], "limit": limits["time_limit"],
        "deal": "deal" in source, **source.get("deal", {}),
    }  # fmt: skip


def labels_of(frame: pd.DataFrame) -> list[str]:
    return list(frame.sort_values(["order", "label"])["label"].unique())


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
