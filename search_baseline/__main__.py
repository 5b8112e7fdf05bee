"""python -m search_baseline FILE...: solve puzzles by hand-written search.

python -m search_baseline design PUZZLE: levels to order; rate FILE...: how hard levels are.
"""

import os
import sys

from instances.running.program_exit import program

if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's threads take 45 ms to start, no matrix is multiplied
    program("search_baseline.__main__")

from instances.commands.solve_command import main as solve
from instances.files.bad_input import BadInput
from instances.running.outcomes import Outcome
from search_baseline.solvers import SIDE


def main(argv: list[str]) -> int:
    if argv[:1] in (["design"], ["rate"]):
        from search_baseline.design.design_command import design  # which load NumPy
        from search_baseline.design.rate_command import rate

        try:
            return (design if argv[0] == "design" else rate)(argv[1:])
        except BadInput as wrong:
            print(wrong, file=sys.stderr)
            return Outcome.BAD_INPUT.exit_code
    description = "Solve puzzles by hand-written search. Levels to order: python -m search_baseline design --help."
    return solve("python -m search_baseline", description, (SIDE,), argv)
