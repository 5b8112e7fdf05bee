"""The tables and pictures of README and docs: the runs behind each, and how it is made of their rows.

`compare.py reproduce NAME` makes the runs, keeps their rows in docs/results/NAME.jsonl.gz, and puts the table where
its page says `<!-- reproduce NAME -->`. Solvers are named here as on the command line; compare.py knows what the names
stand for.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from instances.report import Row
from instances.report.frame import labels_of
from instances.report.numbers_in_words import amount, duration, percent
from instances.report.rendering import markdown_table
from instances.report.tables import finders, known, median_text, ratio_table, ratio_text, solvability
from instances.solving.outcome import Outcome
from instances.text import counted

Table = Callable[[Sequence[Row], pd.DataFrame], pd.DataFrame]  # the rows, and the frame that was made of them


@dataclass(frozen=True)
class Published:
    """
    title       what the table shows
    minutes     that all of its runs take on two idle cores
    conditions  arguments of compare.py, the same for all runs
    runs        arguments of compare.py: instances and solvers
    quick       the same in a few seconds, on fewer and smaller instances
    tables      each with its caption
    pictures    names in docs/pictures, and in the report
    """

    title: str
    minutes: int
    conditions: str
    runs: tuple[str, ...]
    quick: tuple[str, ...]
    tables: tuple[tuple[str, Table], ...] = ()
    pictures: tuple[str, ...] = ()


def answers(rows: Sequence[Row], frame: pd.DataFrame) -> pd.DataFrame:
    """By group, solvable and unsolvable instances apart: answers, median wall and processor time; what `cp` used."""
    lines = []
    can = frame.dropna(subset="solvable").groupby("instance")["solvable"].first()
    kinds = frame["instance"].map(can).map({True: "solvable", False: "unsolvable"}).fillna("open")
    for (name, kind), members in frame.groupby(["group", kinds], sort=False):
        line = {"instances": f"{name}, {members['instance'].nunique()} {kind}"}
        best = members.groupby("label")["par2"].mean().idxmin() if members["answered"].any() else None
        for label, own in members.groupby("label"):
            times = dict.fromkeys([median_text(own), median_text(own, "cpu_cost")])
            line[str(label)] = f"{int(own['answered'].sum())}, {' / '.join(times)}{' ★' if label == best else ''}"
        lines.append(line | {FOUND_BY: finders(members[members["solver"] == "cp"])})
    table = pd.DataFrame(lines, columns=["instances", *labels_of(frame), FOUND_BY]).fillna("")
    return table if table[FOUND_BY].any() else table.drop(columns=FOUND_BY)


FOUND_BY = "`cp`'s bounds and plans from"


def scores(rows: Sequence[Row], frame: pd.DataFrame) -> pd.DataFrame:
    """By solver, over all instances: answers, PAR-2 and the primal integral."""
    by_solver = {label: frame[frame["label"] == label] for label in labels_of(frame)}
    return pd.DataFrame(
        {"solver": label, "answered": f"{int(own['answered'].sum())} of {len(own)}",
         "PAR-2": duration(own["par2"].mean()), "primal integral": known(own["anytime"].mean(), duration)}
        for label, own in by_solver.items()
    )  # fmt: skip


def against_cp(cost: str) -> Table:
    return lambda rows, frame: ratio_table(frame, "cp", cost)


def worth(rows: Sequence[Row], frame: pd.DataFrame) -> pd.DataFrame:
    """By variant of a solver ('phases-presolve' of 'phases'): work and processor time as multiples of the whole's.

    Geometric means over instances and seeds, with intervals. A run that ends at its limit counts with what it used;
    conflicts and hundredths of seconds start at 1.
    """
    lines = []
    used = frame.assign(conflicts=frame["work"].fillna(0) + 1, seconds=frame["cpu"].fillna(frame["limit"]) + 0.01)
    costs = used.set_index(["solver", "instance"])[["conflicts", "seconds"]]
    logs = costs.apply(np.log).groupby(level=[0, 1]).mean()
    for whole in dict.fromkeys(name.partition("-")[0] for name in frame["solver"]):
        own = used[used["solver"] == whole]
        name = (
            f"{whole}: {counted(own['instance'].nunique(), 'deals')}, {counted(own['solver_seed'].nunique(), 'seeds')}"
        )
        lines.append([name, amount(own["conflicts"].sum()), duration(own["seconds"].sum()), late(own)])
        for variant, changed in used[used["solver"].str.startswith(f"{whole}-")].groupby("solver"):
            ratios = (logs.loc[variant] - logs.loc[whole]).dropna()
            name = str(variant).removeprefix(f"{whole}-").replace("-", " ")
            lines.append([name, ratio_text(ratios["conflicts"]), ratio_text(ratios["seconds"]), late(changed)])
    return pd.DataFrame(lines, columns=["left out, or changed", "conflicts", "processor time", "out of time"])


def shares(rows: Sequence[Row], frame: pd.DataFrame) -> pd.DataFrame:
    """Empty beakers by colours: the share of deals that can be solved, and its interval."""
    table = solvability(frame)
    texts = table["share"].map(percent) + " (" + table["low"].map(percent) + "–" + table["high"].map(percent) + ")"
    wide = table.assign(text=texts).pivot(index="colors", columns="empties", values="text").reset_index()
    return wide.astype(str).set_axis(["colors", *(f"{count} empty" for count in wide.columns[1:])], axis=1)


def late(runs: pd.DataFrame) -> str:
    return f"{int((runs['outcome'] == 'out_of_time').sum())} of {len(runs)}"


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


FRONTIER = "cp cp-phases cp-invariant astar didp didp-cabs"
ABLATION = "--module tests/benchmarks/ablation.py"
CERTIFICATES = "--module tests/benchmarks/certificates.py --solvers certificate-search certificate-cp"

PUBLISHED = {
    "frontier": Published(
        "Constraint programming, search, and dynamic programming from the shelf",
        14,
        "--workers 1 --jobs 2 --time-limit 10",
        (f"--deals 12x2 16x2 20x2 24x2 28x2 20x3 30x4 40x5 60x7 --count 10 --solvers {FRONTIER}",),
        (f"--deals 6x1 8x2 --count 2 --solvers {FRONTIER}",),
        (
            ("Answered, median wall time / median processor time; ★: lowest PAR-2.", answers),
            ("All of them. The primal integral scores plans over time: 0 is best, the limit is worst.", scores),
            ("Wall time as multiples of `cp`'s.", against_cp("cost")),
            ("Processor time as multiples of `cp`'s.", against_cp("cpu_cost")),
        ),
        ("growth", "cactus"),
    ),
    "gap": Published(
        "Bounds over time",
        4,
        "--workers 1 --jobs 1 --time-limit 40 --solvers astar didp-cabs",
        ("--deals 40x5 60x7 --count 1", "--deals 100x11 --count 1 --first-seed 903"),
        ("--deals 6x2 --count 1",),
        pictures=("over-time",),
    ),
    "ablation": Published(
        "What each idea of the formulations is worth",
        5,
        "--workers 1 --jobs 2 --time-limit 10 --seed 0 1",
        (
            f"--deals 12x2 16x2 20x2 20x3 --count 3 {ABLATION}:PHASES --solvers phases",
            f"--deals 9x2 --count 2 {ABLATION}:TIMELINE --solvers timeline",
        ),
        (f"--deals 5x2 --count 1 {ABLATION}:PHASES --solvers phases",),
        (("", worth),),
    ),
    "siblings": Published(
        "The other puzzles",
        3,
        "--workers 1 --jobs 2 --time-limit 10",
        ("instances/futoshiki instances/squares instances/pipes --solvers cp astar backtracking backtracking-raster",),
        ("instances/futoshiki/seed-4x4-easy.yaml instances/pipes/blog-5x5.yaml --solvers cp backtracking",),
        (("Answered, median wall time / median processor time; ★: lowest PAR-2.", answers),),
    ),
    "certificates": Published(
        "What certificates cost",
        1,
        "--workers 1 --jobs 1 --time-limit 120",
        (
            f"instances/watersort/level-133.yaml instances/watersort/deal-9c1e4h-7015.yaml "
            f"instances/watersort/deal-16c2e4h-7039.yaml instances/watersort/deal-24c2e4h-7047.yaml {CERTIFICATES}",
        ),
        (f"instances/watersort/level-133.yaml {CERTIFICATES}",),
        (("", certificates),),
    ),
    "map": Published(
        "Which deals can be solved?",
        1,
        "--workers 1 --jobs 2 --time-limit 10",
        ("--deals 4..12x1..2 --count 500 --solvers astar",),
        ("--deals 4..5x1..2 --count 5 --solvers astar",),
        (("Share of the deals that can be solved, in per cent, with an interval of 95 %.", shares),),
    ),
}


def markdown(published: Published, rows: Sequence[Row], frame: pd.DataFrame, facts: str) -> str:
    """The text for the pages: the tables, and below them where they come from."""
    lines = []
    for caption, make in published.tables:
        lines += [*([caption, ""] if caption else []), *markdown_table(make(rows, frame)), ""]
    lines += [f"![{name}](pictures/{name}.png)\n" for name in published.pictures]
    return "\n".join([*lines, facts])
