"""Text that knows where it stands in its file, and one spelling for characters that look alike."""

import re
import unicodedata
from bisect import bisect_right

INVISIBLE = re.compile("[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufe0e\ufe0f\ufeff]")
ALIKE = str.maketrans("、،・“”„«»│┃║╎┆╽╿", ',,,"""""|||||||')


class Placed(str):
    """A line, a part of one, or a cell as it is written; at: the line and column where it starts."""

    __slots__ = ("at",)
    at: tuple[int, int]

    def __new__(cls, text: str, at: tuple[int, int] = (1, 1)) -> "Placed":
        placed = super().__new__(cls, text)
        placed.at = at
        return placed

    def part(self, start: int, end: int | None = None) -> "Placed":
        return Placed(self[start:end], (self.at[0], self.at[1] + start))

    def after(self, pattern: re.Pattern[str]) -> "Placed":
        """The rest behind what the text begins with."""
        found = pattern.match(self)
        return self.part(found.end()) if found else self

    def bare(self, signs: str | None = None) -> "Placed":
        """Without these signs around it; by default, without blanks."""
        return self.part(len(self) - len(self.lstrip(signs)), len(self.rstrip(signs)))

    def found(self, pattern: "re.Pattern[str] | str") -> list["Placed"]:
        return [self.part(*each.span()) for each in re.finditer(pattern, self)]


class LinesOf:
    """The line and column of each character of a text, both from 1."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def at(self, place: int) -> tuple[int, int]:
        line = bisect_right(self.starts, place)
        return line, place - self.starts[line - 1] + 1


def plain(text: str, at: tuple[int, int]) -> Placed:
    """The text with one character for all that look alike: full-width letters, quotes; without invisible ones."""
    return Placed(unicodedata.normalize("NFKC", INVISIBLE.sub("", text)).translate(ALIKE), at)
