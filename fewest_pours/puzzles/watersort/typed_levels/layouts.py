"""The ways to cut a text into beakers and cells, the most usual first."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import NamedTuple

from fewest_pours.drawing.colors import SHADES, own_hue
from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.validation import one_word
from fewest_pours.files.wording import counted
from fewest_pours.files.yaml_files import MAX_VALUES
from fewest_pours.puzzles.watersort.rules import HIDDEN
from fewest_pours.puzzles.watersort.typed_levels.word_meanings import EMPTY, UNSURE, plain_word

MAX_TEXT, TYPED = 1 << 17, 1 << 14  # characters; beyond TYPED nobody types by hand, and only USUAL layouts are tried
USUAL = 2  # words, or a unit for each character
SIGNS = ("So", "Sk", "Mn", "Cf")  # Unicode categories of emoji and their modifiers
UNIT = re.compile("\\S[\u20e3\U0001f3fb-\U0001f3ff]?(?:\u200d\\S)*")  # a letter, or an emoji with its modifiers
INVISIBLE = re.compile("[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufe0e\ufe0f\ufeff]")
ALIKE = str.maketrans("、،・“”„«»", ',,,"""""')
VESSEL = "(?:beaker|tube|bottle|vial|flask|glass|column|röhrchen|rohr|flasche|tubo|flacon|колба|пробирка)"
LABEL = re.compile(rf"(?:\(?(?:[^\W\d]+\s*)?#?\d+[^\W\d]?\s*[:.)=]|[a-z][:)]\s|{VESSEL}\s*#?\d+\s)\s*", re.IGNORECASE)
BULLET = re.compile(r"[-*•–▪◦‣](?:\s+|$)")
NO_BEAKER = re.compile(r"(?:#+(?:\s.*)?|[\[({]|[\])}][;,]?|(?>[|+:\s-]*?--)[:\s-]*+[|+][|+:\s-]*)")  # also |---|---|
SHADED = re.compile(rf"(?<!\S)({'|'.join(SHADES)})[ \t]+([^\s,;|]+)", re.IGNORECASE)  # light blue
NOTHING = "|".join(filter(str.isalpha, EMPTY))
EMPTIES = re.compile(  # 2 empty tubes, empty x2
    rf"\W*(?:(\d{{1,2}})[\sx×*]*)?(?:{NOTHING})(?:[\s-]*{VESSEL}(?:e?s)?)?(?:[\sx×*]+(\d{{1,2}}))?\W*", re.IGNORECASE
)
NUMERALS = ("one", "two", "three", "four", "five", "six")
NAMED = r"(?:[^\W\d_]|[^\x00-\x7f])[^\d=]*"  # a colour
TIMES = re.compile(  # 2x red, two red, red*2, red (2
    rf"([1-9]\d?|(?:{'|'.join(NUMERALS)})(?= ))(\s*[x×*]\s*|\s*)({NAMED})"
    rf"|({NAMED}?)(\s*[x×*:(]\s*|(?<=\S))([1-9]\d?)",
    re.IGNORECASE,
)
HARMLESS = "name title id index number level label author source comment description difficulty version seed"
HEAD = re.compile(rf"(?:{HARMLESS.replace(' ', '|')})\b.*|[^\W\d][\w ]*[:=]\s*\d*", re.IGNORECASE)  # above the beakers
CAPACITY = re.compile(r"\W*(?:capacity|height|kapazität|capacité|capacidad|capacità)\W*(\d{1,9})\W*", re.IGNORECASE)
TOP = "top|oben|haut|arriba|alto|cima|сверху|верх|boven|góry"
BOTTOM = "bottom|unten|bas|abajo|basso|fondo|baixo|снизу|дно|onder|dołu|alulról"
ENDS = re.compile(rf"\b(?:({BOTTOM})|{TOP})\b", re.IGNORECASE)  # the first of these in a title decides
SEPARATORS = ",;|/\t"
TITLES, LONGEST = 4, 80  # lines above the beakers that may be none; characters of these, and of `2 empty tubes`

Notes = list[tuple[tuple[int, int], str]]


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
        return self.part(found.end()) if (found := pattern.match(self)) else self

    def bare(self, signs: str | None = None) -> "Placed":
        """Without these signs around it; by default, without blanks."""
        return self.part(len(self) - len(self.lstrip(signs)), len(self.rstrip(signs)))

    def found(self, pattern: "re.Pattern[str] | str") -> list["Placed"]:
        return [self.part(*each.span()) for each in re.finditer(pattern, self)]


class Layout(NamedTuple):
    """
    rows      the cells of each beaker
    how       what is unusual about it: ['a unit for each character']
    notes     what was left out or joined, each with its line and column
    blank     lines at the end that may be empty beakers; titles: lines above that are left out
    columns   whether the rows are given as columns, the topmost units first
    labelled  whether each row has a label or a bullet
    rising    whether a title says that the rows begin at the bottom
    capacity  if the file names it
    fresh     whether it is credible only if all beakers are full or empty
    """

    rows: list[list[Placed]]
    how: list[str]
    notes: Notes
    blank: int = 0
    titles: int = 0
    columns: bool = False
    labelled: bool = False
    rising: bool = False
    capacity: int | None = None
    fresh: bool = False


def layouts_of_text(text: str) -> Iterator[Layout]:
    """The layouts of a text: with a line for each beaker, all in one line, or with the beakers as columns."""
    expect_short([text])
    if control := re.search(r"[\x00-\x08\x0e-\x1f\x7f]", text):
        raise Misfit(f"control character {control[0]!r}, expected text")
    every = (plain(line, (number, 1)).bare() for number, line in enumerate(text.splitlines(), 1))
    written = [line.part(0, -1) if re.search(r"[\])}],$", line) else line for line in every]  # the comma after a list
    written = [line for line in written if not NO_BEAKER.fullmatch(line)]
    lines = list(filter(None, written))
    if not lines:
        raise Misfit("the file is empty, expected a puzzle file, a picture, or lists as JSON or text")
    blank = next(number for number, line in enumerate(reversed(written)) if line)
    notes: Notes = []
    if between := len(written) - len(lines) - blank:
        notes = [((1, 1), f"{counted(between, 'empty lines')} left out; write `empty` for an empty beaker")]
    if len(text) > TYPED:
        yield from islice(layouts_of_lines(lines), USUAL)
        return
    for titles in range(min(TITLES + 1, len(lines))):
        if titles and not is_title(lines[titles - 1], lines[titles:]):
            break
        left_out = [(line.at, f"`{line}` is left out, as a title") for line in lines[:titles]]
        named = [int(found[1]) for line in lines[:titles] if (found := CAPACITY.fullmatch(line))]
        ends = ENDS.search("\n".join(lines[:titles]))
        for layout in with_columns(layouts_of_lines(lines[titles:])):
            yield layout._replace(
                notes=[*left_out, *notes, *layout.notes],
                blank=0 if layout.fresh or layout.columns else blank,
                titles=titles,
                rising=bool(ends and ends[1]),
                capacity=named[0] if named else None,
            )


def expect_short(texts: Iterable[str]) -> None:
    if sum(map(len, texts)) > MAX_TEXT:
        raise Misfit(f"a list of more than {MAX_TEXT >> 10} KiB, expected fewer units and beakers")


def plain(text: str, at: tuple[int, int]) -> Placed:
    """The text with one character for all that look alike: full-width letters, quotes; without invisible ones."""
    return Placed(unicodedata.normalize("NFKC", INVISIBLE.sub("", text)).translate(ALIKE), at)


def is_title(line: Placed, below: Sequence[Placed]) -> bool:
    """Whether a line is several words, none a colour or repeated, and one of them not in the lines below."""
    words = line.casefold().split()
    if len(line) > LONGEST or any(map(own_hue, words)):
        return False
    if HEAD.fullmatch(line):
        return True
    text = " ".join(below).casefold()
    own = any(len(word) > 1 and word.isalpha() and word not in text for word in words)
    beaker = LABEL.match(line) or BULLET.match(line) or re.search(f"[{SEPARATORS}]", line)
    return own and 1 < len(words) == len(set(words)) and not beaker


def layouts_of_lines(lines: Sequence[Placed]) -> Iterator[Layout]:
    """The layouts of lines without titles; each beaker is a line, or a part of one between separators."""
    labels = [found[0] for line in lines if (found := LABEL.match(line))]
    labelled = 0 < len(labels) == len(set(labels))
    if labelled:
        lines = [line.after(LABEL) for line in lines]
    used = [sign for sign in SEPARATORS if any(sign in line for line in lines)]
    bulleted = any(BULLET.match(line) for line in lines)
    for bullet in (BULLET, None)[1 - bulleted :]:
        shorn = [line.after(bullet) if bullet else line for line in lines]
        for outer in ("", *used) if used else ("", " "):
            inner = "".join(sign for sign in used if sign != outer)
            if outer and len(lines) > 1 and not (inner or outer in "|;/"):
                continue
            parts = [part for line in shorn for part in (line.found(f"[^{outer}]+") if outer else [line])]
            for separators in (inner, rf"{inner}\s") if inner else (r"\s",):
                if bullet or not bulleted or separators != inner:  # else `- red` would be a cell
                    for layout in layouts_of_parts(parts, separators, outer):
                        yield layout._replace(labelled=labelled or bullet is not None)


def layouts_of_parts(parts: Sequence[Placed], separators: str, outer: str) -> Iterator[Layout]:
    """Parts that are a beaker each, as words between these separators, counted words, or a unit for each character."""
    notes: Notes = []
    spaced: list[list[Placed]] = []
    for part in parts:
        spaced += rows_of(part, separators, notes)
        if len(spaced) > MAX_VALUES:
            raise Misfit(f"more than {MAX_VALUES} units and beakers, expected fewer")
    rows = [list(filter(None, row)) for row in spaced]
    words = [cell for row in rows for cell in row if plain_word(cell) not in ("", HIDDEN, *UNSURE)]
    longest = max(words, key=len, default=Placed(""))
    in_signs = all(unicodedata.category(sign) in SIGNS for word in words for sign in word)
    how = [f"beakers separated by {outer!r}"] if outer else []
    letters = len(units_in(Placed(longest[:LONGEST]))) > 1 and (in_signs or all(len(row) < 2 for row in rows))
    counts = [found for word in words if (found := TIMES.fullmatch(word))]
    signed = any(re.search("[x×*:(]", found[2] or found[5] or "", re.IGNORECASE) for found in counts)
    if not (letters and in_signs) and outer != " " and not signed:
        yield Layout(rows, how, notes, fresh=bool(outer))
        blank = [not any(column) for column in zip_longest(*spaced)]
        if spaced != rows and not outer and blank == sorted(blank):
            yield Layout(spaced, ["blank cells empty"], notes)
    if counts:
        many = [[unit for cell in row for unit in repeated(cell)] for row in rows]
        yield Layout(many, [*how, f"`{counts[0][0]}` as a count"], notes, fresh=bool(outer) or not signed)
    if letters and not (outer and any(len(word) > 2 and own_hue(word) for word in words)):
        split = [[unit for cell in row for unit in units_in(cell)] for row in rows]
        guess = f"`{longest}` is read as {counted(len(units_in(longest)), 'units')}, one per character"
        yield Layout(split, [*how, "a unit for each character"], [(longest.at, guess), *notes], fresh=bool(outer))


def rows_of(part: Placed, separators: str, notes: Notes) -> list[list[Placed]]:
    """The cells of a beaker, '' for nothing between two separators that are no blanks; of several for `2 empty`."""

    def joined(found: re.Match[str]) -> str:
        if not own_hue(found[2]):
            return found[0]
        guess = f"`{found[0]}` is read as one colour, {one_word(found[0])}"
        if len(notes) < 3 and guess not in (note for _, note in notes):
            notes.append((part.at, guess))
        return one_word(found[0])

    several = EMPTIES.fullmatch(part) if len(part) <= LONGEST else None
    if several:
        return [[]] * int(several[1] or several[2] or 1)
    if part[:1] == part[-1:] == "|":
        part = part.part(1, -1)
    cells = Placed(SHADED.sub(joined, part), part.at).found(f"(?<![^{separators}])[^{separators}]*")
    row = [cell.bare(" \t\r\"'[](){}") for cell in cells]
    return [list(filter(None, row)) if r"\s" in separators else row]


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


def with_columns(layouts: Iterator[Layout]) -> Iterator[Layout]:
    """The layouts, then each with the beakers as columns, the first line on top, if its lines have equal lengths."""
    columns = []
    for layout in layouts:
        yield layout
        rows = layout.rows
        grid = len(set(map(len, rows))) == 1 and min(len(rows), len(rows[0])) > 1
        if grid and not (layout.fresh or layout.labelled):
            turned = [list(column) for column in zip(*rows, strict=True)]
            columns.append(layout._replace(rows=turned, columns=True, blank=0))
    yield from columns
