"""python -m search_baseline FILE...: solve puzzles by hand-written search.

python -m search_baseline deal PUZZLE: a random puzzle that takes a search to make.
"""

import argparse
import sys
from collections.abc import Sequence

from instances.harness.command import main as solve
from search_baseline import SIDES


def main(argv: Sequence[str]) -> int:
    if argv[:1] == ["deal"]:
        return print_deal(argv)
    return solve("search_baseline", "Solve puzzles by hand-written search.", SIDES, argv)


def print_deal(argv: Sequence[str]) -> int:
    from instances.harness.deal import add_deal, deal

    generators = {name: side.generate for name, side in SIDES.records.items() if side.generate is not None}
    arguments = argparse.ArgumentParser(prog="python -m search_baseline", description="Random puzzles.")
    add_deal(arguments.add_subparsers(dest="command", required=True), generators)
    try:
        print(deal(arguments.parse_args(argv), generators), end="")
    except ValueError as error:
        arguments.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
