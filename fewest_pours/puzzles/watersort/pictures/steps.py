"""What the steps of a reading saw, in pictures, and in words why this level was read."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2

from fewest_pours.puzzles.watersort.pictures.areas import Column, Picture, Pixels
from fewest_pours.puzzles.watersort.pictures.decision import Candidate, Decision
from fewest_pours.puzzles.watersort.pictures.level import Doubt

LEFT_OF_MIDDLE = 10  # pixels from the middle of a cell to where its number is written
ABOVE_BOTTOM = 0.3  # units from the bottom of a cell up to there
FONT_SIZE = 0.7  # of OpenCV's


class StepWriter:
    """Writes each step as a picture into a folder, and last the decision as a text."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def write(self, name: str, pixels: Pixels) -> None:
        (self.folder / f"{name}.png").write_bytes(cv2.imencode(".png", pixels)[1].tobytes())

    def draw_areas(self, picture: Picture, columns: list[Column]) -> None:
        """Draw a box around each area in a column."""
        drawn = picture.pixels.copy()
        for area in (area for column in columns for area in column):
            cv2.rectangle(drawn, (area.x, area.y, area.width, area.height), (255, 0, 255), 2)
        self.write("1-areas", drawn)

    def draw_level(
        self, picture: Picture, decision: Decision, beakers: Sequence[Sequence[int]], doubts: Sequence[Doubt]
    ) -> None:
        """Draw the outline, and what was read: a number for each colour, -1 for hidden units, ! where in doubt."""
        drawn = picture.pixels.copy()
        hypothesis = decision.best.hypothesis
        self.write("2-outline", 255 * hypothesis.grid.outline)
        doubted = {place for doubt in doubts for place in doubt.places}
        for number, (beaker, units) in enumerate(zip(hypothesis.beakers, beakers, strict=True)):
            for up, color in enumerate(units):
                y = beaker.bottom - (up + ABOVE_BOTTOM) * hypothesis.height.pixels
                words = f"{color}!" if {(number, up), (number, None)} & doubted else f"{color}"
                for ink, thickness in ((0, 6), (255, 2)):  # white on black
                    at = int(beaker.x) - LEFT_OF_MIDDLE, int(y)
                    cv2.putText(drawn, words, at, cv2.FONT_HERSHEY_SIMPLEX, FONT_SIZE, (ink,) * 3, thickness)
        self.write("3-cells", drawn)

    def explain_level(self, decision: Decision, doubts: Sequence[Doubt]) -> None:
        """Write the margin, the doubts, the hypotheses, and the level and its rivals with what their slots cost."""
        lines = [f"margin {decision.margin:.1f}", *(f"    {doubt.note}" for doubt in doubts), "", "hypotheses:"]
        lines += [f"    {hypothesis_in_words(each)}" for each in decision.found]
        lines += ["", "the level, with the cost of each slot as (air, the cheapest colour, hidden):"]
        lines += level_in_words(decision.best)
        for rival in decision.rivals:
            if rival.candidate:
                lines += ["", f"rival, margin {rival.margin:.1f}: {hypothesis_in_words(rival.candidate)}"]
                lines += level_in_words(rival.candidate)
        (self.folder / "4-decision.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def hypothesis_in_words(each: Candidate) -> str:
    hypothesis = each.hypothesis
    return (
        f"units {hypothesis.height.pixels:.1f} pixels high, {hypothesis.capacity} in a beaker, "
        f"{len(hypothesis.beakers)} beakers: cost {each.cost:.1f}"
    )


def level_in_words(each: Candidate) -> Iterator[str]:
    """A line for each beaker: '3: 0 (60.0, 3.1, 21.0)  ...'."""
    for number, units in enumerate(each.contents):
        costs = [each.model.costs[number, up] for up in range(len(units))]
        shown = [
            f"{unit} ({cost.air:.1f}, {min(cost.colors.values(), default=0.0):.1f}, {cost.hidden:.1f})"
            for unit, cost in zip(units, costs, strict=True)
        ]
        yield f"    {number + 1}: {'  '.join(shown)}"
