"""python -m search_baseline FILE...: solve puzzles by hand-written search."""

import os

from fewest_pours.running.program_exit import program

if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's threads take 45 ms to start, no matrix is multiplied
    program("search_baseline.__main__")

from fewest_pours.commands.solve_command import main as solve
from search_baseline.solvers import SIDE


def main(argv: list[str]) -> int:
    return solve("python -m search_baseline", "Solve puzzles by hand-written search.", (SIDE,), argv)
