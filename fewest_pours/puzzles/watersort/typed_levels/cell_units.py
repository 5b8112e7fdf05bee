"""The units that a cell stands for: itself, as many as a number in it says, or one for each of its characters."""

import re

from fewest_pours.puzzles.watersort.typed_levels.placed_text import Placed
from fewest_pours.puzzles.watersort.typed_levels.word_meanings import plain_word

UNIT = re.compile("\\S[\u20e3\U0001f3fb-\U0001f3ff]?(?:\u200d\\S)*")  # a letter, or an emoji with its modifiers
NUMERALS = ("one", "two", "three", "four", "five", "six")
NAMED = r"(?:[^\W\d_]|[^\x00-\x7f])[^\d=]*"  # a colour
TIMES = re.compile(  # 2x red, two red, red*2, red (2
    rf"([1-9]\d?|(?:{'|'.join(NUMERALS)})(?= ))(\s*[x×*]\s*|\s*)({NAMED})"
    rf"|({NAMED}?)(\s*[x×*:(]\s*|(?<=\S))([1-9]\d?)",
    re.IGNORECASE,
)


def repeated(cell: Placed) -> list[Placed]:
    """The units that a cell counts.

    >>> repeated(Placed("2x red"))
    ['red', 'red']
    """
    found = TIMES.fullmatch(cell)
    if not found:
        return [cell]
    number = (found[1] or found[6]).lower()
    times = NUMERALS.index(number) + 1 if number in NUMERALS else int(number)
    return [Placed((found[3] or found[4]).strip(), cell.at)] * times


def units_in(cell: Placed) -> list[Placed]:
    """The units in a word, '.' for each empty place; an emoji stays whole.

    >>> units_in(Placed("rg"))
    ['r', 'g']
    """
    if cell.isalpha() and not plain_word(cell):
        return [Placed(".", cell.at)]
    return cell.found(UNIT)
