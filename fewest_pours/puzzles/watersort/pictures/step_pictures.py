"""What the steps saw, drawn on the picture: the areas; shown_decision.py adds outline, cells and the decision."""

from pathlib import Path

import cv2

from fewest_pours.puzzles.watersort.pictures.areas import Column, Picture, Pixels


class Steps:
    """Writes each step as a picture into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def write(self, name: str, pixels: Pixels) -> None:
        (self.folder / f"{name}.png").write_bytes(cv2.imencode(".png", pixels)[1].tobytes())

    def areas(self, picture: Picture, found: list[Column]) -> None:
        """A box around each area in a column."""
        drawn = picture.pixels.copy()
        for area in (area for column in found for area in column):
            cv2.rectangle(drawn, (area.x, area.y, area.wide, area.high), (255, 0, 255), 2)
        self.write("1-areas", drawn)
