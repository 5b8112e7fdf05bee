"""The tables of a report: who answers what, how the times compare, and which deals can be solved."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd

from fewest_pours.experiments.report.disagreements import Agreement
from fewest_pours.experiments.report.run_measures import CONDITIONS, solvers_of
from fewest_pours.files.wording import counted, printable

FOUND_BY = "`cp`'s bounds and plans from"


class Section(NamedTuple):
    """A part of a report: a heading, a paragraph, and possibly a table of texts."""

    heading: str
    text: str
    table: pd.DataFrame | None = None


Make = Callable[[pd.DataFrame], pd.DataFrame]  # the frame of runs -> a table


def sections(frame: pd.DataFrame, found: Agreement) -> list[Section]:
    """The whole report except its pictures. Agreement comes first; instances with disagreements are in no table."""
    notes = [f"These runs were not made under the same {name}." for name in differing(frame)]
    if found.wrong:
        notes.append("Instances with disagreements are in no table.")
    text = [facts(frame), *frame["command"].dropna().unique(), *notes, *map(printable, found.sentences)]
    parts = [Section(str(found), "\n".join(text))]
    agreed = frame[~frame["digest"].isin(list(found.wrong))]
    for heading, (caption, make) in TABLES.items():
        if len(agreed) and len(table := make(agreed)):
            shown = table.astype(str).rename(columns=lambda name: name.replace("`", ""))
            parts.append(Section(heading, caption, shown))
    return parts


def facts(frame: pd.DataFrame) -> str:
    """'48 runs, 2026-11-21; 60 s; 4096 MiB; ...; AMD EPYC, 2 cores, 8 GiB, Python 3.11.7; code 172d86ee, ...'"""
    days = sorted(frame["date"].str[:10])
    when = " to ".join(dict.fromkeys([days[0], days[-1]]))
    conditions = (" or ".join(sorted(frame[name].unique())) for name in CONDITIONS)
    return f"{counted(len(frame), 'runs')}, {when}; {'; '.join(conditions)}."


def differing(frame: pd.DataFrame) -> list[str]:
    """The conditions that differ between runs, so that their times may not be comparable."""
    return [name for name in CONDITIONS if frame[name].nunique() > 1]


def duration(seconds: float) -> str:
    """Seconds for people to read, with three digits.

    >>> duration(0.00234)
    '2.34 ms'
    >>> duration(90)
    '90 s'
    >>> duration(float('nan'))
    ''
    """
    if np.isnan(seconds):
        return ""
    for unit, size, up_to in (("ms", 1e-3, 0.9995), ("s", 1, 119.5), ("min", 60, 7195)):
        if seconds < up_to:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 3600:.3g} h"


def median_text(runs: pd.DataFrame) -> str:
    """'3.2 s', or '3.2 s / 2.1 s' if the processor time differs by over a tenth; '> 10 s' or an outcome if unanswered.

    Of an even number of runs it is the mean of the middle two, if both are answered.
    """
    answered, costs = runs["answered"], runs[["cost", "cpu_seconds"]].astype(float)
    wall, processor = costs.where(answered, np.inf, axis=0).median()
    if wall < np.inf:
        return duration(wall) + (f" / {duration(processor)}" if abs(processor - wall) > wall / 10 else "")
    last = runs.sort_values(["answered", "cost"], ascending=[False, True]).iloc[len(runs) // 2]
    if last["outcome"] == "out_of_time":
        return f"> {duration(last['limit'])}"
    return "" if last["outcome"] == "solved" else str(last["outcome"]).replace("_", " ")


def answers(frame: pd.DataFrame) -> pd.DataFrame:
    """By group, and by whether instances are solvable: what each solver answers, and what found `cp`'s answers."""
    lines = []
    can = frame.groupby("digest")["solvable"].transform("first")
    kinds = can.map({True: "solvable", False: "unsolvable"}).fillna("open")
    for (name, kind), members in frame.groupby(["group", kinds], sort=False):
        line = {"instances": f"{name}, {members['digest'].nunique()} {kind}"}
        best = members.groupby("solver")["par2"].mean().idxmin() if members["answered"].any() else None
        for solver, own in members.groupby("solver"):
            cell = ", ".join(filter(None, [str(own["answered"].sum()), median_text(own)]))
            line[str(solver)] = f"{cell}{' ★' if solver == best else ''}"
        lines.append(line | {FOUND_BY: finders(members[members["solver"] == "cp"])})
    table = pd.DataFrame(lines, columns=["instances", *solvers_of(frame), FOUND_BY]).fillna("")
    return table if table[FOUND_BY].any() else table.drop(columns=FOUND_BY)


def finders(runs: pd.DataFrame) -> str:
    """What proved and found the answers, in how many runs: 'no plan: invariant 2; bound: phases 5; plan: beam 6'"""
    refuted = runs["outcome"] == "unsolvable"
    kinds = {"no plan": runs[refuted]["lower_bound_by"], "bound": runs[~refuted]["lower_bound_by"],
             "plan": runs["upper_bound_by"]}  # fmt: skip
    counts = {kind: Counter(by.dropna()).most_common() for kind, by in kinds.items()}
    return "; ".join(
        f"{kind}: {', '.join(f'{who} {count}' for who, count in found)}" for kind, found in counts.items() if found
    )


def scores(frame: pd.DataFrame) -> pd.DataFrame:
    """By solver, over all instances: answers, PAR-2, primal integral, peak memory."""
    return pd.DataFrame(
        {"solver": solver, "answered": f"{own['answered'].sum()} of {len(own)}", "PAR-2": duration(own["par2"].mean()),
         "primal integral": duration(own["anytime"].mean()), "MiB": f"{own['peak_mib'].fillna(0).max():,.0f}"}
        for solver, own in frame.sort_values("place").groupby("solver", sort=False)
    )  # fmt: skip


def ratios(frame: pd.DataFrame) -> pd.DataFrame:
    """By group: wall times as multiples of the first solver's, over the instances that some solver has answered."""
    lines, solvers = [], solvers_of(frame)
    answered = frame[frame.groupby("digest")["answered"].transform("any")]
    for name, members in answered.groupby("group", sort=False) if len(solvers) > 1 else ():
        logs = log_means(members, "cost")
        reference = next(solver for solver in solvers if solver in logs)
        lines.append({"group": name} | {str(solver): multiple(logs, str(solver), reference) for solver in logs})
    return pd.DataFrame(lines, columns=["group", *solvers]).fillna("")


def log_means(frame: pd.DataFrame, cost: str) -> pd.DataFrame:
    """The logarithms of the costs of instances (lines) to solvers (columns): means over seeds and repeats."""
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
    """A multiple for people to read.

    >>> ratio(1234.5)
    '1,234'
    >>> ratio(1.0384)
    '1.04'
    >>> ratio(0.01234)
    '0.012'
    """
    return f"{value:.2g}" if value < 0.1 else f"{value:.2f}" if value < 10 else f"{value:,.0f}"


def solvability(frame: pd.DataFrame) -> pd.DataFrame:
    """By group of generated deals: how many can be solved, their share of the decided deals, and a 95 % interval.

    An undecided deal counts as unsolvable at the low end of the interval and as solvable at the high end.
    """
    lines = []
    for name, deals in frame[frame["deal"]].groupby("group", sort=False):
        can = deals.groupby("digest")["solvable"].first()
        yes, no, every = int(can.eq(True).sum()), int(can.eq(False).sum()), len(can)
        share = f"{100 * yes / (yes + no):.1f}" if yes + no else "?"
        interval = f"{100 * wilson(yes, every)[0]:.1f}–{100 * wilson(every - no, every)[1]:.1f}"
        counts = {"deals": every, "solvable": yes, "unsolvable": no}
        lines.append({"group": name} | counts | {"per cent solvable": f"{share} ({interval})"})
    return pd.DataFrame(lines)


def wilson(hits: int, count: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson 1927).

    >>> [round(end, 3) for end in wilson(0, 10)]
    [0.0, 0.278]
    """
    z = 1.96
    middle, width = hits + z * z / 2, z * (hits * (count - hits) / count + z * z / 4) ** 0.5
    return (middle - width) / (count + z * z), (middle + width) / (count + z * z)


TABLES: dict[str, tuple[str, Make]] = {  # heading -> caption, and the function that makes it; empty ones are left out
    "Who answers what": (
        "Answers, median wall time (/ processor time, if over a tenth off); ★: lowest PAR-2; > limit: unanswered.",
        answers,
    ),
    "Over all instances": (
        "PAR-2: mean wall time, unanswered: twice the limit. Primal integral: gap to the best known plan, over time.",
        scores,
    ),
    "Who is faster where": (
        "Wall time as multiples of the first solver's: geometric mean, 95 % interval; unanswered: the limit.",
        ratios,
    ),
    "Which deals can be solved": (
        "Share of the decided deals, with a 95 % interval that counts undecided deals both ways.",
        solvability,
    ),
}
