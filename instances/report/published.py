"""The tables and pictures of README and docs: the runs behind each, and how it is made of their rows.

`compare.py reproduce NAME` makes the runs, keeps their rows in docs/results/NAME.jsonl.gz, and puts the table where its
page says `<!-- reproduce NAME -->`. Names of solvers are words here; compare.py knows what they stand for.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd

from instances.report import Row
from instances.report.number_format import amount, duration
from instances.report.tables import time_text, winner_table

Table = Callable[[Sequence[Row], pd.DataFrame], pd.DataFrame]  # the rows, and the frame that was made of them


@dataclass(frozen=True)
class Published:
    """
    title       what the table shows
    commands    arguments of compare.py: the runs
    quick       the same in a few seconds, on fewer and smaller instances
    tables      each becomes a table of texts
    pictures    name in docs/pictures -> name in the report
    """

    title: str
    commands: tuple[str, ...]
    quick: tuple[str, ...]
    tables: tuple[Table, ...]
    pictures: tuple[tuple[str, str], ...] = ()


def answers(rows: Sequence[Row], frame: pd.DataFrame) -> pd.DataFrame:
    """By group, those that can be solved and those that cannot apart: answered, median and worst wall time."""
    lines = []
    can = frame.dropna(subset="solvable").groupby("instance")["solvable"].first()
    kinds = frame["instance"].map(can).map({True: "can be solved", False: "cannot"}).fillna("open")
    labels = list(dict.fromkeys(frame.sort_values("place")["label"]))
    for (name, kind), members in frame.groupby(["group", kinds], sort=False):
        several = kinds[frame["group"] == name].nunique() > 1
        count = members["instance"].nunique()
        line = {"instances": f"{name}, {count}{f' that {kind}' if several else ''}".replace("that open", "open")}
        best = members.groupby("label")["par2"].mean().min()
        for label, own in members.groupby("label", sort=False):
            ordered = own.sort_values("cost")
            middle, worst = time_text(ordered.iloc[(len(own) - 1) // 2]), time_text(ordered.iloc[-1])
            mark = " ★" if own["par2"].mean() == best else ""
            line[str(label)] = f"{int(own['answered'].sum())}, {middle}, {worst}{mark}"
        lines.append(line)
    return pd.DataFrame(lines, columns=["instances", *labels]).fillna("")


def effort(rows: Sequence[Row], frame: pd.DataFrame) -> pd.DataFrame:
    """By size, and in all: seconds and work (expansions, nodes, conflicts) of the runs, and how many have no answer."""
    labels = list(dict.fromkeys(frame.sort_values("place")["label"]))
    counts = frame.groupby("size")["instance"].nunique()
    parts = [(f"{size}, {counts[size]}", own) for size, own in frame.groupby("size", sort=False)]
    lines = []
    for name, members in [*parts, (f"all {frame['instance'].nunique()}", frame)]:
        line = {"instances": name}
        for label, own in members.groupby("label"):
            open_runs = int((~own["answered"]).sum())
            text = f"{duration(own['cost'].sum())} ({amount(own['work'].sum())})"
            line[str(label)] = text + (f", {open_runs} open" if open_runs else "")
        lines.append(line)
    return pd.DataFrame(lines, columns=["instances", *labels]).fillna("")


def ratios(rows: Sequence[Row], frame: pd.DataFrame) -> pd.DataFrame:
    """Geometric means of wall times as multiples of the fastest solver's, with intervals."""
    return winner_table(frame).rename(columns={"group": "instances"})


def nodes(rows: Sequence[Row], frame: pd.DataFrame) -> pd.DataFrame:
    """By instance: work until the first solution where it is known, work in all, and wall time."""
    lines = []
    named = {(row["digest"], row["solver"]): row for row in rows}
    labels = list(dict.fromkeys(frame.sort_values("place")["solver"]))
    for digest, same in frame.groupby("instance", sort=False):
        line = {"instance": same.iloc[0]["title"]}
        for _, run in same.iterrows():
            first = named[str(digest), run["solver"]]["statistics"].get("nodes_to_first")
            shown = [] if first is None else [amount(first)]
            shown += [amount(run["work"])] if run["answered"] else []
            line[run["solver"]] = ", ".join([*shown, time_text(run)])
        lines.append(line)
    return pd.DataFrame(lines, columns=["instance", *labels]).fillna("")


PUBLISHED = {
    "grid": Published(
        "When does constraint programming beat search? Deals of 5 to 16 colours",
        (
            "--deals 5..16x1..3 --count 2 --solvers cp astar",
            "--deals 5..16x1..3 --count 2 --solvers didp didp-cabs",
        ),
        ("--deals 5x1..2 --count 2 --solvers cp astar didp --time-limit 10",),
        (lambda rows, frame: ratios(rows, by_empties(frame)), lambda rows, frame: answers(rows, by_empties(frame))),
        (("growth", "growth"), ("cactus", "cactus")),
    ),
    "frontier": Published(
        "At the frontier",
        (
            "--deals 40x5 20x3 30x4 --count 4 --solvers cp astar --time-limit 20",
            "--deals 24x2 --count 6 --solvers cp astar --time-limit 20",
            "--deals 28x2 --count 3 --first-seed 500 --solvers cp astar --time-limit 20",
            "--deals 60x7 10x2x6 10x2x8 --count 2 --solvers cp astar --time-limit 20",
            "--deals 40x5 20x3 30x4 --count 4 --solvers didp didp-cabs --time-limit 20",
            "--deals 24x2 --count 6 --solvers didp didp-cabs --time-limit 20",
            "--deals 28x2 --count 3 --first-seed 500 --solvers didp didp-cabs --time-limit 20",
            "--deals 60x7 10x2x6 10x2x8 --count 2 --solvers didp didp-cabs --time-limit 20",
        ),
        ("--deals 6x1 8x2 --count 2 --solvers cp astar didp didp-cabs --time-limit 10",),
        (answers,),
    ),
    "searches": Published(
        "The searches, by size",
        ("instances/watersort --solvers astar astar-plain astar-runs --time-limit 10",),
        ("instances/watersort/level-133.yaml --solvers astar astar-plain --time-limit 5",),
        (effort,),
    ),
    "didp": Published(
        "The opponent from the shelf, and each of its dominance rules left out",
        ("instances/watersort --time-limit 10 --solvers didp didp-cabs didp-no-finish didp-no-join didp-no-one-home",),
        ("instances/watersort/level-133.yaml --solvers didp didp-cabs didp-no-join --time-limit 10",),
        (effort,),
    ),
    "map": Published(
        "Which deals can be solved?",
        ("--deals 4..12x1..2 --count 1000 --solvers astar",),
        ("--deals 4..5x1..2 --count 5 --solvers astar",),
        (),
        (("solvability", "solvability"),),
    ),
    "others": Published(
        "The other puzzles",
        ("instances/futoshiki instances/squares instances/pipes --solvers cp astar backtracking --time-limit 10",),
        ("instances/futoshiki/seed-4x4-easy.yaml instances/pipes/blog-5x5.yaml --time-limit 5",),
        (answers,),
    ),
    "pipes": Published(
        "Pipes: the only solution found and proven unique",
        ("instances/pipes --solvers backtracking-raster backtracking cp --time-limit 10",),
        ("instances/pipes/blog-5x5.yaml --solvers backtracking-raster backtracking --time-limit 5",),
        (nodes,),
    ),
}


def by_empties(frame: pd.DataFrame) -> pd.DataFrame:
    """Deals summed up by their empty beakers alone: '1 empty', '2 empty'."""
    return frame.assign(group=frame["empties"].map("{:.0f} empty".format)).sort_values(["empties", "natural", "place"])


def markdown(published: Published, rows: Sequence[Row], frame: pd.DataFrame, facts: str) -> str:
    """What stands in the pages: the tables, and below them where they come from."""
    lines = []
    for make in published.tables:
        table = make(rows, frame)
        lines += [f"| {' | '.join(table.columns)} |", f"|{'---|' * len(table.columns)}"]
        lines += [f"| {' | '.join(line)} |" for line in table.itertuples(index=False)] + [""]
    lines += [f"![{name}](pictures/{name}.png)\n" for name, _ in published.pictures]
    return "\n".join([*lines, facts])
