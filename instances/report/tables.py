"""What the tables say: who solves what, who is faster where and by how much, and which deals can be solved."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from instances.puzzles import PUZZLES
from instances.report import Row
from instances.report.cross_check import Agreement
from instances.report.dataframe import axes_of, costs, deals_of, labels_of
from instances.report.numbers_in_words import amount, duration, percent, ratio
from instances.solving.outcome import Outcome
from instances.text import counted, printable


@dataclass(frozen=True)
class Section:
    """A part of a report: a heading, a paragraph below it, and a table of texts (or none)."""

    heading: str
    text: str
    table: pd.DataFrame | None = None


def sections(rows: Sequence[Row], frame: pd.DataFrame, found: Agreement) -> list[Section]:
    """The whole report but for its pictures; agreement comes first."""
    parts = [Section(f"{found}", "\n".join([facts(rows), *commands(rows), *warnings(rows), *found.sentences]))]
    text = (
        "Median and worst wall time of a run; PAR-2 is the mean of the wall times, where a run without an answer "
        "counts twice its limit. Medians of processor time and of work (expansions, nodes or conflicts), most memory."
    )
    parts.append(Section("By group", text, group_table(frame)))
    sizes = frame.groupby("group")["size"].nunique()
    if (sizes > 1).any():
        by_size = frame[frame["group"].isin(sizes[sizes > 1].index)]
        parts.append(Section("By size", "The same, by the size of the instances.", group_table(by_size, "size")))
    ranked = frame[~frame["solver"].isin(found.unbelieved)]
    if ranked["label"].nunique() > 1 and ranked["answered"].any():
        text = (
            "Wall times as multiples of the fastest solver's: geometric mean, and in brackets its interval of 95 % "
            "(bootstrap over instances and runs), over the instances that at least one solver has answered. A run "
            "without an answer counts as its time limit, which understates the better solver."
        )
        if found.unbelieved:
            text += f" Not ranked, as its answers are in doubt: {', '.join(sorted(found.unbelieved))}."
        parts.append(Section("Who is faster where", text, winner_table(ranked)))
    for deals in deals_of(frame):
        heading = f"Which deals{of_puzzle(frame, deals)} can be solved"
        text = "Share of the decided deals, with a confidence interval of 95 % that counts undecided deals both ways."
        shares = ["share", "low", "high"]
        table = solvability(deals)
        parts.append(Section(heading, text, table.assign(**table[shares].map(percent)).astype(str)))
    if frame["instance"].nunique() <= 100:
        parts.append(Section("By instance", "Wall time of each solver.", instance_table(frame)))
    return [shown(part) for part in parts]


def shown(part: Section) -> Section:
    """The section with escapes for what people wrote and no page should hold."""
    text = "\n".join(map(printable, part.text.split("\n")))
    if part.table is None:
        return Section(printable(part.heading), text)
    table = part.table.map(printable)
    return Section(printable(part.heading), text, table.set_axis(list(map(printable, table.columns)), axis=1))


def of_puzzle(frame: pd.DataFrame, deals: pd.DataFrame) -> str:
    """' of squares' where there are other puzzles too."""
    return f" of {deals['puzzle'].iloc[0]}" if frame["puzzle"].nunique() > 1 else ""


def facts(rows: Sequence[Row]) -> str:
    """'48 runs; 60 s and 4096 MiB a run; 21 November 2026; on AMD EPYC, 2 cores, 8 GiB, Python 3.12.3, ortools 9.15'"""
    limits = {f"{row['parameters']['time_limit']:g} s and {row['parameters']['memory_limit']} MiB a run"
              for row in rows}  # fmt: skip
    places = {", ".join(filter(None, [
        row["machine"].get("processor"), f"{row['machine']['cores']} cores",
        f"{row['machine']['memory_mib'] / 1024:.0f} GiB", f"Python {row['machine']['python']}",
        *row["version"].split(", ")[1:], f"code {row['version'].split(', ')[0][:8]}",
    ])) for row in rows}  # fmt: skip
    days = sorted({row["date"][:10] for row in rows if row.get("date")})
    when = [" to ".join(dict.fromkeys([days[0], days[-1]]))] if days else []
    return f"{'; '.join([counted(len(rows), 'runs'), *sorted(limits), *when])}; on {'; '.join(sorted(places))}."


def commands(rows: Sequence[Row]) -> list[str]:
    """What was typed to make the runs."""
    return list(dict.fromkeys(row["command"] for row in rows if row.get("command")))


def warnings(rows: Sequence[Row]) -> list[str]:
    """Where times may not be what they are on a machine that is idle otherwise."""
    busy = sum(row.get("load", 0) > row.get("jobs", 1) * row["parameters"]["workers"] + 0.5 for row in rows)
    share = f"{busy} of {counted(len(rows), 'runs')}"
    return [f"The machine was busy: {share} began while more processes ran than were asked for."] if busy else []


def group_table(frame: pd.DataFrame, by: str = "group") -> pd.DataFrame:
    """What came out, by group and solver; median and worst of the costs."""
    lines = []
    for (name, label), own in frame.groupby([by, "label"], sort=False):
        count = Counter(own["outcome"])
        solved = int((own["answered"] & (own["outcome"] != "unsolvable")).sum())
        refuted = int((own["answered"] & (own["outcome"] == "unsolvable")).sum())
        ordered = own.sort_values("cost")
        lines.append({
            by: name, "solver": label, "runs": len(own), "solved": solved, "unsolvable": refuted,
            "timed out": count["out_of_time"],
            "other": len(own) - solved - refuted - count["out_of_time"],
            "median": time_text(ordered.iloc[(len(own) - 1) // 2]), "worst": time_text(ordered.iloc[-1]),
            "PAR-2": duration(own["par2"].mean()), "processor": known(own["cpu"].median(), duration),
            "work": known(own["work"].median(), amount), "MiB": known(own["memory"].max(), amount),
        })  # fmt: skip
    return pd.DataFrame(lines).astype(str)


def known(value: float, text: Callable[[float], str]) -> str:
    return "" if np.isnan(value) else text(value)


def time_text(line: pd.Series) -> str:
    """'3.2 s', or why there is no time to tell."""
    if line["answered"]:
        return duration(line["cost"])
    if line["outcome"] == "out_of_time":
        return f"> {duration(line['limit'])}"
    return "not proven" if line["outcome"] == "solved" else Outcome[line["outcome"].upper()].words


def winner_table(frame: pd.DataFrame) -> pd.DataFrame:
    """By group: the solver with the lowest geometric mean, on how many instances it wins, and all as its multiples."""
    times, lines = costs(frame), []
    for name, members in frame.groupby("group", sort=False):
        own = [label for label in times if label in set(members["label"])]  # the instance may be in other groups, too
        here = times.reindex(members["instance"].unique(), columns=own).dropna(how="all").dropna(how="all", axis=1)
        if here.empty:
            lines.append({"group": name, "fastest": "nobody", "on": f"0 of {members['instance'].nunique()}"})
            continue
        fastest = str(np.log(here).mean().idxmin())
        wins = int((here.idxmin(axis=1) == fastest).sum())
        line = {"group": name, "fastest": fastest, "on": f"{wins} of {len(here)}"}
        runs = members.pivot(index="instance", columns="label", values="runs")
        for label in here:
            both = runs.loc[here[[label, fastest]].dropna().index, [label, fastest]].dropna()
            if label != fastest and len(both):
                mean, low, high = ratio_interval(list(both[label]), list(both[fastest]))
                line[str(label)] = f"{ratio(mean)} ({ratio(low)}–{ratio(high)})"
        lines.append(line | {fastest: BEST})
    return pd.DataFrame(lines, columns=["group", "fastest", "on", *labels_of(frame)]).fillna("")


BEST = "1 ★"  # the winner, marked


def ratio_interval(
    above: Sequence[Sequence[float]], below: Sequence[Sequence[float]], draws: int = 1000
) -> tuple[float, float, float]:
    """Geometric mean of the ratios of the runs' times, and its 95 % interval: bootstrap over instances and their runs.

    above, below: for each instance the seconds of its runs.
    Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993.
    """
    chance = np.random.default_rng(0)
    logs = [padded(side) for side in (above, below)]
    places = chance.integers(len(above), size=(draws if len(above) * draws < 5_000_000 else 100, len(above)))
    drawn = [side[places, chance.integers(side.shape[1], size=places.shape)] for side in logs]
    means = (drawn[0] - drawn[1]).mean(axis=1)
    low, high = np.exp(np.quantile(means, [0.025, 0.975]))
    return float(np.exp((logs[0].mean(axis=1) - logs[1].mean(axis=1)).mean())), float(low), float(high)


def padded(runs: Sequence[Sequence[float]]) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
    """Logarithms of the times, a line an instance; those with fewer runs repeat them."""
    most = max(map(len, runs))
    return np.log([[times[i % len(times)] for i in range(most)] for times in runs])


def instance_table(frame: pd.DataFrame) -> pd.DataFrame:
    """One line an instance: the answer, and what it cost each solver."""
    lines = []
    for _, same in frame.groupby("instance", sort=False):
        proven = same[same["answered"]]
        answer = "open" if proven.empty else proven.iloc[0]["outcome"]
        if answer == "optimal":
            length = proven.iloc[0]["length"]
            steps = PUZZLES[proven.iloc[0]["puzzle"]].steps
            answer = "solved" if pd.isna(length) or steps is None else counted(int(length), steps)
        times = {line["label"]: time_text(line) for _, line in same.iterrows()}
        lines.append({"instance": same.iloc[0]["title"], "answer": answer} | times)
    return pd.DataFrame(lines, columns=["instance", "answer", *labels_of(frame)]).fillna("")


def solvability(deals: pd.DataFrame) -> pd.DataFrame:
    """By the options of one puzzle's deals: deals, solvable, unsolvable, share of the decided, and an interval of 95 %.

    A deal that nobody has decided counts as unsolvable for the low end and as solvable for the high end.
    """
    axes = axes_of(deals)
    decided = deals.groupby([*axes, "instance"])["solvable"].first()
    lines = []
    for cell, answers in decided.groupby(level=axes):
        yes, no, every = int(answers.eq(True).sum()), int(answers.eq(False).sum()), len(answers)
        options = np.atleast_1d(np.array(cell, int)).tolist()
        lines.append(dict(zip(axes, options, strict=True)) | {
            "deals": every, "solvable": yes, "unsolvable": no, "share": yes / (yes + no) if yes + no else float("nan"),
            "low": wilson(yes, every)[0], "high": wilson(every - no, every)[1],
        })  # fmt: skip
    return pd.DataFrame(lines)


def wilson(hits: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson 1927): wilson(0, 10) == (0.0, 0.278)"""
    share, slack = hits / count, z * z / count
    center, half = share + slack / 2, z * ((share * (1 - share) + slack / 4) / count) ** 0.5
    low, high = (center - half) / (1 + slack), (center + half) / (1 + slack)
    return low if hits else 0.0, high if hits < count else 1.0
