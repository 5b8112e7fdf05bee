"""What the tables say: who solves what, who is faster where and by how much, and which deals can be solved."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from instances.report import Row
from instances.report.agreement import Agreement
from instances.report.dataframe import axes_of, costs, deals_of, labels_of
from instances.report.number_format import duration, percent, plural, ratio


@dataclass(frozen=True)
class Section:
    """A part of a report: a heading, a paragraph below it, and a table of texts (or none)."""

    heading: str
    text: str
    table: pd.DataFrame | None = None


def sections(rows: Sequence[Row], frame: pd.DataFrame, found: Agreement) -> list[Section]:
    """The whole report but for its pictures; agreement comes first."""
    parts = [Section(f"{found}", "\n".join([facts(rows), *found.sentences]))]
    parts.append(Section("By group", "Median and worst wall time of a run.", group_table(frame)))
    if frame["label"].nunique() > 1 and frame["answered"].any():
        text = (
            "Wall times as multiples of the fastest solver's: geometric mean, and quartiles in brackets, over the "
            "instances that at least one solver has answered. A run without an answer counts as its time limit, which "
            "understates the better solver."
        )
        parts.append(Section("Who is faster where", text, winner_table(frame)))
    for deals in deals_of(frame):
        heading = f"Which deals{of_puzzle(frame, deals)} can be solved"
        text = "Share of the decided deals, with a confidence interval of 95 % that counts undecided deals both ways."
        shares = ["share", "low", "high"]
        table = solvability(deals)
        parts.append(Section(heading, text, table.assign(**table[shares].map(percent)).astype(str)))
    if frame["instance"].nunique() <= 100:
        parts.append(Section("By instance", "Wall time of each solver.", instance_table(frame)))
    return parts


def of_puzzle(frame: pd.DataFrame, deals: pd.DataFrame) -> str:
    """' of squares' where there are other puzzles too."""
    return f" of {deals['puzzle'].iloc[0]}" if frame["puzzle"].nunique() > 1 else ""


def facts(rows: Sequence[Row]) -> str:
    """'48 runs; 60 s and 4096 MiB a run; on 2 cores, 8 GiB, Python 3.12.3, ortools 9.15.6755.'"""
    limits = {f"{row['parameters']['time_limit']:g} s and {row['parameters']['memory_limit']} MiB a run"
              for row in rows}  # fmt: skip
    places = {f"{row['machine']['cores']} cores, {row['machine']['memory_mib'] / 1024:.0f} GiB, "
              f"Python {row['machine']['python']}, {row['version'].split(', ')[1]}" for row in rows}  # fmt: skip
    return f"{plural(len(rows), 'run')}; {'; '.join(sorted(limits))}; on {'; '.join(sorted(places))}."


def group_table(frame: pd.DataFrame) -> pd.DataFrame:
    """What came out, by group and solver; median and worst of the costs."""
    lines = []
    for (name, label), own in frame.groupby(["group", "label"], sort=False):
        count = Counter(own["outcome"])
        solved = int((own["answered"] & (own["outcome"] != "unsolvable")).sum())
        ordered = own.sort_values("cost")
        lines.append({
            "group": name, "solver": label, "runs": len(own), "solved": solved, "unsolvable": count["unsolvable"],
            "timed out": count["out_of_time"],
            "other": len(own) - solved - count["unsolvable"] - count["out_of_time"],
            "median": time_text(ordered.iloc[(len(own) - 1) // 2]), "worst": time_text(ordered.iloc[-1]),
        })  # fmt: skip
    return pd.DataFrame(lines).astype(str)


def time_text(line: pd.Series) -> str:
    """'3.2 s', or why there is no time to tell."""
    if line["answered"]:
        return duration(line["cost"])
    if line["outcome"] == "out_of_time":
        return f"> {duration(line['limit'])}"
    return "not proven" if line["outcome"] == "solved" else line["outcome"].replace("_", " ")


def winner_table(frame: pd.DataFrame) -> pd.DataFrame:
    """By group: the solver with the lowest geometric mean, on how many instances it wins, and all as its multiples."""
    times, lines = costs(frame), []
    for name, members in frame.groupby("group", sort=False):
        here = times.reindex(members["instance"].unique()).dropna(how="all").dropna(how="all", axis=1)
        if here.empty:
            lines.append({"group": name, "fastest": "nobody", "on": f"0 of {members['instance'].nunique()}"})
            continue
        fastest = str(np.log(here).mean().idxmin())
        wins = int((here.idxmin(axis=1) == fastest).sum())
        line = {"group": name, "fastest": fastest, "on": f"{wins} of {len(here)}"}
        for label, logs in here.div(here[fastest], axis=0).map(np.log).items():
            if logs.notna().any():
                low, high = np.exp(logs.quantile([0.25, 0.75]))
                line[str(label)] = f"{ratio(np.exp(logs.mean()))} ({ratio(low)}–{ratio(high)})"
        lines.append(line | {fastest: "1"})
    return pd.DataFrame(lines, columns=["group", "fastest", "on", *labels_of(frame)]).fillna("")


def instance_table(frame: pd.DataFrame) -> pd.DataFrame:
    """One line an instance: the answer, and what it cost each solver."""
    lines = []
    for _, same in frame.groupby("instance", sort=False):
        proven = same[same["answered"]]
        answer = "open" if proven.empty else proven.iloc[0]["outcome"]
        if answer == "optimal":
            length = proven.iloc[0]["length"]
            answer = "solved" if pd.isna(length) else f"{length:.0f} steps"
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
