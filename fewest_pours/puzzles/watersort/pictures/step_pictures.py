"""What each step saw, drawn on the picture: areas, outline, cells; and the decision in words."""

from collections.abc import Iterator
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

    def cells(self, picture: Picture, decision: Any, reading: Any) -> None:
        """What was read in each cell: a number for each colour, -1 for hidden units, ! where in doubt; and why."""
        drawn = picture.pixels.copy()
        hypothesis = decision.best.hypothesis
        doubted = [place for doubt in reading.unsure for place in doubt.places]
        for number, (beaker, units) in enumerate(zip(hypothesis.places, reading.beakers, strict=True)):
            for unit, color in enumerate(units):
                at = int(beaker.x) - 10, int(beaker.bottom - (unit + 0.3) * hypothesis.height.pixels)
                for ink, wide in ((0, 6), (255, 2)):
                    cv2.putText(drawn, f"{color}{'!' * ((number, unit) in doubted)}", at, 0, 0.7, (ink,) * 3, wide)
        self.write("3-cells", drawn)
        lines = [f"margin {decision.margin:.1f}", *(f"    {doubt.note}" for doubt in reading.unsure), "", "hypotheses:"]
        lines += [f"    {hypothesis_in_words(each)}" for each in decision.tried]
        lines += ["", "the level, with the cost of each place as (air, the nearest colour, hidden):"]
        lines += level_in_words(decision.best)
        if decision.second:
            lines += ["", f"the next best: {hypothesis_in_words(decision.second)}", *level_in_words(decision.second)]
        (self.folder / "4-decision.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def hypothesis_in_words(each: Any) -> str:
    hypothesis = each.hypothesis
    return (
        f"units {hypothesis.height.pixels:.1f} pixels high, {hypothesis.capacity} in a beaker, "
        f"{len(hypothesis.beakers)} beakers: cost {each.cost:.1f}"
    )


def level_in_words(each: Any) -> Iterator[str]:
    """A line for each beaker: '3: 0 (60.0, 3.1, 21.0)  ...'."""
    for number, units in enumerate(each.contents):
        costs = [each.model.costs[number, place] for place in range(len(units))]
        shown = [
            f"{unit} ({cost.air:.1f}, {min(cost.colors.values(), default=0.0):.1f}, {cost.hidden:.1f})"
            for unit, cost in zip(units, costs, strict=True)
        ]
        yield f"    {number + 1}: {'  '.join(shown)}"
