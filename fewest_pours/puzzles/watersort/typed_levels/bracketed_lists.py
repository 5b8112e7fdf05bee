"""Lists in brackets of any language, read into the data that JSON would give, with the place of every value.

{1, 2}, {2, 1}                                      [1,2][2,1]
const tubes: string[][] = [["r","b"],["b","r"]];    tubes := [][]int{{1, 2}, {2, 1}}
listOf(listOf("r", "b"), listOf("b", "r"))          ((:r :b) (:b :r))
cups.append(Cup(0, ["r", "b"]))                     add(Vial(1, RED, BLUE)); add(Vial(2, empty=True))

Words right in front of a bracket are the names of types and functions. Text that holds anything else outside of its
innermost brackets is not a list in brackets: None.
"""

from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from fewest_pours.files.bad_input import Misfit, Place
from fewest_pours.files.yaml_files import MAX_VALUES, Marks
from fewest_pours.puzzles.watersort.typed_levels.brackets import NotLists, expect_shallow, group_at
from fewest_pours.puzzles.watersort.typed_levels.groups import Entry, Group, drop_numbers_of_calls
from fewest_pours.puzzles.watersort.typed_levels.layout import TOO_LARGE
from fewest_pours.puzzles.watersort.typed_levels.placed_text import LinesOf, Placed
from fewest_pours.puzzles.watersort.typed_levels.statements import body_of_function, filled_lists
from fewest_pours.puzzles.watersort.typed_levels.tokens import Token, tokens_of
from fewest_pours.puzzles.watersort.typed_levels.word_meanings import plain_word


@dataclass
class Lists:
    """data: as of JSON; marks: the places; names: the words in front of lists, which may say an order."""

    data: object
    marks: Marks
    names: list[Placed]


def lists_in(text: str) -> Lists | None:
    """The lists in a text without comments, None if it holds anything else. Raises Misfit for what is too large."""
    tokens = tokens_of(text)
    if not any(token.kind == "open" for token in tokens) or any(token.kind == "other" for token in tokens):
        return None
    if len(tokens) > 4 * MAX_VALUES:
        raise Misfit(TOO_LARGE)
    expect_shallow(tokens, text)
    try:
        statements = body_of_function(tokens)
        root, end = group_at(statements, 0, "")
        if end < len(statements):
            return None
        return Writer(text).lists(root)
    except NotLists:
        return None


class Writer:
    """Turns groups into data, and notes the places."""

    def __init__(self, text: str) -> None:
        self.lines_of_text = LinesOf(text)
        self.marks: Marks = {}
        self.names: list[Placed] = []

    def at(self, start: int) -> tuple[int, int]:
        return self.lines_of_text.at(start)

    def lists(self, root: Group) -> Lists:
        """The whole text: one value, beakers one after another, or values with names."""
        entries = filled_lists(root.entries)
        drop_numbers_of_calls(entries)
        if not any(isinstance(entry.value, Group) for entry in entries):
            raise NotLists
        if len(entries) == 1 and entries[0].key.name is None:
            return Lists(self.value(entries[0], ()), self.marks, self.names)
        keys = [entry.key.name for entry in entries]
        if None not in keys and len(set(keys)) == len(keys):
            return Lists(self.mapping(entries, ()), self.marks, self.names)
        names_differ = len(set(keys[1:])) > 1  # that of the first may stand for all: `tubes:` above `- [r, b]`
        if all(isinstance(entry.value, Group) for entry in entries) and not names_differ:
            return Lists([self.value(entry, (i,)) for i, entry in enumerate(entries)], self.marks, self.names)
        raise NotLists

    def value(self, entry: Entry, place: Place) -> object:
        self.marks[place] = self.at(entry.key.start)
        if entry.key.phrase and isinstance(entry.value, Group):
            self.names.append(Placed(entry.key.phrase, self.at(entry.key.start)))
        return self.group(entry.value, place) if isinstance(entry.value, Group) else scalar(entry.value)

    def group(self, group: Group, place: Place) -> object:
        entries = group.entries
        drop_numbers_of_calls(entries)
        self.marks.setdefault(place, self.at(group.start))
        keys = [entry.key.name for entry in entries]
        if entries and None not in keys:
            return self.mapping(entries, place)
        if any(key is not None for key in keys):
            raise NotLists
        lone = entries[0] if len(entries) == 1 else None
        if lone and group.bracket == "(" and isinstance(lone.value, Group):
            return self.group(lone.value, place)  # the arguments of a function: `Arrays.asList({"r", "b"})`
        if all(isinstance(entry.value, list) for entry in entries):
            return self.units(group, place)
        # Beakers, perhaps with a word for an empty one among them: `("r", "b"), Nil`
        if not all(isinstance(entry.value, Group) or not plain_word(scalar(entry.tokens)) for entry in entries):
            raise NotLists
        values = [self.value(entry, (*place, i)) for i, entry in enumerate(entries)]
        return [value if isinstance(value, list | dict) else [] for value in values]

    def mapping(self, entries: list[Entry], place: Place) -> dict[str, object]:
        data: dict[str, object] = {}
        for entry in entries:
            name = entry.key.name
            if name is None or name in data:
                raise NotLists
            data[name] = self.value(entry, (*place, name))
        return data

    def units(self, group: Group, place: Place) -> list[str] | list[list[str]]:
        """The units of a beaker; [1 2; 2 1] are the rows of a matrix, [1; 2] is a list of OCaml."""
        group.split_words()
        if not group.semicolons:
            return self.row(group.entries, place)
        rows = [list(entries) for _, entries in groupby(group.entries, attrgetter("row"))]
        made: list[list[str]] = []
        for number, entries in enumerate(rows):
            self.marks[(*place, number)] = self.at(entries[0].tokens[0].start)
            made.append(self.row(entries, (*place, number)))
        is_matrix = any(len(row) > 1 for row in made)
        return made if is_matrix else [unit for row in made for unit in row]

    def row(self, cells: list[Entry], place: Place) -> list[str]:
        """Units side by side."""
        for column, cell in enumerate(cells):
            self.marks[(*place, column)] = self.at(cell.tokens[0].start)
        return [scalar(cell.tokens) for cell in cells]


def scalar(tokens: list[Token]) -> str:
    return " ".join(token.text[1:-1] if token.kind == "string" else token.text for token in tokens)
