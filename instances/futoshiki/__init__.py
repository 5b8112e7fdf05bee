"""Futoshiki: fill a Latin square so that the signs between neighbours hold."""

from instances.futoshiki import drawing, files, picture, rules, taps
from instances.grid_puzzle import frames
from instances.puzzle import Puzzle

PUZZLE = Puzzle(
    name="futoshiki",
    steps=None,
    Document=files.FutoshikiDrawing,
    parse=files.parse,
    document=files.document,
    picture=picture.picture,
    read_picture=picture.read_picture,
    drawing=drawing.DRAWING,
    verify=rules.verify,
    answer=files.solutions_data,
    read_answer=files.read_solutions,
    frames=frames,
    size=lambda puzzle: f"{puzzle.size}x{puzzle.size}",
    taps=taps.TAPS,
    options={
        "size": (int, 6, "rows and columns; over 9 takes minutes"),
        "digits": (int, 2, "given values that are taken away last; the others go first"),
    },
)
