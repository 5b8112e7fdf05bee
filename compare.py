"""When does constraint programming beat search? Runs solvers on puzzles under limits, and reports what came out.

    python compare.py instances/watersort/ --solvers cp astar --time-limit 60
    python compare.py --deals 5..16x1..3 --count 50 --solvers cp astar --out results.jsonl
    python compare.py report results.jsonl --html report.html
    python compare.py reproduce frontier

`fewest-pours compare` is the same, from any folder. Every run (instance, solver, seed, repeat) appends one line of JSON
to a results file, and the same command resumes where a killed one stopped; tables and plots are functions of such
files, made afterwards (fewest_pours/experiments).
"""

import sys
from collections.abc import Sequence

from fewest_pours.running.program_exit import program

if __name__ == "__main__":  # imports this module by its own name, calls its `main`, and exits
    program("compare")

from fewest_pours.__main__ import compare


def main(arguments: Sequence[str] | None = None) -> int:
    return compare(sys.argv[1:] if arguments is None else arguments, "compare.py")
