"""Balls instead of water: in ball sort a move takes a single ball, so its fewest moves are others."""

import numpy as np

from fewest_pours.puzzles.watersort.pictures.areas import Picture, deviation
from fewest_pours.puzzles.watersort.pictures.cells import OTHER_COLOR
from fewest_pours.puzzles.watersort.pictures.decision import Candidate
from fewest_pours.puzzles.watersort.pictures.level_model import HIDDEN_UNIT

OFF_MIDDLE = 0.42  # of the diameter of a ball, from its middle to both sides and up and down: outside of it
MOST = 0.8  # of the units, the least that are round


def shows_balls(level: Candidate, picture: Picture, wide: float) -> bool:
    """Whether nearly all units are round: none of their corners has their colour."""
    hypothesis = level.hypothesis
    high = hypothesis.height.pixels
    off = OFF_MIDDLE * min(wide, high)
    are_round = []
    for (number, place), color in level.choice.units.items():
        if color == HIDDEN_UNIT:
            continue
        beaker = hypothesis.places[number]
        y = beaker.bottom - (place + 0.5) * high
        rows = max(0, int(y - off)), min(int(y + off), picture.lab.shape[0] - 1)
        columns = max(0, int(beaker.x - off)), min(int(beaker.x + off), picture.lab.shape[1] - 1)
        corners = picture.lab[np.ix_(rows, columns)].reshape(-1, 3)
        unit = hypothesis.cells[number, place]
        are_round.append(deviation(corners, unit.color).min() > OTHER_COLOR)
    return bool(sum(are_round) > MOST * len(are_round))
