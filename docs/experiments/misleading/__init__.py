"""Screenshots that show something else than it seems, each kind made against some limits of the reader of pictures."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import cv2
import numpy as np

sys.path.append(str(Path(__file__).parents[3] / "tests"))

from helpers.screenshots import Array, Screenshot, difference

__all__ = ["Array", "Misleading", "Screenshot", "difference", "painted", "pixels_of", "with_pixels"]


@dataclass(frozen=True)
class Misleading:
    """A kind of screenshots. draw: one of them; limits: those it is made against, with values that switch them off."""

    name: str
    draw: Callable[[Random], Screenshot]
    limits: Mapping[str, object]


def pixels_of(shown: Screenshot) -> Array:
    """Rows of (blue, green, red), 8 bits each."""
    return cv2.imdecode(np.frombuffer(shown.data, np.uint8), cv2.IMREAD_COLOR)


def with_pixels(shown: Screenshot, pixels: Array) -> Screenshot:
    """The same level on another picture."""
    return replace(shown, data=cv2.imencode(".png", pixels)[1].tobytes())


def painted(shown: Screenshot, paint: Callable[[Array], None]) -> Screenshot:
    """The same level on a picture that is painted over: rows of (blue, green, red), 0 to 255."""
    pixels = pixels_of(shown).astype(np.float32)
    paint(pixels)
    return with_pixels(shown, pixels.clip(0, 255).round().astype(np.uint8))
