"""python -m search_baseline FILE...: solve puzzles by hand-written search.

python -m search_baseline design PUZZLE: levels to order.
"""

import sys
from collections.abc import Sequence

from instances.harness.command import main as solve
from search_baseline import SIDES


def main(argv: Sequence[str]) -> int:
    if argv[:1] == ["design"]:
        from search_baseline.design.command import main as design

        return design(argv[1:])
    return solve("python -m search_baseline", "Solve puzzles by hand-written search.", SIDES, argv)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
