"""What a race of k equal solves would take: python tests/benchmarks/race.py [--seeds 16] [--workers 1 2 4 8 16]

Each deal is solved to the end by phases, once for each solver seed, alone and in this process. A race of k seeds takes
as long as its fastest: its expected processor time is computed from the times of the single solves, over all choices
of k of them, without running any race. A machine of k cores that do not share memory bandwidth would show the same.
"""

import argparse
import sys
import time
from functools import partial
from math import comb
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from cpmodel.solving import Status, run  # noqa: E402
from cpmodel.watersort.formulations import MANY  # noqa: E402
from cpmodel.watersort.phases import model as phases  # noqa: E402
from instances import load  # noqa: E402
from instances.harness.limits import Settings  # noqa: E402
from instances.watersort.files import generate  # noqa: E402
from instances.watersort.rules import Deal  # noqa: E402


def seconds(deal: Deal, seed: int, forwards: bool) -> float:
    """Processor time until an excess is feasible, all smaller ones refuted."""
    started = time.process_time()
    for excess in range(10):
        if run(partial(phases.build, deal, excess, True, forwards), Settings(seed=seed), 60).status is Status.FEASIBLE:
            break
    return time.process_time() - started


def expected_best(times: list[float], k: int) -> float:
    """The mean, over all choices of k of these times, of the least: expected_best([1, 2, 3], 2) == 4 / 3"""
    ordered = sorted(times)
    chances = [comb(len(ordered) - 1 - i, k - 1) for i in range(len(ordered))]
    return sum(t * c for t, c in zip(ordered, chances, strict=True)) / comb(len(ordered), k)


def main() -> None:
    parser = argparse.ArgumentParser(description="What a race of k equal solves would take.")
    parser.add_argument("--seeds", metavar="N", type=int, default=16, help="solver seeds (16)")
    parser.add_argument("--workers", metavar="K", type=int, nargs="+", default=[1, 2, 4, 8, 16], help="(1 2 4 8 16)")
    options = parser.parse_args()
    deals = {
        "level 133": load(ROOT / "instances" / "watersort" / "level-133.yaml")[1],
        "20 x 2, seed 6": generate(20, 2, seed=6),
        "20 x 3, seed 1": generate(20, 3, seed=1),
        "40 x 5, seed 7": generate(40, 5, seed=7),
    }
    print("| deal | " + " | ".join(f"{k} worker{'s' * (k > 1)}" for k in options.workers) + " |")
    print("|---|" + "---|" * len(options.workers))
    for name, deal in deals.items():
        free = deal.beakers.count(()) >= MANY  # as the strategy does where many are empty
        times = [seconds(deal, seed, not free) for seed in range(options.seeds)]
        shown = [f"{expected_best(times, k):.2f} s" for k in options.workers if k <= options.seeds]
        print(f"| {name}{', free' if free else ''} | {' | '.join(shown)} |", flush=True)


if __name__ == "__main__":
    main()
