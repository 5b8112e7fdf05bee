"""Beakers with numbers for colours, bottom first."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

Beaker = tuple[int, ...]  # (1, 1, 0): colour 0 on top

Item = TypeVar("Item")


@lru_cache(1 << 16)
def top_units(beaker: Beaker) -> int:
    """Length of the top run of a beaker that is not empty: top_units((1, 0, 0)) == 2"""
    color, units = beaker[-1], 1
    while units < len(beaker) and beaker[-1 - units] == color:
        units += 1
    return units


@lru_cache(1 << 16)
def run_count(beaker: Beaker) -> int:
    """run_count((1, 1, 0)) == 2"""
    return sum(i == 0 or beaker[i - 1] != color for i, color in enumerate(beaker))


def runs_below(beakers: Iterable[Beaker], color: int) -> tuple[int, ...]:
    """For each run of a colour, the units below it in its beaker; sorted."""
    return tuple(
        sorted(
            i
            for beaker in beakers
            for i in range(len(beaker))
            if beaker[i] == color and (i == 0 or beaker[i - 1] != color)
        )
    )


def without(items: tuple[Item, ...], *gone: Item) -> tuple[Item, ...]:
    """The items but for one of each that is gone: without((1, 2, 2), 2) == (1, 2)"""
    left = list(items)
    for item in gone:
        left.remove(item)
    return tuple(left)
