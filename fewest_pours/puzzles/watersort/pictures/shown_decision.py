"""The decision, shown with the steps before it: the level on the picture, and in words why it is that one."""

from collections.abc import Iterator, Sequence

import cv2

from fewest_pours.puzzles.watersort.pictures.areas import Picture
from fewest_pours.puzzles.watersort.pictures.decision import Candidate, Decision
from fewest_pours.puzzles.watersort.pictures.level import Doubt
from fewest_pours.puzzles.watersort.pictures.step_pictures import Steps


def show_level(
    steps: Steps, picture: Picture, decision: Decision, beakers: Sequence[Sequence[int]], doubts: Sequence[Doubt]
) -> None:
    """Draw the outline, and what was read in each cell: a number for each colour, -1 for hidden units, ! in doubt."""
    drawn = picture.pixels.copy()
    hypothesis = decision.best.hypothesis
    steps.write("2-outline", 255 * hypothesis.grid.template)
    doubted = {place for doubt in doubts for place in doubt.places}
    for number, (beaker, units) in enumerate(zip(hypothesis.beakers, beakers, strict=True)):
        for unit, color in enumerate(units):
            at = int(beaker.x) - 10, int(beaker.bottom - (unit + 0.3) * hypothesis.height.pixels)
            mark = "!" if {(number, unit), (number, None)} & doubted else ""
            for ink, wide in ((0, 6), (255, 2)):
                cv2.putText(drawn, f"{color}{mark}", at, 0, 0.7, (ink,) * 3, wide)
    steps.write("3-cells", drawn)


def explain_level(steps: Steps, decision: Decision, doubts: Sequence[Doubt]) -> None:
    """Write the margin, the doubts, the hypotheses, and the level and its nearest rival with what their slots cost."""
    lines = [f"margin {decision.margin:.1f}", *(f"    {doubt.note}" for doubt in doubts), "", "hypotheses:"]
    lines += [f"    {hypothesis_in_words(each)}" for each in decision.tried]
    lines += ["", "the level, with the cost of each slot as (air, the nearest colour, hidden):"]
    lines += level_in_words(decision.best)
    if decision.second:
        lines += ["", f"its nearest rival: {hypothesis_in_words(decision.second)}", *level_in_words(decision.second)]
    (steps.folder / "4-decision.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


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
