"""python -m instances show | deal | import | export | check | schema: puzzles without solving them."""

import _signal  # type: ignore[import-not-found]  # the public one loads others first
import os
import sys

if __name__ == "__main__":
    _signal.signal(_signal.SIGINT, lambda *_: os._exit(130))  # also while the program loads; nothing is lost

    from instances.puzzle_commands import main
    from instances.solving.command_line.program import program

    program(lambda: main(sys.argv[1:]))
