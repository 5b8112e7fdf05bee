"""How long the facts must be that prove deals unsolvable: python tests/benchmarks/facts.py

For each size the first random deals without a plan, by seeds from 0, as many as SIZES says. A deal is refuted by facts
of at most k literals if the largest set of such facts that no step leaves excludes the solved states. For k = 1 and 2
that set is found: all facts that hold of the states that can be reached, without those that a step can break, until
there are no more of these. For k = 3 it is enough that a proof was found whose facts have no more literals; so this
share is a lower bound; 4 stands for longer facts. What is measured is kept, a row a deal, and not measured again.
Search confirms each deal.
"""

import sys
from collections.abc import Iterator
from itertools import count, product
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402

from cpmodel.watersort.invariant.depths import Depths  # noqa: E402
from cpmodel.watersort.invariant.facts import Fact, Ladders, Rows, Seen  # noqa: E402
from cpmodel.watersort.invariant.refuting import Search  # noqa: E402
from instances.solving.limits import Settings, Watch  # noqa: E402
from instances.solving.outcome import Outcome  # noqa: E402
from instances.watersort.files import generate  # noqa: E402
from search_baseline.watersort.default_solver import solve_fast  # noqa: E402

SIZES = {  # colours and empty beakers, and how many deals
    **dict.fromkeys([(6, 1), (7, 1), (8, 1), (9, 1), (12, 1)], 150),
    **{(14, 2): 120, (16, 2): 85, (18, 2): 41, (20, 2): 12, (22, 2): 5, (24, 2): 3},
}
ROWS = ROOT / "docs" / "results" / "facts.csv.gz"
PICTURE = ROOT / "docs" / "pictures" / "facts.png"
ALL = 1 << 40  # states of a layer
WIDE = 50  # states of a layer on the ways on from where a step has led
COLORS = {"single facts": "#1b4965", "pairs": "#5fa8d3", "triples": "#bee9e8", "longer facts": "#d9d9d9"}


def unsolvable(colors: int, empties: int, first: int) -> Iterator[tuple[int, ...]]:
    """Random deals without a plan, of seeds from the first: sizes, seed, states that can be reached, literals."""
    for seed in count(first):
        deal = generate(colors, empties, 4, seed)
        if solve_fast(deal, Settings(any_plan=True), Watch()).outcome is Outcome.UNSOLVABLE:
            system = Depths(deal)
            states = system.rows(np.concatenate(list(system.layers(ALL, np.random.default_rng(0)))))
            yield colors, empties, seed, len(states), literals_needed(system, states)


def literals_needed(system: Depths, states: Rows) -> int:
    """1, 2 or 3 if facts of so many literals refute the deal; 4 if none were found that short."""
    search = new_search(system, states)
    guessed = search.seen.singles_and_pairs()
    for most in (1, 2):
        if refuted(search, [fact for fact in guessed if len(fact) <= most]):
            return most
    return 3 if found_by_triples(new_search(system, states)) else 4


def new_search(system: Depths, states: Rows) -> Search:
    return Search(system, Seen(system.ladders, states), Settings(), np.random.default_rng(0), cuts=1)


def found_by_triples(search: Search) -> bool:
    """Whether the search finds a proof without a fact of more literals. It gives up none, as it has seen all states."""
    search.facts.add(search.seen.singles_and_pairs())
    while search.exclude_goal() and max(map(len, search.facts.listed)) <= 3:
        if not (steps := search.ask()):
            return True
        search.learn(steps)
    return False


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
    ends = [ladders.ends[int(ladders.ladder[abs(literal) - 1])] for literal in fact]
    choices = [range(x, last + 1 if x > 0 else 1 - first) for x, (first, last) in zip(fact, ends, strict=True)]
    yield from (tuple(sorted(chosen)) for chosen in product(*choices))


def measured() -> pd.DataFrame:
    """All rows; those that are missing are measured."""
    rows = pd.read_csv(ROWS)
    for (colors, empties), deals in SIZES.items():
        kept = rows[(rows["colors"] == colors) & (rows["empties"] == empties)]
        missing = unsolvable(colors, empties, 1 + int(kept["seed"].max()) if len(kept) else 0)
        for _ in range(len(kept), deals):
            rows.loc[len(rows)] = next(missing)
            rows.sort_values(list(rows)).to_csv(ROWS, index=False, compression={"method": "gzip", "mtime": 0})
    return rows


def main() -> None:
    """Shares as stacked bars, a bar a size."""
    rows = measured()
    deals = rows.groupby(["empties", "colors"])["literals"].value_counts().unstack(fill_value=0)
    shares = 100 * deals.div(deals.sum(axis=1), axis=0).set_axis(list(COLORS), axis=1)
    shares.index = [f"{colors} x {empties}\n{deals.loc[empties, colors].sum()}" for empties, colors in deals.index]
    print(deals.set_axis(list(COLORS), axis=1))
    axes = shares.plot.bar(stacked=True, color=COLORS, figsize=(9, 3.8), rot=0, width=0.8)
    axes.set(xlabel="colours x empty beakers, number of deals", ylabel="deals without a plan, %", ylim=(0, 100))
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), title="refuted by", reverse=True)
    axes.figure.savefig(PICTURE, dpi=150, bbox_inches="tight")


if __name__ == "__main__":
    main()
