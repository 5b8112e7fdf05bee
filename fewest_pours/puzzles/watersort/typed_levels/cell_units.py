"""The units that a cell stands for: itself, as many as a number in it says, or one for each of its characters."""

import re
import unicodedata
from collections.abc import Sequence

from fewest_pours.drawing.colors import own_hue
from fewest_pours.puzzles.watersort.rules import HIDDEN
from fewest_pours.puzzles.watersort.typed_levels.head_and_foot import LONGEST
from fewest_pours.puzzles.watersort.typed_levels.placed_text import Placed
from fewest_pours.puzzles.watersort.typed_levels.word_meanings import UNSURE, plain_word

SIGN_OF_TIMES = re.compile("[x×*:(]", re.IGNORECASE)
UNIT = re.compile("\\S[\u20e3\U0001f3fb-\U0001f3ff]?(?:\u200d\\S)*")  # a letter, or an emoji with its modifiers
SIGNS = ("So", "Sk", "Mn", "Cf")  # Unicode categories of emoji and their modifiers
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


class Words:
    """The cells of all beakers that are not certainly or perhaps empty, and what they look like.

    longest: the first of the longest ones. counts: those that are a count of units, `2x red`, as TIMES found them.
    have_sign_of_times: whether a sign shows it to be a count. must_be_split, may_be_split: into a unit for each
    character, as 🔴🔵 must, and `rb` may, if it is alone in its beaker. name_colors: whether one names a colour.
    """

    def __init__(self, rows: Sequence[Sequence[Placed]]) -> None:
        words = [cell for row in rows for cell in row if plain_word(cell) not in ("", HIDDEN, *UNSURE)]
        self.longest = max(words, key=len, default=Placed(""))
        self.counts = [found for word in words if (found := TIMES.fullmatch(word))]
        self.have_sign_of_times = any(SIGN_OF_TIMES.search(found[2] or found[5] or "") for found in self.counts)
        are_emoji = all(unicodedata.category(sign) in SIGNS for word in words for sign in word)
        are_alone = all(len(row) < 2 for row in rows)
        has_several_units = len(units_in(Placed(self.longest[:LONGEST]))) > 1
        self.must_be_split = has_several_units and are_emoji
        self.may_be_split = has_several_units and (are_emoji or are_alone)
        self.name_colors = any(len(word) > 2 and own_hue(word) for word in words)
