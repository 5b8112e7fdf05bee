"""python -m cpmodel FILE...: solve puzzles by constraint programming."""

import _signal  # type: ignore[import-not-found]  # the public one loads others first
import os
import sys

if __name__ == "__main__":
    _signal.signal(_signal.SIGINT, lambda *_: os._exit(130))  # until there is something to answer

    from cpmodel.sides import SIDES
    from instances.harness.command import main
    from instances.harness.streams import program

    if any(word.partition("=")[0] == "--write-model" for word in sys.argv):
        from cpmodel.model_file import main as write_model

        sys.exit(program(lambda: write_model(sys.argv[1:])))
    description = "Solve puzzles by constraint programming (OR-Tools CP-SAT)."
    sys.exit(program(lambda: main("python -m cpmodel", description, SIDES)))
