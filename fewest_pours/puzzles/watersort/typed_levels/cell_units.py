"""The units that a cell stands for: itself, as many as a number in it says, or one for each of its characters."""

import re
import unicodedata
from collections.abc import Sequence

from fewest_pours.drawing.colors import SHADES, own_hue
from fewest_pours.files.validation import one_word
from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.reading import Notes
from fewest_pours.puzzles.watersort.rules import HIDDEN
from fewest_pours.puzzles.watersort.typed_levels.head_and_foot import LONGEST
from fewest_pours.puzzles.watersort.typed_levels.placed_text import Placed
from fewest_pours.puzzles.watersort.typed_levels.word_meanings import UNSURE, plain_word

UNIT = re.compile("\\S[\u20e3\U0001f3fb-\U0001f3ff]?(?:\u200d\\S)*")  # a letter, or an emoji with its modifiers
SIGNS = ("So", "Sk", "Mn", "Cf")  # Unicode categories of emoji and their modifiers
SHADED = re.compile(rf"(?<!\S)({'|'.join(SHADES)})[ \t]+([^\s,;|]+)", re.IGNORECASE)  # light blue
MOST_NOTES = 3  # on the units of a level
NUMERALS = ("one", "two", "three", "four", "five", "six")
NAMED = r"(?:[^\W\d_]|[^\x00-\x7f])[^\d=]*"  # a colour
COUNT_IN_FRONT = re.compile(  # 2x red, 2 red, two red
    rf"(?P<number>[1-9]\d?|(?:{'|'.join(NUMERALS)})(?= ))(?P<sign>\s*[x×*]\s*|\s*)(?P<color>{NAMED})", re.IGNORECASE
)
NAMED_IN_SHORT = NAMED + "?"  # as few characters as possible, as blanks or an x in front of a number are of its sign
COUNT_BEHIND = re.compile(  # red*2, red2, red (2
    rf"(?P<color>{NAMED_IN_SHORT})(?P<sign>\s*[x×*:(]\s*|(?<=\S))(?P<number>[1-9]\d?)", re.IGNORECASE
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


class Words:
    """The cells of all beakers that are not certainly or perhaps empty, and what they look like.

    longest: the first of the longest ones. counts: those that count units, `2x red`, as count_in finds them.
    have_sign_of_times: whether a sign shows it to be a count. must_be_split, may_be_split: into a unit for each
    character, as 🔴🔵 must, and `rb` may, if it is alone in its beaker. name_colors: whether one names a colour.
    """

    def __init__(self, rows: Sequence[Sequence[Placed]]) -> None:
        words = [cell for row in rows for cell in row if plain_word(cell) not in ("", HIDDEN, *UNSURE)]
        self.longest = max(words, key=len, default=Placed(""))
        self.counts = [found for word in words if (found := count_in(word))]
        self.have_sign_of_times = any(found["sign"].strip() for found in self.counts)
        are_emoji = all(unicodedata.category(sign) in SIGNS for word in words for sign in word)
        are_alone = all(len(row) < 2 for row in rows)
        has_several_units = len(units_in(Placed(self.longest[:LONGEST]))) > 1
        self.must_be_split = has_several_units and are_emoji
        self.may_be_split = has_several_units and (are_emoji or are_alone)
        self.name_colors = any(len(word) > 2 and own_hue(word) for word in words)


def with_joined_shades(text: str, at: tuple[int, int], notes: Notes) -> Placed:
    """The text with `light-blue` for `light blue`; adds a note on each such colour, up to MOST_NOTES in all."""
    for found in SHADED.finditer(text):
        shade = found[0]
        color = join_shade(found)
        guess = Sentence(f"`{shade}` is read as one colour, {color}", "read_as_one", text=shade, color=color)
        if color != shade and len(notes) < MOST_NOTES and guess not in (note for _, note in notes):
            notes.append((at, guess))
    return Placed(SHADED.sub(join_shade, text), at)


def join_shade(found: re.Match[str]) -> str:
    """`light blue` as one word, if it is a colour."""
    return one_word(found[0]) if own_hue(found[2]) else found[0]
