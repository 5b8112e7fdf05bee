"""Lines that hold several beakers, parted by a sign between them."""

from collections.abc import Sequence
from itertools import takewhile

from fewest_pours.puzzles.watersort.typed_levels.placed_text import Placed

WEAK_SEPARATORS = " |\t"  # two of them beside each other say nothing


def ways_to_part(lines: Sequence[Placed], outer: str) -> list[list[Placed]]:
    """The parts of lines between these signs, in each way that they may be meant; '' for a blank part.

    Signs at the end of a line may stand before empty beakers, or the last may just end the line, or all of them may: so
    none of the blank parts there is left out, or one, or all. A single sign at the end just ends the line.

    >>> ways_to_part([Placed("rb;br;;")], ";")
    [['rb', 'br'], ['rb', 'br', ''], ['rb', 'br', '', '']]
    """
    if not outer:
        return [list(lines)]
    if outer in WEAK_SEPARATORS:
        return [[part for line in lines for part in line.found(f"[^{outer}]+")]]
    parted = [line.found(f"(?:^|(?<={outer}))[^{outer}]*") for line in lines]
    most = max(map(blank_at_end, parted))
    ways = [most] if most < 2 else [most, 1, 0]  # how many blank parts at the end of a line are left out
    return [
        [part for parts in parted for part in parts[: len(parts) - min(left_out, blank_at_end(parts))]]
        for left_out in ways
    ]


def blank_at_end(parts: Sequence[str]) -> int:
    """The number of blank parts behind all others."""
    return sum(1 for _ in takewhile(is_blank, reversed(parts)))


def is_blank(text: str) -> bool:
    return not text.strip()


def may_part_beakers(outer: str, inner: str, in_frame: bool) -> bool:
    """Whether a sign may stand between the beakers of each of several lines. inner: the other signs, between units.

    Without other signs a comma or a blank would make a line of beakers of one unit each, and | the rows of a drawing.
    """
    if inner:
        return True
    return outer in ";/" or (outer == "|" and not in_frame)
