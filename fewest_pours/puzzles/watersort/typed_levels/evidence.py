"""A reading of a file, and the evidence for it: counts that come out, room for a pour, air on one side.

A reading is a layout, a meaning of its cells, and the end at which its lists begin; its name says all three.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.wording import Sentence, counted
from fewest_pours.files.yaml_files import MAX_VALUES
from fewest_pours.puzzles.reading import Notes, Order
from fewest_pours.puzzles.watersort.file_format import hidden_and_missing
from fewest_pours.puzzles.watersort.rules import HIDDEN, Deal, solved, units_of
from fewest_pours.puzzles.watersort.typed_levels.json_refusals import NO_LISTS
from fewest_pours.puzzles.watersort.typed_levels.layout import TOO_LARGE, Layout
from fewest_pours.puzzles.watersort.typed_levels.word_meanings import Meaning, meanings
from fewest_pours.puzzles.watersort.typed_levels.written_order import OTHER, agreed

Unit = tuple[str, bool]  # ('red', False): a colour, '' for an empty cell; whether players do not see it yet
Beakers = list[list[Unit]]  # top first
MOST_EMPTIES = 100  # that a key adds
BOTH: tuple[Order, Order] = ("top", "bottom")


@dataclass(frozen=True)
class TextReading:
    """
    capacity   units in a beaker
    beakers    the units of each, top first
    order      the end at which its lists begin; settled: by what is written, by air, or by a drawing
    """

    capacity: int
    beakers: Beakers
    order: Order
    settled: bool
    layout: Layout
    meaning: Meaning

    @property
    def name(self) -> Sentence:
        """Its name, for notes and messages: '3 beakers of capacity 2, the top of each first, 0 an empty cell'"""
        words = ", ".join(self.parts)
        return Sentence(words, "reading", beakers=len(self.beakers), capacity=self.capacity, order=self.order)

    @property
    def parts(self) -> list[str]:
        """The parts of its name, which tell it from other readings."""
        shape = f"{counted(len(self.beakers), 'beakers')} of capacity {self.capacity}"
        return [shape, f"the {self.order} of each first", *self.layout.how, *self.meaning.how]

    @cached_property
    def deal(self) -> Deal:
        beakers = tuple(tuple(color for color, _ in reversed(beaker)) for beaker in self.beakers)
        return Deal("", self.capacity, beakers)

    @cached_property
    def solved(self) -> bool:
        return solved(self.deal.beakers, self.capacity)

    @cached_property
    def playable(self) -> bool:
        """Whether there is room for a pour, and something left to do."""
        return not self.solved and any(len(beaker) < self.capacity for beaker in self.beakers)

    @cached_property
    def fits(self) -> bool:
        """Whether the colours fill whole beakers, some with hidden units, and numbers in the head count them."""
        lengths = set(map(len, self.beakers))
        if max(lengths) > self.capacity:
            return False
        is_played = bool(lengths - {0, self.capacity})
        has_head = len(self.layout.counts) > 1  # which shows as well how the file is cut
        if self.layout.only_if_unplayed and is_played and not has_head:
            return False
        if not self.counts_agree():
            return False
        hidden, missing = hidden_and_missing(self.deal)
        of_unseen_colors = hidden - missing.total()
        return of_unseen_colors >= 0 and of_unseen_colors % self.capacity == 0

    def counts_agree(self) -> bool:
        """Whether each number in the head is one of the beakers, of their units, or of their colours."""
        meant = [len(self.beakers), self.capacity, len(units_of(self.deal))]
        for number in self.layout.counts:
            if number not in meant:
                return False
            meant.remove(number)
        return True

    @cached_property
    def wrong_number(self) -> Misfit | None:
        """What is wrong if a key says another number of beakers or colours; hidden units may be of any colour."""
        seen = units_of(self.deal)
        listed = {
            "beakers": len(self.beakers),
            "empty beakers": self.beakers.count([]),
            "colours": len(seen) - (HIDDEN in seen),
        }
        for things, number, key, at in self.layout.numbers:
            of_hidden_colors = things == "colours" and HIDDEN in seen and listed[things] < number
            if listed[things] != number and not of_hidden_colors:
                are = "is" if listed[things] == 1 else "are"
                words = f"'{key}' is {number}, but {counted(listed[things], things)} {are} listed, read as {self.name}"
                values = {"key": key, "number": number, "listed": listed[things]}
                return Misfit(Sentence(f"{words}: expected the same number", "other_number_listed", **values), at=at)
        return None

    @property
    def same(self) -> tuple[int, Beakers]:
        """What readings share that are one level."""
        return self.capacity, self.beakers

    def reversed(self) -> "TextReading":
        """The same lists read from their other end."""
        turned = [beaker[::-1] for beaker in self.beakers]
        return replace(self, beakers=turned, order=OTHER[self.order])


def readings(layouts: Iterator[Layout], wanted: Order | None, capacity: int | None) -> Iterator[TextReading | Misfit]:
    """Every reading, or why there is none. wanted: the order that an option settles; capacity: of an option."""
    for layout in layouts:
        if not layout.rows:  # `0 empty`
            yield Misfit(NO_LISTS)
            continue
        height = max(map(len, layout.rows))
        written = agreed(layout.orders) if wanted is None else None
        order = wanted or (written.order if written else None)
        if layout.columns and order == "bottom":  # they are drawn with the top on top
            continue
        if sum(map(len, layout.rows)) + len(layout.rows) > MAX_VALUES:
            raise Misfit(TOO_LARGE)
        given = capacity or layout.capacity
        capacities = [given] if given else list(dict.fromkeys([height, *larger_counts(layout, height)]))
        for most in capacities:
            if layout.columns and height != most:  # they are drawn as high as a beaker is
                continue
            if most < 2 and not given:
                wish = "spaces or commas between units, or a picture, or JSON"
                yield Misfit(Sentence(f"one unit in each beaker, expected {wish}", "one_unit_in_each"))
                continue
            for meaning in meanings(layout.rows):
                yield reading_of(layout, meaning, most, order)


def larger_counts(layout: Layout, height: int) -> list[int]:
    """Numbers in the head that may be a capacity which no beaker reaches."""
    return [number for number in layout.counts if number > height]


def reading_of(layout: Layout, meaning: Meaning, capacity: int, order: Order | None) -> TextReading | Misfit:
    """The reading in this order; without one, in that which the empty cells show, or from the top."""
    cells = [
        [(meaning.word[cell], (number, place) in layout.hidden) for place, cell in enumerate(row)]
        for number, row in enumerate(layout.rows)
    ]
    orders: Sequence[Order] = BOTH
    if order:
        orders = (order,)
    elif layout.columns:
        orders = ("top",)
    hollow = {each: hollow_beaker(from_top(cells, each)) for each in orders}
    possible = [each for each in orders if hollow[each] is None]
    if not possible:
        by = " in the order that is written" if order else ""
        hollow_one = hollow[orders[-1]]
        words = f"beaker {hollow_one} has an empty cell below a colour{by}, expected all empty cells above"
        return Misfit(Sentence(words, "empty_cell_below", beaker=hollow_one))
    taken = possible[0]
    listed = [[(color, hidden) for color, hidden in beaker if color] for beaker in from_top(cells, taken)]
    settled = order is not None or layout.columns or len(possible) == 1
    beakers, notes = with_empties(layout, listed, capacity)
    return TextReading(capacity, beakers, taken, settled, replace(layout, notes=(*layout.notes, *notes)), meaning)


def with_empties(layout: Layout, beakers: Beakers, capacity: int) -> tuple[Beakers, Notes]:
    """The beakers and the empty ones that a key, numbers above them or empty lines at the end count; notes on these."""
    notes: Notes = []
    said = next((said for said in layout.numbers if said.things == "empty beakers"), None)
    if said and said.number <= MOST_EMPTIES and all(beakers) and not layout.columns:
        beakers = beakers + [[] for _ in range(said.number)]
        notes.append((said.at, f"'{said.key}' adds {counted(said.number, 'empty beakers')}"))
    more = 0 if layout.columns else empties_in_head(layout.counts, beakers, capacity)
    if more:
        beakers = beakers + [[] for _ in range(more)]
        notes.append(((1, 1), f"{counted(more, 'empty beakers')} added, as the numbers above count more beakers"))
    if layout.blank and not layout.columns:
        are_beakers = all(beakers)
        if are_beakers:
            beakers = beakers + [[] for _ in range(layout.blank)]
        guess = "read as empty beakers" if are_beakers else "left out; write `empty` for an empty beaker"
        note = f"{counted(layout.blank, 'empty lines')} at the end {guess}"
        notes.append(((1, 1), Sentence(note, "empty_lines", lines=layout.blank, are_beakers=are_beakers)))
    return beakers, notes


def empties_in_head(counts: tuple[int, ...], beakers: Beakers, capacity: int) -> int:
    """How many empty beakers a head such as `12 4` counts that are not listed, where all that are listed are full."""
    are_full = all(len(beaker) == capacity for beaker in beakers)
    colors = len({color for beaker in beakers for color, _ in beaker})
    of_what_is_listed = Counter((capacity, colors, len(beakers)))
    unexplained = list((Counter(counts) - of_what_is_listed).elements())
    if not are_full or len(counts) < 2 or len(unexplained) != 1:
        return 0
    unlisted = unexplained[0] - len(beakers)
    is_likely = 0 < unlisted <= len(beakers)  # a number above twice the beakers counts something else
    return unlisted if is_likely else 0


def from_top(beakers: Beakers, order: Order) -> Beakers:
    """The cells of each beaker, top first, where the lists begin at this end."""
    return beakers if order == "top" else [beaker[::-1] for beaker in beakers]


def hollow_beaker(beakers: Beakers) -> int | None:
    """The number of the first beaker with an empty cell below a colour, from 1; None if there is none."""
    for number, beaker in enumerate(beakers, 1):
        colors = [color for color, _ in beaker]
        top = next((place for place, color in enumerate(colors) if color), len(colors))
        if not all(colors[top:]):
            return number
    return None
