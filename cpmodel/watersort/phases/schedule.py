"""From a schedule of the phase formulation to pours: where each pile goes."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from cpmodel.watersort.phases.simplified import Runs
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


Event = tuple[int, Move]  # when it happens; of two at one time see Kind
Targets = dict[Move, list[int]]  # the piles that a move goes onto, one after the other


@dataclass(frozen=True)
class Schedule:
    """moves: in order. founders: colour -> the run that founded the mono where all of it ends.

    targets: of the moves of the other colours, where layers have chosen them.
    """

    runs: Runs
    moves: Sequence[Move]
    founders: Mapping[int, int]
    targets: Targets

    def uncovers(self, move: Move, color: int) -> bool:
        """Whether a run of this colour shows then that did not show before."""
        return move.kind in (Kind.MERGE, Kind.PARK) and self.runs.all[move.run - 1].color == color

    def pile_on(self, i: int) -> Pile:
        run = self.runs.all[i]
        return Pile(run.units, self.runs.start.capacity - run.below)


def schedule_of(
    runs: Runs,
    leaves: Mapping[int, int],
    parked: Container[int],
    closings: Sequence[tuple[int, int]],
    layers: Mapping[int, tuple[list[Event], Targets]],
) -> Schedule:
    """leaves: run -> time; parked: the runs that park; closings: (time, colour) of the monos that are poured out.

    layers: colour -> its outs and joins, and where its piles go; of the other colours these follow from the rest.
    """
    events = [(time, Move(Kind.PARK if i in parked else Kind.MERGE, i)) for i, time in leaves.items()]
    founders, targets = {}, Targets()
    for color, own in runs.of_color.items():
        if color in layers:
            events += layers[color][0]
            targets |= layers[color][1]
        else:
            outs = [time for time, closing in closings if closing == color]
            more, founders[color] = outs_and_joins(runs, own, leaves, parked, outs)
            events += more
    events.sort(key=lambda event: (event[0], event[1].kind))
    return Schedule(runs, [move for _, move in events], founders, targets)


def outs_and_joins(
    runs: Runs, own: Sequence[int], leaves: Mapping[int, int], parked: Container[int], outs: Sequence[int]
) -> tuple[list[Event], int]:
    """Of a colour that has one mono at a time; and the run that founded its last one."""
    changes = [(time, Kind.OUT, -1) for time in outs]
    for i in own:
        if runs.is_bottom(i) or i in parked:
            last = runs.above(i) if runs.is_bottom(i) else i  # to leave, before it is a mono
            changes.append((0 if last is None else leaves[last], Kind.PARK, i))
    events: list[Event] = []
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
    return events, standing


def plan_of(schedule: Schedule) -> tuple[Pour, ...] | frozenset[str]:
    """The plan with these moves, verified; or the colours that cannot be poured whole."""
    start, targets, failing = schedule.runs.start, schedule.targets.copy(), set[str]()
    for color in schedule.founders:
        chosen = targets_of(schedule, color, 0, piles_at_start(schedule, color))
        if chosen is None:
            failing.add(start.names[color])
        else:
            targets |= {schedule.moves[number]: [pile] for number, pile in chosen.items()}
    if failing:
        return frozenset(failing)
    plan = start.joined + tuple(pours(schedule, targets))
    verify(start.deal, plan)
    return plan


def piles_at_start(schedule: Schedule, color: int) -> dict[int, Pile]:
    return {i: schedule.pile_on(i) for i in schedule.runs.of_color[color] if schedule.runs.above(i) is None}


def targets_of(schedule: Schedule, color: int, first: int, piles: dict[int, Pile]) -> dict[int, int] | None:
    """Number of a move -> the pile that it goes onto, for one colour from the first move on; depth first.

    What a colour does with its piles is nothing to the others, so the choices of different colours never multiply.
    """
    runs, capacity = schedule.runs, schedule.runs.start.capacity
    home, goes_home = schedule.founders[color], {}
    home_open = home in piles and (runs.is_bottom(home) or piles[home].limit == capacity)
    for number, move in enumerate(schedule.moves[first:], first):
        i = move.run
        if runs.all[i].color != color:
            if schedule.uncovers(move, color):
                piles = piles | {i - 1: schedule.pile_on(i - 1)}
                home_open |= i - 1 == home and runs.is_bottom(home)
        elif move.kind is Kind.PARK:
            piles = piles | {i: Pile(piles[i].units, capacity)}
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


def pours(schedule: Schedule, targets: Targets) -> Iterator[Pour]:
    """The moves as pours; where a move has two targets, the first pour is partial."""
    state, capacity = schedule.runs.start.state, schedule.runs.start.capacity
    place = {i: run.beaker for i, run in enumerate(schedule.runs.all)}
    for move in schedule.moves:
        source = place[move.run]
        parks = move.kind is Kind.PARK
        for target in [state.index(())] if parks else [place[pile] for pile in targets[move]]:
            units = min(top_run(state[source]), capacity - len(state[target]))
            yield (pour := Pour(source, target, state[source][-1], units))
            state = after(state, pour)
        if parks:
            place[move.run] = target
