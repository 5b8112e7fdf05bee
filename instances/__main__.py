"""python -m instances show | deal | import | export | check | schema: puzzles without solving them."""

from instances.solving.interrupts import program

if __name__ == "__main__":
    program("instances.puzzle_commands")
