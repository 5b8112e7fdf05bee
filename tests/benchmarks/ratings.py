"""What the ratings of levels say about a player's losses: rank correlations over random deals of 10 colours.

    python tests/benchmarks/ratings.py --levels 200

The simulated player pours wherever units of one colour come together, otherwise anywhere; at random among these, never
back to a position that the game has had.
"""

import argparse
import random
import sys
from pathlib import Path

import pandas as pd

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from instances.solving.limits import Watch
from instances.watersort.files import generate
from search_baseline.watersort.levels.design import measured
from search_baseline.watersort.levels.rating import rate, stuck_share

GAMES = 200


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--levels", type=int, default=200)
    options = arguments.parse_args()
    rows: list[dict[str, float]] = []
    seed = 0
    while len(rows) < options.levels:
        if level := measured(generate(10, 2, 4, seed=seed), Watch()):
            rows.append(rate(level, {}, seed, Watch()).measures | {"losses": losses(level.instance, seed)})
        seed += 1
    table = pd.DataFrame(rows)
    print(table.describe().round(2).to_string())
    print(table.corr(method="spearman").round(2).to_string())


if __name__ == "__main__":
    main()
