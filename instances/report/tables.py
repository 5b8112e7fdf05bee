"""The tables of a report: who solves what, who is faster where and by how much, and which deals can be solved."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from instances.puzzles import PUZZLES
from instances.report import Row
from instances.report.cross_check import Agreement
from instances.report.frame import axes_of, deals_of, labels_of
from instances.report.measures import ratio_interval, wilson
from instances.report.numbers_in_words import amount, duration, percent, ratio
from instances.report.rows.conditions import variety
from instances.solving.outcome import Outcome
from instances.text import counted, printable


@dataclass(frozen=True)
class Section:
    """A part of a report: a heading, a paragraph below it, and a table of texts (or none)."""

    heading: str
    text: str
    table: pd.DataFrame | None = None


BY_GROUP = (
    "Median and worst wall time of a run; PAR-2 is the mean of the wall times, where a run without an answer counts "
    "twice its limit. Anytime is the mean primal integral: the gap to the best known plan, 1 before the first plan, "
    "integrated up to the limit. Medians of processor time and of work (expansions, nodes or conflicts), most memory. "
    "A median that falls on a run without an answer is shown as > limit."
)
FASTER = (
    "Wall times as multiples of the fastest solver's: geometric mean, and in brackets its interval of 95 % (bootstrap "
    "over instances), over the instances that at least one solver has answered. A run without an answer "
    "counts as its time limit, which understates the better solver."
)
CAN_BE_SOLVED = "Share of the decided deals, with a confidence interval of 95 % that counts undecided deals both ways."


def sections(rows: Sequence[Row], frame: pd.DataFrame, found: Agreement) -> list[Section]:
    """The whole report but for its pictures; agreement comes first."""
    parts = [Section(f"{found}", "\n".join([facts(rows), *commands(rows), *warnings(rows), *found.sentences]))]
    parts.append(Section("By group", BY_GROUP, group_table(frame)))
    ranked = frame[~frame["solver"].isin(found.unbelieved)]
    if ranked["label"].nunique() > 1 and ranked["answered"].any():
        doubted = ", ".join(sorted(found.unbelieved))
        text = FASTER + (f" Not ranked, as its answers are in doubt: {doubted}." if doubted else "")
        parts.append(Section("Who is faster where", text, ratio_table(ranked)))
    if frame["lower_bound_by"].notna().any() or frame["upper_bound_by"].notna().any():
        text = "What proved the bounds and found the plans of each solver, with the number of its runs."
        parts.append(Section("Who found it", text, finders_table(frame)))
    for deals in deals_of(frame):
        shares = ["share", "low", "high"]
        table = solvability(deals)
        table = table.assign(**table[shares].map(percent)).astype(str)
        parts.append(Section(f"Which deals{of_puzzle(frame, deals)} can be solved", CAN_BE_SOLVED, table))
    if frame["instance"].nunique() <= 100:
        parts.append(Section("By instance", "Median wall time of each solver.", instance_table(frame)))
    return [shown(part) for part in parts]


def shown(part: Section) -> Section:
    """The section with escapes for unprintable characters, which people may have written."""
    text = "\n".join(map(printable, part.text.split("\n")))
    if part.table is None:
        return Section(printable(part.heading), text)
    table = part.table.map(printable)
    return Section(printable(part.heading), text, table.set_axis(list(map(printable, table.columns)), axis=1))


def of_puzzle(frame: pd.DataFrame, deals: pd.DataFrame) -> str:
    """' of squares' where there are other puzzles too."""
    return f" of {deals['puzzle'].iloc[0]}" if frame["puzzle"].nunique() > 1 else ""


def facts(rows: Sequence[Row]) -> str:
    """'48 runs, 21 November 2026; time limit 60 s; ...; machine AMD EPYC, 2 cores, 8 GiB; code 172d86ee.'"""
    days = sorted({row["date"][:10] for row in rows if row.get("date")})
    when = f", {' to '.join(dict.fromkeys([days[0], days[-1]]))}" if days else ""
    values = {name: " or ".join(found) for name, found in variety(rows).items()}
    values |= {name: f"{name} {values[name]}" for name in ("time limit", "memory limit")}
    return "; ".join([f"{counted(len(rows), 'runs')}{when}", *values.values()]) + "."


def commands(rows: Sequence[Row]) -> list[str]:
    """What was typed to make the runs."""
    return list(dict.fromkeys(row["command"] for row in rows if row.get("command")))


def warnings(rows: Sequence[Row]) -> list[str]:
    """Why the times may not be comparable."""
    busy = sum(row.get("load", 0) > row.get("jobs", 1) * row["parameters"]["workers"] + 0.5 for row in rows)
    share = f"{busy} of {counted(len(rows), 'runs')}"
    lines = [f"The machine was busy: {share} began while more processes ran than were asked for."] if busy else []
    differing = [name for name, values in variety(rows).items() if len(values) > 1]
    return lines + ([f"These runs were not made under the same {', '.join(differing)}."] if differing else [])


def group_table(frame: pd.DataFrame) -> pd.DataFrame:
    """The answers, by group and solver; median and worst of the costs."""
    lines = []
    for (name, label), own in frame.groupby(["group", "label"], sort=False):
        refuted = int((own["answered"] & (own["outcome"] == "unsolvable")).sum())
        solved = int(own["answered"].sum()) - refuted
        lines.append({
            "group": name, "solver": label, "runs": len(own), "solved": solved, "unsolvable": refuted,
            "open": len(own) - solved - refuted,
            "median": median_text(own), "worst": time_text(own.sort_values("cost").iloc[-1]),
            "PAR-2": duration(own["par2"].mean()), "anytime": known(own["anytime"].mean(), duration),
            "processor": known(own["cpu"].median(), duration), "work": known(own["work"].median(), amount),
            "MiB": known(own["memory"].max(), amount),
        })  # fmt: skip
    return pd.DataFrame(lines).astype(str)


def known(value: float, text: Callable[[float], str]) -> str:
    return "" if np.isnan(value) else text(value)


def time_text(run: pd.Series) -> str:
    """'3.2 s', or why there is no time."""
    if run["answered"]:
        return duration(run["cost"])
    if run["outcome"] == "out_of_time":
        return f"> {duration(run['limit'])}"
    return "not proven" if run["outcome"] == "solved" else Outcome[run["outcome"].upper()].words


def median_text(runs: pd.DataFrame, cost: str = "cost") -> str:
    """'3.2 s', of an even number the mean of the two in the middle; '> 10 s' where one of these is no answer."""
    ordered = runs.assign(open=~runs["answered"]).sort_values(["open", cost])
    middle = ordered.iloc[(len(runs) - 1) // 2 : len(runs) // 2 + 1]
    return duration(middle[cost].mean()) if middle["answered"].all() else time_text(middle.iloc[-1])


def ratio_table(frame: pd.DataFrame, base: str | None = None, cost: str = "cost") -> pd.DataFrame:
    """By group: the solver with the lowest geometric mean, on how many instances it wins, and all as multiples.

    base: the solver whose multiples they are, instead of the fastest.
    """
    lines = []
    for name, members in frame.groupby("group", sort=False):
        total = members["instance"].nunique()
        answered = members[members.groupby("instance")["answered"].transform("any")]
        if answered.empty:
            lines.append({"group": name, "fastest": "nobody", "on": f"0 of {total}"})
            continue
        logs = np.log(answered.set_index(["instance", "label"])[cost]).groupby(level=[0, 1]).mean().unstack()
        fastest = str(logs.mean().idxmin())
        wins = int((logs.idxmin(axis=1) == fastest).sum())
        line = {"group": name, "fastest": fastest, "on": f"{wins} of {len(logs)}"}
        reference = base if base in logs else fastest
        for label in logs:
            text = "1" if label == reference else ratio_text((logs[label] - logs[reference]).dropna())
            line[str(label)] = text + (" ★" if label == fastest else "")
        lines.append(line)
    return pd.DataFrame(lines, columns=["group", "fastest", "on", *labels_of(frame)]).fillna("")


def ratio_text(logs: Sequence[float]) -> str:
    """'2.1 (1.8–2.4)'; empty if there is nothing to compare"""
    if not len(logs):
        return ""
    mean, low, high = map(ratio, ratio_interval(logs))
    return f"{mean} ({low}–{high})"


def finders_table(frame: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {"group": name, "solver": label, "bounds and plans from": finders(own)}
        for (name, label), own in frame.groupby(["group", "label"], sort=False)
    )


def finders(runs: pd.DataFrame) -> str:
    """'no plan: invariant 2; bound: phases 5, bottoms bound 3; plan: beam 6, phases 2', with the number of runs."""
    refuted = runs["outcome"] == "unsolvable"
    kinds = {"no plan": runs[refuted]["lower_bound_by"], "bound": runs[~refuted]["lower_bound_by"],
             "plan": runs["upper_bound_by"]}  # fmt: skip
    counts = {kind: Counter(by.dropna()).most_common() for kind, by in kinds.items()}
    return "; ".join(
        f"{kind}: {', '.join(f'{who} {count}' for who, count in found)}" for kind, found in counts.items() if found
    )


def instance_table(frame: pd.DataFrame) -> pd.DataFrame:
    """One line an instance: the answer, and the time of each solver."""
    lines = []
    for _, same in frame.groupby("instance", sort=False):
        proven = same[same["answered"]]
        answer = "open" if proven.empty else proven.iloc[0]["outcome"]
        if answer == "optimal":
            length = proven.iloc[0]["length"]
            steps = PUZZLES[proven.iloc[0]["puzzle"]].steps
            answer = "solved" if pd.isna(length) or steps is None else counted(int(length), steps)
        times = {label: median_text(own) for label, own in same.groupby("label")}
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
