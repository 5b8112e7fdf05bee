"""Partial deals: deals of which only the upper units of each beaker are known.

A partial deal stands for all its completions. Partial deals that differ only in the names of colours or in the order of
beakers are merged, and a weight counts how many each one stands for.
"""

from math import factorial, prod
from typing import NamedTuple

import numpy as np

from fewest_pours.guarantees.sizes import Size
from fewest_pours.puzzles.watersort.depths.tables import Array as Array

UNKNOWN = -1  # as an index it is the last column, which tables of colours have for it
EXACT = 1 << 62  # counts up to this fit into 64 bits; larger ones are Python's integers
ODD = np.uint64(0x9E3779B97F4A7C15)  # multiplying by it mixes the bits of a mark
UNIT_BITS = 4  # of a unit in a key
UNITS_PER_WORD = 64 // UNIT_BITS


class PartialDeals(NamedTuple):
    """
    units    [deal, beaker, place]: the colour of a unit, the topmost at place 0, or UNKNOWN; those of the colours that
             are seen are 0, 1, 2, ... without gaps
    weights  [deal]: how many it stands for: itself, and others that differ in names of colours or order of beakers
    """

    units: Array
    weights: Array

    @property
    def known(self) -> Array:
        """[deal, beaker]: the number of its units that are known."""
        count: Array = (self.units != UNKNOWN).sum(axis=2)
        return count

    def only(self, rows: Array | slice) -> "PartialDeals":
        return PartialDeals(self.units[rows], self.weights[rows])


def nothing_known(size: Size) -> PartialDeals:
    """The one partial deal that stands for all deals of the size."""
    units = np.full((1, size.colors, size.capacity), UNKNOWN, np.int8)
    weight_type = np.int64 if size.arrangements < EXACT else object
    return PartialDeals(units, np.array([1], weight_type))


def color_counts(units: Array) -> Array:
    """[deal, colour]: the number of its units that are known."""
    colors = np.arange(units.shape[1])
    count: Array = (units[:, :, :, None] == colors).sum(axis=(1, 2))
    return count


def completions(units: Array) -> Array:
    """[deal]: the number of deals that agree with the units that are known, exactly.

    The units that are missing lie in the unknown places in any order. How many orders there are depends only on how
    many of each colour are missing, which is the same for many deals.
    """
    capacity = units.shape[2]
    missing = capacity - np.sort(color_counts(units), axis=1)
    different, number = np.unique(missing, axis=0, return_inverse=True)  # number: of each deal's row among these
    orders = [factorial(sum(each)) // prod(map(factorial, each)) for each in different.tolist()]
    found: Array = np.array(orders, object)[number.ravel()]
    return found


def reveal(deals: PartialDeals, beaker: int, place: int) -> PartialDeals:
    """The partial deals in which one more unit is known: one for each colour that it can have.

    Colours that were not seen before are alike: the first of them stands for all.
    """
    counts = color_counts(deals.units)
    colors, capacity = deals.units.shape[1:]
    first_unseen = (counts > 0).sum(axis=1)  # as the colours seen have the numbers below it
    parts = []
    for color in range(colors):
        rows = np.flatnonzero((counts[:, color] < capacity) & (color <= first_unseen))
        units = deals.units[rows]
        units[:, beaker, place] = color
        alike = np.where(color == first_unseen[rows], colors - color, 1)
        parts.append(PartialDeals(units, deals.weights[rows] * alike))
    return concatenated(parts)


def concatenated(parts: list[PartialDeals]) -> PartialDeals:
    return PartialDeals(*map(np.concatenate, zip(*parts, strict=True)))


def merged(deals: PartialDeals) -> PartialDeals:
    """The same with most of those merged that differ only in names or order; their weights are added."""
    order_of_beakers = np.lexsort((beaker_marks(deals.units), -deals.known))  # most known units first, then by marks
    in_order = np.take_along_axis(deals.units, order_of_beakers[:, :, None], axis=1)
    units = named_by_appearance(in_order)
    keys = keys_of(units)
    rows = np.lexsort(keys.T)
    firsts = firsts_of_equals(keys[rows])
    return PartialDeals(units[rows[firsts]], np.add.reduceat(deals.weights[rows], firsts))


def firsts_of_equals(keys: Array) -> Array:
    """The rows of these sorted keys, [row, word], that differ from the row before."""
    is_first = np.ones(len(keys), bool)
    is_first[1:] = (keys[1:] != keys[:-1]).any(axis=1)
    return np.flatnonzero(is_first)


def beaker_marks(units: Array) -> Array:
    """[deal, beaker]: a number that does not depend on names or order, and mostly tells the beakers apart.

    A beaker is marked by which of its own units are alike, a colour by where it lies in which of these beakers, and
    then a beaker by the marks of its colours.
    """
    marks = pattern_marks(units)
    color_marks = marks_of_colors(units, marks)
    for place in range(units.shape[2]):
        marks_here = np.take_along_axis(color_marks, units[:, :, place].astype(np.intp), axis=1)
        marks = mixed_marks(marks + marks_here)
    return marks


def pattern_marks(units: Array) -> Array:
    """[deal, beaker]: a number whose digits say for each place which is the first with the same colour; 0: unknown."""
    deals, beakers, capacity = units.shape
    marks = np.zeros((deals, beakers), np.uint64)
    for place in range(capacity):
        first = (units[:, :, : place + 1] == units[:, :, place, None]).argmax(axis=2)
        digit = np.where(units[:, :, place] == UNKNOWN, 0, first + 1).astype(np.uint64)
        marks = marks * np.uint64(capacity + 1) + digit
    return marks


def marks_of_colors(units: Array, marks: Array) -> Array:
    """[deal, colour]: a sum over the units of the colour, of the marks of their beakers and their places.

    The last column, that of UNKNOWN, is 0: what is unknown marks no beaker.
    """
    deals, beakers, capacity = units.shape
    found = np.zeros((deals, beakers + 1), np.uint64)
    rows = np.arange(deals)
    for beaker in range(beakers):
        for place in range(capacity):  # one unit of each deal at a time, as += adds once where indexes are equal
            found[rows, units[:, beaker, place]] += mixed_marks(marks[:, beaker] + np.uint64(place + 1))
    found[:, UNKNOWN] = 0
    return found


def mixed_marks(marks: Array) -> Array:
    product: Array = marks * ODD
    product ^= product >> np.uint64(32)
    return product


def named_by_appearance(units: Array) -> Array:
    """The same with the colours numbered in order of appearance, beaker by beaker from the top."""
    deals, colors, _ = units.shape
    flat = units.reshape(deals, -1)
    names = np.full((deals, colors + 1), UNKNOWN, np.int8)  # UNKNOWN keeps its name
    used = np.zeros(deals, np.int8)
    renamed = np.empty_like(flat)
    rows = np.arange(deals)
    for place in range(flat.shape[1]):
        color = flat[:, place]
        new = np.flatnonzero((color != UNKNOWN) & (names[rows, color] == UNKNOWN))
        names[new, color[new]] = used[new]
        used[new] += 1
        renamed[:, place] = names[rows, color]
    return renamed.reshape(units.shape)


def keys_of(units: Array) -> Array:
    """[deal, word]: the units packed into words."""
    flat = (units.reshape(len(units), -1) - UNKNOWN).astype(np.uint64)
    words = -(-flat.shape[1] // UNITS_PER_WORD)  # rounded up
    keys = np.zeros((len(units), words), np.uint64)
    for place in range(flat.shape[1]):
        word = place // UNITS_PER_WORD
        keys[:, word] = (keys[:, word] << np.uint64(UNIT_BITS)) | flat[:, place]
    return keys
