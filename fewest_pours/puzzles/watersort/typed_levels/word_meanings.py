"""What a cell of a list means: a colour, an empty place, or a hidden unit."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from string import ascii_lowercase
from typing import NamedTuple

from fewest_pours.drawing.colors import own_hue
from fewest_pours.files.validation import one_word
from fewest_pours.puzzles.watersort.rules import HIDDEN
from fewest_pours.puzzles.watersort.typed_levels.words import WORDS

EMPTY = {*WORDS["empty"], "", ".", "-", "–", "—", "_", "~", "-1"}  # in lower case
AIR = {*WORDS["air"]}  # empty where they lie above or below all else; a colour anywhere else
UNSURE = {"0", "x", "⬜", "◻", "◽", "▫", "□", "▢"}  # may be a colour too, 0 as editors count from it
UNKNOWN = {"?", "❓", "❔", "unknown", "hidden"}
PALE = {None, own_hue("white"), own_hue("black")}  # hues of signs that may stand for nothing
WHITE = own_hue("white")
FOREIGN_COLORS = {*WORDS["colors"]}  # words that colors.json does not know, and that no empty place is called
LETTERS_OF_NOTHING = "adefhijlnoqstuvwxz"  # all but those that begin the commonest colours; w: white may be blank
LETTERS_OF_EMPTY = {"e", "o"}  # e as in `empty`, o like a zero: in the last beakers alone
MANY = 3  # unsure signs that are tried in every way
NUMBER = re.compile(r"[+-]?\d{1,9}")
BELOW_ZERO = re.compile(r"-[1-9]\d{0,8}")
PREFIX = re.compile(r"(?:[^\W\d_][\w ]*(?:\.|::|/)|[:.](?=\w)|[A-Za-z_]+?_?(?=\d+$))")  # Color.RED, :red, .red, c0
Rows = Sequence[Sequence[str]]


class Meaning(NamedTuple):
    """word: cell -> the colour, '' for an empty place; how: what was guessed, ['0 a colour'].

    by_place: letters and words that are taken to be empty by nothing but where they lie.
    one_spelling: whether different spellings are taken to be one colour.
    """

    word: Mapping[str, str]
    how: list[str]
    by_place: tuple[str, ...] = ()
    one_spelling: bool = False


class Guesses(NamedTuple):
    """Signs that may be empty places. Guesses({'x': (True, False)}): x is first taken to be one, then not to be one.

    letters: those of them that may be empty by nothing but where they lie.
    """

    is_empty: Mapping[str, tuple[bool, ...]]
    letters: frozenset[str] = frozenset()


def meanings(rows: Rows) -> Iterator[Meaning]:
    """All that the cells may mean: unsure signs are colours or empty, different spellings one colour or several.

    The order affects messages only, as all readings that stand must be one level: the first names it.
    """
    cells = Counter(cell for row in rows for cell in row)
    short = without_prefix(list(cells))
    certain = {cell: word_of(cell, short[cell]) for cell in cells}
    air = [cell for cell in cells if short[cell].lower() in AIR and lies_at_one_end(cell, rows)]
    for cell in air:  # by itself `air` would be a colour
        certain[cell] = ""
    for cell in cells:
        if short[cell] == "-1" and is_unsure(cell, short):  # by itself it would be empty
            certain[cell] = cell
    guesses = guesses_in(rows, cells, short, has_empty=not all(certain.values()))
    for answers in product(*guesses.is_empty.values()):
        guessed = dict(zip(guesses.is_empty, answers, strict=True))
        empty = [cell for cell in guessed if guessed[cell]]
        word = certain | dict.fromkeys(empty, "")  # a guess goes before what a cell means by itself
        how = [f"{cell} an empty cell" for cell in air]
        how += [f"{cell} {'an empty cell' if cell in empty else 'a colour'}" for cell in guessed]
        by_place = tuple(cell for cell in empty if cell in guesses.letters)
        yield Meaning(word, how, by_place)
        together = spelt_alike(word, cells)
        if together:
            same = [f"{other} the same as {color}" for other, color in together.items() if other != color]
            one_spelling = {cell: together.get(color, color) for cell, color in word.items()}
            yield Meaning(one_spelling, how + same[:2], by_place, one_spelling=True)


def word_of(cell: str, short: str) -> str:
    """What a cell means by itself: a colour as one word, '' for an empty place. short: the cell without its prefix."""
    word = plain_word(short)
    return plain_word(cell) if word and short.isdigit() else word  # c1 keeps its prefix


def guesses_in(rows: Rows, cells: Counter[str], short: Mapping[str, str], has_empty: bool) -> Guesses:
    """The signs that may be empty places. has_empty: whether some cells certainly are."""
    unsure = [cell for cell in cells if is_unsure(cell, short)][:MANY]
    if unsure:
        # 0 may be a colour wherever it lies, as editors count colours from it; c0 too. Any other sign may be one only
        # where it lies beside other cells: beakers that it fills alone, xxxx, are empty.
        may_be_colors = {cell for cell in unsure if short[cell] == "0"} | mixed_cells(rows)
        return Guesses({cell: (True, False) if cell in may_be_colors else (True,) for cell in unsure})
    if has_empty:
        return Guesses({})
    last = sign_of_last_beakers(rows)
    if last:
        return Guesses({last: (False, True)})
    by_place = signs_by_place(rows, cells, short)[:MANY]
    letters = frozenset(filter(str.isalpha, by_place))
    return Guesses(dict.fromkeys(by_place, (True, False)), letters)


def is_unsure(cell: str, short: Mapping[str, str]) -> bool:
    """Whether a sign may be a colour or empty: 0, x; and -1 where other negative numbers are colours."""
    others = (short[other] for other in short if other != cell)
    return short[cell].lower() in UNSURE or (short[cell] == "-1" and any(map(BELOW_ZERO.fullmatch, others)))


def mixed_cells(rows: Rows) -> set[str]:
    """The cells of rows that hold different ones."""
    return {cell for row in rows if len(set(row)) > 1 for cell in row}


def lies_at_one_end(cell: str, rows: Rows) -> bool:
    """Whether a sign lies only above, or only below, all other units."""
    return any(all(cell not in row_behind(cell, row[::way]) for row in rows) for way in (1, -1))


def row_behind(cell: str, row: Sequence[str]) -> Sequence[str]:
    """The row behind the cells like this at its beginning."""
    place = 0
    while place < len(row) and row[place] == cell:
        place += 1
    return row[place:]


def signs_by_place(rows: Rows, cells: Counter[str], short: Mapping[str, str]) -> list[str]:
    """The signs that may be empty places by where they lie, and whose look does not show that they are colours."""
    height = max(map(len, rows))
    mixed = mixed_cells(rows)
    found: list[str] = []
    for cell in cells:
        others = [short[other] for other in cells if other != cell]
        # Places for whole beakers, less colours that fill whole beakers, leave empty ones for whole beakers.
        fills_beakers = cells[cell] % height == 0
        lies_beside_colors = cell in mixed and lies_at_one_end(cell, rows)
        if fills_beakers and lies_beside_colors and looks_empty(short[cell], others):
            found.append(cell)
    return found


def looks_empty(sign: str, others: Sequence[str]) -> bool:
    """Whether a sign differs from the other ones as an empty place does from colours: 99 from 1, 2, 3; e from r, g."""
    if NUMBER.fullmatch(sign):
        return is_outside_series(int(sign), others)
    if own_hue(sign) not in (None, WHITE) or sign.lower() in FOREIGN_COLORS:
        return False
    if not has_letter_or_digit(sign):  # `*` beside letters, or beside an emoji of another colour than white or black
        return any(has_letter_or_digit(other) or own_hue(other) not in PALE for other in others)
    if len(sign) == 1 and sign.isalpha():
        return is_no_initial(sign, others)
    others_are_colors = all(own_hue(other) or other.lower() in FOREIGN_COLORS for other in others)
    others_are_letters = all(len(other) == 1 for other in others)
    return own_hue(sign) is None and (others_are_colors or others_are_letters)  # `vide` beside `rouge`, or beside `r`


def has_letter_or_digit(sign: str) -> bool:
    return any(character.isalnum() for character in sign)


def is_outside_series(number: int, others: Sequence[str]) -> bool:
    """Whether a number neither precedes nor continues the other ones, which are in series; or there are none."""
    numbers = sorted(int(other) for other in others if NUMBER.fullmatch(other))
    if not numbers:
        return True
    in_series = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return in_series and number not in (numbers[0] - 1, numbers[-1] + 1)


def is_no_initial(letter: str, others: Sequence[str]) -> bool:
    """Whether a letter begins no common colour, unless the letters stand for numbers: a, b, c."""
    used = {letter.lower(), *(other.lower() for other in others)}
    stand_for_numbers = used == set(ascii_lowercase[: len(used)])
    return letter.lower() in LETTERS_OF_NOTHING and not stand_for_numbers


def without_prefix(cells: Sequence[str]) -> dict[str, str]:
    """The cells without what all of them begin with: Color.RED, Color.EMPTY -> RED, EMPTY; c0, c1 -> 0, 1."""
    found = [PREFIX.match(cell) for cell in cells]
    prefixes = {each[0] for each in found if each}
    if len(cells) > 1 and len(prefixes) == 1 and all(found):
        prefix = prefixes.pop()
        rests = {cell: cell[len(prefix) :] for cell in cells}
        is_of_a_type = prefix[-1] in ".:/"
        # Without it c0 may be an empty place, as 0 may be. As a colour, c1 gets its prefix back (word_of).
        may_number_an_empty_place = "0" in rests.values()
        if is_of_a_type or may_number_an_empty_place:
            return rests
    return {cell: cell for cell in cells}


def sign_of_last_beakers(rows: Rows) -> str | None:
    """The sign or word that is no colour's, if the last beakers hold nothing else and the others do not hold it."""
    if not rows or not all(rows):
        return None
    last = rows[-1][0]
    empty = [row for row in rows if set(row) == {last}]
    others = [row for row in rows if set(row) != {last}]
    are_last = list(rows) == [*others, *empty]
    is_elsewhere = any(last in row for row in others)
    if is_elsewhere or not are_last or own_hue(last) not in PALE:
        return None
    is_lone_word = all(len(row) == 1 for row in empty) and last.isalpha() and len(last) > 1 and not own_hue(last)
    is_sign = not any(character.isalnum() or character.isspace() for character in last)
    may_say_empty = is_sign or last.lower() in LETTERS_OF_EMPTY or is_lone_word
    return last if may_say_empty else None


def plain_word(cell: str) -> str:
    """The colour as one word, '' for an empty place.

    >>> plain_word("Light blue")
    'Light-blue'
    """
    word = cell.strip().lower()
    if word in EMPTY or re.fullmatch("[._~]+|--", word) or is_empty_name(cell):
        return ""
    return HIDDEN if word in UNKNOWN else one_word(cell)


def may_be_empty(cell: str) -> bool:
    """Whether a cell may be an empty place, with or without a prefix that all cells have; False for a plain colour."""
    prefix = PREFIX.match(cell)
    rests = [cell, cell[prefix.end() :]] if prefix else [cell]
    return any(not plain_word(rest) or rest.lower() in AIR | UNSURE for rest in rests)


def is_empty_name(cell: str) -> bool:
    """Whether a name of several words says that a place is empty: EMPTY_SLOT, NONE_, emptyCell, no_color."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cell)
    words = [word for word in re.split(r"[\s_\-.:]+", apart.lower()) if word]
    if not 0 < len(words) <= 3 or not any(character.isalpha() for character in cell):
        return False
    empty = [word in EMPTY and word.isalpha() for word in words]
    no_color = words[0] in ("no", "without") and words[-1] in ("color", "colour", "liquid", "water", "unit")
    return no_color or (any(empty) and all(own_hue(word) is None for word in words))


def spelt_alike(word: Mapping[str, str], cells: Counter[str]) -> dict[str, str]:
    """For each spelling of a colour spelt in several ways, one of them: {'Red': 'red', ...}"""
    units: Counter[str] = Counter()
    for cell, color in word.items():
        units[color] += cells[cell]
    groups: dict[str, list[str]] = {}
    for color in units:
        if color:
            groups.setdefault(spelling(color), []).append(color)
    one_of_each: dict[str, str] = {}
    for group in groups.values():
        if len(group) > 1:
            best = max(group, key=lambda name: (name.islower(), units[name]))
            one_of_each.update(dict.fromkeys(group, best))
    return one_of_each


def spelling(color: str) -> str:
    """What spellings of one colour share: light_blue and Lightblue; -2 and 2 are two."""
    if NUMBER.fullmatch(color):
        return color
    return re.sub("[-_]", "", color).casefold().replace("gray", "grey")
