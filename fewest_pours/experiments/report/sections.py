"""The parts of a report in their order: agreement first, then the tables."""

from collections.abc import Callable
from typing import NamedTuple

import pandas as pd

from fewest_pours.experiments.report.disagreements import Agreement
from fewest_pours.experiments.report.instance_table import instance_table
from fewest_pours.experiments.report.model_costs import model_costs
from fewest_pours.experiments.report.overhead import medians_near_overhead, overhead, without_no_ops
from fewest_pours.experiments.report.paired_comparison import SIGNIFICANCE_LEVEL, paired_comparison
from fewest_pours.experiments.report.plan_quality import plan_quality
from fewest_pours.experiments.report.run_measures import CONDITIONS
from fewest_pours.experiments.report.spread import spread
from fewest_pours.experiments.report.tables import answers, ratios, scores, solvability
from fewest_pours.files.wording import counted, printable


class Section(NamedTuple):
    """A part of a report: a heading, a paragraph, and possibly a table of texts.

    for_page: whether it is too long for a terminal, and shown on the page of a report only.
    """

    heading: str
    text: str
    table: pd.DataFrame | None = None
    for_page: bool = False


class Table(NamedTuple):
    """How a table is made from the frame of runs, and what stands above it; an empty one is left out."""

    caption: str
    make: Callable[[pd.DataFrame], pd.DataFrame]
    for_page: bool = False


def sections(frame: pd.DataFrame, found: Agreement) -> list[Section]:
    """The whole report except its pictures. Agreement comes first; instances with disagreements are in no table."""
    notes = [f"These runs were not made under the same {name}." for name in differing(frame)]
    if found.wrong:
        notes.append("Instances with disagreements are in no table.")
    notes += medians_near_overhead(frame)
    text = [facts(frame), *frame["command"].dropna().unique(), *notes, *map(printable, found.sentences)]
    parts = [Section(str(found), "\n".join(text))]
    agreed = frame[~frame["digest"].isin(list(found.wrong))]
    solvers_alone = without_no_ops(agreed)
    for heading, table in TABLES.items():
        runs = agreed if heading == OVERHEAD else solvers_alone
        made = table.make(runs) if len(runs) else pd.DataFrame()
        if len(made):
            shown = made.astype(str).rename(columns=lambda name: name.replace("`", ""))
            parts.append(Section(heading, table.caption, shown, table.for_page))
    return parts


USUAL = {  # what docs/results.md says once of all its tables
    "time limit": "10 s",
    "memory limit": "4096 MiB",
    "workers": "1 worker",
    "at once": "1 at once",
    "cores": "each on its own core",
}


def facts(frame: pd.DataFrame, in_short: bool = False) -> str:
    """'48 runs, 2026-11-21; 60 s; 4096 MiB; ...; AMD EPYC, 2 cores, 8 GiB, Python 3.11.7; code 172d86ee, ...'

    in_short: without what is USUAL, the version of the code and the drift of the machine's speed.
    """
    days = sorted(frame["date"].str[:10])
    when = " to ".join(dict.fromkeys([days[0], days[-1]]))
    conditions = {name: " or ".join(sorted(frame[name].unique())) for name in CONDITIONS}
    if in_short:
        parts = [text for name, text in conditions.items() if name != "code" and text != USUAL.get(name)]
    else:
        parts = [*conditions.values(), *drift(frame)]
    made = f"{counted(len(frame), 'runs')}, {when}"
    return f"{'; '.join([made, *parts])}."


def drift(frame: pd.DataFrame) -> list[str]:
    """How far the machine's speed drifted: a range of times of the calibrating loop; empty for rows without them."""
    loops = frame["calibration"].dropna()
    if loops.empty:
        return []
    low, high = loops.quantile([0.05, 0.95])
    return [f"calibrating loop {1000 * low:.1f} to {1000 * high:.1f} ms (nine tenths of the runs)"]


def differing(frame: pd.DataFrame) -> list[str]:
    """The conditions that differ between runs, so that their times may not be comparable."""
    return [name for name in CONDITIONS if frame[name].nunique() > 1]


OVERHEAD = "What a run costs before it solves"
TABLES: dict[str, Table] = {
    "Who answers what": Table(
        "Answers, median wall time (/ processor time, if over a tenth off); ★: lowest PAR-2; > limit: unanswered.",
        answers,
    ),
    "What constraint programming costs": Table(
        "Median wall time, and as multiples of searches' (geometric mean, 95 % interval); median conflicts of "
        "CP-SAT; building: share of the time that models take to be built.",
        model_costs,
    ),
    "Over all instances": Table(
        "PAR-2: mean wall time, unanswered: twice the limit. Primal integral: gap to the best known plan, over time.",
        scores,
    ),
    "Who is faster where": Table(
        "Wall time as multiples of the first solver's: geometric mean, 95 % interval; unanswered: the limit.",
        ratios,
    ),
    "Each solver against the first": Table(
        "Over all instances that some solver answers: geometric mean of ratios, 95 % interval; randomization test for "
        f"pairs, corrected by Holm's method; shown: p below {SIGNIFICANCE_LEVEL}.",
        paired_comparison,
    ),
    "How far times spread": Table(
        "Geometric standard deviations of wall times: between the runs of an instance, and between instances.",
        spread,
    ),
    "Plans, proven shortest or not": Table(
        "Over the instances that some run has a plan for; times: medians over the plans found.",
        plan_quality,
    ),
    OVERHEAD: Table("Medians of solvers that do nothing; times of other solvers include as much.", overhead),
    "Which deals can be solved": Table(
        "Share of the decided deals, with a 95 % interval that counts undecided deals both ways.",
        solvability,
    ),
    "Every instance": Table("Answer and median wall time of answered runs.", instance_table, for_page=True),
}
