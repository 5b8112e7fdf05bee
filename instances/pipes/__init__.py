"""Pipes: lay tiles out so that the pipes on them meet."""

from functools import partial

from instances.grid_puzzle import frames
from instances.pipes import drawing, files, picture, rules, taps
from instances.puzzle import Puzzle

PUZZLE = Puzzle(
    name="pipes",
    steps=None,
    Document=files.PipesDrawing,
    parse=files.parse,
    document=files.document,
    picture=picture.picture,
    read_picture=picture.read_picture,
    drawing=drawing.DRAWING,
    verify=rules.verify,
    answer=files.solutions_data,
    read_answer=files.read_solutions,
    frames=partial(frames, tiles=()),
    size=lambda puzzle: f"{puzzle.size}x{puzzle.size}",
    taps=taps.TAPS,
    options={
        "size": (int, 6, "rows and columns"),
        "clues": (float, 0.3, "share of the tiles that are given"),
        "count": (int, 100, "count the solutions up to here"),
    },
)
