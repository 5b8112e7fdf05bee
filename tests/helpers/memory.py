"""A large search under a memory limit, as a program, because the limit applies to the whole process.

python -m helpers.memory MIB, with tests/ on the path: prints the outcome, the lower bound, and the most bytes used
above the limit.
"""

import sys

from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.running.limits import MIB
from fewest_pours.running.processes import resident_bytes
from fewest_pours.running.solver_contract import Settings, Watch
from search_baseline.watersort.default_solver import solve_fast

LARGE = {"colors": 40, "empties": 5, "seed": 515}


def main(mebibytes: int):
    """Search with a limit of this much more than the process holds at the start."""
    deal = generate(**LARGE)
    limit = resident_bytes() / MIB + mebibytes
    most = 0

    def tick():
        nonlocal most
        most = max(most, resident_bytes())

    result = solve_fast(deal, Settings(), Watch(memory_limit=limit, at_check=tick))
    print(result.outcome.value, result.lower_bound, most - limit * MIB)


if __name__ == "__main__":
    main(int(sys.argv[1]))
