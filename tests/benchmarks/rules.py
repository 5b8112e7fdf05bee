"""What each rule of the fast search is worth: python tests/benchmarks/rules.py

Every line leaves one rule out and solves the same deals. The table is Markdown: for each size processor seconds of all
its deals, states expanded, depths met, and how many deals had no answer in time.
"""

import argparse
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from random import Random
from time import process_time
from typing import Any
from unittest.mock import patch

import numpy

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from instances.solving.limits import Settings, Watch  # noqa: E402
from instances.watersort.files import generate  # noqa: E402
from instances.watersort.rules import Deal  # noqa: E402
from search_baseline.watersort import default_solver, depths  # noqa: E402
from search_baseline.watersort.depths import DepthSearch, Tables  # noqa: E402
from search_baseline.watersort.layers import layered_astar  # noqa: E402
from search_baseline.watersort.layers.game import Choice, Game, Shown  # noqa: E402

DEALS = {  # colours, empty beakers, seeds
    "24 x 2, no plan": (24, 2, (0, 1, 3, 6, 9)),
    "24 x 2": (24, 2, (2, 4, 5, 7, 8)),
    "28 x 2": (28, 2, (2, 3)),
    "40 x 5": (40, 5, (1, 3, 4, 5, 6)),
}


def every_pour(self: Game, color: int, group: Shown) -> Choice:
    """No pour is forced, so nothing is promised."""
    fills = self.filled_beakers[color]
    merges = [pour for beaker in group.beakers for pour in self.merges(group, beaker, fills)]
    return Choice(list(dict.fromkeys((*merges, *self.parks(group, fills), *self.partial(group)))))


class Unsettled(Tables):
    """No floor is above these bounds."""

    def __init__(self, deal: Deal) -> None:
        super().__init__(deal)
        self.all_but_one[:] = numpy.iinfo(self.all_but_one.dtype).max


class InOrder(Random):
    """Takes the last in, and keeps the order in which states were met."""

    def random(self) -> float:
        return 0.999999


Without = dict[str, Callable[[], Any]]  # rule -> a context in which it is left out

WITHOUT: Without = {
    "nothing": nullcontext,
    "depths": lambda: patch.object(default_solver.Search, "ask_depths", lambda self: None),
    "dead depths": lambda: patch.object(DepthSearch, "dead", lambda self, lookout: set()),
    "settled colours": lambda: patch.object(depths, "Tables", Unsettled),
    "forced pours and promises": lambda: patch.object(Game, "choice", every_pour),
    "what a colour must pay": lambda: patch.object(Game, "excess", lambda self, color, group: 0),
    "random order": lambda: patch.object(layered_astar, "Random", InOrder),
    "beams": lambda: patch.object(default_solver, "beam", lambda *arguments: None),
}


def watch_for(seconds: float) -> Watch:
    """Interrupts a solve after so many seconds of the processor, so that a busy machine changes nothing."""
    watch, last = Watch(), process_time() + seconds

    def report(lower: int | None, upper: int | None, what: str) -> None:
        if process_time() >= last:
            watch.interrupted.set()

    watch.report = report
    return watch


def cell(deals: list[Deal], seconds: float) -> str:
    """0.51 s, 13,000, 126,000; 1 open"""
    began, expansions, depths, unanswered = process_time(), 0, 0, 0
    for deal in deals:
        result = default_solver.solve_fast(deal, Settings(), watch_for(seconds))
        unanswered += result.outcome.value not in ("optimal", "unsolvable")
        expansions += result.statistics.get("expansions", 0)
        depths += result.statistics.get("depths", 0)
    text = f"{process_time() - began:.2f} s, {expansions:,}"
    return text + f", {depths:,}" * (depths > 0) + f"; {unanswered} open" * (unanswered > 0)


def main() -> None:
    parser = argparse.ArgumentParser(description="What each rule of the fast search is worth.")
    parser.add_argument("--deals", choices=DEALS, nargs="+", default=list(DEALS))
    parser.add_argument(
        "--seconds", metavar="SECONDS", type=float, default=5, help="of the processor, for each deal (5)"
    )
    options = parser.parse_args()
    dealt = {
        name: [generate(colors, empties, seed=seed) for seed in seeds]
        for name, (colors, empties, seeds) in DEALS.items()
        if name in options.deals
    }
    print(f"| left out | {' | '.join(dealt)} |\n|{'---|' * (1 + len(dealt))}")
    for rule, left_out in WITHOUT.items():
        with left_out():
            print(f"| {rule} | {' | '.join(cell(deals, options.seconds) for deals in dealt.values())} |", flush=True)


if __name__ == "__main__":
    main()
