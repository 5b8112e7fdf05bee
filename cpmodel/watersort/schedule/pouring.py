"""From a schedule to pours: where each pile goes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import NamedTuple

from cpmodel.watersort.runs import Runs
from fewest_pours.puzzles.watersort.rules import Plan, Pour, after, top_run, verify


class Change(NamedTuple):
    """Change(3, True, [1]): run 3 parks, once the mono of colour 1 has closed. What does not park merges."""

    run: int
    parks: bool = False
    closings: Sequence[int] = ()


class Kind(Enum):
    """What happens to a pile."""

    CLOSING = auto()  # the mono that this run founded, or became as a bottom, is poured out
    PARK = auto()  # the pile on this run goes into an empty beaker
    MERGE = auto()  # it goes onto another pile of its colour
    JOIN = auto()  # this bottom, just bared, goes onto the mono that its colour has already


class Move(NamedTuple):
    """Move(Kind.MERGE, 3): a pile is named by the run of the deal that it lies on, or lay on when it was parked."""

    kind: Kind
    run: int


class Pile(NamedTuple):
    units: int
    limit: int  # the most units that fit where it is


Targets = dict[Move, int]  # the pile that a move goes onto


def moves_of(runs: Runs, schedule: Iterable[Change]) -> list[Move]:
    """The moves of a schedule, in order. A colour keeps one mono at a time."""
    moves: list[Move] = []
    monos = {run.color: i for i, run in enumerate(runs.all) if not run.level and runs.above(i) is None}
    for i, parks, closings in schedule:
        moves += [Move(Kind.CLOSING, monos.pop(color)) for color in closings]
        moves.append(Move(Kind.PARK if parks else Kind.MERGE, i))
        if parks:
            monos[runs.all[i].color] = i
        below = runs.below(i)
        if runs.is_bottom(below):  # it is bared: the mono of its colour, or joined to that
            color = runs.all[below].color
            if color in monos:
                moves.append(Move(Kind.JOIN, below))
            else:
                monos[color] = below
    return moves


def plan_of_schedule(runs: Runs, schedule: Iterable[Change]) -> Plan | None:
    """The plan of a schedule, verified; None if the piles of some colour cannot be poured whole."""
    moves = moves_of(runs, schedule)
    targets = Targets()
    for color, own in runs.of_color.items():
        chosen = targets_of(runs, color, moves, {i: pile_on(runs, i) for i in own if runs.above(i) is None})
        if chosen is None:
            return None
        targets |= chosen
    plan = runs.joined + tuple(pours(runs, moves, targets))
    verify(runs.deal, plan)
    return plan


def pile_on(runs: Runs, i: int) -> Pile:
    """A run in its place, before anything is poured onto it."""
    return Pile(runs.all[i].units, runs.deal.capacity - runs.all[i].below)


def targets_of(runs: Runs, color: int, moves: Sequence[Move], piles: Mapping[int, Pile]) -> Targets | None:
    """The pile that each moved pile of one colour goes onto, by depth-first search: one with room for all of it.

    piles: those of the colour that are on top of their beakers, by run. Piles of different colours do not interact, so
    the choices of different colours never multiply. Monos are tried first; as each has room for the whole colour, there
    is no backtracking once one of them stays to the end.
    """
    piles = dict(piles)
    for number, (kind, i) in enumerate(moves):
        if runs.all[i].color != color:
            leaves_its_place = kind in (Kind.MERGE, Kind.PARK)
            if leaves_its_place and runs.all[runs.below(i)].color == color:
                piles[runs.below(i)] = pile_on(runs, runs.below(i))  # it is bared
        elif kind is Kind.PARK:
            piles[i] = Pile(piles[i].units, runs.deal.capacity)
        else:  # the pile goes onto another one: for each choice, the later moves decide whether it was right
            moved = piles.pop(i).units
            for j, (units, limit) in sorted(piles.items(), key=lambda item: -item[1].limit):
                if units + moved <= limit:
                    rest = targets_of(runs, color, moves[number + 1 :], piles | {j: Pile(units + moved, limit)})
                    if rest is not None:
                        return {moves[number]: j, **rest}
            return None
    return {}


def pours(runs: Runs, moves: Iterable[Move], targets: Targets) -> Iterator[Pour]:
    """The pours that make these moves, from `runs.state` on."""
    state = runs.state
    place = [run.beaker for run in runs.all]
    for move in moves:
        source = place[move.run]
        target = state.index(()) if move.kind is Kind.PARK else place[targets[move]]
        yield (pour := Pour(source, target, state[source][-1], top_run(state[source])))
        state = after(state, pour)
        if move.kind is Kind.PARK:
            place[move.run] = target
