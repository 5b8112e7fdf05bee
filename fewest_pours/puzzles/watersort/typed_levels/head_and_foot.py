"""Lines around the beakers that are not beakers: titles, headers of tables, rows of indexes, numbers that count."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fewest_pours.drawing.colors import own_hue
from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.reading import Order
from fewest_pours.puzzles.watersort.file_format import unequal_capacities
from fewest_pours.puzzles.watersort.typed_levels.placed_text import Placed, plain
from fewest_pours.puzzles.watersort.typed_levels.written_order import Written, order_in

SEPARATORS = ",;|/\t"
CORNERS = ("\t", ",", ";")  # what stands behind a blank cell at the beginning of a line
TITLES = 4  # lines above the beakers that may be none
LONGEST = 80  # characters of a title, and of `2 empty tubes`
VESSEL = (
    "(?:beaker|tube|bottle|vial|flask|glass|column|röhrchen|rohr|flasche|tubo|flacon|колба|пробирка|试管|瓶|ボトル)"
)
HARMLESS_WORDS = "name|title|id|index|number|level|label|author|source|comment|description|difficulty|version|seed"
HEAD = re.compile(rf"(?:{HARMLESS_WORDS})\b.*|[^\W\d][\w ]*[:=]\s*\d*", re.IGNORECASE)
CAPACITY = re.compile(r"\W*(?:capacity|height|kapazität|capacité|capacidad|capacità)\W*(\d{1,9})\W*", re.IGNORECASE)
CAPACITIES = re.compile(r"\W*(?:capacit(?:y|ies)|heights?)\W+(?:\d{1,9}[\s,;]+)+\d{1,9}\W*", re.IGNORECASE)
LABEL = re.compile(
    rf"""
    (?: \(? (?:[^\W\d]+\s*)? \#?\d+ [^\W\d]? \s* [:.)=]   # `1:`, `(2)`, `Tube 1 =`, `#3.`
      | [a-z][:)] (?:\s|$)                                # `a)`, `b:`
      | {VESSEL} (?: \s*\#?\d+ | \s+\#?[a-z] ) [\s:]      # `Flasche 3 `, `tube B:`
    ) \s*
    """,
    re.IGNORECASE | re.VERBOSE,
)
BULLET = re.compile(r"[-*•–▪◦‣](?:\s+|$)")
NUMBERS = re.compile(r"\d{1,3}(?:[\s,;x×]+\d{1,3}){0,2}[\s,;.]*")
MOST_COUNTS = 3  # numbers that count beakers, units and colours
SECTION = re.compile(r"\[[^\W\d][\w .-]*\]")  # of an ini file
INDEX = re.compile(r"[(\[{<#]*([^\W\d_]*)[\s#_-]*(\d{1,3}|(?<![^\W\d_])[A-Za-z])[.:)\]}>]*")
BETWEEN_BRACKETS = re.compile(r"(?<=[)\]}])(?=[(\[{])|[(\[{]\s*[)\]}]")  # of (1)(2), and those around no number
TABLE_WORDS = re.compile(
    rf"\b(?:{VESSEL}|slot|layer|level|pos|position|color|colour|unit|top|bottom|cell|row|couleur|farbe|cor)s?(?:\b|_)",
    re.IGNORECASE,
)


class Body(NamedTuple):
    """The lines of the beakers, and what stands around them: lines left out, a capacity, an order."""

    lines: list[Placed]
    left_out: list[tuple[tuple[int, int], str]]
    capacity: int | None = None
    written: Written | None = None
    only_columns: bool = False  # whether a foot shows that columns are beakers: a row of indexes, or the name of an end


def bodies(lines: list[Placed]) -> Iterator[Body]:
    """The lines below 0, 1, 2, ... lines that may be titles; and without what may be a foot or a column of numbers.

    Raises Misfit for a line of different capacities.
    """
    for line in lines:
        if CAPACITIES.fullmatch(line) and len(set(re.findall(r"\d+", line))) > 1:
            raise unequal_capacities(f"`{line}`", at=line.at)
    for titles in range(min(TITLES + 1, len(lines))):
        if titles and not is_head(lines[titles - 1], lines[titles:]):
            break
        above = lines[:titles]
        body = Body(lines[titles:], list(map(title_note, above)), capacity_in(above), order_in_titles(above))
        yield body
        without_numbers = without_first_cells(above[-1], body.lines) if above else []
        if without_numbers:
            yield body._replace(lines=without_numbers)
        between = between_ends(body.written, body.lines)
        if between:
            left_out = [*body.left_out, title_note(body.lines[-1])]
            yield body._replace(lines=between, left_out=left_out, written=None, only_columns=True)
        foot = body.lines[-1]
        # Several words say an order: `bottom first`. A single one, `bottom`, may name the end where it stands.
        has_several_words = " " in foot
        order_below = order_in(foot) if has_several_words and body.written is None else None
        if order_below and len(body.lines) > 2:
            written = Written(order_below, foot, foot.at)
            yield body._replace(lines=body.lines[:-1], left_out=[*body.left_out, title_note(foot)], written=written)
        if len(body.lines) > 2 and is_index(foot, body.lines[:-1]):
            words = Sentence(f"`{foot}` is left out, as a row of indexes", "indexes_left_out", text=str(foot))
            yield body._replace(lines=body.lines[:-1], left_out=[*body.left_out, (foot.at, words)], only_columns=True)


def capacity_in(titles: Sequence[Placed]) -> int | None:
    """The capacity that a title names: `Capacity: 4`"""
    named = [int(found[1]) for line in titles if (found := CAPACITY.fullmatch(line))]
    return named[0] if named else None


def order_in_titles(titles: Sequence[Placed]) -> Written | None:
    """The first order that a title says."""
    for line in titles:
        order = order_of_head(line)
        if order:
            return Written(order, line, line.at)
    return None


def without_first_cells(head: Placed, rest: list[Placed]) -> list[Placed]:
    """The lines of a spreadsheet without the numbers in front, [] if it is none: they stand below a blank corner."""
    if head[:1] not in CORNERS or not is_index(head, rest):
        return []
    cells = [line.found(f"[^{head[0]}]*")[0].bare() for line in rest]
    if not all(cells) or not in_series(cells):
        return []
    return [line.part(line.index(head[0]) + 1) for line in rest if head[0] in line]


def title_note(line: Placed) -> tuple[tuple[int, int], str]:
    return line.at, Sentence(f"`{line}` is left out, as a title", "title_left_out", text=str(line))


def between_ends(head: Written | None, rest: list[Placed]) -> list[Placed]:
    """The lines of a drawing between lines that name its ends, `top` and `bottom`, the topmost first; [] if none do."""
    if head is None or len(rest) < 3:
        return []
    if order_in(rest[-1]) in (None, head.order):
        return []
    return rest[:-1] if head.order == "top" else rest[-2::-1]


def order_of_head(line: Placed) -> Order | None:
    """The order that a title says, or a header such as `bottom,2,3,top`."""
    ends = [cell for cell in cells_of(line) if order_in(cell)]
    return order_in(line) or (order_in(ends[0]) if len(ends) == 2 else None)


def is_head(line: Placed, below: Sequence[Placed]) -> bool:
    return is_title(line, below) or is_index(line, below) or is_header(line, below)


def is_title(line: Placed, below: Sequence[Placed]) -> bool:
    """Whether a line is a title, and not a beaker.

    It is a section `[level]` above settings, a head such as `Level 1:`, an order, a sentence above labelled lines, or
    several words, none a colour or repeated, and one of them not in the lines below.
    """
    if SECTION.fullmatch(line) and all("=" in other or SECTION.fullmatch(other) for other in below):
        return True
    words = line.casefold().split()
    if len(line) > LONGEST or any(own_hue(word.strip(".,;:!?")) for word in words):
        return False
    if HEAD.fullmatch(line) or order_in(line):
        return True
    if len(words) > 2 and not LABEL.match(line) and all(map(LABEL.match, below)):
        return True
    looks_like_beaker = LABEL.match(line) or BULLET.match(line) or re.search(f"[{SEPARATORS}]", line)
    are_different = 1 < len(words) == len(set(words))
    text = " ".join(below).casefold()
    has_own_word = any(len(word) > 1 and word.isalpha() and word not in text for word in words)
    return are_different and has_own_word and not looks_like_beaker


def cells_of(line: Placed) -> list[Placed]:
    """What stands between separators; between blanks, if there are no others."""
    separators = "".join(sign for sign in SEPARATORS if sign in line) or r"\s"
    cells = [cell.bare(" \t\"'") for cell in line.found(f"[^{separators}]+")]
    return [cell for cell in cells if cell]


def is_header(line: Placed, below: Sequence[Placed]) -> bool:
    """Whether a line names columns: `R1T1,R1T2`: words of tables, each once, none of them below and none a colour."""
    cells = cells_of(line)
    words = {cell for cell in cells if not cell.isdigit()}
    if not words or len(cells) < 2 or len(set(cells)) < len(cells):
        return False
    name_columns = all(re.search(r"\d", cell) or TABLE_WORDS.search(cell) for cell in cells)
    name_a_color = any(own_hue(word) for cell in cells for word in cell.split())
    cells_below = {cell for other in below for cell in cells_of(other)}
    return name_columns and not name_a_color and cells_below.isdisjoint(words)


def is_index(line: Placed, others: Sequence[Placed]) -> bool:
    """Whether a line numbers the columns of the others: `(1) (2)`, `(1)(2)( )`, `T1 T2 T3`, `A,B,C`, `1. 2.`"""
    cells = cells_of(plain(BETWEEN_BRACKETS.sub(" ", line.replace("|", " ")), line.at))
    found = [INDEX.fullmatch(cell) for cell in cells]
    numbers = [each[2] for each in found if each]
    if len(found) < 2 or len(numbers) < len(found) or len({each[1] for each in found if each}) > 1:
        return False
    if not in_series(numbers):
        return False
    cells_of_others = {cell for other in others for cell in cells_of(other)}
    # Letters that stand in other lines too are colours, A B C below A C B. Digits may be both: that the line is left
    # out is only tried, and the counts decide.
    are_digits = all(number.isdigit() for number in numbers)
    return are_digits or cells_of_others.isdisjoint(cells)


def in_series(numbers: Sequence[str]) -> bool:
    """Whether numbers or letters count up, from 0, 1, A or B; words do not."""
    if all(re.fullmatch(r"\d{1,9}", number) for number in numbers):
        values = list(map(int, numbers))
    elif all(re.fullmatch("[A-Za-z]", number) for number in numbers):
        values = [ord(number.upper()) - ord("A") for number in numbers]
    else:
        return False
    return values[0] in (0, 1) and values == list(range(values[0], values[0] + len(values)))
