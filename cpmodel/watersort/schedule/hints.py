"""A known plan as an assignment of the schedule model: a start for CP-SAT, and a test of the model from the other side.

The plan gives the order in which runs leave, which of them park, and which monos are poured out. Lemmas 12 and 13 give
it one mono for each colour and outs just before parks; Lemma 14 lets merges wait. The result is a schedule with at most
as many payments as the plan has pours above base.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
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


def hint(model: ScheduleModel, plan: Plan) -> None:
    """Let CP-SAT try the schedule of a plan first."""
    model.cp.clear_hints()
    for variable, value in assignment(model, plan):
        model.cp.add_hint(variable, value)


def assignment(model: ScheduleModel, plan: Plan) -> Assignment:
    """The values of all variables, except those of exact piles; none if the plan's schedule has too many payments."""
    phases = waiting(model.runs, in_phases(with_one_mono(model.runs, list(events(model.runs, plan)))))
    parks = len(phases) - 1
    missing = sum(model.runs.game.missing)
    if not missing + model.least <= parks <= len(model.phases):
        return []
    return Values(model, phases).all()


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
    """The moves, changed by Lemmas 12 and 13: an out waits for a park that has no empty beaker otherwise."""
    monos = {run.color for i, run in enumerate(runs.all) if runs.is_bottom(i) and runs.above(i) is None}
    covered = sum(len(runs.covered_bottoms(color)) for color in runs.of_color)
    waiting_outs: list[int] = []
    moves = []
    for event in happened:
        if event.out is not None:
            if event.out in monos and event.out not in waiting_outs:
                waiting_outs.append(event.out)
        if event.run is None:
            continue
        color = runs.all[event.run].color
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
            if bared in waiting_outs:
                waiting_outs.remove(bared)
            monos.add(bared)
    return moves


@dataclass
class Phase:
    """Runs that merge, in order; then, except in the last phase, a run that parks, and the monos poured out for it."""

    merges: list[int] = field(default_factory=list)
    park: Change | None = None


def in_phases(moves: Sequence[Change]) -> list[Phase]:
    phases = [Phase()]
    for move in moves:
        if move.parks:
            phases[-1].park = move
            phases.append(Phase())
        else:
            phases[-1].merges.append(move.run)
    return phases


def waiting(runs: Runs, phases: list[Phase]) -> list[Phase]:
    """The phases once all merges that are of no use have waited (Lemma 14)."""
    changed = True
    while changed:
        changed = False
        for e, phase in enumerate(phases[:-1]):
            for i in reversed(phase.merges):
                if not is_of_use(runs, phases, i, e):
                    phase.merges.remove(i)
                    phases[e + 1].merges.insert(0, i)
                    changed = True
    return phases


def is_of_use(runs: Runs, phases: Sequence[Phase], i: int, e: int) -> bool:
    """Whether one of the four cases of Lemma 14 holds for the merge of run i in phase e."""
    phase, below = phases[e], i - 1
    assert phase.park is not None
    color = runs.all[below].color
    leaves_too = below in (*phase.merges, phase.park.run)
    another_merges = any(runs.all[j].color == color for j in phase.merges if j != below)
    another_bared = any(runs.all[b].color == color for b in bared_in(runs, phases, e) if b != below)
    has_mono = runs.is_bottom(below) and color in monos_at_start(runs, phases, e)
    return leaves_too or another_merges or another_bared or color in phase.park.outs or has_mono


def bared_in(runs: Runs, phases: Sequence[Phase], e: int) -> list[int]:
    """The bottoms bared in phase e, or by the park that begins it."""
    parked = phases[e - 1].park if e else None
    left = [*phases[e].merges, *([parked.run] if parked else [])]
    return [i - 1 for i in left if runs.is_bottom(i - 1)]


def monos_at_start(runs: Runs, phases: Sequence[Phase], e: int) -> set[int]:
    """The colours that have a mono when phase e begins."""
    monos = {run.color for i, run in enumerate(runs.all) if runs.is_bottom(i) and runs.above(i) is None}
    for earlier in range(e):
        monos |= {runs.all[b].color for b in bared_in(runs, phases, earlier)}
        park = phases[earlier].park
        if park is not None:
            monos -= set(park.outs)
            monos.add(runs.all[park.run].color)
    return monos


class Values:
    """The value of each variable, by its meaning (variables.py)."""

    def __init__(self, model: ScheduleModel, phases: Sequence[Phase]) -> None:
        self.model, self.runs = model, model.runs
        self.phases = [*phases, *(Phase() for _ in range(len(model.phases) + 1 - len(phases)))]
        self.used = len(phases) - 1
        order = [i for phase in phases for i in [*phase.merges, *([phase.park.run] if phase.park else [])]]
        self.rank = {i: place for place, i in enumerate(order)}
        self.phase = {i: e for e, phase in enumerate(phases) for i in phase.merges}
        self.parked = {phase.park.run: e for e, phase in enumerate(phases) if phase.park}

    def gone(self, i: int, e: int) -> bool:
        return self.phase[i] <= e if i in self.phase else self.parked[i] < e

    def bare(self, i: int, e: int) -> bool:
        above = self.runs.above(i)
        return above is None or self.gone(above, e)

    def is_bare_before(self, j: int, i: int) -> bool:
        """Nothing lies above run j when run i leaves."""
        above = self.runs.above(j)
        return above is None or self.rank[above] < self.rank[i]

    def all(self) -> Assignment:
        model = self.model
        known: Assignment = [(model.payments, self.used - sum(self.runs.game.missing))]
        known += [(used, int(e < self.used)) for e, used in model.used.items() if not model.is_certain(e)]  # type: ignore[misc]
        for i in self.runs.leaving:
            known += [(model.parked[i], int(i in self.parked)), (model.rank[i], self.rank[i])]
            known += [(model.merges[i, e], int(self.phase.get(i) == e)) for e in range(len(model.phases) + 1)]
            for e in model.phases:
                gone, parks = self.gone(i, e), self.parked.get(i) == e
                known += [(model.gone[i, e], int(gone)), (model.past[i, e], int(gone or parks))]
                known.append((model.parks[i, e], int(parks)))
        for e in model.phases:
            known += self.of_colors(e)
        return known + self.of_merges()

    def of_colors(self, e: int) -> Assignment:
        """What the colours have at a park, or when a phase begins."""
        model, park = self.model, self.phases[e].park
        start = monos_at_start(self.runs, self.phases, e)
        bared = set(bared_in(self.runs, self.phases, e))
        outs = set(park.outs) if park else set()
        known: Assignment = []
        for (b, phase), literal in model.bared.items():
            if phase == e and e:
                known.append((literal, int(b in bared)))  # type: ignore[arg-type]
        for c in model.colors:
            founds = park is not None and self.runs.all[park.run].color == c
            mono = c in start or any(self.runs.all[b].color == c for b in bared)
            stays, closes = mono and c not in outs, mono and c in outs
            cleared = all(self.bare(b, e) for b, _ in self.runs.covered_bottoms(c))
            values = {
                "founds": founds, "mono": mono, "stays": stays, "closes": closes, "cleared": cleared,
                "park_pays": founds and not cleared, "closing_pays": closes and cleared,
            }  # fmt: skip
            known += [(getattr(model, name)[c, e], int(value)) for name, value in values.items()]
            known.append((model.start[c, e + 1], int(stays or founds)))  # type: ignore[arg-type]
            if model.lacks:
                known.append((model.lacks[c, e], int(cleared and not stays)))
        if model.closing:
            known.append((model.closing[e], int(bool(outs))))
        return known

    def of_merges(self) -> Assignment:
        """In which order runs of a colour leave, and how they merge."""
        model, rank = self.model, self.rank
        onto_mono = {i: self.runs.all[i].color in monos_at_start(self.runs, self.phases, e) for i, e in self.phase.items()}
        onto_bared = {
            (i, b): i in self.phase
            and not onto_mono[i]
            and b in bared_in(self.runs, self.phases, self.phase[i])
            and self.is_bare_before(b, i)
            for i, b in model.onto_bared
        }
        pooled = {i for i in self.phase if not onto_mono[i]} - {i for (i, _), way in onto_bared.items() if way}
        known: Assignment = [(model.before[i, j], int(rank[i] < rank[j])) for i, j in model.before if i < j]  # type: ignore[misc]
        known += [(literal, int(onto_mono.get(i, False))) for i, literal in model.onto_mono.items()]
        known += [(literal, int(onto_bared[pair])) for pair, literal in model.onto_bared.items()]
        known += [(literal, int(i in pooled)) for i, literal in model.into_pool.items()]
        known += [
            (literal, int(rank[i] < rank[j] and self.is_bare_before(j, i))) for (i, j), literal in model.on_top.items()
        ]
        known += [(literal, int(self.is_bare_before(b, i))) for (i, b), literal in model.bare_before.items()]
        return known
