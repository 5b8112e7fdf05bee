"""Levels with one unit, or one run of units, in each line: beakers stand between empty lines or below their labels."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from fewest_pours.drawing.colors import SHADES
from fewest_pours.puzzles.watersort.typed_levels.cell_units import count_in, repeated
from fewest_pours.puzzles.watersort.typed_levels.head_and_foot import BULLET, LABEL, is_title, title_note
from fewest_pours.puzzles.watersort.typed_levels.layout import Layout
from fewest_pours.puzzles.watersort.typed_levels.placed_text import Placed
from fewest_pours.puzzles.watersort.typed_levels.word_meanings import plain_word

ONE_CELL = re.compile(rf"(?:(?:{'|'.join(SHADES)})\s+)?[^\s,;|/]+", re.IGNORECASE)  # red, light blue

WORD_AND_COUNT = re.compile(r"([^\W\d][^\d,;|/]*?)\s+([1-9]\d?)")  # DB 2


def layouts_of_unit_lines(lines: Sequence[Placed]) -> Iterator[Layout]:
    """The layouts of lines with a unit each, '' for empty lines; then of lines that count units, `DB 2`."""
    blocks = [list(block) for is_filled, block in groupby(lines, bool) if is_filled]
    notes = []
    below = [line for block in blocks[1:] for line in block]
    if len(blocks) > 2 and len(blocks[0]) == 1 and is_title(blocks[0][0], below):
        notes = [title_note(blocks[0][0])]
        blocks = blocks[1:]
    found = [line for block in blocks for line in block]
    how = "beakers between empty lines"
    if any(map(is_label, found)):
        how = "beakers below their labels"
        blocks = below_labels(found)
    for mark in (LABEL, BULLET):
        if all(mark.match(line) or not plain_word(line) for block in blocks for line in block):  # of each unit
            blocks = [[line.after(mark) for line in block] for block in blocks]
    rows = [[line for line in block if plain_word(line)] for block in blocks]
    if sum(len(row) > 1 for row in rows) < 2:
        return
    if all(ONE_CELL.fullmatch(cell) for row in rows for cell in row):
        yield Layout(rows, ("a unit a line", how), tuple(notes))
    runs = [[run_in(cell) for cell in row] for row in rows]
    if all(run for row in runs for run in row):
        first = next(cell for row in rows for cell in row)
        units = [[unit for run in row for unit in run] for row in runs]
        yield Layout(units, ("a run of units a line", how, f"`{first}` as a count"), tuple(notes))


def run_in(line: Placed) -> list[Placed]:
    """The units of a line that counts them, [] for any other line.

    >>> run_in(Placed("DB 2"))
    ['DB', 'DB']
    """
    found = WORD_AND_COUNT.fullmatch(line)
    if found:
        return [line.part(0, found.end(1))] * int(found[2])
    return repeated(line) if count_in(line) else []


def is_label(line: Placed) -> bool:
    """Whether a line is nothing but a label: `Tube 1:`, or `Tube 3: []` of an empty beaker."""
    found = LABEL.match(f"{line} ")
    return found is not None and not plain_word(line[found.end() :].strip(" []{}()"))


def below_labels(lines: Sequence[Placed]) -> list[list[Placed]]:
    """The lines below each label; [] if no label comes first."""
    blocks: list[list[Placed]] = []
    for line in lines:
        if is_label(line):
            blocks.append([])
        elif blocks:
            blocks[-1].append(line)
        else:
            return []
    return blocks
