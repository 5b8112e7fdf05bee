"""Beakers as players type them and as level editors write them: text or JSON, read into the data of a puzzle file.

[["blue", "blue", "red"], ["EMPTY", "red", 0]]      the same as text:   blue blue red      or:   bbr
{"tubes": [["blue"], []], "capacity": 4}                                2: red, EMPTY            .r

A file may be cut into cells in several ways (layouts.py, editors_json.py), and a cell may mean several things
(word_meanings.py). Of all these readings the counts must allow exactly one: every colour fills whole beakers. Guesses
become notes.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile, pairwise
from operator import not_
from typing import Any, NamedTuple

from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.wording import counted
from fewest_pours.files.yaml_files import MAX_VALUES, Data, Marks
from fewest_pours.puzzles.watersort.file_format import counts_advice, hidden_and_missing
from fewest_pours.puzzles.watersort.rules import HIDDEN, Deal, solved
from fewest_pours.puzzles.watersort.typed_levels.editors_json import layouts_of_json
from fewest_pours.puzzles.watersort.typed_levels.layouts import Layout, Notes, layouts_of_text
from fewest_pours.puzzles.watersort.typed_levels.word_meanings import Meaning, meanings

__all__ = ["Notes", "read_lists"]

COUNT_OR_LINE = r"\D+(?:\s|[*×(]\s*)[1-9]\d?|[1-9]\d?\s*[x×*]?\s+\D+|[-=*_~+#]{2,}"
Beakers = list[list[str]]  # [['red', 'blue'], []], top first


class Reading(NamedTuple):
    """One way to read a file; `words` describe it."""

    capacity: int
    beakers: Beakers
    words: str
    layout: Layout
    meaning: Meaning

    @property
    def deal(self) -> Deal:
        return Deal("", self.capacity, tuple(tuple(beaker[::-1]) for beaker in self.beakers))

    @property
    def solved(self) -> bool:
        return solved(self.deal.beakers, self.capacity)

    @property
    def playable(self) -> bool:
        """Whether there is room for a pour, and something left to do."""
        return not self.solved and any(len(beaker) < self.capacity for beaker in self.beakers)

    @property
    def fits(self) -> bool:
        """Whether the colours fill whole beakers, some perhaps with hidden units."""
        lengths = set(map(len, self.beakers))
        if max(lengths) > self.capacity or (self.layout.fresh and lengths - {0, self.capacity}):
            return False
        hidden, missing = hidden_and_missing(self.deal)
        rest = hidden - missing.total()
        return rest >= 0 and rest % self.capacity == 0


def read_lists(data: Any, marks: Marks, bottom_first: bool, capacity: int | None) -> tuple[Data, Notes]:
    """The data of a puzzle file, without a name, and notes on what was guessed, with line and column. Raises Misfit.

    data: text, or parsed JSON with every scalar as text, and its marks; bottom_first: whether each list starts at the
    bottom; capacity: overrides that of the data.
    """
    if isinstance(data, str) and len(parts := re.split(r"\n\s*\n", data.strip())) > 1 and all(map(is_level, parts)):
        raise Misfit(f"{len(parts)} levels with empty lines between them, expected one")
    layouts = layouts_of_text(data) if isinstance(data, str) else layouts_of_json(data, marks)
    tried = list(readings(layouts, bottom_first, capacity))
    found = [each for each in tried if isinstance(each, Reading) and each.fits]
    playable = [each for each in found if each.playable]
    likely = [each for each in playable if each.layout.titles == playable[0].layout.titles] or found[:1]
    for other in likely:
        if other[:2] != likely[0][:2]:
            both = f"{likely[0].words}; or {other.words}"
            raise Misfit(f"the counts allow two readings, expected one: {both}")
    reading = (likely or tried)[0]
    if isinstance(reading, Misfit):
        raise reading
    if likely:
        expect_sense(reading)
    else:
        expect_even(reading)
    notes = [((1, 1), f"read as {reading.words}"), *reading.layout.notes]
    return {"puzzle": "watersort", "capacity": reading.capacity, "beakers": reading.beakers}, notes


def readings(layouts: Iterator[Layout], bottom_first: bool, capacity: int | None) -> Iterator[Reading | Misfit]:
    """Every reading, the most usual first, or why there is none."""
    for layout in layouts:
        height = max(map(len, layout.rows), default=0)
        most = capacity or layout.capacity or height
        orders = ("bottom",) if bottom_first or layout.rising else ("top", "bottom")
        if layout.columns and (orders[0] == "bottom" or height != most):
            continue
        if sum(map(len, layout.rows)) + len(layout.rows) > MAX_VALUES:
            raise Misfit(f"more than {MAX_VALUES} units and beakers, expected fewer")
        if most < 2 and not (capacity or layout.capacity):
            wanted = "spaces or commas between units, or a picture, or JSON"
            yield Misfit(f"one unit in each beaker, expected {wanted}")
            continue
        for meaning in meanings(layout.rows):
            try:
                words = [[meaning.word[cell] for cell in row] for row in layout.rows]
                beakers, order = top_first(words, orders[: 2 - layout.columns])
            except Misfit as wrong:
                yield wrong
                continue
            notes = list(layout.notes)
            if layout.blank:
                guess = "left out; write `empty` for an empty beaker"
                if all(beakers):
                    beakers, guess = beakers + [[]] * layout.blank, "read as empty beakers"
                notes.append(((1, 1), f"{counted(layout.blank, 'empty lines')} at the end {guess}"))
            how = [f"{counted(len(beakers), 'beakers')} of capacity {most}, the {order} of each first"]
            how += ["beakers as columns"] * layout.columns + layout.how + meaning.how
            yield Reading(most, beakers, ", ".join(how), layout._replace(notes=notes), meaning)


def is_level(text: str) -> bool:
    """Whether a part of a text is a level by itself."""
    try:
        found = readings(layouts_of_text(text), False, None)
        return any(isinstance(each, Reading) and each.fits and each.playable for each in found)
    except Misfit:
        return False


def top_first(beakers: Beakers, orders: Sequence[str]) -> tuple[Beakers, str]:
    """The units of each beaker, top first, and the end at which the lists start, 'top' or 'bottom'. Raises Misfit."""
    hollow = None
    for order in orders:
        ways = beakers if order == "top" else [beaker[::-1] for beaker in beakers]
        hollow = next((n for n, way in enumerate(ways, 1) if not all(dropwhile(not_, way))), None)
        if hollow is None:
            return [list(filter(None, way)) for way in ways], order
    raise Misfit(f"beaker {hollow} has an empty cell below a colour, expected all empty cells above")


def expect_even(reading: Reading) -> None:
    """Raise Misfit for colours that do not fill whole beakers, at the first unit of one; `parse` finds other faults."""
    if HIDDEN in reading.meaning.word.values() or max(map(len, reading.beakers)) > reading.capacity:
        return
    (_, beaker, unit), advice = counts_advice(reading.deal)[0]
    color = reading.beakers[int(beaker)][int(unit)]
    cell = next(cell for row in reading.layout.rows for cell in row if reading.meaning.word[cell] == color)
    raise Misfit(f"perhaps it was read wrongly, as {reading.words}: {advice}", at=cell.at)


def expect_sense(reading: Reading) -> None:
    """Raise Misfit for a level without room for a pour, and for numbers that may be counts."""
    if not (reading.solved or reading.playable):
        raise Misfit(f"every beaker is full, read as {reading.words}: expected `empty` for each empty one")
    units = {unit for beaker in reading.beakers for unit in beaker}
    numbers = {unit for unit in units if re.fullmatch(r"[x×*]?[1-9]\d?[x×*]?", unit)}
    words = [unit for unit in units if unit.isalpha()]
    turns = all((a in numbers) != (b in numbers) for beaker in reading.beakers for a, b in pairwise(beaker))
    after = {cell for row in reading.layout.rows for cell in row if re.fullmatch(COUNT_OR_LINE, cell)}
    if after or (numbers and words and (turns or len(max(words, key=len)) > 1)):
        raise Misfit(f"`{min(after or numbers)}` may be a count or a line, expected each unit by itself")
