"""What each step saw, drawn on the picture: areas, outline, cells."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from instances.puzzles.watersort.pictures.areas import Column, Picture, Pixels
from instances.puzzles.watersort.pictures.beakers import Outline
from instances.puzzles.watersort.pictures.grid import Grid

INK = (255, 0, 255)


class Steps:
    """Writes each step as a picture into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def write(self, name: str, pixels: Pixels) -> None:
        (self.folder / f"{name}.png").write_bytes(cv2.imencode(".png", pixels)[1].tobytes())

    def areas(self, picture: Picture, found: list[Column]) -> None:
        """A box around each area."""
        drawn = picture.pixels.copy()
        for area in (area for column in found for area in column):
            cv2.rectangle(drawn, (area.x, area.y, area.wide, area.high), INK, 2)
        self.write("1-areas", drawn)

    def outline(self, shape: Outline) -> None:
        """The edges that known beakers have in common."""
        self.write("2-outline", (shape.template * 255).astype(np.uint8))

    def cells(self, picture: Picture, grid: Grid, reading: Any) -> None:
        """What was read in each cell: a number for each colour, -1 for hidden units, ! where in doubt."""
        drawn = picture.pixels.copy()
        doubted = [doubt[:2] for doubt in reading.unsure]
        for number, (beaker, units) in enumerate(zip(reading.places, reading.beakers, strict=True)):
            for unit, color in enumerate(units):
                x, y = int(beaker.x), int(beaker.bottom - (unit + 0.3) * grid.high)
                text = f"{color}!" if (number, unit) in doubted else str(color)
                cv2.putText(drawn, text, (x - 10, y), 0, 0.7, (0, 0, 0), 6)
                cv2.putText(drawn, text, (x - 10, y), 0, 0.7, (255, 255, 255), 2)
        self.write("3-cells", drawn)
