"""Names for colours, all different, that people would use."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from instances.drawing.colors import NAMES, OWN, Color, named_hue, rgb
from instances.puzzles.watersort.pictures.areas import Lab

COMMON = 13  # names at the front of NAMES that come first to mind
RARER = 0.03  # Oklab distance that a common name may be worse by
LIGHTNESS = 0.4  # its weight: people name colours by hue
# B. Ottosson, "A perceptual color space for image processing" (2020); in CIELAB deep blues would be purple.
CONES = np.array([[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]])
OPPONENT = np.array([[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]])


def oklab(colors: NDArray[Any]) -> NDArray[Any]:
    """The Oklab coordinates of colours in sRGB, 0 to 1: lightness first, by its weight."""
    linear = np.where(colors <= 0.04045, colors / 12.92, ((colors + 0.055) / 1.055) ** 2.4)
    found: NDArray[Any] = np.cbrt(linear @ CONES.T) @ OPPONENT.T * (LIGHTNESS, 1, 1)
    return found


def named(looks: list[Lab]) -> tuple[list[Color], list[str]]:
    """A name and a hue for each CIELAB colour; the nearest pairs of name and colour first."""
    words = [*NAMES, "black", "white", *(f"{shade}-{name}" for shade in ("light", "dark") for name in NAMES[:COMMON])]
    words += [word for word in OWN if word not in (*words, "?", "gray", "rebeccapurple")]
    pixels = np.clip(cv2.cvtColor(np.array([looks], np.float32), cv2.COLOR_LAB2RGB)[0], 0, 1)
    hues = np.array([rgb(named_hue(word) or "") for word in words]) / 255
    far = np.linalg.norm(oklab(pixels)[:, None] - oklab(hues), axis=2)
    far += RARER * (np.arange(len(words)) >= COMMON)
    names = [""] * len(looks)
    for _ in looks:
        color, word = divmod(int(far.argmin()), len(words))
        names[color] = words[word]
        far[color], far[:, word] = np.inf, np.inf
    return names, [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in np.round(255 * pixels).astype(int).tolist()]
