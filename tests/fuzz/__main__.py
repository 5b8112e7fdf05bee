"""Random cases that must not go wrong: python tests/fuzz lrat puzzles [--cases 100000] [--seed 0]

Prints for each kind how many cases ended how; exit code 1 if any went wrong.
"""

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:1] = [str(ROOT), str(ROOT / "tests")]  # in place of this folder

from fewest_pours.puzzles.watersort.pictures.limited_reading import COMPUTING  # noqa: E402
from fuzz.kinds import KINDS  # noqa: E402
from fuzz.runner import MIB, SECONDS, trials  # noqa: E402

LIMITS = {"pictures": COMPUTING, "growing": 0}  # seconds; growing counts calls, which takes its time


def main() -> int:
    parser = argparse.ArgumentParser(prog="python tests/fuzz", description="Random cases that must not go wrong.")
    parser.add_argument("kinds", metavar="KIND", nargs="+", choices=KINDS, help=", ".join(KINDS))
    parser.add_argument("--cases", metavar="N", type=int, default=10_000, help="how many of each kind (10000)")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="the same seed makes the same ones (0)")
    options = parser.parse_args()
    wrong = 0
    for name in options.kinds:
        started = time.monotonic()
        tally = trials(KINDS[name], options.cases, options.seed, LIMITS.get(name, SECONDS))
        wrong += len(tally.failures) + (tally.grown_mib > MIB)
        print(
            f"{name}: {options.cases} cases, {len(tally.failures)} wrong, {time.monotonic() - started:.0f} s, "
            f"memory grew by {tally.grown_mib} MiB",
            *(f"{times:>9}  {end}" for end, times in tally.ends.most_common(20)),
            *(f"WRONG: {given!r:.2000}\n{failure}" for given, failure in tally.failures[:5]),
            sep="\n",
            flush=True,
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
