"""python -m search_baseline FILE...: solve puzzles by hand-written search.

python -m search_baseline design PUZZLE: levels to order.
"""

import _signal  # type: ignore[import-not-found]  # the public one loads others first
import os
import sys


def main(argv: list[str]) -> int:
    if argv[:1] == ["design"]:
        from search_baseline.design.command import main as design

        return design(argv[1:])
    from instances.harness.command import main as solve
    from search_baseline.sides import SIDES

    return solve("python -m search_baseline", "Solve puzzles by hand-written search.", SIDES, argv)


if __name__ == "__main__":
    _signal.signal(_signal.SIGINT, lambda *_: os._exit(130))  # until there is something to answer

    from instances.harness.streams import program

    sys.exit(program(lambda: main(sys.argv[1:])))
