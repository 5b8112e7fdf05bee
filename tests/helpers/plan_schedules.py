"""A known plan as an assignment of the schedule model, which tests the model from the other side.

The plan gives the order in which runs leave, which of them park, and which monos are poured out. Lemmas 12 and 13 give
it one mono for each colour and outs just before parks. The result is a schedule with at most as many payments as the
plan has pours above base.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ortools.sat.python import cp_model

from cpmodel.watersort.runs import Runs
from cpmodel.watersort.schedule.pouring import Change
from cpmodel.watersort.schedule.variables import ScheduleModel
from fewest_pours.puzzles.watersort.numbered_deal import is_mono, run_count
from fewest_pours.puzzles.watersort.rules import Plan, after

Assignment = list[tuple[cp_model.IntVar, int]]


class Event(NamedTuple):
    """What a pour does to the pools: run 3 leaves and parks, Event(run=3, parks=True); a mono is poured out."""

    run: int | None = None
    parks: bool = False
    out: int | None = None  # the colour of the mono


def assignment(model: ScheduleModel, plan: Plan) -> Assignment | None:
    """When runs leave, which of them park, and which monos close, which determines all else but choices of a place.

    None if the schedule has fewer or more payments than the model allows.
    """
    phases = in_phases(with_one_mono(model.runs, list(events(model.runs, plan))))
    parks = len(phases) - 1
    if not model.least_parks <= parks <= len(model.phases):
        return None
    values: Assignment = []
    place = 0
    for phase, (merges, park) in enumerate(phases):
        for i in [*merges, *([] if park is None else [park.run])]:
            values.append((model.rank[i], place))
            place += 1
            is_parked = park is not None and i == park.run
            for e in model.phases:
                values.append((model.past[i, e], int(phase <= e)))
                values.append((model.gone[i, e], int(phase < e or (phase == e and not is_parked))))
        for color in model.colors if phase in model.phases else ():
            closes = park is not None and color in park.outs
            values.append((model.closes[color, phase], int(closes)))
    return values


def events(runs: Runs, plan: Plan) -> Iterator[Event]:
    """What the pours of a plan do, in order; colours that are finished in the deal are left out."""
    number = {(run.beaker, run.level): i for i, run in enumerate(runs.all)}
    colors = {name: color for color, name in enumerate(runs.game.names)}
    state = runs.deal.beakers
    standing = {run.beaker for run in runs.all if run.level}
    for pour in plan:
        later = after(state, pour)
        source, left = state[pour.source], later[pour.source]
        whole = not left or left[-1] != source[-1]
        if whole and pour.source in standing and not is_mono(source):
            level = run_count(tuple(colors[unit] for unit in source)) - 1
            yield Event(number[pour.source, level], parks=not state[pour.target])
        elif whole and is_mono(source) and state[pour.target] and colors[pour.color] in runs.of_color:
            yield Event(out=colors[pour.color])
        state = later


def with_one_mono(runs: Runs, happened: Sequence[Event]) -> list[Change]:
    """The moves, changed by Lemmas 12 and 13; an out waits on for a park that has no empty beaker otherwise."""
    monos = {run.color for i, run in enumerate(runs.all) if runs.is_bottom(i) and runs.above(i) is None}
    in_plan = Counter(runs.game.names.index(beaker[0]) for beaker in runs.deal.beakers if beaker and is_mono(beaker))
    covered = sum(len(runs.covered_bottoms(color)) for color in runs.of_color)
    waiting_outs: list[int] = []
    moves = []
    for event in happened:
        if event.run is None:
            in_plan[event.out] -= 1
            if in_plan[event.out] == 0:
                waiting_outs.append(event.out)
            continue
        color = runs.all[event.run].color
        in_plan[color] += event.parks
        if color in monos and event.parks and color in waiting_outs:
            waiting_outs.remove(color)
        parks = event.parks and color not in monos
        outs: list[int] = []
        if parks and covered + len(monos) >= runs.usable and waiting_outs:
            outs.append(waiting_outs.pop(0))
            monos.discard(outs[0])
        if parks:
            monos.add(color)
        moves.append(Change(event.run, parks, outs))
        if runs.is_bottom(event.run - 1):
            covered -= 1
            bared = runs.all[event.run - 1].color
            in_plan[bared] += 1
            if bared in waiting_outs:
                waiting_outs.remove(bared)
            monos.add(bared)
    return moves


class Phase(NamedTuple):
    """Runs that merge, in order; then, except in the last phase, a run that parks, and the monos poured out for it."""

    merges: list[int]
    park: Change | None


def in_phases(moves: Sequence[Change]) -> list[Phase]:
    phases = []
    merges: list[int] = []
    for move in moves:
        if move.parks:
            phases.append(Phase(merges, move))
            merges = []
        else:
            merges.append(move.run)
    return [*phases, Phase(merges, None)]
