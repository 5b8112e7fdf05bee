"""What each step saw, drawn on the picture: areas, outline, cells; and readings in words."""

from pathlib import Path
from typing import Any

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
        """A box around each area."""
        drawn = picture.pixels.copy()
        for area in (area for column in found for area in column):
            cv2.rectangle(drawn, (area.x, area.y, area.wide, area.high), (255, 0, 255), 2)
        self.write("1-areas", drawn)

    def readings(self, found: list[Any], best: Any) -> None:
        """A line for each height that a unit may have, with the doubts; the one that is believed first."""
        lines = []
        for each in sorted(found, key=lambda reading: reading is not best):
            doubts = "".join(f"\n    {doubt.note}" for doubt in each.unsure)
            lines.append(
                f"units {each.fit.high:.1f} pixels high, {each.capacity} in a beaker, {len(each.beakers)} beakers: "
                f"merit {each.merit:.1f}{doubts}\n"
            )
        (self.folder / "4-readings.txt").write_text("".join(lines), encoding="utf-8")

    def cells(self, reading: Any) -> None:
        """What was read in each cell: a number for each colour, -1 for hidden units, ! where in doubt."""
        drawn = reading.fit.picture.pixels.copy()
        doubted = [place for doubt in reading.unsure for place in doubt.places]
        for number, (beaker, units) in enumerate(zip(reading.places, reading.beakers, strict=True)):
            for unit, color in enumerate(units):
                at = int(beaker.x) - 10, int(beaker.bottom - (unit + 0.3) * reading.fit.high)
                for ink, wide in ((0, 6), (255, 2)):
                    cv2.putText(drawn, f"{color}{'!' * ((number, unit) in doubted)}", at, 0, 0.7, (ink,) * 3, wide)
        self.write("3-cells", drawn)
