"""Pipes on the board: a tile that is laid is taken from those that are left, and one that it replaces goes back."""

from collections import Counter
from dataclasses import replace

from instances.grid_puzzle import taps
from instances.pipes.rules import Pipes, Tile, mismatch
from instances.puzzle import RuleBroken


def taken(puzzle: Pipes, before: Tile, value: Tile) -> Pipes:
    left = Counter(puzzle.tiles) + Counter([before] if before else [])
    if value and not left[value]:
        raise RuleBroken("no such tile is left")
    left -= Counter([value])
    return replace(puzzle, tiles=tuple(sorted(tile for tile in left.elements() if tile)))


TAPS = taps(taken, lambda puzzle: mismatch(puzzle.grid) or "")
