"""A large search below a memory limit, as a program: its own memory is what the limit is about.

python tests/helpers/memory.py MIB: what came out, and by how many bytes the limit was passed, at most.
"""

import sys

from instances.solving.limits import Settings, Watch, resident_bytes
from instances.watersort.files import generate
from search_baseline.watersort.default_solver import solve_fast

LARGE = {"colors": 40, "empties": 5, "seed": 515}


def main(mebibytes: int) -> None:
    """The limit is that of the whole process, so the search gets what it holds before, and so much more."""
    deal = generate(**LARGE)
    limit = resident_bytes() + (mebibytes << 20)
    watch = Watch(memory=limit)
    most = 0

    def tick() -> None:
        nonlocal most
        most = max(most, resident_bytes())

    watch.tick = tick
    result = solve_fast(deal, Settings(), watch)
    print(result.outcome.value, result.lower_bound, most - limit)


if __name__ == "__main__":
    main(int(sys.argv[1]))
