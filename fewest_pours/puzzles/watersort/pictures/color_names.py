"""Names for colours, all different, that people would use."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from fewest_pours.drawing.colors import NAMES, OWN, Color, named_hue, rgb
from fewest_pours.puzzles.watersort.pictures.areas import Lab, deviation

COMMON = 13  # names at the front of NAMES that come first to mind
RARER = 18.0  # CIELUV distance that a common name may be worse by
HUE = (0.7, 1, 1)  # lightness counts less: people name colours by hue


def luv(colors: NDArray[Any]) -> NDArray[Any]:
    """The CIELUV coordinates of a list of sRGB colours, 0 to 1; in CIELAB deep blues would be purple."""
    found: NDArray[Any] = cv2.cvtColor(colors[None].astype(np.float32), cv2.COLOR_RGB2Luv)[0] * HUE
    return found


def named(looks: list[Lab]) -> tuple[list[Color], list[str]]:
    """A name and a hue for each CIELAB colour; the nearest pairs of name and colour first."""
    words = [*NAMES, "black", "white", *(f"{shade}-{name}" for shade in ("light", "dark") for name in NAMES[:COMMON])]
    words += [word for word in OWN if word not in (*words, "?", "gray", "rebeccapurple")]
    pixels = np.clip(cv2.cvtColor(np.array([looks], np.float32), cv2.COLOR_LAB2RGB)[0], 0, 1)
    hues = np.array([rgb(named_hue(word) or "") for word in words]) / 255
    far = deviation(luv(pixels)[:, None], luv(hues))
    far += RARER * (np.arange(len(words)) >= COMMON)
    names = [""] * len(looks)
    for _ in looks:
        color, word = divmod(int(far.argmin()), len(words))
        names[color] = words[word]
        far[color] = np.inf
        far[:, word] = np.inf
    return names, [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in np.round(255 * pixels).astype(int).tolist()]
