"""python -m cpmodel FILE...: solve puzzles by constraint programming."""

import sys

from cpmodel import SIDES
from instances.harness.command import main

if __name__ == "__main__":
    sys.exit(main("python -m cpmodel", "Solve puzzles by constraint programming (OR-Tools CP-SAT).", SIDES))
