"""How deals made backwards differ from random ones: a plot, and a table.

python tests/benchmarks/backwards.py --count 1000 --out docs/pictures
"""

import argparse
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from instances.solving.limits import Watch
from search_baseline.watersort.levels.design import deal_of, measured

Row = dict[str, float]

CAPACITY = 4
SIZES = ((9, 1), (12, 2))  # colours, empty beakers
KINDS = {False: ("random", "#0072b2"), True: ("made backwards", "#d55e00")}


def measures(backwards: bool, colors: int, empties: int, count: int) -> list[Row]:
    """The measures of so many deals that can be solved, of seeds 0, 1, ..."""
    rows: list[Row] = []
    seed = 0
    while len(rows) < count:
        if found := measured(deal_of(colors, empties, CAPACITY, backwards, seed), Watch()):
            rows.append(found.measures)
        seed += 1
    return rows


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
    arguments = argparse.ArgumentParser(description="Deals made backwards, beside random ones.")
    arguments.add_argument("--count", type=int, default=1000, help="deals of each kind (1000)")
    arguments.add_argument("--out", type=Path, default=Path("docs/pictures"), help="folder of the plot")
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    found = {size: {backwards: measures(backwards, *size, options.count) for backwards in KINDS} for size in SIZES}
    print(kinds_table(found))
    draw_kinds(found, options.out / "backwards.png")


if __name__ == "__main__":
    main()
