"""How the ratings of water sort deals hang together, and how deals made backwards differ: two plots, and two tables.

python tests/benchmarks/ratings.py --count 1000 --out docs/pictures
"""

import argparse
import random
import sys
from math import log10, nan
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from instances.solving.limits import Watch
from search_baseline.watersort.levels.design import deal_of, measured
from search_baseline.watersort.levels.rating import rate

Row = dict[str, float]

COLORS, EMPTIES, CAPACITY = 10, 2, 4  # of the deals that are rated
SIZES = ((9, 1), (12, 2))  # of those that are compared with deals made backwards
KINDS = {False: ("random", "#0072b2"), True: ("made backwards", "#d55e00")}


def measures(backwards: bool, colors: int, empties: int, count: int, rated: bool = False) -> list[Row]:
    """The measures of so many deals that can be solved, of seeds 0, 1, ...; rated: with their rating."""
    rows: list[Row] = []
    seed = 0
    while len(rows) < count:
        if found := measured(deal_of(colors, empties, CAPACITY, backwards, seed), Watch()):
            row = (rate(found, {}, seed, Watch()) if rated else found).measures
            rows.append(row | ({"plans": log10(row.get("plans", nan))} if rated else {}))
        seed += 1
    return rows


def correlations(rows: list[Row]) -> Any:
    """Spearman's rank correlation of each pair."""
    import pandas as pd

    return pd.DataFrame(rows).corr(method="spearman")


def correlation_table(rows: list[Row]) -> str:
    """The same, in Markdown."""
    table = correlations(rows)
    lines = ["| | " + " | ".join(table.columns) + " |", "|---" * (len(table.columns) + 1) + "|"]
    lines += [f"| {name} | " + " | ".join(f"{value:.2f}" for value in line) + " |" for name, line in table.iterrows()]
    return "\n".join(lines)


def kinds_table(found: dict[tuple[int, int], dict[bool, list[Row]]]) -> str:
    """Pours and excess of random deals and of those made backwards, in Markdown."""
    import pandas as pd

    lines = ["| deals | pours: mean, quartiles, range | excess: mean, share of 0 |", "|---|---|---|"]
    for (colors, empties), kinds in found.items():
        for backwards, rows in kinds.items():
            of = pd.DataFrame(rows).describe()
            least, low, high, most = (of["pours"][name] for name in ("min", "25%", "75%", "max"))
            pours = f"{of['pours']['mean']:.1f}, {low:g} to {high:g}, {least:g} to {most:g}"
            none = sum(row["excess"] == 0 for row in rows) / len(rows)
            name = f"{colors} x {empties} {KINDS[backwards][0]}"
            lines.append(f"| {name} | {pours} | {of['excess']['mean']:.2f}, {none:.0%} |")
    return "\n".join(lines)


def draw(rows: list[Row], path: Path) -> None:
    """Every measure against every other one: the deals below the diagonal, the correlations above it."""
    from matplotlib.figure import Figure

    table, names, stream = correlations(rows), list(rows[0]), random.Random(0)
    figure = Figure(figsize=(11, 11), layout="constrained")
    figure.suptitle(f"{len(rows):,} random deals of {COLORS} colours with {EMPTIES} empty beakers")
    axes: Any = figure.subplots(len(names), len(names))
    values = {name: [row[name] for row in rows] for name in names}
    steps = {name: 1.0 if max(values[name]) > 1 else 0.01 for name in names}
    apart = {name: [value + steps[name] * (stream.random() - 0.5) for value in values[name]] for name in names}
    for i, down in enumerate(names):
        for j, across in enumerate(names):
            axis = axes[i, j]
            if i < j:
                axis.set_axis_off()
                value = table[across][down]
                axis.text(0.5, 0.5, f"{value:.2f}", ha="center", va="center", fontsize=9 + 12 * abs(value))
                continue
            if i == j:
                axis.hist(values[down], bins=20, color="#0072b2")
            else:
                axis.plot(apart[across], apart[down], "o", markersize=2, alpha=0.25, color="#0072b2", mew=0)
            axis.spines[["top", "right"]].set_visible(False)
            axis.tick_params(labelleft=j == 0 and i > 0, labelbottom=i == len(names) - 1, labelsize=8)
            if j == 0:
                axis.set_ylabel("deals" if i == 0 else down.replace("_", " "))
            if i == len(names) - 1:
                axis.set_xlabel(across.replace("_", " "))
    figure.savefig(path, dpi=80)


def draw_kinds(found: dict[tuple[int, int], dict[bool, list[Row]]], path: Path) -> None:
    """How pours and excess are distributed, random deals beside those made backwards."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(9, 6), layout="constrained")
    axes: Any = figure.subplots(len(found), 2)
    for line, ((colors, empties), kinds) in zip(axes, found.items(), strict=True):
        for axis, name, label in zip(line, ("pours", "excess"), ("fewest pours", "excess"), strict=True):
            for backwards, rows in kinds.items():
                values = [row[name] for row in rows]
                kind, color = KINDS[backwards]
                bins = [n - 0.5 for n in range(int(min(values)), int(max(values)) + 2)]
                share = [1 / len(values)] * len(values)
                axis.hist(values, bins=bins, weights=share, histtype="step", color=color, label=kind, linewidth=2)
            axis.set_xlabel(label)
            axis.xaxis.set_major_locator(MaxNLocator(integer=True))
            axis.spines[["top", "right"]].set_visible(False)
        line[0].set_ylabel(f"share of the deals, {colors} x {empties}")
        line[1].legend(frameon=False)
    figure.savefig(path, dpi=80)


def main() -> None:
    arguments = argparse.ArgumentParser(description="Ratings of water sort deals, and deals made backwards.")
    arguments.add_argument("--count", type=int, default=1000, help="deals of each kind (1000)")
    arguments.add_argument("--out", type=Path, default=Path("docs/pictures"), help="folder of the plots")
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rows = measures(False, COLORS, EMPTIES, options.count, rated=True)
    print(correlation_table(rows))
    draw(rows, options.out / "ratings.png")
    found = {size: {backwards: measures(backwards, *size, options.count) for backwards in KINDS} for size in SIZES}
    print(kinds_table(found))
    draw_kinds(found, options.out / "backwards.png")


if __name__ == "__main__":
    main()
