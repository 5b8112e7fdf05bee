"""The tables and pictures of README and docs: the runs behind each, and how it is made of their rows.

`compare.py reproduce NAME` makes the runs, keeps their rows in docs/results/NAME.jsonl.gz, and puts the table where its
page says `<!-- reproduce NAME -->`. Names of solvers are words here; compare.py knows what they stand for.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from instances.report import Row
from instances.report.published_tables import (
    Table,
    answers,
    by_empties,
    certificates,
    effort,
    nodes,
    ratios,
    worth,
)
from instances.report.rendering import markdown_table


@dataclass(frozen=True)
class Published:
    """
    title       what the table shows
    minutes     that all of its runs take on two idle cores
    commands    arguments of compare.py: the runs
    quick       the same in a few seconds, on fewer and smaller instances
    tables      each becomes a table of texts
    pictures    name in docs/pictures -> name in the report
    """

    title: str
    minutes: int
    commands: tuple[str, ...]
    quick: tuple[str, ...]
    tables: tuple[Table, ...]
    pictures: tuple[tuple[str, str], ...] = ()


ABLATION = "--seed 0 1 2 --workers 1 --time-limit 10 --module tests/benchmarks/ablation.py"
CERTIFIED = "instances/watersort"
CERTIFICATES = (
    "--time-limit 120 --jobs 1 --module tests/benchmarks/certificates.py --solvers certificate-search certificate-cp"
)

PUBLISHED = {
    "grid": Published(
        "When does constraint programming beat search? Deals of 5 to 16 colours",
        4,
        (
            "--deals 5..16x1..3 --count 2 --solvers cp astar",
            "--deals 5..16x1..3 --count 2 --solvers didp didp-cabs",
        ),
        ("--deals 5x1..2 --count 2 --solvers cp astar didp --time-limit 10",),
        (lambda rows, frame: ratios(rows, by_empties(frame)), lambda rows, frame: answers(rows, by_empties(frame))),
        (("growth", "growth"), ("cactus", "cactus")),
    ),
    "frontier": Published(
        "At the frontier",
        9,
        (
            "--deals 40x5 20x3 30x4 --count 4 --solvers cp astar --time-limit 20",
            "--deals 24x2 --count 6 --solvers cp astar --time-limit 20",
            "--deals 28x2 --count 3 --first-seed 500 --solvers cp astar --time-limit 20",
            "--deals 60x7 10x2x6 10x2x8 --count 2 --solvers cp astar --time-limit 20",
            "--deals 40x5 20x3 30x4 --count 4 --solvers didp didp-cabs --time-limit 20",
            "--deals 24x2 --count 6 --solvers didp didp-cabs --time-limit 20",
            "--deals 28x2 --count 3 --first-seed 500 --solvers didp didp-cabs --time-limit 20",
            "--deals 60x7 10x2x6 10x2x8 --count 2 --solvers didp didp-cabs --time-limit 20",
        ),
        ("--deals 6x1 8x2 --count 2 --solvers cp astar didp didp-cabs --time-limit 10",),
        (answers,),
    ),
    "searches": Published(
        "The searches, by size",
        4,
        ("instances/watersort --solvers astar astar-plain astar-runs --time-limit 10",),
        ("instances/watersort/level-133.yaml --solvers astar astar-plain --time-limit 5",),
        (effort,),
    ),
    "didp": Published(
        "The opponent from the shelf, and each of its dominance rules left out",
        4,
        ("instances/watersort --time-limit 10 --solvers didp didp-cabs didp-no-finish didp-no-one-home",),
        ("instances/watersort/level-133.yaml --solvers didp didp-cabs didp-no-finish --time-limit 10",),
        (effort,),
    ),
    "ablation": Published(
        "What each idea of the formulations is worth",
        6,
        (
            f"instances/watersort/level-133.yaml {ABLATION}:PHASES --solvers phases",
            f"--deals 12x2 --first-seed 1 --count 5 {ABLATION}:PHASES --solvers phases",
            f"--deals 20x3 10x2x6 --count 1 {ABLATION}:PHASES --solvers phases",
            f"--deals 9x1 --first-seed 5 --count 1 {ABLATION}:REMOVAL --solvers removal --any",
            f"--deals 16x2 --first-seed 2 --count 1 {ABLATION}:REMOVAL --solvers removal --any",
            f"--deals 16x2 --first-seed 34 --count 1 {ABLATION}:REMOVAL --solvers removal --any",
            f"--deals 9x2 --count 2 {ABLATION}:TIMELINE --solvers timeline",
        ),
        (
            f"--deals 5x2 --count 1 {ABLATION}:PHASES --solvers phases",
            f"--deals 5x1 --count 1 {ABLATION}:REMOVAL --solvers removal --any",
        ),
        (worth,),
    ),
    "certificates": Published(
        "What certificates cost",
        2,
        (
            f"{CERTIFIED}/level-133.yaml {CERTIFIED}/deal-9c1e4h-7015.yaml {CERTIFIED}/deal-16c2e4h-7039.yaml "
            f"{CERTIFIED}/deal-24c2e4h-7047.yaml {CERTIFICATES}",
        ),
        (f"{CERTIFIED}/level-133.yaml {CERTIFICATES}",),
        (certificates,),
    ),
    "map": Published(
        "Which deals can be solved?",
        2,
        ("--deals 4..12x1..2 --count 1000 --solvers astar",),
        ("--deals 4..5x1..2 --count 5 --solvers astar",),
        (),
        (("solvability", "solvability"),),
    ),
    "others": Published(
        "The other puzzles",
        5,
        ("instances/futoshiki instances/squares instances/pipes --solvers cp astar backtracking --time-limit 10",),
        ("instances/futoshiki/seed-4x4-easy.yaml instances/pipes/blog-5x5.yaml --time-limit 5",),
        (answers,),
    ),
    "pipes": Published(
        "Pipes: the only solution found and proven unique",
        1,
        ("instances/pipes --solvers backtracking-raster backtracking cp --time-limit 10",),
        ("instances/pipes/blog-5x5.yaml --solvers backtracking-raster backtracking --time-limit 5",),
        (nodes,),
    ),
}


def markdown(published: Published, rows: Sequence[Row], frame: pd.DataFrame, facts: str) -> str:
    """What stands in the pages: the tables, and below them where they come from."""
    lines = []
    for make in published.tables:
        lines += [*markdown_table(make(rows, frame)), ""]
    lines += [f"![{name}](pictures/{name}.png)\n" for name, _ in published.pictures]
    return "\n".join([*lines, facts])
