"""Drawn screenshots of made-up apps: read right, refused, or in doubt, never wrongly in silence."""

from itertools import chain
from random import Random
from typing import Any

import cv2
import numpy as np

from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.pictures.level import LevelInPicture
from fewest_pours.puzzles.watersort.pictures.limited_reading import read_level
from fuzz.runner import Trial
from helpers.deals import played_on
from helpers.screenshots import CORNERS, WIDE, Array, Bgr, Level, Look, Screenshot, difference, draw

JPEGS = [(".jpg", cv2.IMWRITE_JPEG_QUALITY, quality) for quality in (60, 78, 95)]
RANGES = {
    "pitch": (WIDE / 0.8, WIDE / 0.62), "unit": (0.7 * WIDE, 1.1 * WIDE), "air": (0.2, 0.9), "middle": (0.4, 0.5),
    "between": (0.45 * WIDE, 0.9 * WIDE), "thick": (0.03 * WIDE, 0.08 * WIDE), "size": (0.4, 0.6),
}  # fmt: skip
CHOICES = {
    "shape": ("round", *CORNERS), "tall": (1.2, 1.8, 2.1), "corner": (0.02, 0.05), "tint": (0, 0.06, 0.12),
    "gap": (0, 4, 10), "font": (0, 2, 3), "buttons": range(6),
    "written": [(".png",), (".webp", cv2.IMWRITE_WEBP_QUALITY, 80), *JPEGS],
}  # fmt: skip
SHARES = {"streak": 0.35, "surface": 0.3, "rim": 0.4, "signs": 0.1}
SHADES = {"dark": (10, 60), "light": (190, 250), "grained": (50, 120)}


def pictures(rng: Random) -> Trial:
    shown = random_screenshot(rng)
    return shown.look, lambda: verdict(shown, read_level(shown.data))


def verdict(shown: Screenshot, level: LevelInPicture | str) -> str:
    if not isinstance(level, LevelInPicture):
        return "refused"
    wrong = difference(level.data, shown)
    assert level.unsure or not wrong, wrong
    return "unsure, but right" if level.unsure and not wrong else "unsure" if level.unsure else "exact"


def random_screenshot(rng: Random) -> Screenshot:
    shown = random_level(rng)
    return draw(shown, random_look(rng, len(shown.beakers)))


def random_level(rng: Random) -> Level:
    """A random deal, perhaps some pours later, perhaps with hidden units or covers."""
    capacity = rng.choice((4, 4, 4, 4, 4, 3, 5, 6))
    deal = generate(rng.randint(2, 12), rng.choice((1, 2, 2, 2, 3)), capacity, rng.randrange(1 << 30))
    state = played_on(deal.beakers, capacity, rng.choice((0, 0, 0, 1, 4, 9)), rng)
    numbers = {unit: str(number) for number, unit in enumerate(dict.fromkeys(chain(*state)))}
    hiding, covering = rng.choice((0, 0, 0.6)), rng.choice((0, 0, 0, 0.25))
    beakers, covered = [], {}
    for place, beaker in enumerate(state):
        hidden = rng.randint(1, capacity) if rng.random() < hiding else 0
        beakers.append(["?" if beaker[k + 1 :] and k < hidden else numbers[unit] for k, unit in enumerate(beaker)])
        if len(beaker) == capacity and rng.random() < covering:
            covered[place] = rng.choice(list(numbers.values()))
    return Level(capacity, beakers, covered)


def random_shades(rng: Random) -> dict[str, Any]:
    """The colours of an app, dark or light, plain or grained, but for those of its units."""
    theme = rng.choice(("dark", *SHADES))
    shade = rng.uniform(*SHADES[theme])
    background = tuple(shade * rng.uniform(0.75, 1) for _ in range(3))
    gray, tints = (60.0, (20, 110)) if theme == "light" else (205.0, (150, 240))
    return {
        "light": theme == "light",
        "background": background,
        "grain": rng.uniform(3, 12) if theme == "grained" else 0.0,
        "rim_color": rng.choice(((gray,) * 3, (gray,) * 3, tuple(rng.uniform(*tints) for _ in range(3)))),
        "secret": rng.choice(((rng.uniform(35, 60),) * 3, tuple(c + 14 for c in background))),
    }


def random_look(rng: Random, beakers: int) -> Look:
    """The look of a random app, with so many beakers on its screen."""
    shades = random_shades(rng)
    button, curtain, *colors = palette(rng, 14, [shades["background"], shades["secret"]])
    ghost = rng.choice(("whole", "dashed")) if rng.random() < 0.15 else ""
    number = beakers + bool(ghost)
    return Look(
        **shades,
        darker=rng.uniform(0.7, 1) if rng.random() < 0.4 else 1.0,
        button=button,
        curtain=curtain,
        colors=tuple(colors),
        ghost=ghost,
        rows=max(1 + (number > 8), min(rng.choice((1, 2, 2, 2, 3)), number // 3)),
        title=f"LEVEL {rng.randint(1, 999)}" if rng.random() < 0.7 else "",
        wide=rng.choice((240, 360, 540, 720, 1080, 1440)) * rng.uniform(0.9, 1.1),
        seed=rng.randrange(1 << 30),
        **{name: rng.uniform(*ends) for name, ends in RANGES.items()},
        **{name: rng.choice(values) for name, values in CHOICES.items()},
        **{name: rng.random() < share for name, share in SHARES.items()},
    )


def palette(rng: Random, number: int, others: list[Bgr]) -> list[Bgr]:
    """Colours far from each other and from the others."""
    found: list[Bgr] = []
    apart = 26.0
    while len(found) < number:
        color = tuple(rng.choice((rng.uniform(20, 250), rng.choice((30, 130, 230)))) for _ in range(3))
        if min(np.linalg.norm(lab(color) - lab(other)) for other in found + others) > apart:
            found.append(color)
        apart = max(17.0, apart - 0.02)
    return found


def lab(color: Bgr) -> Array:
    return cv2.cvtColor(np.array([[color]], np.float32) / 255, cv2.COLOR_BGR2LAB)[0, 0]
