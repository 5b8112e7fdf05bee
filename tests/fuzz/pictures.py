"""Drawn screenshots of made-up apps: read right, refused, or in doubt, never wrongly in silence."""

from random import Random

from fewest_pours.puzzles.watersort.pictures.level import LevelInPicture
from fewest_pours.puzzles.watersort.pictures.limited_reading import read_level
from fuzz.runner import Trial
from helpers.screenshots import Screenshot, difference, draw


def pictures(rng: Random) -> Trial:
    shown = draw(rng)
    return shown.style, lambda: verdict(shown, read_level(shown.data))


def verdict(shown: Screenshot, level: LevelInPicture | str) -> str:
    if not isinstance(level, LevelInPicture):
        return "refused"
    wrong = difference(level.data, shown)
    assert level.unsure or not wrong, wrong
    return "unsure, but right" if level.unsure and not wrong else "unsure" if level.unsure else "exact"
