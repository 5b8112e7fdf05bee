"""A layout: one way to cut a file into beakers and cells, with what it leaves out and what it takes from the words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.wording import Sentence
from fewest_pours.files.yaml_files import MAX_VALUES
from fewest_pours.puzzles.reading import ClaimedPours
from fewest_pours.puzzles.watersort.typed_levels.placed_text import Placed
from fewest_pours.puzzles.watersort.typed_levels.written_order import Written

MAX_TEXT = 1 << 17  # characters
Rows = list[list[Placed]]
TOO_LARGE = Sentence(f"more than {MAX_VALUES} units and beakers, expected fewer", "too_many_units", most=MAX_VALUES)

Things = Literal["beakers", "empty beakers", "colours"]


class SaidNumber(NamedTuple):
    """How many things there are, as a key says, and its line and column."""

    things: Things
    number: int
    key: str
    at: tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """
    rows      the cells of each beaker
    how       its name, in words: ('beakers as columns', 'a unit for each character')
    notes     what was left out or joined, each with its line and column
    unused    how many lines and places it leaves out: the fewer, the better it explains the file
    blank     lines at the end that may be empty beakers; columns leave them out
    columns   whether the rows are given as columns, the topmost units first
    labelled  whether each row has a label or a bullet
    only_if_unplayed  whether it is credible only if all beakers are full or empty, as before the first pour: it cuts a
              line by a sign, or takes a number for a count, which may mean something else; full beakers confirm it
    capacity  if the file names it; numbers: of beakers or colours that its keys say, which must agree
    counts    numbers above the beakers that must count them, their units or their colours
    orders    the orders that the words around it say; claims: how many pours are said to be the fewest
    hidden    units that players do not see yet: (beaker, place in its list)
    """

    rows: Rows
    how: tuple[str, ...] = ()
    notes: tuple[tuple[tuple[int, int], str], ...] = ()
    unused: int = 0
    blank: int = 0
    columns: bool = False
    labelled: bool = False
    only_if_unplayed: bool = False
    capacity: int | None = None
    numbers: tuple[SaidNumber, ...] = ()
    counts: tuple[int, ...] = ()
    orders: tuple[Written, ...] = ()
    claims: tuple[ClaimedPours, ...] = ()
    hidden: frozenset[tuple[int, int]] = frozenset()


def with_columns(layouts: Iterator[Layout]) -> Iterator[Layout]:
    """The layouts, then each with the beakers as columns, the first line on top, if its lines have equal lengths."""
    columns: list[Layout] = []
    for layout in layouts:
        yield layout
        rows = layout.rows
        grid = len(set(map(len, rows))) == 1 and min(len(rows), len(rows[0])) > 1
        if grid and not (layout.only_if_unplayed or layout.labelled or layout.hidden):
            turned = [list(column) for column in zip(*rows, strict=True)]
            columns.append(replace(layout, rows=turned, how=("beakers as columns", *layout.how), columns=True, blank=0))
    yield from columns


def expect_short(texts: Iterable[str]) -> None:
    """Raise Misfit for texts that are too long to be read in several ways."""
    if sum(map(len, texts)) > MAX_TEXT:
        most = MAX_TEXT >> 10
        words = f"a list of more than {most} KiB, expected fewer units and beakers"
        raise Misfit(Sentence(words, "text_too_long", most=most))
