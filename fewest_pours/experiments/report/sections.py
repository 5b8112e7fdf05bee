"""The parts of a report in their order: agreement first, then the tables."""

from collections.abc import Callable
from typing import NamedTuple

import pandas as pd

from fewest_pours.experiments.report.disagreements import Agreement
from fewest_pours.experiments.report.run_measures import CONDITIONS
from fewest_pours.experiments.report.tables import answers, ratios, scores, solvability
from fewest_pours.files.wording import counted, printable


class Section(NamedTuple):
    """A part of a report: a heading, a paragraph, and possibly a table of texts."""

    heading: str
    text: str
    table: pd.DataFrame | None = None


MakeTable = Callable[[pd.DataFrame], pd.DataFrame]  # the frame of runs -> a table


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


TABLES: dict[
    str, tuple[str, MakeTable]
] = {  # heading -> caption, and the function that makes it; empty ones are left out
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
