"""Lines that hold several beakers, parted by a sign between them."""

from collections.abc import Sequence
from itertools import takewhile

from fewest_pours.puzzles.watersort.typed_levels.placed_text import Placed

WEAK_SEPARATORS = " |\t"  # two of them beside each other say nothing


def ways_to_part(lines: Sequence[Placed], outer: str) -> list[list[Placed]]:
    """The parts of lines between these signs; '' between two signs, and behind them, as each may end a part or not.

    >>> ways_to_part([Placed("rb;br;;")], ";")
    [['rb', 'br'], ['rb', 'br', ''], ['rb', 'br', '', '']]
    """
    if not outer:
        return [list(lines)]
    if outer in WEAK_SEPARATORS:
        return [[part for line in lines for part in line.found(f"[^{outer}]+")]]
    found = [line.found(f"(?:^|(?<={outer}))[^{outer}]*") for line in lines]
    behind = [sum(1 for _ in takewhile(is_blank, reversed(parts))) for parts in found]
    not_kept = [max(behind)] if max(behind) < 2 else [max(behind), 1, 0]
    return [
        [part for parts, more in zip(found, behind, strict=True) for part in parts[: len(parts) - min(more, fewer)]]
        for fewer in not_kept
    ]


def is_blank(text: str) -> bool:
    return not text.strip()


def may_part_beakers(outer: str, inner: str, in_frame: bool) -> bool:
    """Whether a sign may stand between the beakers of each of several lines. inner: the other signs, between units.

    Without other signs a comma or a blank would make a line of beakers of one unit each, and | the rows of a drawing.
    """
    if inner:
        return True
    return outer in ";/" or (outer == "|" and not in_frame)
