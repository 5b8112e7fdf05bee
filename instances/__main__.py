"""python -m instances show | deal | import | export | check | schema: puzzles without solving them."""

from instances.running.program_exit import program

if __name__ == "__main__":
    program("instances.commands.puzzle_commands")
