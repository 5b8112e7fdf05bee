"""python -m instances show | deal | import | export | check | schema: puzzles without solving them."""

from instances.solving.command_line.program import program

if __name__ == "__main__":
    program("instances.puzzle_commands")
