"""Pipes: lay tiles out so that the pipes on them meet."""

from fewest_pours.puzzles.grid_puzzle import grid_puzzle
from fewest_pours.puzzles.pipes import file_format
from fewest_pours.puzzles.pipes.rules import Pipes

PUZZLE = grid_puzzle(
    "pipes",
    Pipes,
    file_format,
    asked={"size": 6},
    scene=lambda puzzle: {"tiles": [file_format.DRAWN[tile] for tile in puzzle.tiles]},
    options={
        "size": (int, 6, "rows and columns"),
        "clues": (float, 0.3, "share of the tiles that are given"),
    },
)
