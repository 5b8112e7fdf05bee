"""From a schedule of the phase formulation to pours: where each pile goes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from cpmodel.watersort.phases.simplified import Simplified
from instances.watersort.bounds import PlacedRun
from instances.watersort.rules import Pour, after, top_run, verify


class Kind(IntEnum):
    """Of a move; of those at one time the first comes first."""

    OUT = 0  # the mono that this run founded is poured out
    PARK = 1  # the pile on this run goes into an empty beaker
    MERGE = 2  # it goes onto another pile of its colour
    JOIN = 3  # this bottom, just bared, goes onto the mono that its colour has already


class Move(NamedTuple):
    """Move(Kind.MERGE, 3): a pile is named by the run of the deal that it lies on, or lay on when it was parked."""

    kind: Kind
    run: int


class Pile(NamedTuple):
    """So many units of one colour, where at most `limit` fit."""

    units: int
    limit: int


@dataclass(frozen=True)
class Schedule:
    """moves: in order. founders: colour -> the run that founded the mono where all of it ends."""

    start: Simplified
    runs: Sequence[PlacedRun]
    moves: Sequence[Move]
    founders: Mapping[int, int]

    def uncovers(self, move: Move, color: int) -> bool:
        """Whether a run of this colour shows then that did not show before."""
        return move.kind in (Kind.MERGE, Kind.PARK) and self.runs[move.run - 1].color == color

    def pile_on(self, i: int) -> Pile:
        return Pile(self.runs[i].units, self.start.capacity - self.runs[i].below)


def schedule_of(
    start: Simplified,
    runs: Sequence[PlacedRun],
    leaves: Mapping[int, int],
    parked: set[int],
    closings: Sequence[tuple[int, int]],
) -> Schedule:
    """leaves: run -> time; parked: the runs that park; closings: (time, colour) of the monos that are poured out."""
    events = [(time, Move(Kind.PARK if i in parked else Kind.MERGE, i)) for i, time in leaves.items()]
    founders = {}
    for color in {run.color for run in runs}:
        changes = [(time, Kind.OUT, -1) for time, closing in closings if closing == color]
        for i, run in enumerate(runs):
            if run.color == color and (run.level == 0 or i in parked):
                last = i if run.level else i + 1 if has_above(runs, i) else None  # to leave, before it is a mono
                changes.append((0 if last is None else leaves[last], Kind.PARK, i))
        standing: int | None = None
        for time, kind, i in sorted(changes):
            if kind is Kind.OUT:
                assert standing is not None
                events.append((time, Move(Kind.OUT, standing)))
                standing = None
            elif standing is None:
                standing = i
            else:
                events.append((time, Move(Kind.JOIN, i)))
        assert standing is not None
        founders[color] = standing
    events.sort(key=lambda event: (event[0], event[1].kind))
    return Schedule(start, runs, [move for _, move in events], founders)


def has_above(runs: Sequence[PlacedRun], i: int) -> bool:
    return i + 1 < len(runs) and runs[i + 1].level > 0


def plan_of(schedule: Schedule) -> tuple[Pour, ...] | None:
    """The plan with these moves, verified; None if it needs partial pours."""
    targets: dict[int, int] = {}
    for color in schedule.founders:
        chosen = targets_of(schedule, color, 0, piles_at_start(schedule, color))
        if chosen is None:
            return None
        targets |= chosen
    plan = schedule.start.joined + tuple(pours(schedule, targets))
    verify(schedule.start.deal, plan)
    return plan


def piles_at_start(schedule: Schedule, color: int) -> dict[int, Pile]:
    tops = [i for i in range(len(schedule.runs)) if not has_above(schedule.runs, i)]
    return {i: schedule.pile_on(i) for i in tops if schedule.runs[i].color == color}


def targets_of(schedule: Schedule, color: int, first: int, piles: dict[int, Pile]) -> dict[int, int] | None:
    """Number of a move -> the pile that it goes onto, for one colour from the first move on; depth first.

    What a colour does with its piles is nothing to the others, so the choices of different colours never multiply.
    """
    home, goes_home = schedule.founders[color], {}
    home_open = home in piles and (schedule.runs[home].level == 0 or piles[home].limit == schedule.start.capacity)
    for number, move in enumerate(schedule.moves[first:], first):
        i = move.run
        if schedule.runs[i].color != color:
            if schedule.uncovers(move, color):
                piles = piles | {i - 1: schedule.pile_on(i - 1)}
                home_open |= i - 1 == home and schedule.runs[home].level == 0
        elif move.kind is Kind.PARK:
            piles = piles | {i: Pile(piles[i].units, schedule.start.capacity)}
            home_open |= i == home
        elif home_open:
            goes_home[number] = home
        else:
            return choose_target(schedule, color, number, piles)
    return goes_home


def choose_target(schedule: Schedule, color: int, number: int, piles: dict[int, Pile]) -> dict[int, int] | None:
    """The pile of this move goes onto another one that has room for all of it: first onto those alone."""
    i = schedule.moves[number].run
    moved, others = piles[i], {j: pile for j, pile in piles.items() if j != i}
    for j, pile in sorted(others.items(), key=lambda item: -item[1].limit):
        if pile.units + moved.units <= pile.limit:
            grown = others | {j: Pile(pile.units + moved.units, pile.limit)}
            rest = targets_of(schedule, color, number + 1, grown)
            if rest is not None:
                return {number: j, **rest}
    return None


def pours(schedule: Schedule, targets: Mapping[int, int]) -> Iterator[Pour]:
    """The moves as pours of whole runs."""
    state = schedule.start.state
    place = {i: run.beaker for i, run in enumerate(schedule.runs)}
    for number, (kind, i) in enumerate(schedule.moves):
        source = place[i]
        target = state.index(()) if kind is Kind.PARK else place[targets[number]]
        yield (pour := Pour(source, target, state[source][-1], top_run(state[source])))
        state = after(state, pour)
        if kind is Kind.PARK:
            place[i] = target
