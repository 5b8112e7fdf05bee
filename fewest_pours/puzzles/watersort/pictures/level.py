"""A level as it was read from a picture, and what is doubtful in it; any process can receive it, without OpenCV."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from fewest_pours.files.wording import Sentence
from fewest_pours.files.yaml_files import Data

Place = tuple[int, int | None]  # beaker and unit, both from 0, units from below; None: the whole beaker

BEAKER_OR_NONE = Sentence("a beaker, or none", "beaker_or_none")
UNIT_OR_EMPTY = Sentence("a unit, or empty", "unit_or_empty")
COLOR_OR_HIDDEN = Sentence("a colour, or hidden", "color_or_hidden")
HEIGHT_OF_UNITS = Sentence("how high a unit is", "height_of_units")


class Doubt(NamedTuple):
    """What may have been read wrongly. places: where, those of a beaker together; without any, the whole picture."""

    why: Sentence
    places: tuple[Place, ...] = ()

    @property
    def note(self) -> Sentence:
        """The doubt in words: 'unsure: beaker 2, units 1 and 3 from below: a unit, or empty'."""
        parts = ["unsure", "; ".join(self.places_in_words()), self.why]
        words = ": ".join(part for part in parts if part)
        return Sentence(words, "doubt", why=self.why, places=self.places)

    def places_in_words(self) -> Iterator[str]:
        """'beaker 2, units 1 and 3 from below', for each beaker."""
        for beaker, places in groupby(self.places, itemgetter(0)):
            units = [str(unit + 1) for _, unit in places if unit is not None]
            if not units:
                yield f"beaker {beaker + 1}"
            elif len(units) == 1:
                yield f"beaker {beaker + 1}, unit {units[0]} from below"
            else:
                yield f"beaker {beaker + 1}, units {', '.join(units[:-1])} and {units[-1]} from below"


@dataclass(frozen=True)
class LevelInPicture:
    """A level. data: as of a puzzle file, without a name. remarks: on what is left out, or on balls."""

    data: Data
    doubts: tuple[Doubt, ...]
    remarks: tuple[str, ...] = ()

    @property
    def unsure(self) -> tuple[tuple[int | None, int | None, str], ...]:
        """What is doubtful, place by place: (beaker, unit, why). No unit: the whole beaker; neither: the picture."""
        everywhere: tuple[tuple[None, None]] = ((None, None),)
        return tuple((*place, doubt.why) for doubt in self.doubts for place in doubt.places or everywhere)

    @property
    def notes(self) -> list[str]:
        """The remarks, and the doubts in words."""
        return [*self.remarks, *(doubt.note for doubt in self.doubts)]
