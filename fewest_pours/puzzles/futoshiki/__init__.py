"""Futoshiki: fill a Latin square so that the signs between neighbours hold."""

from fewest_pours.puzzles.futoshiki import file_format
from fewest_pours.puzzles.futoshiki.rules import Futoshiki
from fewest_pours.puzzles.grid_puzzle import grid_puzzle

PUZZLE = grid_puzzle(
    "futoshiki",
    Futoshiki,
    file_format,
    asked={"size": 5},
    read_text="fewest_pours.puzzles.futoshiki.typed_grid:read_text",
    scene=lambda puzzle: {"signs": puzzle.less},
    options={
        "size": (int, 6, "rows and columns; over 9 takes minutes"),
        "digits": (int, 2, "given values that are taken away last; the others go first"),
    },
)
