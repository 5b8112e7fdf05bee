"""How long the facts must be that prove deals unsolvable: python tests/benchmarks/facts.py

For each size the first random deals without a plan, by seeds from 0, as many as SIZES says. A deal is refuted by facts
of at most k literals if the largest set of such facts that no step leaves excludes the solved states. For k = 1 and 2
that set is found: all facts that hold of the states that can be reached, without those that a step can break, until
there are no more of these. For k = 3 it is enough that a proof was found whose facts have no more literals; so this
share is a lower bound. What is measured is kept, a row a deal, and not measured again. Search confirms each deal.

--solvable N    instead: N random deals with a plan, none of which may be refuted by facts guessed from the start alone
"""

import argparse
import csv
import gzip
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count, product
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402

from cpmodel.watersort.invariant.depths import Depths  # noqa: E402
from cpmodel.watersort.invariant.facts import Fact, Ladders, Rows, Seen  # noqa: E402
from cpmodel.watersort.invariant.refuting import Search  # noqa: E402
from instances.solving.limits import Settings, Watch  # noqa: E402
from instances.solving.outcome import Outcome  # noqa: E402
from instances.watersort.files import generate  # noqa: E402
from instances.watersort.rules import Deal  # noqa: E402
from search_baseline.watersort.default_solver import solve_fast  # noqa: E402

SIZES = {  # colours and empty beakers, and how many deals
    **dict.fromkeys([(6, 1), (7, 1), (8, 1), (9, 1), (12, 1)], 150),
    **{(14, 2): 120, (16, 2): 85, (18, 2): 41, (20, 2): 12, (22, 2): 5, (24, 2): 3},
}
ROWS = ROOT / "docs" / "results" / "facts.csv.gz"
PICTURE = ROOT / "docs" / "pictures" / "facts.png"
ALL = 1 << 40  # states of a layer
LABELS = ("single facts", "pairs", "triples", "longer facts")
WIDE = 50  # states of a layer on the ways on from where a step has led


class Row(NamedTuple):
    """A deal without a plan; states: that can be reached; literals: 4 if no proof of facts of 3 was found."""

    colors: int
    empties: int
    seed: int
    states: int
    literals: int


def kept_rows() -> list[Row]:
    if not ROWS.exists():
        return []
    with gzip.open(ROWS, "rt", newline="") as file:
        return [Row(*map(int, row)) for row in list(csv.reader(file))[1:]]


def keep(rows: list[Row]) -> None:
    ROWS.parent.mkdir(exist_ok=True)
    with gzip.GzipFile(ROWS, "wb", mtime=0) as file:
        for row in [Row._fields, *sorted(rows)]:
            file.write((",".join(map(str, row)) + "\n").encode())


def unsolvable(colors: int, empties: int, first: int) -> Iterator[Row]:
    """Random deals without a plan, of seeds from the first."""
    for seed in count(first):
        deal = generate(colors, empties, 4, seed)
        if solve_fast(deal, Settings(any_plan=True), Watch()).outcome is Outcome.UNSOLVABLE:
            layers = list(Depths(deal).layers(ALL, np.random.default_rng(0)))
            yield Row(colors, empties, seed, sum(map(len, layers)), literals_needed(deal, layers))


def literals_needed(deal: Deal, layers: list[Rows]) -> int:
    """1, 2 or 3 if facts of so many literals refute the deal; 4 if none were found that short."""
    system = Depths(deal)
    search = new_search(system, system.rows(np.concatenate(layers)))
    guessed = search.seen.singles_and_pairs()
    for most in (1, 2):
        if refuted(search, [fact for fact in guessed if len(fact) <= most]):
            return most
    return 3 if found_by_triples(new_search(system, system.rows(np.concatenate(layers)))) else 4


def found_by_triples(search: Search) -> bool:
    """Whether the search finds a proof without a fact of more literals. It gives up none, as it has seen all states."""
    search.facts.add(search.seen.singles_and_pairs())
    while search.exclude_goal() and max(map(len, search.facts.listed)) <= 3:
        if not (steps := search.ask()):
            return True
        search.learn(steps)
    return False


def new_search(system: Depths, rows: Rows) -> Search:
    return Search(system, Seen(system.ladders, rows), Settings(), np.random.default_rng(0), cuts=1)


def refuted(search: Search, guessed: list[Fact]) -> bool:
    """Whether the largest set of these facts, and of all that they imply, that no step leaves excludes the goal."""
    search.facts.drop(np.arange(len(search.facts.listed)))
    search.facts.add(stronger for fact in guessed for stronger in implied(search.system.ladders, fact))
    goal = np.ones((1, search.system.ladders.atoms), dtype=bool)
    while search.facts.violated(goal).any():
        if not (steps := search.ask()):
            return True
        reached = search.system.walks_on(np.array([after for _, after in steps]), WIDE, search.random)
        search.facts.drop(np.unique(search.facts.violated(reached).nonzero()[1]))
    return False


def implied(ladders: Ladders, fact: Fact) -> Iterator[Fact]:
    """The fact, and those with other literals of the same ladders that imply its own."""
    choices = []
    for literal in fact:
        first, last = ladders.ends[int(ladders.ladder[abs(literal) - 1])]
        choices.append(range(literal, last + 1) if literal > 0 else range(literal, -first + 1))
    yield from (tuple(sorted(chosen)) for chosen in product(*choices))


def measure() -> list[Row]:
    """All rows; those that are missing are measured."""
    rows = kept_rows()
    for (colors, empties), deals in SIZES.items():
        kept = [row for row in rows if row[:2] == (colors, empties)]
        missing = unsolvable(colors, empties, 1 + max((row.seed for row in kept), default=-1))
        for _ in range(len(kept), deals):
            rows.append(next(missing))
            keep(rows)
        needed = Counter(row.literals for row in rows if row[:2] == (colors, empties))
        told = ", ".join(f"{label} {needed[k]}" for k, label in enumerate(LABELS, 1))
        print(f"{colors} x {empties}: {told}", flush=True)
    return rows


def draw(rows: list[Row]) -> None:
    """Shares as stacked bars, a bar a size."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(9, 3.8), layout="constrained")
    sizes = [size for size in SIZES if any(row[:2] == size for row in rows)]
    found = {size: Counter(row.literals for row in rows if row[:2] == size) for size in sizes}
    names = [f"{colors} x {empties}\n{found[colors, empties].total()}" for colors, empties in found]
    below = np.zeros(len(found))
    for k, (label, color) in enumerate(zip(LABELS, ("#1b4965", "#5fa8d3", "#bee9e8", "#d9d9d9"), strict=True), 1):
        share = np.array([100 * needed[k] / max(1, needed.total()) for needed in found.values()])
        axes.bar(names, share, bottom=below, label=label, color=color)
        below += share
    axes.set(xlabel="colours x empty beakers, number of deals", ylabel="deals without a plan, %", ylim=(0, 100))
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), title="refuted by", reverse=True)
    figure.savefig(PICTURE, dpi=150)


def never_refuted(deals: int) -> int:
    """How many solvable deals were looked at; AssertionError for one that is refuted."""
    done = 0
    for seed in count():
        deal = generate(4 + seed % 4, 1 + seed % 2, 3 + seed % 3 // 2, seed)
        if solve_fast(deal, Settings(any_plan=True), Watch(60)).outcome not in (Outcome.OPTIMAL, Outcome.SOLVED):
            continue
        system = Depths(deal)
        assert new_search(system, np.zeros((1, system.ladders.atoms), dtype=bool)).prove() is None, f"seed {seed}"
        done += 1
        if done % 500 == 0:
            print(f"{done} deals with a plan", flush=True)
        if done == deals:
            return done
    raise AssertionError


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="How long the facts must be that prove deals unsolvable.")
    arguments.add_argument("--solvable", metavar="N", type=int, help="instead: so many deals with a plan")
    options = arguments.parse_args()
    if options.solvable:
        print(f"{never_refuted(options.solvable)} deals with a plan, none refuted")
    else:
        draw(measure())
