"""Small deals of all kinds against plain breadth-first search: python tests/fuzz/deals.py --count 100000

Colours of several beakers, games in progress, half-filled beakers, no empty beaker, capacity 1 to 8, and more colours
than beakers of the same size ever need, so that several promises stand at once. For each deal: the answer of the fast
search, and of the depths; its bounds and plan when it is stopped after few expansions; any plan; a horizon around the
truth; and, now and then, a certificate that the checker must believe. Ends with exit code 1 at the first wrong answer,
and prints the deal.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

ROOT = Path(__file__).parent.parent.parent
sys.path[:1] = [str(ROOT), str(ROOT / "tests")]  # not this folder: it holds a yaml.py

from helpers.certificates import verdict  # noqa: E402
from instances.drawing.colors import color_name  # noqa: E402
from instances.reading.yaml_files import write_yaml  # noqa: E402
from instances.solving.command_line.program import program  # noqa: E402
from instances.solving.limits import Settings, Watch  # noqa: E402
from instances.solving.outcome import Outcome, Result  # noqa: E402
from instances.watersort.files import document  # noqa: E402
from instances.watersort.rules import Deal, State, after, canonical, pours, solved, unsolvable_by_counting, verify  # noqa: E402
from search_baseline.lookout import Lookout  # noqa: E402
from search_baseline.watersort import default_solver  # noqa: E402
from search_baseline.watersort.default_solver import solve_fast  # noqa: E402
from search_baseline.watersort.depths import DepthSearch  # noqa: E402

LARGEST = 3000  # states up to which breadth-first search goes; larger deals are left out
SHAPES = [  # (most units in all, colours, capacity), tried by chance
    *((12, colors, capacity) for colors in (1, 2, 3, 4) for capacity in range(1, 9)),
    *3 * [(18, colors, 2) for colors in (6, 7, 8, 9)],  # simultaneous promises
]


class TooLarge(Exception):
    """The deal has more states than breadth-first search goes through."""


def deal_of(stream: random.Random) -> Deal:
    """Units dealt over the beakers in any way; sometimes pours on top, so that it is a game in progress."""
    most, colors, capacity = stream.choice(SHAPES)
    units: list[str] = []
    for color in range(colors):
        fills = stream.choice((1, 1, 1, 2, 3))
        if len(units) + fills * capacity <= max(most, colors * capacity):
            units += [color_name(color)] * fills * capacity
    stream.shuffle(units)
    filled = -(-len(units) // capacity)
    beakers: list[list[str]] = [[] for _ in range(filled + stream.choice((0, 0, 1, 1, 2)))]
    if stream.random() < 0.4:
        for i, unit in enumerate(units):
            beakers[i // capacity].append(unit)
    else:
        for unit in units:
            stream.choice([beaker for beaker in beakers if len(beaker) < capacity]).append(unit)
    state: State = tuple(map(tuple, beakers))
    for _ in range(stream.choice((0, 0, 1, 3))):
        if legal := list(pours(state, capacity)):
            state = after(state, stream.choice(legal))
    return Deal("fuzz", capacity, state)


def truth_of(deal: Deal) -> int | None:
    """The fewest pours, None if no plan exists, by breadth-first search. Raises TooLarge."""
    layer, seen, pours_so_far, found = {canonical(deal.beakers)}, {canonical(deal.beakers)}, 0, None
    while layer:
        if found is None and any(solved(state, deal.capacity) for state in layer):
            found = pours_so_far
        layer = {canonical(after(state, pour)) for state in layer for pour in pours(state, deal.capacity)} - seen
        seen |= layer
        pours_so_far += 1
        if len(seen) > LARGEST:
            raise TooLarge
    return found


def wrong(deal: Deal, truth: int | None, stream: random.Random, folder: Path | None) -> str | None:
    """What is wrong with the answers, as a sentence; None if nothing is. folder: where to write a certificate."""
    settings = Settings(seed=stream.randrange(3))
    result = solve_fast(deal, settings, Watch())
    if complaint := misfit(deal, result, truth, None):
        return complaint
    if result.outcome is not (Outcome.UNSOLVABLE if truth is None else Outcome.OPTIMAL):
        return f"{result.outcome.value} without a limit"
    if unsolvable_by_counting(deal) is None:
        decided = DepthSearch(deal).run(Lookout(Watch()))
        if decided is not (Outcome.UNSOLVABLE if truth is None else Outcome.SOLVED):
            return f"{decided} by its depths, but the truth is {truth}"
    if folder is not None:
        believed = verdict(deal, result, folder)
        if believed != ("unsolvable" if truth is None else f"optimal {truth}"):
            return f"a certificate of: {believed}, but the truth is {truth}"
    horizon = stream.randrange(2 + 2 * (truth or 5))
    for other in (Settings(any_plan=True), Settings(horizon=horizon), Settings(horizon=horizon, any_plan=True)):
        if complaint := misfit(deal, solve_fast(deal, other, Watch()), truth, other.horizon):
            return f"{complaint}, with {other}"
    with patch.multiple(default_solver, TURN=1, PATIENCE=stream.randrange(4)):
        watch, looks = Watch(), stream.randrange(4)

        def report(lower: int | None, upper: int | None, what: str) -> None:
            nonlocal looks
            looks -= 1
            if looks < 0:
                watch.interrupted.set()

        watch.report = report
        stopped = solve_fast(deal, settings, watch)
        return misfit(deal, stopped, truth, None) or misfit(deal, solve_fast(deal, settings, Watch()), truth, None)


def misfit(deal: Deal, result: Result, truth: int | None, horizon: int | None) -> str | None:
    """What a result says against the truth."""
    lower, upper = result.lower_bound, result.upper_bound
    if result.plan is not None:
        verify(deal, result.plan)
        if truth is None or len(result.plan) < truth or upper != len(result.plan):
            return f"a plan of {len(result.plan)}, upper bound {upper}, but the truth is {truth}"
        if horizon is not None and len(result.plan) > horizon:
            return f"a plan of {len(result.plan)} beyond the horizon {horizon}"
    if truth is not None and lower is not None and lower > truth:
        return f"lower bound {lower} above the truth {truth}"
    if result.outcome is Outcome.UNSOLVABLE and truth is not None:
        return f"unsolvable, but {truth} pours are enough"
    if result.outcome is Outcome.OPTIMAL and (truth is None or result.plan is None or len(result.plan) != truth):
        return f"optimal, but the truth is {truth}"
    if result.outcome is Outcome.SOLVED and result.plan is None:
        return "solved without a plan"
    if result.outcome is Outcome.NO_PLAN_WITHIN_HORIZON and (
        horizon is None or (truth is not None and truth <= horizon)
    ):
        return f"no plan within {horizon}, but the truth is {truth}"
    return None


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Small deals against plain breadth-first search.")
    parser.add_argument("--count", metavar="N", type=int, default=1000, help="deals (1000)")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="of the deals (0)")
    parser.add_argument("--certificates", metavar="N", type=int, default=20, help="one in so many deals (20)")
    options = parser.parse_args(argv)
    stream, kinds, started, number = random.Random(options.seed), Counter[str](), time.monotonic(), 0
    with TemporaryDirectory() as folder:
        while number < options.count:
            deal = deal_of(stream)
            try:
                truth = truth_of(deal)
            except TooLarge:
                continue
            number += 1
            certificate = Path(folder) if number % options.certificates == 0 else None
            if complaint := wrong(deal, truth, stream, certificate):
                print(f"deal {number}: {complaint}\n{write_yaml(document(deal))}")
                return 1
            kinds["unsolvable" if truth is None else "solvable"] += 1
            kinds["certificates"] += certificate is not None
            if number % 1000 == 0:
                print(f"{number:,} deals, {dict(kinds)}, {time.monotonic() - started:.0f} s", flush=True)
    print(f"{number:,} deals, no wrong answer: {dict(kinds)}, {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    program(__name__)
