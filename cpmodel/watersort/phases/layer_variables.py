"""The variables of a layer: onto which pile each pile of one colour is poured (whole_pours.py)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, booleans, integers
from cpmodel.solving import Value
from cpmodel.watersort.phases.schedule import Kind, Move
from cpmodel.watersort.phases.simplified import Runs

Count = cp_model.IntVar


class Mono(NamedTuple):
    """Mono(False, 3): bottom 3, once nothing lies on it. Mono(True, 1): what makes park 1, in its new beaker."""

    parked: bool
    number: int


class Out(NamedTuple):
    """The mono is poured out just before this park."""

    mono: Mono
    park: int


Pile = int | Mono  # a run that is no bottom, with what was poured onto it in its place; or a mono
Source = int | Out  # of pours that do not park


@dataclass(frozen=True)
class Layer:
    """
    size[pile]           its units when it is poured, or parks, or at the end
    out[out]             the mono is poured out then; stands[mono, e]: it is there, once park e has its empty beaker
    home[i]              run i is poured onto the mono that is kept
    goes[source]         it is poured onto other piles than that
    onto[source, pile]   onto this one; arrive[source, pile]: so many units
    fills[source, pile]  by a partial pour that fills it; the rest goes onto another one
    parks_with[i, e]     units of the pile on run i if it makes park e, else 0
    before[e], after[e], more_out[e]  monos beyond the one that the phases count, before and after the outs for park e;
                         another out for it
    """

    color: int
    monos: list[Mono]
    size: dict[Pile, Count]
    out: dict[Out, Boolean]
    stands: dict[tuple[Mono, int], Boolean]
    home: dict[int, Boolean]
    goes: dict[Source, Boolean]
    onto: dict[tuple[Source, Pile], Boolean]
    arrive: dict[tuple[Source, Pile], Count]
    fills: dict[tuple[Source, Pile], Boolean]
    parks_with: dict[tuple[int, int], Count]
    before: dict[int, Count]
    after: dict[int, Count]
    more_out: dict[int, Boolean]

    def targets(self, source: Source) -> list[Pile]:
        return [pile for other, pile in self.onto if other == source]


def layer_variables(
    cp: cp_model.CpModel, runs: Runs, color: int, parks: Iterable[int], tops: Iterable[tuple[int, int]], partial: bool
) -> Layer:
    """tops: (i, j) of runs of which i may be poured onto j; partial: whether pours may be partial."""
    own, parks, capacity = runs.of_color[color], list(parks), runs.start.capacity
    leaving = [i for i in own if not runs.is_bottom(i)]
    monos = [Mono(False, i) for i in own if runs.is_bottom(i)] + [Mono(True, e) for e in parks]
    stands = [(mono, e) for mono in monos for e in parks if not mono.parked or mono.number < e]
    outs = [Out(*each) for each in stands]
    out = booleans(cp, f"out{color}", outs)
    ways: list[tuple[Source, Pile]] = [(i, j) for i, j in tops if i in leaving]
    for i in leaving:
        ways += [(i, mono) for mono in monos if mono.parked or runs.all[mono.number].beaker != runs.all[i].beaker]
    for each in outs:
        ways += [(each, j) for j in leaving if runs.room(j)]
        ways += [(each, mono) for mono in monos if mono != each.mono and (mono, each.park) in stands]
    most = {i: runs.all[i].units + runs.room(i) for i in leaving} | dict.fromkeys(monos, capacity)
    extra = dict.fromkeys(parks, (0, len(monos)))
    return Layer(
        color, monos,
        size=integers(cp, "size", {pile: (0, units) for pile, units in most.items()}),
        out=out,
        stands=booleans(cp, f"stands{color}", stands),
        home=booleans(cp, "home", leaving),
        goes={source: goes for each in (booleans(cp, "goes", leaving), out) for source, goes in each.items()},
        onto=booleans(cp, "onto", ways),
        arrive=integers(cp, "arrive", dict.fromkeys(ways, (0, capacity))),
        fills=booleans(cp, "fills", ways if partial else []),
        parks_with=integers(cp, "parks_with", {(i, e): (0, capacity) for i in leaving for e in parks}),
        before=integers(cp, f"more_before{color}", extra),
        after=integers(cp, f"more_after{color}", extra),
        more_out=booleans(cp, f"more_out{color}", parks),
    )  # fmt: skip


def moves_of(
    layer: Layer, runs: Runs, value: Value, parks: dict[int, int], leaves: dict[int, int], parking: dict[int, int]
) -> tuple[list[tuple[int, Move]], dict[Move, list[int]]]:
    """The outs and joins of an answer with their times; and onto which piles moves go, named as in schedule.py.

    parks, leaves: times; parking: the run that makes each park.
    """

    def name(pile: Pile) -> int:
        return pile if not isinstance(pile, Mono) else parking[pile.number] if pile.parked else pile.number

    outs = {out.mono: parks[out.park] for out, chosen in layer.out.items() if value(chosen)}
    lasting = []
    for mono in layer.monos:
        if mono not in outs and mono.parked and runs.all[parking[mono.number]].color == layer.color:
            lasting.append((parks[mono.number], name(mono)))
        elif mono not in outs and not mono.parked:
            above = runs.above(mono.number)
            lasting.append((0 if above is None else leaves[above], name(mono)))
    (_, final), *others = sorted(lasting)
    joins = {Move(Kind.JOIN, i): time for time, i in others}
    targets = {move: [final] for move in joins}
    targets |= {Move(Kind.MERGE, i): [final] for i, home in layer.home.items() if value(home)}
    chosen_ways = [each for each, way in layer.onto.items() if value(way)]
    for source, pile in sorted(chosen_ways, key=lambda each: each not in layer.fills or not value(layer.fills[each])):
        move = Move(Kind.OUT, name(source.mono)) if isinstance(source, Out) else Move(Kind.MERGE, source)
        targets.setdefault(move, []).append(final if Move(Kind.JOIN, name(pile)) in joins else name(pile))
    events = [(time, Move(Kind.OUT, name(mono))) for mono, time in outs.items()]
    return events + [(time, move) for move, time in joins.items()], targets
