"""What only the places of signs show: beakers drawn side by side with blanks for empty places, bottoms, dividers."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import reduce
from math import gcd

from fewest_pours.puzzles.watersort.typed_levels.head_and_foot import LABEL
from fewest_pours.puzzles.watersort.typed_levels.layout import Layout
from fewest_pours.puzzles.watersort.typed_levels.placed_text import Placed, plain
from fewest_pours.puzzles.watersort.typed_levels.word_meanings import plain_word

BOTTOM = re.compile(r"\\_+/|'-+'|`-+'|└[─━]+┘|╰[─━]+╯|╚═+╝|\(_+\)")  # of a drawn beaker
FLOOR = re.compile(r"\s*-{3,}(?:\s+-{3,})+\s*")  # of several beakers, below lines with |
LAST_LINE = re.compile(r"\s*\|_+\|(?:\s*\|?_+\|)*\s*")  # |_| |_| |_|
DIVIDER = re.compile(r"(?<=\S) +(->|=>|[>→⇒–—+-]) +(?=\S)")  # red > blue > green
HYPHEN = re.compile(r"(?<=[^\W_])[-+>](?=[^\W_])")
JOINED = re.compile(r"[^\W_]+(?:[-+>][^\W_]+)*")  # 1-2-1
MOST_COLUMNS = 100


def bottoms_in(text: str) -> int:
    """How many beakers a drawing shows by their bottoms; 0 for none."""
    return max(
        len(re.findall("[-_]+", line)) if is_floor(line, text) else len(BOTTOM.findall(line))
        for line in text.split("\n")
    )


def is_floor(line: str, text: str) -> bool:
    """Whether a line is the bottoms of beakers whose sides are drawn with |: `--- --- ---`, or `|_| |_|` in the end."""
    if LAST_LINE.fullmatch(line):
        return text.rstrip().endswith(line.rstrip()) and text.count("_") == line.count("_")
    return bool(FLOOR.fullmatch(line)) and text.count("|") > text.count("\n")


def without_dividers(lines: Sequence[Placed]) -> list[Placed] | None:
    """The lines with commas for a sign that stands between any two units of a line; None if there is none."""
    signs = {sign for line in lines for sign in DIVIDER.findall(line)}
    if len(signs) != 1 or not all(is_divided(line, *signs) for line in lines):
        return None
    return [Placed(DIVIDER.sub(comma_for, line), line.at) for line in lines]


def is_divided(line: Placed, sign: str) -> bool:
    """Whether words and the sign take turns in a line, behind its label."""
    words = line.after(LABEL).split()
    return len(words) % 2 == 1 and all(word == sign for word in words[1::2]) and sign not in words[::2]


def without_hyphens(lines: Sequence[Placed]) -> list[Placed] | None:
    """The lines with a separator for a sign that joins the units of each beaker; None if there is none.

    The separator is the first of `,;/` that the lines do not use yet:

    >>> without_hyphens([Placed("1-2-1"), Placed("2-1-2")])
    ['1,2,1', '2,1,2']
    >>> without_hyphens([Placed("1-2-1, 2-1-2")])
    ['1;2;1, 2;1;2']
    """
    signs = {sign for line in lines for sign in HYPHEN.findall(line)}
    if len(signs) != 1:
        return None
    one_beaker = r"[^\s,;/|]+" if len(lines) == 1 else r"\S.*"  # of several lines each is a beaker
    beakers = [beaker for line in lines for beaker in line.after(LABEL).found(one_beaker)]
    if not all(JOINED.fullmatch(beaker) for beaker in beakers if plain_word(beaker)):
        return None
    unused = [sign for sign in ",;/" if not any(sign in line for line in lines)]
    if not unused:
        return None
    return [Placed(HYPHEN.sub(unused[0], line), line.at) for line in lines]


def comma_for(divider: re.Match[str]) -> str:
    return ",".ljust(len(divider[0]))


def places_by_blanks(text: str) -> Iterator[Layout]:
    """Beakers as columns, where units stand at equal distances and some places on top are blank.

    Only for text with a blank place before a unit of its line: without one, nothing shows that places count.
    """
    lines = [line.rstrip() for line in text.split("\n")]
    drawn = [(number, line) for number, line in enumerate(lines, 1) if line]
    units = [(number, start, word) for number, line in drawn for start, word in words_on_screen(line)]
    starts = sorted({start for _, start, _ in units})
    pitch = reduce(gcd, (start - starts[0] for start in starts), 0) if starts else 0
    columns = (starts[-1] - starts[0]) // pitch + 1 if pitch else 0
    if not 1 < columns <= MOST_COLUMNS or pitch < 2 or len(drawn) < 2:
        return
    longest = max(width(word[0]) for _, _, word in units)
    places = {(number, (start - starts[0]) // pitch): word for number, start, word in units}
    has_blank_before_unit = any((number, column) not in places for number, last in places for column in range(last))
    if longest >= pitch or not has_blank_before_unit:
        return
    rows = []
    for column in range(columns):
        cells = [(number, places.get((number, column))) for number, _ in drawn]
        rows.append([plain(word[0], (number, word.start() + 1)) if word else Placed("") for number, word in cells])
    yield Layout(rows, ("beakers as columns", "blanks as empty places"), columns=True)


def words_on_screen(line: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Each word of a line with the column where it starts on a screen."""
    column = end = 0
    for word in re.finditer(r"\S+", line):
        column += width(line[end : word.start()])
        yield column, word
        column += width(word[0])
        end = word.end()


def width(text: str) -> int:
    """The columns that a text takes on a screen: two for a character of East Asia or an emoji."""
    return sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in text)
