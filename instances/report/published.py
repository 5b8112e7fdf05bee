"""The tables and pictures of docs/results.md: the runs behind each, and how it is made of their rows.

`compare.py reproduce NAME` makes the runs, keeps their rows in docs/results/NAME.jsonl.gz, and puts the table where
its page says `<!-- reproduce NAME -->`. Solvers are named here as on the command line; compare.py knows what the names
stand for.
"""

from dataclasses import dataclass

import pandas as pd

from instances.report.frame import solvers_of
from instances.report.rendering import markdown_table
from instances.report.rows.results_file import Stopped
from instances.report.tables import TABLES, Make, differing, duration, log_means, multiple
from instances.solving.outcome import Outcome


@dataclass(frozen=True)
class Published:
    """
    title       what the tables show
    conditions  arguments of compare.py, the same for all runs
    runs        arguments of compare.py: instances and solvers
    quick       the same in a few seconds, on fewer and smaller instances
    tables      of every report, or made for this one, with their captions
    pictures    names in docs/pictures, and in the report
    """

    title: str
    conditions: str
    runs: tuple[str, ...]
    quick: str
    tables: tuple[tuple[str, Make], ...] = ()
    pictures: tuple[str, ...] = ()


def worth(frame: pd.DataFrame) -> pd.DataFrame:
    """Work and processor time of each variant ('phases-presolve') as multiples of those of the whole ('phases').

    A run that ends at its limit counts with what it used; conflicts and hundredths of seconds start at 1.
    """
    used = frame.assign(
        conflicts=[counters.get("conflicts", 0) + 1 for counters in frame["statistics"]],
        seconds=frame["cpu_seconds"].fillna(frame["limit"]) + 0.01,
    )
    logs = {"conflicts": log_means(used, "conflicts"), "processor time": log_means(used, "seconds")}
    return pd.DataFrame(
        {"solver": solver, **{name: multiple(logs[name], solver, solver.partition("-")[0]) for name in logs}}
        for solver in solvers_of(frame)
    )


def certificates(frame: pd.DataFrame) -> pd.DataFrame:
    """By solver and instance: size of the certificate, and what it costs to make it and to check it."""
    lines = []
    for _, run in frame.sort_values("place", kind="stable").iterrows():
        line = {"instance": run["title"], "by": run["solver"].removeprefix("certificate-")}
        if cost := run["statistics"].get("certificate"):
            line |= {
                "kB": f"{cost['bytes'] / 1e3:,.1f}", "kB as .gz": f"{cost['packed'] / 1e3:,.1f}",
                **{f"{done}": f"{duration(cost[done])}, {cost[f'{done}_mib']:.0f} MiB" for done in ("made", "checked")},
            }  # fmt: skip
        lines.append(line | {"verdict": cost["verdict"] if cost else Outcome[run["outcome"].upper()].words})
    return pd.DataFrame(lines).fillna("")


FRONTIER = "--solvers cp cp-phases cp-invariant astar didp didp-cabs"
ABLATION = "--module tests/benchmarks/ablation.py"
CERTIFICATES = "--module tests/benchmarks/certificates.py --solvers certificate-search certificate-cp"
UNSOLVABLE = ("deal-9c1e4h-7015", "deal-16c2e4h-7039", "deal-24c2e4h-7047")

PUBLISHED = {
    "frontier": Published(
        "Constraint programming, search, and dynamic programming from the shelf",
        "--workers 1 --jobs 2 --time-limit 10",
        (f"--deals 12x2 16x2 20x2..3 --count 20 {FRONTIER}", f"--deals 24x2 28x2 30x4 40x5 60x7 --count 10 {FRONTIER}"),
        f"--deals 6x1 8x2 --count 2 {FRONTIER}",
        (TABLES["Who answers what"], TABLES["Over all instances"], TABLES["Who is faster where"]),
        ("growth", "cactus"),
    ),
    "gap": Published(
        "Bounds over time",
        "--workers 1 --jobs 1 --time-limit 40 --solvers astar didp-cabs",
        ("--deals 40x5 60x7 --count 1", "--deals 100x11 --count 1 --first-seed 903"),
        "--deals 6x2 --count 1",
        pictures=("over-time",),
    ),
    "ablation": Published(
        "What each idea of the formulations is worth",
        "--workers 1 --jobs 2 --time-limit 10 --seed 0 1",
        (
            f"--deals 12x2 16x2 20x2 20x3 --count 3 {ABLATION}:PHASES --solvers phases",
            f"--deals 9x2 --count 2 {ABLATION}:TIMELINE --solvers timeline",
        ),
        f"--deals 5x2 --count 1 {ABLATION}:PHASES --solvers phases",
        (("", worth),),
    ),
    "siblings": Published(
        "The other puzzles",
        "--workers 1 --jobs 2 --time-limit 10",
        ("instances/futoshiki instances/squares instances/pipes --solvers cp astar backtracking backtracking-raster",),
        "instances/futoshiki/seed-4x4-easy.yaml instances/pipes/blog-5x5.yaml --solvers cp backtracking",
        (TABLES["Who answers what"],),
    ),
    "certificates": Published(
        "What certificates cost",
        f"--workers 1 --jobs 1 --time-limit 120 {CERTIFICATES}",
        (" ".join(f"instances/watersort/{name}.yaml" for name in ("level-133", *UNSOLVABLE)),),
        "instances/watersort/level-133.yaml",
        (("", certificates),),
    ),
    "map": Published(
        "Which deals can be solved?",
        "--workers 1 --jobs 2 --time-limit 10",
        ("--deals 4..12x1..2 --count 500 --solvers astar",),
        "--deals 4..5x1..2 --count 5 --solvers astar",
        (TABLES["Which deals can be solved"],),
    ),
}


def markdown(published: Published, frame: pd.DataFrame, facts: str) -> str:
    """The text for the pages: the tables, and below them where they come from.

    Raises Stopped if the runs were made under different conditions: no table may compare them.
    """
    if names := differing(frame):
        raise Stopped(f"{published.title}: runs of different {', '.join(names)}, expected one run of all solvers")
    parts = []
    for caption, make in published.tables:
        parts += [caption, "\n".join(markdown_table(make(frame)))]
    parts += [f"![{name}](pictures/{name}.png)" for name in published.pictures]
    return "\n\n".join(filter(None, [*parts, facts]))
