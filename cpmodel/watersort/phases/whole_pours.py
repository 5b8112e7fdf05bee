"""Layers: exact models of whole pours for some colours: the pile that each pile is poured onto, and how large it grows.

Let x be the fewest payments of any schedule. A plan of base + x pours has no partial pour: otherwise its schedule would
pay less than x. So each pile goes onto one other pile. Phases alone leave open which one, and some of their answers
cannot be poured. A *layer* decides it for one colour. It counts the monos one by one, as joining two of them at once
(Lemma 14) could remove a pile that another one fits onto. A mono may go out just before a park that has no empty beaker
otherwise; only once the colour has a mono that stays to the end are the others joined to it.

*Infeasible* at x with the layers of any colours proves that no plan has base + x pours (Theorem 30). At another excess
layers only find plans.

Proof of Theorem 30. Let L be the layered colours, and suppose there is a plan of base + x pours. Its schedule pays x,
the least of any schedule, and it has no partial pour: otherwise its schedule would pay less (Lemma 12). So each pour
moves a whole pile, a run in its place or a mono. Take the schedule of the plan, with the target of each pour of a
colour in L. By the first half of Lemma 14, no run of any colour parks beside a mono of it. Change colours outside L by
Lemmas 14 to 16, which say nothing about targets. For c in L make the same changes, except that c's monos are not joined
and every one of its outs waits. It remains to give targets, change by change: the old plan is the one before a change.

(a) A delayed out or merge goes, when it happens, where its units lie at that time in the old plan. Its old target may
by then have been poured onto another pile, which holds these units in the old plan and so has room for them. Or the
target may have parked: a delayed merge goes onto that mono; for a delayed out this cannot occur, as the run would
park beside the waiting mono. All other piles hold what they held, or less, so they find room where they did.

(b) How long an out waits. Until a park that has no empty beaker otherwise; if two wait for one park, one of them
goes. Between two parks of c only its outs change b_c, so exchanging or moving them changes no payment. An out that is
never needed is omitted; then c has a mono from there to the end, see (c).

(c) From some park on, c has a mono at every park. Let H be the first mono that c gets after the last park at which it
had none, or a mono of the deal if there is no such park. Pour all later piles of c onto H whole, and every mono that
appears onto H at once. H has room for all of c. Each of these outs leaves another mono, H, so none is paid, and no
beaker becomes free later than before. The monos that c had earlier are all gone at that last park.

(d) Merges wait (Lemma 16). The delayed pile gets its target by (a). In part (b) of that proof nothing needs the place
of s: by 2 no other run of its colour merges in the phase, by 3 none of its monos goes out.

The result satisfies the model and the layers of L at excess x.
"""

from cpmodel.literals import Literal, is_all
from cpmodel.watersort.phases.layer_variables import Layer, Mono, Out, Pile, Source
from cpmodel.watersort.phases.phase_variables import PhaseModel


def piles_go_whole(model: PhaseModel, layer: Layer) -> None:
    """State all constraints of a layer."""
    monos_are_kept(model, layer)
    monos_go_out(model, layer)
    monos_are_counted(model, layer)
    runs_go_home(model, layer)
    for source in layer.goes:
        pile_is_poured(model, layer, source)
    for source, pile in layer.onto:
        target_is_there(model, layer, source, pile)
    piles_grow(model, layer)


def monos_are_kept(model: PhaseModel, layer: Layer) -> None:
    """A mono that is kept at one park stays at all later ones."""
    for e, kept in layer.kept.items():
        later = [layer.kept[e + 1]] if e + 1 in layer.kept else []
        is_all(model.cp, kept, [model.stays[layer.color, e], *later])


def monos_go_out(model: PhaseModel, layer: Layer) -> None:
    """At most once each, and not after one is kept."""
    for (mono, e), stands in layer.stands.items():
        out = layer.out[Out(mono, e)]
        begun = model.founds[layer.color, mono.number] if mono.parked else model.bare(mono.number, e)
        earlier = [layer.out[Out(mono, f)] for f in range(e + 1) if (mono, f) in layer.stands]
        is_all(model.cp, stands, [begun, *(~gone for gone in earlier)])
        model.cp.add_implication(out, begun)
        model.cp.add_implication(out, ~layer.kept[e])
    for mono in layer.monos:
        model.cp.add_at_most_one(chosen for out, chosen in layer.out.items() if out.mono == mono)


def monos_are_counted(model: PhaseModel, layer: Layer) -> None:
    """`more` counts the monos beyond the one of the phases; 0 once one is kept, as the others are joined to it."""
    for e, more in layer.more.items():
        stays, kept = model.stays[layer.color, e], layer.kept[e]
        standing = sum(stands for (_, f), stands in layer.stands.items() if f == e)
        model.cp.add(standing == stays + more).only_enforce_if(~kept)
        model.cp.add(more == 0).only_enforce_if(kept)
        model.cp.add(more == 0).only_enforce_if(~stays)


def runs_go_home(model: PhaseModel, layer: Layer) -> None:
    """A run goes home onto the mono that is kept, which exists when the phase begins, or is bared earlier in it."""
    for i, home in layer.home.items():
        bared = [way for (run, _), way in model.onto_bared.items() if run == i]
        model.cp.add_bool_or(~home, model.onto_mono[i], *bared)
        for e in model.phases:
            model.cp.add_bool_or(~home, ~model.merges[i, e], layer.kept[e])
        is_all(model.cp, layer.goes[i], [~model.parked[i], ~home])


def pile_is_poured(model: PhaseModel, layer: Layer, source: Source) -> None:
    """The whole pile goes onto one target."""
    cp, size = model.cp, layer.size[source.mono if isinstance(source, Out) else source]
    ways = [way for way in layer.onto if way[0] == source]
    cp.add(sum(layer.onto[way] for way in ways) == layer.goes[source])
    for way in ways:
        cp.add(layer.arrive[way] == size).only_enforce_if(layer.onto[way])
        cp.add(layer.arrive[way] == 0).only_enforce_if(~layer.onto[way])


def target_is_there(model: PhaseModel, layer: Layer, source: Source, pile: Pile) -> None:
    """The target is in its place when the source is poured onto it."""
    cp, way, runs = model.cp, layer.onto[source, pile], model.runs
    conditions: list[Literal] = []
    if isinstance(source, Out) and isinstance(pile, Mono):
        conditions = [layer.stands[pile, source.park]]
    elif isinstance(source, Out):
        conditions = [model.bare(pile, source.park), ~model.gone_by[pile, source.park]]  # type: ignore[arg-type]
    elif not isinstance(pile, Mono):
        conditions = [model.on_top[source, pile]]
    else:
        if pile.parked:
            conditions = [model.founds[layer.color, pile.number], ~model.gone_by[source, pile.number]]
        elif (above := runs.above(pile.number)) is not None:
            cp.add(model.leaves[above] < model.leaves[source]).only_enforce_if(way)
        for out, chosen in layer.out.items():
            if out.mono == pile:
                cp.add_bool_or(~way, ~chosen, model.gone_by[source, out.park])
    for condition in conditions:
        cp.add_implication(way, condition)


def piles_grow(model: PhaseModel, layer: Layer) -> None:
    """The size of a pile is what it began with plus what arrives."""
    for pile, size in layer.size.items():
        arriving = sum(units for (_, target), units in layer.arrive.items() if target == pile)
        if isinstance(pile, Mono) and pile.parked:
            for i in layer.home:
                model.cp.add(size == layer.size[i] + arriving).only_enforce_if(model.parks_at[i, pile.number])
        else:
            own = model.runs.all[pile.number if isinstance(pile, Mono) else pile].units
            model.cp.add(size == own + arriving)
