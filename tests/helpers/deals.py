"""Deals from the project's files; and random ones: any capacity, half-filled beakers, solvable or not."""

from collections.abc import Callable, Hashable, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

from fewest_pours import puzzle_of
from fewest_pours.drawing.colors import color_name
from fewest_pours.puzzles.loading import load
from fewest_pours.puzzles.watersort.rules import Deal, State, after, pours
from fewest_pours.running.solver_contract import Result, Settings, Watch
from search_baseline.solvers import SIDE


def named(name: str | Path) -> Any:
    """The instance in a file, or the shipped one of this name."""
    return load(name)[1]


@st.composite
def deals(draw: st.DrawFn, max_colors: int = 4, max_capacity: int = 4, whole: bool = True) -> Deal:
    """A deal in progress; with `whole` every colour fills whole beakers."""
    capacity = draw(st.integers(1, max_capacity))
    colors = draw(st.integers(0, max_colors))
    units = [color_name(c) for c in range(colors) for _ in range(capacity * draw(st.integers(1, 2 if c == 0 else 1)))]
    if not whole and units:
        units.pop()
    order = draw(st.permutations(units))
    free = draw(st.integers(0, 2))
    return Deal("random", capacity, filled(order, capacity, free, lambda room: draw(st.sampled_from(room))))


def filled(units: Sequence[str], capacity: int, free: int, choose: Callable[[list[list[str]]], list[str]]) -> State:
    """Beakers that are filled unit by unit, each time one that is chosen among those with room; free: too many."""
    beakers: list[list[str]] = [[] for _ in range(-(-len(units) // capacity) + free)]
    for unit in units:
        choose([beaker for beaker in beakers if len(beaker) < capacity]).append(unit)
    return tuple(map(tuple, beakers))


def played_on(state: State, capacity: int, number: int, rng: Random) -> State:
    """The state after so many random pours, or fewer if none is left."""
    for _ in range(number):
        if legal := list(pours(state, capacity)):
            state = after(state, rng.choice(legal))
    return state


def typed(deal: Deal) -> str:
    return "\n".join(" ".join(beaker) or "empty" for beaker in deal.beakers)


def deal_of(*beakers: str, capacity: int = 2, name: str = "") -> Deal:
    """deal_of("ab", "b", "red blue"): a beaker with b on top of a, one with b, one with blue on top of red."""
    return Deal(name, capacity, tuple(tuple(beaker.split() if " " in beaker else beaker) for beaker in beakers))


def same_units(read: Sequence[Sequence[Hashable]], meant: Sequence[Sequence[Hashable]]) -> bool:
    """Whether the beakers hold the same units up to the names of colours."""
    if [*map(len, read)] != [*map(len, meant)]:
        return False
    pairs = {*zip(chain(*read), chain(*meant), strict=True)}
    return len(pairs) == len({ours for ours, _ in pairs}) == len({theirs for _, theirs in pairs})


def searched(instance, **settings) -> Result:
    """What the default search finds: searched(deal, any_plan=True), any plan of a deal."""
    return SIDE.solver(puzzle_of(instance).name).load()(instance, Settings(**settings), Watch())
