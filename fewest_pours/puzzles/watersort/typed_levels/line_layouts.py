"""The ways to cut lines into beakers and cells: a line for each beaker, all in one line, or beakers as columns."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, product, zip_longest

from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.wording import Sentence, counted
from fewest_pours.files.yaml_files import MAX_VALUES
from fewest_pours.puzzles.reading import Notes
from fewest_pours.puzzles.watersort.typed_levels.cell_units import Words, repeated, units_in, with_joined_shades
from fewest_pours.puzzles.watersort.typed_levels.drawings import (
    bottoms_in,
    is_floor,
    places_by_blanks,
    without_dividers,
    without_hyphens,
)
from fewest_pours.puzzles.watersort.typed_levels.head_and_foot import (
    BULLET,
    LONGEST,
    MOST_COUNTS,
    NUMBERS,
    SEPARATORS,
    VESSEL,
    Body,
    bodies,
    in_series,
)
from fewest_pours.puzzles.watersort.typed_levels.labels_and_bullets import bullets_to_try, lines_behind_labels
from fewest_pours.puzzles.watersort.typed_levels.layout import TOO_LARGE, Layout, expect_short, with_columns
from fewest_pours.puzzles.watersort.typed_levels.parted_lines import may_part_beakers, ways_to_part
from fewest_pours.puzzles.watersort.typed_levels.placed_text import Placed, plain
from fewest_pours.puzzles.watersort.typed_levels.unit_a_line import layouts_of_unit_lines
from fewest_pours.puzzles.watersort.typed_levels.word_meanings import EMPTY

TYPED = 1 << 14  # characters beyond which nobody types by hand, and only USUAL_LAYOUTS are tried
# So many of those that layouts_of_lines offers, in its order. As a rule they are
# 1. a cell for each word, or for each character where words must be split, as rows of emoji must;
# 2. the first of these that the text has: blank cells, lines without labels, units that are counted, words that may be
#    split, `rb`.
USUAL_LAYOUTS = 2
FRAMES = (  # lines that hold no beaker
    r"[\[({]|[\])}][;,]?",  # a bracket alone
    r"(?:\"\"\"|'''|```)[\w)\];,.()]*",  # what begins or ends a text of several lines
    r"\+[-=_][-=_+\s]*\+",  # +---+---+, +-+ +-+
    # |---|---|; what the first `--` and the signs behind it took is not tried again, as long rows would take too long
    r"(?>[|+:\s-]*?--)[:\s-]*+[|+][|+:\s-]*",
    r"[\s|]*(?:\\_+/[\s|]*)+|[\s|]*(?:'-+'[\s|]*)+",  # \_/ \_/, '-' '-'
    "[\\s|+-]*[\u2500\u2501\u250c-\u254b\u2550-\u257f][\\s|+\u2500-\u257f-]*",  # drawn with the signs of boxes
)
FRAME = re.compile("|".join(FRAMES))
COMMA_AFTER_LIST = re.compile(r"[\])}],$")
NOT_AVAILABLE = re.compile(r"\bn/a\b", re.IGNORECASE)
NOTHING = "|".join(filter(str.isalpha, EMPTY))
EMPTIES = re.compile(  # 2 empty tubes, empty x2
    rf"\W*(?:(\d{{1,2}})[\sx×*]*)?(?:{NOTHING})(?:[\s-]*{VESSEL}(?:e?s)?)?(?:[\sx×*]+(\d{{1,2}}))?\W*", re.IGNORECASE
)
EMPTY_BRACKETS = re.compile(r"\[[ \t]*\]|\([ \t]*\)|\{[ \t]*\}")


def layouts_of_text(text: str) -> Iterator[Layout]:
    """The layouts of a text without comments."""
    expect_short([text])
    control = re.search(r"[\x00-\x08\x0e-\x1f\x7f]", text)
    if control:
        sign = repr(control[0])
        raise Misfit(Sentence(f"control character {sign}, expected text", "control_character", sign=sign))
    written = lines_without_frames(text)
    lines = list(filter(None, written))
    if not lines:
        words = "the file is empty, expected a puzzle file, a picture, or lists as JSON or text"
        raise Misfit(Sentence(words, "empty_text"))
    if len(text) > TYPED:
        yield from islice(layouts_of_lines(lines), USUAL_LAYOUTS)
        return
    blank = next(number for number, line in enumerate(reversed(written)) if line)
    above = next(number for number, line in enumerate(written) if line)
    between = len(written) - len(lines) - above - blank
    notes: Notes = []
    if between:
        words = f"{counted(between, 'empty lines')} left out; write `empty` for an empty beaker"
        notes = [((1, 1), Sentence(words, "empty_lines_between", lines=between))]
    by_places = [*places_by_blanks(text), *layouts_of_unit_lines(written)]
    yield from by_places
    bottoms = bottoms_in(text)
    # Where places show beakers, or all lines are indented, a cut by signs is less credible, as if it left out a line.
    all_are_indented = all(line[:1].isspace() for line in text.splitlines() if line.strip())
    as_if_left_out = len(by_places) + int(all_are_indented)
    for body in bodies(lines):
        for layout in layouts_of_body(body):
            if layout.columns and bottoms not in (0, len(layout.rows)):
                continue
            yield replace(
                layout,
                notes=(*body.left_out, *notes, *layout.notes),
                # A doubtful cut may not take blank lines for beakers too: a second guess that nothing confirms.
                blank=0 if layout.only_if_unplayed else blank,
                unused=layout.unused + len(body.left_out) + as_if_left_out,
                orders=(body.written,) if body.written else (),
                capacity=body.capacity,
            )


def lines_without_frames(text: str) -> list[Placed]:
    """The lines without those that hold no beaker, and without commas behind lists; '' for empty lines."""
    without_slash = NOT_AVAILABLE.sub("NA ", text)
    around = " " if is_table_of_tabs(text) else None
    bare = (plain(line, (number, 1)).bare(around) for number, line in enumerate(without_slash.splitlines(), 1))
    lines = [line.part(0, -1) if COMMA_AFTER_LIST.search(line) else line for line in bare]
    return [line for line in lines if not (FRAME.fullmatch(line) or is_floor(line, text))]


def is_table_of_tabs(text: str) -> bool:
    """Whether each line has as many tabs as any other, so that tabs at its end stand before empty cells.

    Not if all lines begin with a tab, as these may just be indented.
    """
    lines = [line for line in text.splitlines() if line]
    are_indented = all(line.startswith("\t") for line in lines)
    return "\t" in text and len({line.count("\t") for line in lines}) == 1 and not are_indented


def layouts_of_body(body: Body) -> Iterator[Layout]:
    """The layouts of the lines, and of these without signs that divide units; only columns if a foot shows these."""
    ways = [layouts_of_lines(body.lines)]
    ways += [layouts_of_lines(lines) for lines in (without_dividers(body.lines), without_hyphens(body.lines)) if lines]
    return (layout for layout in with_columns(chain(*ways)) if layout.columns or not body.only_columns)


def layouts_of_lines(lines: Sequence[Placed]) -> Iterator[Layout]:
    """The layouts of lines without titles; each beaker is a line, or a part of one between separators."""
    without_labels = lines_behind_labels(lines)
    labelled = without_labels is not None
    lines = without_labels or lines
    used = [sign for sign in SEPARATORS if any(sign in line for line in lines)]
    bullets = bullets_to_try(lines)
    bulleted = BULLET in bullets
    rows_are_beakers = labelled or (bulleted and bool(used))  # `- red / blue` is a line of a list, not of a drawing
    in_frame = all(line[:1] == line[-1:] == "|" for line in lines)
    outers = ("", *used) if used else ("", " ")  # what stands between beakers of a line
    for bullet, outer in product(bullets, outers):
        inner = "".join(sign for sign in used if sign != outer)  # and between the units of a beaker
        if len(lines) > 1 and outer and not may_part_beakers(outer, inner, in_frame):
            continue
        bare = [line.after(bullet) for line in lines] if bullet else lines
        separators_to_try = (inner, rf"{inner}\s") if inner else (r"\s",)
        for parts, separators in product(ways_to_part(bare, outer), separators_to_try):
            if bulleted and bullet is None and separators == inner:  # `- red` would be a cell
                continue
            for layout in counted_layouts(parts, separators, outer):
                yield replace(layout, labelled=rows_are_beakers or layout.labelled or bullet is not None)


def counted_layouts(parts: list[Placed], separators: str, outer: str) -> Iterator[Layout]:
    """The layouts of parts; then without numbers at their head, which count beakers, units or colours."""
    yield from layouts_of_parts(parts, separators, outer)
    counts: list[int] = []
    for place, part in enumerate(parts[:MOST_COUNTS], 1):
        numbers = list(map(int, re.findall(r"\d+", part))) if NUMBERS.fullmatch(part) else []
        counts += numbers
        if not numbers or len(counts) > MOST_COUNTS or place == len(parts):
            return
        if re.fullmatch(r"\d{1,3}", parts[place]):
            continue  # it counts too
        words = f"`{part}` is left out, as a number of beakers, units or colours"
        note = (part.at, Sentence(words, "counts_left_out", text=str(part)))
        for layout in layouts_of_parts(parts[place:], separators, outer):
            unused = layout.unused + place
            yield replace(layout, counts=tuple(counts), notes=(note, *layout.notes), unused=unused)


def layouts_of_parts(parts: Sequence[Placed], separators: str, outer: str) -> Iterator[Layout]:
    """Parts that are a beaker each, as words between these separators, counted words, or a unit for each character."""
    cells_by_signs = by_signs(parts, separators)
    in_frame = not outer and all(part[:1] == part[-1:] == "|" for part in parts)
    has_blank_cell = not all(cell for row in cells_by_signs for cell in row)
    if in_frame and has_blank_cell:  # a drawing keeps its places
        are_tried_already = r"\s" in separators  # layouts_of_lines tries the signs alone first: for the same cells
        if not are_tried_already:
            yield from blank_cells(cells_by_signs, ())
            yield from labels_in_first_cells(Layout(cells_by_signs, ("blank cells empty",)))
        return
    notes: Notes = []
    with_blank_cells = cells_of_parts(parts, separators, notes)
    rows = [list(filter(None, row)) for row in with_blank_cells]
    words = Words(rows)
    how = (f"beakers separated by {outer!r}",) if outer else ()
    parts_are_words = outer == " "  # then no sign is left to part units: each beaker would hold one
    if not words.must_be_split and not words.have_sign_of_times and not parts_are_words:
        layout = Layout(rows, how, tuple(notes), unused=holes(cells_by_signs), only_if_unplayed=bool(outer))
        yield layout
        if with_blank_cells != rows and not outer:
            yield from blank_cells(with_blank_cells, tuple(notes))
        yield from labels_in_first_cells(layout)
    if words.counts:
        with_repetitions = [[unit for cell in row for unit in repeated(cell)] for row in rows]
        guesses = (*how, f"`{words.counts[0][0]}` as a count")
        yield Layout(
            with_repetitions, guesses, tuple(notes), only_if_unplayed=bool(outer) or not words.have_sign_of_times
        )
    if words.may_be_split and not (outer and words.name_colors):
        split = [[unit for cell in row for unit in units_in(cell)] for row in rows]
        note = (words.longest.at, one_per_character(words.longest))
        yield Layout(split, (*how, "a unit for each character"), (note, *notes), only_if_unplayed=bool(outer))


def cells_of_parts(parts: Sequence[Placed], separators: str, notes: Notes) -> list[list[Placed]]:
    """The cells of each part, '' for a blank one; notes: receives the guesses. Raises Misfit for too many beakers."""
    rows: list[list[Placed]] = []
    for part in parts:
        rows += rows_of(part, separators, notes)
        if len(rows) > MAX_VALUES:
            raise Misfit(TOO_LARGE)
    return rows


def one_per_character(word: Placed) -> Sentence:
    """The note that says of a word how it is read."""
    units = len(units_in(word))
    said = f"`{word}` is read as {counted(units, 'units')}, one per character"
    return Sentence(said, "one_per_character", text=str(word), units=units)


def by_signs(parts: Sequence[Placed], separators: str) -> list[list[Placed]]:
    """The cells between signs, not blanks, with '' for what holds nothing."""
    signs = separators.replace(r"\s", "")
    if not signs:
        return []
    return [row for part in parts for row in rows_of(part, signs, [])]


def holes(rows: Sequence[Sequence[Placed]]) -> int:
    """How many blank cells lie before a unit in their row."""
    last_units = (max((place for place, cell in enumerate(row) if cell), default=0) for row in rows)
    return sum(not cell for row, last in zip(rows, last_units, strict=True) for cell in row[:last])


def blank_cells(rows: list[list[Placed]], notes: tuple[tuple[tuple[int, int], str], ...]) -> Iterator[Layout]:
    """Blank cells as empty places; then, where every second column of a drawing is blank, without these columns."""
    width = max(map(len, rows))
    full = [[*row, *[Placed("")] * (width - len(row))] for row in rows]
    yield Layout(full, ("blank cells empty",), notes)
    gaps = all(not any(column) for column in list(zip_longest(*full))[1::2])
    if gaps and width > 2:
        drawn = [row[::2] for row in full]
        yield Layout(drawn, ("blank cells empty", "every second column a gap between beakers"), notes)


def labels_in_first_cells(layout: Layout) -> Iterator[Layout]:
    """The layout without the first cells of its rows, where these number the rows: 1, 2, 3 or T1, T2, T3."""
    rows = layout.rows
    firsts = [re.fullmatch(r"(\D*)(\d{1,3})", row[0]) if row else None for row in rows]
    found = [first for first in firsts if first]
    if len(rows) < 2 or len(found) < len(rows) or len({first[1] for first in found}) > 1:
        return
    if in_series([first[2] for first in found]):
        first = rows[0][0]
        label = Sentence(f"`{first}` is left out, as a label of its line", "label_left_out", text=str(first))
        notes = ((first.at, label), *layout.notes)
        how = (*layout.how, "a label in front of each")
        yield replace(layout, rows=[row[1:] for row in rows], how=how, notes=notes, unused=1, labelled=True)


def rows_of(part: Placed, separators: str, notes: Notes) -> list[list[Placed]]:
    """The cells of a beaker, '' for nothing between two separators that are not blanks; of several for `2 empty`.

    notes: to which those on colours of two words are added.
    """
    several = EMPTIES.fullmatch(part) if len(part) <= LONGEST else None
    if several:
        return [[] for _ in range(int(several[1] or several[2] or 1))]
    if part[:1] == part[-1:] == "|":
        part = part.part(1, -1)
    filled = EMPTY_BRACKETS.sub(lambda found: ".".ljust(len(found[0])), part)
    from_separator_to_next = f"(?<![^{separators}])[^{separators}]*"  # the first one from the beginning
    cells = with_joined_shades(filled, part.at, notes).found(from_separator_to_next)
    row = [cell.bare(" \t\r\"'[](){}") for cell in cells]
    return [list(filter(None, row)) if r"\s" in separators else row]
