"""What may stand in front of lines of units: labels, `Tube 1:`, and bullets, `-`."""

import re
from collections.abc import Sequence

from fewest_pours.puzzles.watersort.typed_levels.head_and_foot import BULLET, LABEL
from fewest_pours.puzzles.watersort.typed_levels.placed_text import Placed


def lines_behind_labels(lines: Sequence[Placed]) -> list[Placed] | None:
    """The lines without their labels, `Tube 1:`, and the bullets in front of these; None if labels repeat or lack.

    A line may have none, as a title or `empty` has none. But behind bullets each line needs one, as only a label shows
    that the `-` in front of it is not an empty place.
    """
    bulleted = all(BULLET.match(line) for line in lines)
    bare = [line.after(BULLET) for line in lines] if bulleted else lines
    labels = [found[0] for line in bare if (found := LABEL.match(line))]
    are_different = len(labels) == len(set(labels))
    are_enough = len(labels) == len(lines) if bulleted else bool(labels)
    return [line.after(LABEL) for line in bare] if are_different and are_enough else None


def bullets_to_try(lines: Sequence[Placed]) -> Sequence[re.Pattern[str] | None]:
    """What is left out in front of each line: a bullet, or None for nothing, as `-` may be an empty place too.

    A line is '' if nothing stood behind its label, `Tube 3:`, or for an empty string of JSON.
    """
    filled = [line for line in lines if line]
    if not all(BULLET.match(line) for line in filled):
        return (None,)
    if all(len(line.split()) < 3 for line in filled):  # `- rbgr`: the one word behind the bullet is a whole beaker
        return (BULLET,)
    # A list has its bullet in every line. If a line has none, as it is empty, `-` is an empty place in the others:
    # `Tube 1: - red blue` beside `Tube 3:`.
    a_line_lacks_it = len(filled) < len(lines)
    return (None,) if a_line_lacks_it else (BULLET, None)
