"""Bounds over time, our search and didppy's CABS on the same deals: python tests/benchmarks/gap.py [--time-limit 40]

Each solve is alone and in this process. Draws docs/pictures/gap.png (full lines: the best plan; broken: the lower
bound) and prints, as Markdown, the gap in pours after 1, 2, 5, 10, ... seconds; a dash where there is no plan yet.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

import matplotlib as mpl  # noqa: E402

mpl.use("Agg")
from matplotlib import pyplot as plt  # noqa: E402

from instances.solving.limits import Settings, Watch  # noqa: E402
from instances.solving.outcome import Result  # noqa: E402
from instances.watersort.files import generate  # noqa: E402
from instances.watersort.rules import Deal  # noqa: E402
from search_baseline.watersort.default_solver import solve_fast  # noqa: E402
from search_baseline.watersort.didp import cabs  # noqa: E402

DEALS = {"40 x 5, seed 0": (40, 5, 0), "60 x 7, seed 0": (60, 7, 0), "100 x 11, seed 903": (100, 11, 903)}
SOLVERS: dict[str, Callable[[Deal, Settings, Watch], Result]] = {
    "astar": solve_fast,
    "didp-cabs": cabs,
}
MOMENTS = (1, 2, 5, 10, 20, 40, 60)  # seconds


class Bounds(NamedTuple):
    """Known from this moment on: Bounds(0.5, 131, 140)"""

    seconds: float
    lower: int | None
    upper: int | None


def history(solve: Callable[[Deal, Settings, Watch], Result], deal: Deal, limit: float) -> list[Bounds]:
    """The bounds whenever one gets better, and those at the end."""
    found = [Bounds(0.0, None, None)]

    def report(lower: int | None, upper: int | None, what: str) -> None:
        now = Bounds(watch.elapsed(), lower if lower is not None else found[-1].lower, upper)
        if now[1:] != found[-1][1:]:
            found.append(now)

    watch = Watch(seconds=limit, report=report)
    result = solve(deal, Settings(), watch)
    return [*found, Bounds(watch.elapsed(), result.lower_bound, result.upper_bound)]


def gaps(bounds: list[Bounds], limit: float) -> Iterator[str]:
    """The gap at each moment, as a cell of the table."""
    for moment in MOMENTS:
        if moment <= limit:
            _, lower, upper = [each for each in bounds if each.seconds <= moment][-1]
            yield "-" if lower is None or upper is None else str(upper - lower)


def main() -> None:
    parser = argparse.ArgumentParser(description="Bounds over time, our search and didppy's CABS.")
    parser.add_argument("--time-limit", metavar="SECONDS", type=float, default=40)
    parser.add_argument("--picture", metavar="FILE", type=Path, default=ROOT / "docs" / "pictures" / "gap.png")
    options = parser.parse_args()
    limit = options.time_limit
    figure, axes = plt.subplots(1, len(DEALS), figsize=(10, 3.2), layout="constrained")
    print("| deal | solver |", " | ".join(f"{moment} s" for moment in MOMENTS if moment <= limit), "|")
    print("|---|---|" + "---|" * sum(moment <= limit for moment in MOMENTS))
    for axis, (name, (colors, empties, seed)) in zip(axes, DEALS.items(), strict=True):
        for number, (solver, solve) in enumerate(SOLVERS.items()):
            bounds = history(solve, generate(colors, empties, seed=seed), limit)
            print(f"| {name} | {solver} |", " | ".join(gaps(bounds, limit)), "|", flush=True)
            bounds.append(bounds[-1]._replace(seconds=limit))
            for style, which in (("-", 2), ("--", 1)):
                known = [each for each in bounds if each[which]]  # a bound of 0 says nothing
                seconds, pours = [each.seconds for each in known], [each[which] for each in known]
                label = solver if which == 2 else None
                axis.step(seconds, pours, style, where="post", color=f"C{number}", label=label)
        axis.set(title=name, xscale="log", xlim=(0.01, limit), xlabel="seconds")
    axes[0].set_ylabel("pours")
    axes[0].legend()
    figure.savefig(options.picture, dpi=150)


if __name__ == "__main__":
    main()
