"""The variables of a layer: onto which pile each pile of one colour is poured (whole_pours.py)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean, booleans, integers
from cpmodel.solving import Value
from cpmodel.watersort.depths.schedule import Event, Kind, Move, Targets
from cpmodel.watersort.depths.simplified import Runs

Count = cp_model.IntVar


class Mono(NamedTuple):
    """Mono(False, 3): bottom 3, once nothing lies on it. Mono(True, 1): the run that makes park 1, once parked."""

    parked: bool
    number: int


class Out(NamedTuple):
    """A mono is poured out just before a park."""

    mono: Mono
    park: int


Pile = int | Mono  # a run that is no bottom, with what was poured onto it in its place; or a mono
Source = int | Out  # of a pour that is no park


@dataclass(frozen=True)
class Layer:
    """
    size[pile]           its units when it is poured, or parks, or at the end
    out[out]             this out happens; stands[mono, e]: the mono exists once park e has its empty beaker
    kept[e]              a mono stays at park e and is never poured out; home[i]: run i is poured onto it
    goes[source]         the source is poured onto any other pile
    onto[source, pile]   it is poured onto this pile; arrive[source, pile]: the number of units
    more[e]              monos beyond the one that the phases count, after the outs for park e
    """

    color: int
    monos: list[Mono]
    size: dict[Pile, Count]
    out: dict[Out, Boolean]
    stands: dict[tuple[Mono, int], Boolean]
    kept: dict[int, Boolean]
    home: dict[int, Boolean]
    goes: dict[Source, Boolean]
    onto: dict[tuple[Source, Pile], Boolean]
    arrive: dict[tuple[Source, Pile], Count]
    more: dict[int, Count]


def layer_variables(
    cp: cp_model.CpModel, runs: Runs, color: int, parks: range, tops: Iterable[tuple[int, int]]
) -> Layer:
    """The variables of one colour's layer. tops: the pairs (i, j) where run i may be poured onto run j."""
    own, capacity = runs.of_color[color], runs.deal.capacity
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
    return Layer(
        color, monos,
        size=integers(cp, f"size{color}", {pile: (0, units) for pile, units in most.items()}),
        out=out,
        stands=booleans(cp, f"stands{color}", stands),
        kept=booleans(cp, f"kept{color}", parks),
        home=booleans(cp, "home", leaving),
        goes={source: goes for each in (booleans(cp, "goes", leaving), out) for source, goes in each.items()},
        onto=booleans(cp, f"onto{color}", ways),
        arrive=integers(cp, f"arrive{color}", dict.fromkeys(ways, (0, capacity))),
        more=integers(cp, f"more{color}", dict.fromkeys(parks, (0, len(monos)))),
    )  # fmt: skip


def moves_of(
    layer: Layer, runs: Runs, value: Value, parks: dict[int, int], leaves: dict[int, int], parking: dict[int, int]
) -> tuple[list[Event], Targets]:
    """The outs and joins of an answer with their times; and the pile that each move goes onto.

    parks, leaves: times; parking: park -> the run that makes it.
    """

    def name(pile: Pile) -> int:
        return pile if not isinstance(pile, Mono) else parking[pile.number] if pile.parked else pile.number

    outs = {out.mono: parks[out.park] for out, chosen in layer.out.items() if value(chosen)}
    lasting = []
    for mono in layer.monos:
        if mono not in outs and runs.all[name(mono)].color == layer.color:
            above = runs.above(mono.number)
            time = parks[mono.number] if mono.parked else 0 if above is None else leaves[above]
            lasting.append((time, name(mono)))
    (_, final), *others = sorted(lasting)
    events = [(time, Move(Kind.OUT, name(mono))) for mono, time in outs.items()]
    joins = [(time, Move(Kind.JOIN, i)) for time, i in others]
    targets = {move: final for _, move in joins}
    targets |= {Move(Kind.MERGE, i): final for i, home in layer.home.items() if value(home)}
    for (source, pile), way in layer.onto.items():
        if value(way):
            move = Move(Kind.OUT, name(source.mono)) if isinstance(source, Out) else Move(Kind.MERGE, source)
            targets[move] = final if Move(Kind.JOIN, name(pile)) in targets else name(pile)
    return events + joins, targets
