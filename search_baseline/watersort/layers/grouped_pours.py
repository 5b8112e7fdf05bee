"""The pours of the beakers that show one colour, and one dominance rule; states are integers, pours additions to them.

The beakers that show one colour are its *group*; the groups of all colours are the state. Groups are numbered in the
order of their discovery and compute their pours once. A state is an integer of equal fields, the lowest first: h, the
number of empty beakers, and for each colour the number of its group. A pour changes the group of its own colour and
that of the colour below: so it is an addition to the integer. Integers hash fast, take 120 bytes for 20 colours, and
are exact: no two states share one.

*The home rule* (docs/theory.md, lemma 18), for a colour c that fills one beaker: when c has a mono (a beaker of c
alone), no bottom of c lies under another colour, and c shows on a further beaker, *pour that onto a mono now*. The
alternative is to pour out all monos of c at some later time, at a price of 1: a *promise* (lemma 19).

*Proof of the home rule.* Take a plan in which c always has a mono. In the changed plan one mono H, which has room for
all of c, collects every unit of c that the plan pours. At each time every other beaker holds what it holds in the plan,
perhaps with less of c on top, or none. For each pour of the plan, the changed plan makes at most one:

- Of another colour: the same. Where the plan shows that colour, or nothing, so does the changed plan.
- Of c, from another beaker than H to anywhere: all of c that shows there goes onto H. If it has gone already: no pour.
- Of c, a part of H: no pour.
- Of c, all of H: after it c has other monos in the plan. If one of them, H', is empty in the changed plan, H and H'
  exchange names: no pour. Otherwise H goes onto any of them, which collects from then on.

So the changed plan may begin by pouring any pile of c that shows beside H onto H, and H may be any mono. This pour is
paid back by one that is left out later. If the pile lies on another colour, the plan must pour it away: the changed
plan makes no pour then, as the pile has gone already. Otherwise the pile is a mono M. At the end one beaker holds all
of c, so the plan at some time pours out all of H or all of M. Take the first such pour; until then H keeps its name. If
it empties M: no pour, as M is empty already. If it empties H: M is a mono of the plan that is empty in the changed
plan, so the two exchange names, and there is no pour.

A plan in which c at some time has no mono pours out its only bottom, which does not lower base.

*Example.* With red = 0 and blue = 1, capacity 4, let red show on (1, 0) and (0, 1, 0), bottom first, and let its fourth
unit lie in (1, 1, 0, 1). Its group has four pours. From the second beaker onto the first: free. From the first onto the
second: costly, for then red blocks itself: two units lie over its only bottom, and the run in (1, 1, 0, 1) has room for
one. Each of the two into an empty beaker: costly, for red has a bottom.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from fewest_pours.puzzles.watersort.lower_bounds import blocks_itself
from fewest_pours.puzzles.watersort.numbered_deal import Beaker, is_mono
from search_baseline.watersort.beakers import Chain, all_but_one, chain, top_units

WIDTH = 32  # bits of a field of the state
# Kinds of pours, as indices into ColorGroup.pours, by what a pour adds to (pours so far) + h. A *park* goes into an
# empty beaker. A pour is listed under each kind that it is of, so that one list has all that a state allows:
#
#                 without an empty beaker   with one            parks alone
#     adds 0      FREE                      FREE_WITH_PARKS     FREE_PARKS
#     adds 1      COSTLY                    COSTLY_WITH_PARKS
#     adds 2      DEAR                      DEAR
#
# FORCED is the only pour of its state (the home rule). A dear pour is never a park: a park makes a mono, and a colour
# with a mono does not block itself.
KINDS = range(7)
FREE, FREE_WITH_PARKS, COSTLY, COSTLY_WITH_PARKS, FREE_PARKS, FORCED, DEAR = KINDS

# A pour as (change, color, rest): it adds `change + groups[color].grown[rest]` to the state. The rest is what is left
# of the source; it comes to show this colour, whose group grows by it.
Addition = tuple[int, int, Beaker]

Key = TypeVar("Key")
Value = TypeVar("Value")


class Cached(dict[Key, Value], Generic[Key, Value]):
    """The values of a function, each computed once; faster to look up than with functools.cache."""

    def __init__(self, function: Callable[[Key], Value]) -> None:
        self.function = function

    def __missing__(self, key: Key) -> Value:
        self[key] = self.function(key)
        return self[key]


class Shown(NamedTuple):
    """The beakers that show one colour, sorted, and what decides the cost of their pours.

    buried: its chains in beakers that show another colour. promise: all monos must be poured out at some time.
    """

    beakers: tuple[Beaker, ...]
    buried: tuple[Chain, ...]
    promise: bool = False

    @property
    def monos(self) -> list[Beaker]:
        return list(filter(is_mono, self.beakers))

    @property
    def chains(self) -> list[Chain]:
        return [*(chain(beaker, beaker[-1]) for beaker in self.beakers), *self.buried]

    @property
    def bottoms(self) -> int:
        """Number of beakers with this colour at the bottom."""
        lowest_buried = [runs[0] for runs in self.buried]
        in_shown = sum(beaker[0] == beaker[-1] for beaker in self.beakers)
        return in_shown + sum(below == 0 for below, _ in lowest_buried)

    def with_(self, rest: Beaker) -> "Shown":
        """The same with one more beaker that shows the colour, whose chain was buried before."""
        beakers = tuple(sorted((*self.beakers, rest)))
        return self._replace(beakers=beakers, buried=all_but_one(self.buried, chain(rest, rest[-1])))


class GroupedPour(NamedTuple):
    """after: the colour's beakers afterwards. rest: what is left of the source if it shows another colour, else ()."""

    after: Shown
    bound: int  # change of base
    empties: int  # change of the number of empty beakers
    rest: Beaker = ()

    @property
    def parks(self) -> bool:
        return self.empties < 0


class ColorGroups:
    """The groups of one colour, by the beakers that show it and by number.

    fills: the number of beakers that it fills at the end.
    """

    def __init__(self, capacity: int, color: int, fills: int) -> None:
        self.capacity = capacity
        self.color = color
        self.fills = fills
        self.groups: list[ColorGroup] = []
        self.group = Cached(self.add_group)

    def start(self, beakers: Sequence[Beaker]) -> "ColorGroup":
        chains = [chain(beaker, self.color) for beaker in beakers]
        shown = Shown(beakers=(), buried=tuple(sorted(runs for runs in chains if runs)))
        for beaker in beakers:
            if beaker and beaker[-1] == self.color:
                shown = shown.with_(beaker)
        return self.group[shown]

    def add_group(self, shown: Shown) -> "ColorGroup":
        self.groups.append(ColorGroup(self, shown, len(self.groups)))
        return self.groups[-1]

    def self_block(self, shown: Shown) -> int:
        """1 if the colour blocks itself (lemma 20), else 0.

        The lemma speaks of colours that fill one beaker, and have a bottom and no mono.
        """
        if self.fills > 1 or shown.monos or not shown.bottoms:
            return 0
        return int(blocks_itself(shown.chains, self.capacity))

    def pours(self, shown: Shown, targets: Iterable[Beaker]) -> Iterator[GroupedPour]:
        """Every pour onto one of the targets, which are () or beakers that show the colour, up to names of beakers."""
        for target in dict.fromkeys(targets):
            others = all_but_one(shown.beakers, target) if target else shown.beakers
            for source in dict.fromkeys(others):
                pour = self.pour(shown, all_but_one(others, source), source, target)
                if pour is not None:
                    yield pour

    def pour(self, shown: Shown, others: tuple[Beaker, ...], source: Beaker, target: Beaker) -> GroupedPour | None:
        """A pour; None if it is illegal, or would only swap a beaker with an empty one. others: neither of the two."""
        run = top_units(source)
        room = self.capacity - len(target)
        units = min(run, room)
        rest = source[:-units]
        only_swaps = not target and not rest
        if room == 0 or only_swaps:
            return None
        poured = target + source[-units:]
        if units < run:  # the target fills up and a part stays behind
            after = shown._replace(beakers=tuple(sorted((*others, rest, poured))))
            return GroupedPour(after, bound=0, empties=0)
        chain_left = chain(rest, self.color)
        buried = (*shown.buried, chain_left) if chain_left else shown.buried
        after = shown._replace(beakers=tuple(sorted((*others, poured))), buried=tuple(sorted(buried)))
        if not target:  # a park, free while the colour lacks bottoms
            return GroupedPour(after, bound=-1 if shown.bottoms < self.fills else 0, empties=-1, rest=rest)
        if rest:  # the whole run joins its colour
            return GroupedPour(after, bound=-1, empties=0, rest=rest)
        if shown.bottoms > self.fills:  # a mono that the colour does not need as a bottom
            return GroupedPour(after, bound=-1, empties=1)
        # The colour needs this mono as a bottom. If it has a promise, it fills one beaker and has no covered bottom:
        # this is its last mono, and pouring it out keeps the promise.
        return GroupedPour(after._replace(promise=False), bound=0, empties=1)


class ColorGroup:
    """The beakers that show one colour, and its pours as additions to the state, computed on first use.

    family: all groups of the colour. code: what the group contributes to a state: its price and its number. price: 1 if
    the colour blocks itself, plus 1 for a promise. grown: rest -> addition when that beaker comes to show the colour; 0
    for no beaker.
    """

    def __init__(self, family: ColorGroups, shown: Shown, number: int) -> None:
        self.family = family
        self.shown = shown
        self.price = family.self_block(shown) + shown.promise
        self.code = self.price + (number << (2 + family.color) * WIDTH)  # behind the fields of h and the empty beakers
        self.grown = Cached[Beaker, int](lambda rest: self.becomes(shown.with_(rest)) if rest else 0)

    @cached_property
    def home(self) -> GroupedPour | None:
        """The pour that the home rule forces; None if it does not apply."""
        shown = self.shown
        has_covered_bottom = shown.bottoms > len(shown.monos)  # one with another colour on it
        if self.family.fills != 1 or shown.promise or has_covered_bottom:
            return None
        # A mono has room for all of a colour that fills one beaker: these pours are whole, and lower base.
        return next(self.family.pours(shown, shown.monos), None)

    @cached_property
    def forced(self) -> list[Addition]:
        """The forced pour, if there is one."""
        return [] if self.home is None else [self.addition(self.home)]

    @cached_property
    def promise(self) -> int:
        """The addition that promises instead of the forced pour; 0 if there is none."""
        return 0 if self.home is None else self.becomes(self.shown._replace(promise=True))

    @cached_property
    def pours(self) -> tuple[list[Addition], ...]:
        """The pours by kind (see the indices above)."""
        additions: list[list[Addition]] = [[] for _ in KINDS]
        additions[FORCED] = self.forced
        for pour in self.unforced():
            for kind in self.kinds_of(pour):
                additions[kind].append(self.addition(pour))
        return tuple(additions)

    def kinds_of(self, pour: GroupedPour) -> tuple[int, ...]:
        """The kinds that a pour belongs to, by how much it changes h: by -1, 0 or 1.

        By no more, as a pour does not raise base, makes no promise, and makes its colour block itself once at most. By
        no less, as base plus self-blocks is a consistent bound (lemma 20). A colour with a promise has a mono, so it
        does not block itself; the pour that keeps the promise pours out its only bottom, which does not lower base.

        Of the prices in h only that of the poured colour can change. The price of d, the colour that the rest comes to
        show, stays: no run of d moves, and in the pattern of d (lower_bounds.py) runs of other colours go as soon as
        they show, so the pattern is the same before and after. Only if the rest is now a mono of d, self_block returns
        0 without a look at the pattern. It returned 0 before, too: only runs of other colours lay on this bottom of d,
        so in the pattern it shows at once, and a colour of which a bottom shows does not block itself: all its runs go.
        """
        change_of_h = pour.bound + self.family.group[pour.after].price - self.price
        if change_of_h > 0:
            return (DEAR,)
        if change_of_h == 0:
            return (COSTLY_WITH_PARKS,) if pour.parks else (COSTLY, COSTLY_WITH_PARKS)
        return (FREE_WITH_PARKS, FREE_PARKS) if pour.parks else (FREE, FREE_WITH_PARKS)

    def unforced(self) -> Iterable[GroupedPour]:
        """All pours, each once; none where one is forced."""
        if self.home is not None:
            return ()
        return dict.fromkeys(self.family.pours(self.shown, (*self.shown.beakers, ())))

    def addition(self, pour: GroupedPour) -> Addition:
        """A pour as what it adds to the state."""
        change = self.becomes(pour.after) + pour.bound + (pour.empties << WIDTH)
        if pour.rest:
            return change, pour.rest[-1], pour.rest
        return change, self.family.color, ()  # any colour will do: no group gains without a rest

    def becomes(self, after: Shown) -> int:
        """What to add to a state when this group becomes the one of `after`."""
        return self.family.group[after].code - self.code
