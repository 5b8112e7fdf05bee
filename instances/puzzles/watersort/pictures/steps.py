"""What each step saw, drawn on the picture: areas, grid, outline, cells."""

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
        """A box around each area, a line through each column."""
        drawn = picture.pixels.copy()
        for column in found:
            for area in column:
                cv2.rectangle(drawn, (area.x, area.y), (area.x + area.wide, area.bottom), INK, 2)
            cv2.line(drawn, (int(column[0].middle), column[0].bottom), (int(column[-1].middle), column[-1].y), INK, 2)
        self.write("1-areas", drawn)

    def grid(self, picture: Picture, grid: Grid) -> None:
        """The heights of units in each row."""
        drawn = picture.pixels.copy()
        for bottom, row in grid.rows:
            for column in row:
                for unit in range(12):
                    y = int(bottom - unit * grid.high)
                    cv2.line(drawn, (column[0].x, y), (column[0].x + column[0].wide, y), INK, 2)
        self.write("2-grid", drawn)

    def outline(self, picture: Picture, shape: Outline) -> None:
        """The edges, and the outline that the known beakers have in common."""
        edges = shape.edges.copy()
        part = shape.template[-len(edges) :, : edges.shape[1]]
        edges[: part.shape[0], : part.shape[1]] = part
        self.write("3-outline", (edges * 255).astype(np.uint8))

    def cells(self, picture: Picture, grid: Grid, reading: Any) -> None:
        """What was read in each cell: a number for each colour, ? for hidden units, ! where in doubt."""
        drawn = picture.pixels.copy()
        for number, beaker in enumerate(reading.places):
            cv2.putText(drawn, str(number + 1), (int(beaker.x) - 10, int(beaker.bottom) + 24), 0, 0.7, INK, 2)
            for unit, color in enumerate(reading.beakers[number]):
                x, y = int(beaker.x), int(beaker.bottom - (unit + 0.5) * grid.high)
                doubted = (number, unit) in [each[:2] for each in reading.unsure]
                text = "?" if color < 0 else str(color)
                cv2.circle(drawn, (x, y), 12, (0, 0, 0), -1)
                cv2.putText(drawn, text + "!" * doubted, (x - 10, y + 7), 0, 0.6, (255, 255, 255), 2)
        self.write("4-cells", drawn)
