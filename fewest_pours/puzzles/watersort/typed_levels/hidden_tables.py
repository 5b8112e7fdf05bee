"""Which units of a level are hidden from players, as editors write it: a table of truth values, or indexes."""

import re
from collections.abc import Mapping

from fewest_pours.files.bad_input import Misfit, Place

Hidden = tuple[int, int]  # a beaker, and a place in its list

TRUTH = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False, "null": False, "": False}
INDEX = re.compile(r"\d{1,9}")
WANTED = "expected true or false for each unit, or for each beaker the indexes of its hidden units"


def hidden_places(table: object, lengths: list[int], place: Place) -> frozenset[Hidden]:
    """The hidden units, each as its beaker and its place in the list there. Raises Misfit.

    >>> sorted(hidden_places([["false", "true"], []], [2, 0], ()))
    [(0, 1)]
    """
    by_truth = places_by_truth(table, lengths)
    by_index = places_by_index(table, lengths)
    by_pairs = places_by_pairs(table, lengths)
    return only_meaning({by_truth, by_index, by_pairs}, place)


def hidden_places_of_beakers(own: Mapping[int, tuple[object, Place]], lengths: list[int]) -> frozenset[Hidden]:
    """The same, of what beakers say in their own objects, each with the place: {0: (["false", "true"], ())}"""
    numbers = list(own)
    table = [said for said, _ in own.values()]
    own_lengths = [lengths[number] for number in numbers]
    _, place = own[numbers[0]]
    found = only_meaning({places_by_truth(table, own_lengths), places_by_index(table, own_lengths)}, place)
    return frozenset((numbers[i], j) for i, j in found)


def only_meaning(meanings: set[frozenset[Hidden] | None], place: Place) -> frozenset[Hidden]:
    """The only one of the meanings, of which None stands for none. Raises Misfit."""
    found = [each for each in meanings if each is not None]
    if len(found) == 1:
        return found[0]
    if found:
        raise Misfit(f"'hidden' may be read in several ways, {WANTED}", place)
    raise Misfit(f"'hidden' is not understood, {WANTED}", place)


def rows_of(table: object, beakers: int) -> list[list[str]] | None:
    """The table with a list of words or numbers for each beaker, None if it is not one."""
    if not isinstance(table, list) or len(table) != beakers or not all(isinstance(row, list) for row in table):
        return None
    return table if all(isinstance(cell, str) for row in table for cell in row) else None


def places_by_truth(table: object, lengths: list[int]) -> frozenset[Hidden] | None:
    """[[false, true], []]: a truth value for each unit."""
    rows = rows_of(table, len(lengths))
    if rows is None or any(len(row) != length for row, length in zip(rows, lengths, strict=True)):
        return None
    if not all(cell.lower() in TRUTH for row in rows for cell in row):
        return None
    return frozenset((i, j) for i, row in enumerate(rows) for j, cell in enumerate(row) if TRUTH[cell.lower()])


def places_by_index(table: object, lengths: list[int]) -> frozenset[Hidden] | None:
    """[[1], [0, 1], []]: for each beaker, the places of its hidden units."""
    rows = rows_of(table, len(lengths))
    if rows is None or not all(INDEX.fullmatch(cell) for row in rows for cell in row):
        return None
    places = [(i, int(cell)) for i, row in enumerate(rows) for cell in row]
    rising = all(row == sorted(set(row), key=int) for row in rows)
    inside = all(j < lengths[i] for i, j in places)
    return frozenset(places) if rising and inside else None


def places_by_pairs(table: object, lengths: list[int]) -> frozenset[Hidden] | None:
    """[[0, 1], [1, 1]]: pairs of a beaker and a place in it."""
    if not isinstance(table, list) or not table:
        return None
    if not all(isinstance(pair, list) and len(pair) == 2 for pair in table):
        return None
    if not all(isinstance(cell, str) and INDEX.fullmatch(cell) for pair in table for cell in pair):
        return None
    places = [(int(i), int(j)) for i, j in table]
    inside = all(i < len(lengths) and j < lengths[i] for i, j in places)
    return frozenset(places) if inside and len(set(places)) == len(places) else None
