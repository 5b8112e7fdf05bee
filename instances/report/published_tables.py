"""The tables of README and docs, made of rows: each function takes the rows and their frame, and makes texts."""

import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pandas as pd

from instances.report import Row
from instances.report.dataframe import labels_of
from instances.report.numbers_in_words import amount, duration
from instances.report.tables import ratio_interval, time_text, winner_table
from instances.solving.outcome import Outcome
from instances.text import counted

Table = Callable[[Sequence[Row], pd.DataFrame], pd.DataFrame]  # the rows, and the frame that was made of them


def answers(rows: Sequence[Row], frame: pd.DataFrame) -> pd.DataFrame:
    """By group, those that can be solved and those that cannot apart: answered, median and worst wall time."""
    lines = []
    can = frame.dropna(subset="solvable").groupby("instance")["solvable"].first()
    kinds = frame["instance"].map(can).map({True: "can be solved", False: "cannot"}).fillna("open")
    labels = list(labels_of(frame))
    for (name, kind), members in frame.groupby(["group", kinds], sort=False):
        several = kinds[frame["group"] == name].nunique() > 1
        count = members["instance"].nunique()
        line = {"instances": f"{name}, {count}{f' that {kind}' if several else ''}".replace("that open", "open")}
        best = members.groupby("label")["par2"].mean().idxmin() if members["answered"].any() else None
        for label, own in members.groupby("label", sort=False):
            ordered = own.sort_values("cost")
            middle, worst = time_text(ordered.iloc[(len(own) - 1) // 2]), time_text(ordered.iloc[-1])
            mark = " ★" if label == best else ""
            line[str(label)] = f"{int(own['answered'].sum())}, {middle}, {worst}{mark}"
        lines.append(line)
    return pd.DataFrame(lines, columns=["instances", *labels]).fillna("")


def effort(rows: Sequence[Row], frame: pd.DataFrame) -> pd.DataFrame:
    """By size, and in all: seconds and work (expansions, nodes, conflicts) of the runs, and how many have no answer."""
    labels = list(labels_of(frame))
    sizes = sorted(frame.groupby("size"), key=lambda part: [int(number) for number in re.findall(r"\d+", str(part[0]))])
    parts = [(f"{size}, {own['instance'].nunique()}", own) for size, own in sizes]
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


def by_empties(frame: pd.DataFrame) -> pd.DataFrame:
    """Deals summed up by their empty beakers alone: '1 empty', '2 empty'."""
    return frame.assign(group=frame["empties"].map("{:.0f} empty".format)).sort_values(["empties", "natural", "place"])


def worth(rows: Sequence[Row], frame: pd.DataFrame) -> pd.DataFrame:
    """By variant of a solver ('phases-presolve' of 'phases'): work and processor time as multiples of the whole's.

    Geometric means over instances and seeds, with intervals. A run that ends at its limit counts with what it has used.
    """
    lines = []
    for whole in dict.fromkeys(row["solver"].partition("-")[0] for row in rows):
        runs = runs_by_instance(rows, whole)
        seeds = len({row["seed"] for row in rows if row["solver"] == whole})
        costs = sum(np.array(runs[each]).sum(axis=0) for each in runs)
        lines.append({
            "left out, or changed": f"**{whole}**: {counted(len(runs), 'deals')}, {counted(seeds, 'seeds')}",
            "conflicts": amount(costs[0]), "processor time": duration(costs[1]), "out of time": late(rows, whole),
        })  # fmt: skip
        for variant in sorted({row["solver"] for row in rows if row["solver"].startswith(f"{whole}-")}):
            others = runs_by_instance(rows, variant)
            changed = [f"{mean:.2f} ({low:.2f}–{high:.2f})" for mean, low, high in multiples(others, runs)]
            lines.append({
                "left out, or changed": variant.removeprefix(f"{whole}-").replace("-", " "),
                "conflicts": changed[0], "processor time": changed[1], "out of time": late(rows, variant),
            })  # fmt: skip
    return pd.DataFrame(lines).fillna("")


Costs = dict[str, list[tuple[float, float]]]  # of each instance the conflicts and processor seconds of the runs


def multiples(others: Costs, runs: Costs) -> Iterator[tuple[float, float, float]]:
    """Of conflicts and of seconds: the mean ratio and its interval. Conflicts and hundredths of seconds start at 1."""
    for which, least in enumerate((1.0, 0.01)):
        above, below = ([[run[which] + least for run in side[each]] for each in runs] for side in (others, runs))
        yield ratio_interval(above, below)


def runs_by_instance(rows: Sequence[Row], solver: str) -> Costs:
    """What the solver's runs cost; a run that was killed has used all its time."""
    runs: Costs = {}
    for row in rows:
        if row["solver"] == solver:
            used = row["seconds"] if row["cpu_seconds"] is None else row["cpu_seconds"]
            runs.setdefault(row["digest"], []).append((row["statistics"].get("conflicts", 0), used))
    return runs


def late(rows: Sequence[Row], solver: str) -> str:
    runs = [row["outcome"] for row in rows if row["solver"] == solver]
    return f"{runs.count('out_of_time')} of {len(runs)}"


def certificates(rows: Sequence[Row], frame: pd.DataFrame) -> pd.DataFrame:
    """By instance and solver: size of the certificate, and what it costs to make it and to check it."""
    lines = []
    title = dict(zip(frame["instance"], frame["title"], strict=True))
    for row in sorted(rows, key=lambda row: (row["solver"], list(title).index(row["digest"]))):
        cost = row["statistics"].get("certificate")
        line = {"instance": title[row["digest"]], "by": row["solver"].removeprefix("certificate-")}
        if cost is None:
            lines.append(line | {"certificate": "none", "made": Outcome[row["outcome"].upper()].words})
            continue
        lines.append(line | {
            "certificate": f"{cost['bytes'] / 1e3:,.1f} kB, {cost['packed'] / 1e3:,.1f} kB as .gz",
            "made": f"{duration(cost['made'])}, {cost['made_mib']:.0f} MiB",
            "checked": f"{duration(cost['checked'])}, {cost['checked_mib']:.0f} MiB",
            "verdict": cost["verdict"],
        })  # fmt: skip
    return pd.DataFrame(lines, columns=["instance", "by", "certificate", "made", "checked", "verdict"]).fillna("")
