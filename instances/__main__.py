"""python -m instances show | deal | check | schema: puzzles without solving them."""

import os
import signal
import sys

if __name__ == "__main__":
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))  # also while the program loads; nothing is lost

    from instances.command import main
    from instances.harness.streams import program

    sys.exit(program(lambda: main(sys.argv[1:])))
