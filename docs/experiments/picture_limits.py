"""What limits of the reader of pictures are for: screenshots made against each, read with and without it.

python docs/experiments/picture_limits.py --cases 20 --seed 2911 > docs/results/picture_limits.csv
"""

import csv
import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from random import Random

os.environ["OMP_NUM_THREADS"] = "1"

from misleading import Misleading, areas, glass, units
from picture_constants import MODULES, changed, constants, verdict

VERDICTS = ("exact", "doubted", "refused", "wrong")
KINDS = {each.name: each for module in (areas, glass, units) for each in module.KINDS}
MODULE_OF = {name: module for module, name in constants()}

Reading = tuple[str, str, str]  # the limit that is switched off or '', the kind of pictures, the verdict


def readings(case: int, seed: int, kind: Misleading) -> list[Reading]:
    """What becomes of one picture of a kind, with all limits and without each."""
    shown = kind.draw(Random(f"{seed} {kind.name} {case}"))
    found = []
    for limit in ("", *kind.limits):
        holder = MODULES[MODULE_OF[limit]] if limit else None
        without = changed(limit, getattr(holder, limit), kind.limits[limit]) if limit else nullcontext()
        with without:
            found.append((limit, kind.name, verdict(shown)[0]))
    return found


def rows(counted: Counter[Reading]) -> Iterator[list[object]]:
    for kind in KINDS.values():
        for limit in kind.limits:
            with_it, without = ([counted[name, kind.name, each] for each in VERDICTS] for name in ("", limit))
            yield [MODULE_OF[limit], limit, kind.name, *with_it, *without]


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--cases", type=int, default=20, help="pictures of each kind")
    parser.add_argument("--seed", type=int, default=2911)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("kinds", nargs="*", help=f"of pictures, all without: {', '.join(KINDS)}")
    given = parser.parse_args()
    counted: Counter[Reading] = Counter()
    with ProcessPoolExecutor(given.jobs) as pool:
        for name in given.kinds or KINDS:
            for found in pool.map(partial(readings, seed=given.seed, kind=KINDS[name]), range(given.cases)):
                counted.update(found)
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["module", "limit", "pictures", *VERDICTS, *(f"without: {each}" for each in VERDICTS)])
    table.writerows(row for row in rows(counted) if sum(row[3:7]))


if __name__ == "__main__":
    main()
