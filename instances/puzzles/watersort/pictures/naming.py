"""Names for colours, all different, that people would use."""

import cv2
import numpy as np

from instances.drawing.colors import NAMES, OWN, Color, named_hue, rgb
from instances.puzzles.watersort.pictures.areas import Lab

PLAIN = 12  # names at the front of NAMES that come first to mind
RARER = 6.0  # CIELAB distance that a plainer name may be worse by


def named(looks: list[Lab]) -> tuple[list[Color], list[str]]:
    """A name and a hue for each CIELAB colour; the nearest pairs of name and colour first."""
    words = [*NAMES, "black", "white", *(f"{shade}-{name}" for shade in ("light", "dark") for name in NAMES[:PLAIN])]
    words += [word for word in OWN if word not in words and word not in ("?", "gray")]
    hues = np.array([[rgb(named_hue(word) or "") for word in words]], np.float32) / 255
    far = np.linalg.norm(np.array(looks)[:, None] - cv2.cvtColor(hues, cv2.COLOR_RGB2LAB)[0], axis=2)
    far += RARER * (np.arange(len(words)) >= PLAIN)
    names = [""] * len(looks)
    for _ in looks:
        color, word = divmod(int(far.argmin()), len(words))
        names[color] = words[word]
        far[color], far[:, word] = np.inf, np.inf
    pixels = cv2.cvtColor(np.array([looks], np.float32), cv2.COLOR_LAB2RGB)[0]
    return names, [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in np.round(255 * np.clip(pixels, 0, 1)).astype(int).tolist()]
