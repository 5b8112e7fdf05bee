"""How the ratings of water sort deals hang together, and how deals made backwards differ: two plots, and a table.

python tests/benchmarks/ratings.py --count 1000 --out docs/pictures
"""

import argparse
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from instances.harness.limits import Watch
from search_baseline.watersort.design import deal_of, measured
from search_baseline.watersort.rating import rate

COLORS, EMPTIES, CAPACITY = 8, 2, 4


def rated(count: int) -> list[dict[str, float]]:
    """The measures of so many random deals that can be solved."""
    rows: list[dict[str, float]] = []
    seed = 0
    while len(rows) < count:
        found = measured(deal_of(COLORS, EMPTIES, CAPACITY, False, seed), Watch())
        if found is not None:
            deal, measures = found
            rows.append(measures | rate(deal, seed)[1])
        seed += 1
    return rows


def pours_and_excess(backwards: bool, colors: int, empties: int, count: int) -> list[tuple[float, float]]:
    found, seed = [], 0
    while len(found) < count:
        if level := measured(deal_of(colors, empties, CAPACITY, backwards, seed), Watch()):
            found.append((level[1]["pours"], level[1]["excess"]))
        seed += 1
    return found


def correlations(rows: list[dict[str, float]]) -> str:
    """Spearman's rank correlation of each pair, as a Markdown table."""
    import pandas as pd

    table = pd.DataFrame(rows).corr(method="spearman")
    lines = ["| | " + " | ".join(table.columns) + " |", "|---" * (len(table.columns) + 1) + "|"]
    lines += [f"| {name} | " + " | ".join(f"{value:.2f}" for value in line) + " |" for name, line in table.iterrows()]
    return "\n".join(lines)


def draw(rows: list[dict[str, float]], path: Path) -> None:
    """Every measure against every other one."""
    from matplotlib.figure import Figure

    names = list(rows[0])
    figure = Figure(figsize=(11, 11), layout="constrained")
    axes: Any = figure.subplots(len(names), len(names), sharex="col")
    for i, down in enumerate(names):
        for j, across in enumerate(names):
            if i == j:
                axes[i, j].hist([row[across] for row in rows], bins=20, color="#0072b2")
            else:
                axes[i, j].plot([row[across] for row in rows], [row[down] for row in rows], ",", color="#0072b2")
            if j == 0:
                axes[i, j].set_ylabel(down.replace("_", " "))
            if i == len(names) - 1:
                axes[i, j].set_xlabel(across.replace("_", " "))
    figure.savefig(path, dpi=80)


def draw_backwards(count: int, path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.4), layout="constrained")
    axes: Any = figure.subplots(1, 2)
    for backwards, color, label in ((False, "#0072b2", "random"), (True, "#d55e00", "made backwards")):
        found = pours_and_excess(backwards, 9, 1, count)
        pours, excess = (sum(values) / count for values in zip(*found, strict=True))
        print(f"9 x 1 {label}: mean {pours:.1f} pours, excess {excess:.2f}")
        for axis, values, name in zip(axes, zip(*found, strict=True), ("fewest pours", "excess"), strict=True):
            bins = [n - 0.5 for n in range(int(min(values)), int(max(values)) + 2)]
            axis.hist(values, bins=bins, histtype="step", density=True, color=color, label=label, linewidth=2)
            axis.set_xlabel(name)
    axes[0].set_ylabel("share of the deals, 9 x 1")
    axes[1].legend(frameon=False)
    figure.savefig(path, dpi=80)


def main() -> None:
    arguments = argparse.ArgumentParser(description="Ratings of water sort deals, and deals made backwards.")
    arguments.add_argument("--count", type=int, default=1000, help="deals of each kind (1000)")
    arguments.add_argument("--out", type=Path, default=Path("docs/pictures"), help="folder of the plots")
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rows = rated(options.count)
    print(correlations(rows))
    draw(rows, options.out / "ratings.png")
    draw_backwards(options.count // 5, options.out / "backwards.png")


if __name__ == "__main__":
    main()
