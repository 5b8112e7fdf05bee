"""Water sort for the solvers of MiniZinc: the models textbook.mzn and timeline.mzn, and the data of a deal for both.

Beakers and places are numbered from 1 there, places from the bottom; colours are numbers, as their names may be any
text.
"""

from collections.abc import Sequence
from pathlib import Path

from fewest_pours.files.wording import counted
from fewest_pours.puzzles.watersort.rules import Deal, units_of

MODELS = {"-timeline.mzn": "timeline.mzn", ".mzn": "textbook.mzn"}  # ending -> file beside this one
AIR = 0
MOST_PLACES = 1_000_000  # a number for each in the data


def data(deal: Deal) -> str:
    """The data file."""
    number = {color: c for c, color in enumerate(units_of(deal), 1)}
    rows = [[*(number[color] for color in beaker), *air_above(deal, beaker)] for beaker in deal.beakers]
    covers = dict(deal.covered)
    covered = [number[covers[b]] if b in covers else AIR for b in range(len(deal.beakers))]
    names = "".join(f"% {c}: {color!r}\n" for color, c in number.items())
    return (
        f"{names}beakers = {len(rows)};\ncapacity = {deal.capacity};\ncolors = {len(number)};\n"
        f"deal = [{' '.join(f'| {listed(row)}' for row in rows)} |];\ncovered = [{listed(covered)}];\n"
    )


def air_above(deal: Deal, beaker: Sequence[str]) -> list[int]:
    return [AIR for _ in range(deal.capacity - len(beaker))]


def listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def files(deal: Deal) -> dict[str, str]:
    """The models, the same for all deals, and the data, keyed by their endings.

    Raises ValueError for no units, and for too large data.
    """
    if not units_of(deal):
        raise ValueError("there are no units, expected some")
    if len(deal.beakers) * deal.capacity > MOST_PLACES:
        beakers = counted(len(deal.beakers), "beakers")
        raise ValueError(f"{beakers} of capacity {deal.capacity}, expected at most {MOST_PLACES} places for MiniZinc")
    texts = {ending: Path(__file__).with_name(name).read_text(encoding="utf-8") for ending, name in MODELS.items()}
    return dict(sorted({".dzn": data(deal), **texts}.items()))
