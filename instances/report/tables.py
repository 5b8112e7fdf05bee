"""The tables of a report: who answers what, how the times compare, and which deals can be solved."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from instances.report.cross_check import Agreement
from instances.report.frame import CONDITIONS, solvers_of
from instances.solving.outcome import Outcome
from instances.text import counted, printable

FOUND_BY = "`cp`'s bounds and plans from"


@dataclass(frozen=True)
class Section:
    """A part of a report: a heading, a paragraph below it, and a table of texts (or none)."""

    heading: str
    text: str
    table: pd.DataFrame | None = None


@dataclass(frozen=True)
class Table:
    """A table of every report, left out where it is empty. make: the frame of all runs -> the table."""

    heading: str
    caption: str
    make: Callable[[pd.DataFrame], pd.DataFrame]


def sections(frame: pd.DataFrame, found: Agreement) -> list[Section]:
    """The whole report but for its pictures; agreement comes first, and solvers that are in doubt are in no table."""
    doubted = sorted(map(printable, found.unbelieved))
    believed = frame[~frame["solver"].isin(doubted)]
    notes = [f"These runs were not made under the same {name}." for name in differing(frame)]
    notes += [f"In no table, as its answers are in doubt: {name}." for name in doubted]
    text = [facts(frame), *frame["command"].dropna().unique(), *notes, *map(printable, found.sentences)]
    tables = {each: each.make(believed) for each in TABLES.values()} if len(believed) else {}
    return [Section(str(found), "\n".join(text))] + [
        Section(each.heading, each.caption, table.astype(str)) for each, table in tables.items() if len(table)
    ]


def facts(frame: pd.DataFrame) -> str:
    """'48 runs, 2026-11-21; time limit 60 s; ...; AMD EPYC, 2 cores, 8 GiB, Python 3.11.7; code 172d86ee, ...'"""
    days = sorted({date[:10] for date in frame["date"].dropna() if date})
    when = f", {' to '.join(dict.fromkeys([days[0], days[-1]]))}" if days else ""
    return (
        "; ".join(
            [
                f"{counted(len(frame), 'runs')}{when}",
                *(" or ".join(sorted(frame[name].unique())) for name in CONDITIONS),
            ]
        )
        + "."
    )


def differing(frame: pd.DataFrame) -> list[str]:
    """The conditions under which not all runs were made, so that their times may not be comparable."""
    return [name for name in CONDITIONS if frame[name].nunique() > 1]


def duration(seconds: float) -> str:
    """duration(0.00234) == '2.34 ms'; duration(90) == '90 s'; duration(nan) == ''"""
    if np.isnan(seconds):
        return ""
    for unit, size, up_to in (("ms", 1e-3, 0.9995), ("s", 1, 119.5), ("min", 60, 7195)):
        if seconds < up_to:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 3600:.3g} h"


def amount(value: float) -> str:
    """amount(1234567.1) == '1,234,567'; amount(nan) == ''"""
    return "" if np.isnan(value) else f"{value:,.0f}"


def time_text(run: pd.Series, cost: str = "cost") -> str:
    """'3.2 s', or why there is no time."""
    if run["answered"]:
        return duration(run[cost])
    if run["outcome"] == "out_of_time":
        return f"> {duration(run['limit'])}"
    return "not proven" if run["outcome"] == "solved" else Outcome[run["outcome"].upper()].words


def median_text(runs: pd.DataFrame, cost: str = "cost") -> str:
    """'3.2 s', of an even number the mean of the two in the middle; '> 10 s' where one of these is no answer."""
    ordered = runs.assign(open=~runs["answered"]).sort_values(["open", cost])
    middle = ordered.iloc[(len(runs) - 1) // 2 : len(runs) // 2 + 1]
    return duration(middle[cost].mean()) if middle["answered"].all() else time_text(middle.iloc[-1])


def answers(frame: pd.DataFrame) -> pd.DataFrame:
    """By group, solvable and unsolvable instances apart: what each solver answers; what `cp` used."""
    lines = []
    can = frame.dropna(subset="solvable").groupby("digest")["solvable"].first()
    kinds = frame["digest"].map(can).map({True: "solvable", False: "unsolvable"}).fillna("open")
    for (name, kind), members in frame.groupby(["group", kinds], sort=False):
        line = {"instances": f"{name}, {members['digest'].nunique()} {kind}"}
        best = members.groupby("solver")["par2"].mean().idxmin() if members["answered"].any() else None
        for solver, own in members.groupby("solver"):
            times = dict.fromkeys([median_text(own), median_text(own, "cpu_seconds")])
            line[str(solver)] = f"{int(own['answered'].sum())}, {' / '.join(times)}{' ★' if solver == best else ''}"
        lines.append(line | {FOUND_BY: finders(members[members["solver"] == "cp"])})
    table = pd.DataFrame(lines, columns=["instances", *solvers_of(frame), FOUND_BY]).fillna("")
    return table if table[FOUND_BY].any() else table.drop(columns=FOUND_BY)


def finders(runs: pd.DataFrame) -> str:
    """'no plan: invariant 2; bound: phases 5, bottoms bound 3; plan: beam 6, phases 2', with the number of runs."""
    refuted = runs["outcome"] == "unsolvable"
    kinds = {"no plan": runs[refuted]["lower_bound_by"], "bound": runs[~refuted]["lower_bound_by"],
             "plan": runs["upper_bound_by"]}  # fmt: skip
    counts = {kind: Counter(by.dropna()).most_common() for kind, by in kinds.items()}
    return "; ".join(
        f"{kind}: {', '.join(f'{who} {count}' for who, count in found)}" for kind, found in counts.items() if found
    )


def scores(frame: pd.DataFrame) -> pd.DataFrame:
    """By solver, over all instances."""
    return pd.DataFrame(
        {"solver": solver, "answered": f"{int(own['answered'].sum())} of {len(own)}", "median": median_text(own),
         "worst": time_text(own.sort_values("cost").iloc[-1]), "PAR-2": duration(own["par2"].mean()),
         "primal integral": duration(own["anytime"].mean()), "processor": duration(own["cpu_seconds"].median()),
         "work": amount(own["work"].median()), "MiB": amount(own["peak_mib"].max()),
         "bounds and plans from": finders(own)}
        for solver, own in frame.sort_values("place").groupby("solver", sort=False)
    )  # fmt: skip


def ratios(frame: pd.DataFrame) -> pd.DataFrame:
    """By group: geometric means as multiples of the first solver's; which is fastest, and on how many instances."""
    lines, solvers = [], solvers_of(frame)
    for name, members in frame.groupby("group", sort=False) if len(solvers) > 1 else ():
        answered = members[members.groupby("digest")["answered"].transform("any")]
        line = {"group": str(name)}
        if len(answered):
            logs = log_means(answered, "cost")
            fastest = str(logs.mean().idxmin())
            reference = solvers[0] if solvers[0] in logs else fastest
            line |= {str(solver): multiple(logs, str(solver), reference) for solver in logs}
            line[fastest] += f" ★ {int((logs.idxmin(axis=1) == fastest).sum())} of {len(logs)}"
        lines.append(line)
    return pd.DataFrame(lines, columns=["group", *solvers]).fillna("")


def log_means(frame: pd.DataFrame, cost: str) -> pd.DataFrame:
    """The logarithms of what instances (lines) cost solvers (columns), means over seeds and repeats."""
    return frame.assign(log=np.log(frame[cost])).pivot_table("log", "digest", "solver")


def multiple(logs: pd.DataFrame, solver: str, reference: str) -> str:
    """'2.36 (1.95–2.81)': the geometric mean of a solver's ratios to the reference, and its 95 % interval.

    Bootstrap over instances: Efron and Tibshirani, An Introduction to the Bootstrap, 1993.
    """
    if solver == reference:
        return "1"
    differences = (logs[solver] - logs[reference]).dropna()
    if differences.empty:
        return ""
    means = np.random.default_rng(0).choice(differences, (1000, len(differences))).mean(axis=1)
    mean, low, high = map(ratio, np.exp([differences.mean(), *np.quantile(means, [0.025, 0.975])]))
    return f"{mean} ({low}–{high})"


def ratio(value: float) -> str:
    """ratio(1234.5) == '1,234'; ratio(1.0384) == '1.04'; ratio(0.01234) == '0.012'"""
    return f"{value:.2g}" if value < 0.1 else f"{value:.2f}" if value < 10 else f"{value:,.0f}"


def solvability(frame: pd.DataFrame) -> pd.DataFrame:
    """By group of generated deals: how many can be solved, the share of the decided ones, and an interval of 95 %.

    A deal that nobody has decided counts as unsolvable for the low end and as solvable for the high end.
    """
    lines = []
    for name, deals in frame[frame["deal"]].groupby("group", sort=False):
        can = deals.groupby("digest")["solvable"].first()
        yes, no, every = int(can.eq(True).sum()), int(can.eq(False).sum()), len(can)
        share = percent(yes / (yes + no)) if yes + no else "?"
        interval = f"{percent(wilson(yes, every)[0])}–{percent(wilson(every - no, every)[1])}"
        counts = {"deals": every, "solvable": yes, "unsolvable": no}
        lines.append({"group": name} | counts | {"per cent solvable": f"{share} ({interval})"})
    return pd.DataFrame(lines)


def percent(share: float) -> str:
    """percent(0.9972) == '99.7'; percent(1.0) == '100'"""
    return f"{100 * share:.1f}".removesuffix(".0")


def wilson(hits: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson 1927): wilson(0, 10) == (0.0, 0.278)"""
    middle, width = hits + z * z / 2, z * (hits * (count - hits) / count + z * z / 4) ** 0.5
    return (middle - width) / (count + z * z), (middle + width) / (count + z * z)


TABLES = {
    "answers": Table(
        "Who answers what",
        "Answers, median wall time / median processor time; ★: lowest PAR-2. Of an even number the median is the mean "
        "of the two in the middle; where it falls on a run without an answer, > limit.",
        answers,
    ),
    "scores": Table(
        "Over all instances",
        "PAR-2 is the mean wall time, where a run without an answer counts twice its limit. The primal integral is the "
        "gap to the best known plan, 1 before the first plan, integrated up to the limit: 0 is best. Medians of "
        "processor time and of work (expansions, nodes or conflicts), most memory, what found bounds and plans.",
        scores,
    ),
    "ratios": Table(
        "Who is faster where",
        "Wall times as multiples of the first solver's: geometric mean, and its interval of 95 % (bootstrap over "
        "instances), over the instances that at least one solver has answered; ★: the fastest, and on how many. A run "
        "without an answer counts as its time limit, which understates the better solver.",
        ratios,
    ),
    "deals": Table(
        "Which deals can be solved",
        "Share of the decided deals, with an interval of 95 % that counts undecided deals both ways.",
        solvability,
    ),
}
