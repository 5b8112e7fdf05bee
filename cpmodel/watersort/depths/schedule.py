"""From a schedule of the phase formulation to pours: where each pile goes."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from cpmodel.watersort.depths.simplified import Runs
from instances.puzzles.watersort.rules import Plan, Pour, after, top_run, verify


class Kind(IntEnum):
    """The kinds of moves, in the order in which simultaneous ones are made."""

    OUT = 0  # the mono that this run founded is poured out
    PARK = 1  # the pile on this run goes into an empty beaker
    MERGE = 2  # it goes onto another pile of its colour
    JOIN = 3  # this bottom, just bared, goes onto the mono that its colour has already


class Move(NamedTuple):
    """Move(Kind.MERGE, 3): a pile is named by the run of the deal that it lies on, or lay on when it was parked."""

    kind: Kind
    run: int


Event = tuple[int, Move]  # the time of a move, and the move; Kind orders simultaneous ones
Targets = dict[Move, int]  # the pile that a move goes onto
Piles = dict[int, tuple[int, int]]  # pile -> its units, and the most that fit there


def moves_of(
    runs: Runs, leaves: Mapping[int, int], parked: Collection[int], outs: Mapping[int, Collection[int]]
) -> list[Move]:
    """The moves of a schedule, in order.

    leaves: run -> time; parked: the runs that park; outs: colour -> when its monos are poured out.
    """
    events = [(time, Move(Kind.PARK if i in parked else Kind.MERGE, i)) for i, time in leaves.items()]
    for color, times in outs.items():
        events += outs_and_joins(runs, runs.of_color[color], leaves, parked, times)
    return [move for _, move in sorted(events)]


def outs_and_joins(
    runs: Runs, own: Sequence[int], leaves: Mapping[int, int], parked: Collection[int], outs: Iterable[int]
) -> list[Event]:
    """The outs and joins of a colour, which keeps one mono at a time.

    own: its runs; leaves: run -> time; parked: the runs that park; outs: when its monos are poured out.
    """
    changes = [(time, Kind.OUT, -1) for time in outs]
    for i in own:
        if runs.is_bottom(i) or i in parked:
            last = runs.above(i) if runs.is_bottom(i) else i  # i becomes a mono when this run leaves
            changes.append((0 if last is None else leaves[last], Kind.PARK, i))
    events: list[Event] = []
    standing: list[int] = []
    for time, kind, i in sorted(changes):
        if kind is Kind.OUT:
            events.append((time, Move(Kind.OUT, standing.pop())))
        elif standing:
            events.append((time, Move(Kind.JOIN, i)))
        else:
            standing.append(i)
    return events


def plan_of_schedule(runs: Runs, moves: Sequence[Move]) -> Plan | None:
    """The plan with these moves, verified; None if the piles of some colour cannot be poured whole."""
    targets = Targets()
    for color, own in runs.of_color.items():
        chosen = targets_of(runs, color, moves, {i: pile_on(runs, i) for i in own if runs.above(i) is None})
        if chosen is None:
            return None
        targets |= chosen
    plan = runs.joined + tuple(pours(runs, moves, targets))
    verify(runs.deal, plan)
    return plan


def pile_on(runs: Runs, i: int) -> tuple[int, int]:
    """The units of a run, and the most that fit in its place."""
    return runs.all[i].units, runs.deal.capacity - runs.all[i].below


def targets_of(runs: Runs, color: int, moves: Sequence[Move], piles: Piles) -> Targets | None:
    """The pile that each moved pile of one colour goes onto, by depth-first search: one with room for all of it.

    Piles of different colours do not interact, so the choices of different colours never multiply. Monos are tried
    first; as each has room for the whole colour, there is no backtracking once one of them stays to the end.
    """
    for number, (kind, i) in enumerate(moves):
        if runs.all[i].color != color:
            if kind in (Kind.MERGE, Kind.PARK) and runs.all[i - 1].color == color:
                piles = piles | {i - 1: pile_on(runs, i - 1)}
        elif kind is Kind.PARK:
            piles = piles | {i: (piles[i][0], runs.deal.capacity)}
        else:
            moved, others = piles[i][0], {j: pile for j, pile in piles.items() if j != i}
            for j, (units, limit) in sorted(others.items(), key=lambda item: -item[1][1]):
                if units + moved <= limit:
                    rest = targets_of(runs, color, moves[number + 1 :], others | {j: (units + moved, limit)})
                    if rest is not None:
                        return {moves[number]: j, **rest}
            return None
    return {}


def pours(runs: Runs, moves: Iterable[Move], targets: Targets) -> Iterator[Pour]:
    """The pours that make these moves, from `runs.state` on."""
    state, place = runs.state, [run.beaker for run in runs.all]
    for move in moves:
        source = place[move.run]
        target = state.index(()) if move.kind is Kind.PARK else place[targets[move]]
        yield (pour := Pour(source, target, state[source][-1], top_run(state[source])))
        state = after(state, pour)
        if move.kind is Kind.PARK:
            place[move.run] = target
