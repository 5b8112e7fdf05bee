"""python -m search_baseline FILE...: solve puzzles by hand-written search."""

import sys

from instances.command import main
from search_baseline import CHOICE, SOLVERS

if __name__ == "__main__":
    sys.exit(main("search_baseline", "Solve puzzles by hand-written search.", SOLVERS, CHOICE))
