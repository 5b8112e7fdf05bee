"""What limits of the reader of pictures are for: screenshots made against each, read with and without it.

python docs/experiments/picture_limits.py --cases 12 --seed 2911 > docs/results/picture_limits.csv
"""

import csv
import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from random import Random

os.environ["OMP_NUM_THREADS"] = "1"

from misleading import Misleading, Screenshot, areas, difference, glass, units

from fewest_pours.puzzles.watersort import pictures
from fewest_pours.puzzles.watersort.pictures.level import LevelInPicture
from fewest_pours.puzzles.watersort.pictures.limited_reading import read_level

VERDICTS = ("exact", "doubted", "refused", "wrong")
KINDS = {each.name: each for module in (areas, glass, units) for each in module.KINDS}
MODULES = [import_module(f"{pictures.__name__}.{each.name}") for each in iter_modules(pictures.__path__)]

Reading = tuple[str, str, str]  # the limit that is switched off or '', the kind of pictures, the verdict


@contextmanager
def switched_off(limit: str, value: object) -> Iterator[None]:
    """A limit with another value, in its module and in those that import it."""
    before = {module: getattr(module, limit) for module in MODULES if hasattr(module, limit)}
    assert before, f"no limit {limit}"
    for module in before:
        setattr(module, limit, value)
    try:
        yield
    finally:
        for module, value_before in before.items():
            setattr(module, limit, value_before)


def verdict(shown: Screenshot) -> str:
    level = read_level(shown.data)
    if not isinstance(level, LevelInPicture):
        return "refused"
    if level.unsure:
        return "doubted"
    return "wrong" if difference(level.data, shown) else "exact"


def readings(case: int, seed: int, kind: Misleading) -> list[Reading]:
    """What becomes of one picture of a kind, with all limits and without each."""
    shown = kind.draw(Random(f"{seed} {kind.name} {case}"))
    found = [("", kind.name, verdict(shown))]
    for limit, value in kind.limits.items():
        with switched_off(limit, value):
            found.append((limit, kind.name, verdict(shown)))
    return found


def rows(counted: Counter[Reading]) -> Iterator[list[object]]:
    for kind in KINDS.values():
        for limit in kind.limits:
            with_it, without = ([counted[name, kind.name, each] for each in VERDICTS] for name in ("", limit))
            yield [limit, kind.name, *with_it, *without]


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--cases", type=int, default=12, help="pictures of each kind")
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
    table.writerow(["limit", "pictures", *VERDICTS, *(f"without: {each}" for each in VERDICTS)])
    table.writerows(row for row in rows(counted) if sum(row[2:6]))


if __name__ == "__main__":
    main()
