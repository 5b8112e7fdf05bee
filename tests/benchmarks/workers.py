"""What more workers would bring to the proofs by phases: python tests/benchmarks/workers.py

Each deal has a plan and is solved by phases to the end, one excess after the other, alone and in this process. From
these times follows when workers would be through that take the excesses in order, each the next one as soon as it is
free: when the feasible excess is answered and all below it are refuted. A machine whose cores do not share their
memory's bandwidth would show the same. Several workers on one excess would not help: the search follows the model, not
the seed.
"""

import argparse
import heapq
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from cpmodel.solving import Status, run  # noqa: E402
from cpmodel.watersort.phases import phase_model as phases  # noqa: E402
from instances.puzzles import load  # noqa: E402
from instances.solving.limits import Settings  # noqa: E402
from instances.watersort.files import generate  # noqa: E402
from instances.watersort.rules import Deal  # noqa: E402


def seconds_of_excesses(deal: Deal) -> Iterator[float]:
    """Processor time of each excess, up to the one that is feasible."""
    status, excess = Status.INFEASIBLE, 0
    while status is Status.INFEASIBLE:
        started = time.process_time()
        status = run(partial(phases.build, deal, excess), Settings(), None).status
        yield time.process_time() - started
        excess += 1


def seconds_with(workers: int, times: list[float]) -> float:
    """When all are through that take these tasks in order: seconds_with(2, [1, 2, 3]) == 4"""
    free_at = [0.0] * workers
    for task in times:
        heapq.heappushpop(free_at, min(free_at) + task)
    return max(free_at)


def main() -> None:
    parser = argparse.ArgumentParser(description="What more workers would bring to the proofs by phases.")
    parser.add_argument("--workers", metavar="K", type=int, nargs="+", default=[1, 2, 4, 8, 16], help="(1 2 4 8 16)")
    options = parser.parse_args()
    deals = {
        "level 133": load(ROOT / "instances" / "watersort" / "level-133.yaml")[1],
        "20 x 2, seed 3": generate(20, 2, seed=3),
        "24 x 2, seed 2": generate(24, 2, seed=2),
        "28 x 3, seed 1": generate(28, 3, seed=1),
        "40 x 5, seed 3": generate(40, 5, seed=3),
    }
    workers = [f"{k} worker{'s' * (k > 1)}" for k in options.workers]
    print(f"| deal | seconds of excess 0, 1, ... | {' | '.join(workers)} |")
    print("|---|---|" + "---|" * len(workers))
    for name, deal in deals.items():
        times = list(seconds_of_excesses(deal))
        shown = [f"{seconds_with(k, times):.2f} s" for k in options.workers]
        print(f"| {name} | {', '.join(f'{one:.2f}' for one in times)} | {' | '.join(shown)} |", flush=True)


if __name__ == "__main__":
    main()
