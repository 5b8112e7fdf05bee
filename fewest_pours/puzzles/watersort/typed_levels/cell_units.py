"""The units that a cell stands for: itself, as many as a number in it says, or one for each of its characters."""

import re

from fewest_pours.puzzles.watersort.typed_levels.placed_text import Placed
from fewest_pours.puzzles.watersort.typed_levels.word_meanings import plain_word

UNIT = re.compile("\\S[\u20e3\U0001f3fb-\U0001f3ff]?(?:\u200d\\S)*")  # a letter, or an emoji with its modifiers
NUMERALS = ("one", "two", "three", "four", "five", "six")
NAMED = r"(?:[^\W\d_]|[^\x00-\x7f])[^\d=]*"  # a colour
COUNT_IN_FRONT = re.compile(  # 2x red, 2 red, two red
    rf"(?P<number>[1-9]\d?|(?:{'|'.join(NUMERALS)})(?= ))(?P<sign>\s*[x×*]\s*|\s*)(?P<color>{NAMED})", re.IGNORECASE
)
COUNT_BEHIND = re.compile(  # red*2, red2, red (2
    rf"(?P<color>{NAMED}?)(?P<sign>\s*[x×*:(]\s*|(?<=\S))(?P<number>[1-9]\d?)", re.IGNORECASE
)


def count_in(cell: str) -> re.Match[str] | None:
    """The `number`, the `sign` (blanks, if there is none) and the `color` of a cell that counts its units."""
    return COUNT_IN_FRONT.fullmatch(cell) or COUNT_BEHIND.fullmatch(cell)


def repeated(cell: Placed) -> list[Placed]:
    """The units that a cell counts.

    >>> repeated(Placed("2x red"))
    ['red', 'red']
    """
    found = count_in(cell)
    if not found:
        return [cell]
    number = found["number"].lower()
    times = NUMERALS.index(number) + 1 if number in NUMERALS else int(number)
    return [Placed(found["color"].strip(), cell.at)] * times


def units_in(cell: Placed) -> list[Placed]:
    """The units in a word, each a character; an emoji stays whole.

    >>> units_in(Placed("rg")), units_in(Placed("empty"))
    (['r', 'g'], ['.'])
    """
    if cell.isalpha() and not plain_word(cell):  # a word for an empty place
        return [Placed(".", cell.at)]
    return cell.found(UNIT)
