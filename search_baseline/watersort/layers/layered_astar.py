"""A* by layers, with integers as states.

The bound h is base, plus 1 for each colour that blocks itself (lemma 20); f is h plus the pours so far. A pour is
*free* if f stays, *costly* if it grows by 1; a partial pour by which its colour comes to block itself is *dear*: f
grows by 2. So neither a heap nor the number of pours is needed. A *layer* is all states of one f, expanded from one
stack:

    stack    states of this layer to expand; their free successors join it
    swept    those expanded; when the stack is empty, f grows by 1, and their costly successors are the next stack
    waiting  states that enter the next layer as they are, as their f is 1 above this one's: those of this layer with a
             promise; and those after dear pours of the layer before

A state is first met in the layer of its least f, hence by a shortest path. For h = 7 at the start and a shortest plan
of 9 pours, the layers 7 and 8 are expanded in full, and layer 9 until h is 0, which holds in solved states only (lemma
2). If nothing enters a layer and nothing waits for the next, no plan exists. States with dead depths (depth_search.py)
are pruned, once they are known.

*Forced pours and promises.* If Lemma 18 applies to a colour, a pour onto a mono of it, which has room for all of the
colour, is *forced*: it is the only successor. The same beakers also wait for the next layer, with the *promise*
that the colour will at some later time have no mono, at a price of 1 in h. The pour that keeps the promise takes
this 1 off h again.

*Proof of Lemma 19.* Call a generated state good if some plan from it keeps its promises and is, with the pours up to
it, a shortest plan of the deal. The start is good, and no good state has dead depths. A good state that is not solved
has a good successor. If no pour is forced, that is the next state of such a plan. If one is forced and the plan at some
time has no mono of the colour, it is the same state with the promise. Otherwise it is the state after the forced pour:
Lemma 18 changes the plan, but not the pours of other colours. A colour with a promise has no covered bottom, so its
monos depend on its own pours alone, and its promise is still kept. Each successor has fewer pours left, or as many and
a further promise, of which there are finitely many. So a chain of good states ends in a solved one.

*The order in a layer* is last in, first out, so the last layer is searched depth first. Successors go onto the stack in
random order: a fixed one could take long to undo a wrong turn.
"""

from collections import ChainMap
from collections.abc import Mapping, Set
from itertools import pairwise
from math import inf
from operator import getitem
from random import Random
from struct import Struct

from fewest_pours.puzzles.watersort.depths.stumps import depth_keys, key_of_state
from fewest_pours.puzzles.watersort.numbered_deal import Beaker, Numbered, base_of
from fewest_pours.running.outcomes import Outcome
from fewest_pours.running.search_lookout import BYTES_PER_KEY_RESIZED, Lookout, free_keys
from search_baseline.watersort.beakers import Step, step_between
from search_baseline.watersort.layers.grouped_pours import (
    COSTLY,
    COSTLY_WITH_PARKS,
    DEAR,
    FORCED,
    FREE,
    FREE_WITH_PARKS,
    WIDTH,
    Cached,
    ColorGroup,
    ColorGroups,
)

Packed = int  # a state: h, the number of empty beakers, and the number of each colour's group, as fields of an integer


class LayeredAstar:
    """The search, layer by layer; run() drives it. dead: the keys of the known dead depths."""

    def __init__(self, game: Numbered, least: int, seed: int) -> None:
        """least: a lower bound that is already proven. seed: for the random order."""
        capacity, _, beakers, filled = game
        self.capacity = capacity
        self.beakers = len(beakers)
        self.least = least
        bound = base_of(beakers, filled)
        empties = beakers.count(())
        self.fields = Struct(f"<{2 + len(filled)}I")
        colors = [ColorGroups(capacity, color, fills) for color, fills in enumerate(filled)]
        self.groups = [color.groups for color in colors]
        start = [color.start(beakers) for color in colors]
        self.first = bound + (empties << WIDTH) + sum(group.code for group in start)
        self.earlier: dict[Packed, Packed] = {}  # state met in an earlier layer -> predecessor
        self.met: dict[Packed, Packed] = {self.first: self.first}  # likewise, in this layer
        self.stack = [self.first]
        self.swept: list[Packed] = []  # expanded in this layer; their costly successors enter the next one
        self.waiting: list[tuple[Packed, Packed]] = []  # predecessor, state of the next layer
        self.f = bound + sum(group.price for group in start)
        self.expansions = 0
        self.random = Random(seed)
        self.dead: Set[int] = frozenset()
        keys = depth_keys(beakers)
        self.depth_key = Cached[ColorGroup, int](lambda group: key_of_state(keys, group.shown.beakers))

    @property
    def lower(self) -> int:
        """No plan has fewer pours."""
        return max(self.f, self.least)

    def run(self, lookout: Lookout, horizon: int | None = None, budget: float = inf) -> Outcome | None:
        """OPTIMAL with a solved state on top of the stack, or another outcome.

        None once the budget of expansions is spent: run again to continue. horizon: the last layer to search. Raises
        LimitReached.
        """
        lookout.watch_tables(self.earlier, self.met)
        most_expansions = self.expansions + budget
        while horizon is None or self.lower <= horizon:
            if self.sweep(lookout, most_expansions):
                return Outcome.OPTIMAL
            if self.stack:
                return None
            self.rise(lookout)
            if not (self.stack or self.waiting):
                return Outcome.UNSOLVABLE
        return Outcome.NO_PLAN_WITHIN_HORIZON

    def sweep(self, lookout: Lookout, most_expansions: float) -> bool:
        """Expand the layer, up to `most_expansions` in total; True at a solved state, which stays on the stack."""
        stack = self.stack
        dead = self.dead
        chance = self.random.random
        groups_of = self.groups
        unpack = self.fields.unpack
        size = self.fields.size
        while stack and self.expansions < most_expansions:
            state = stack.pop()
            h, empty, *numbers = unpack(state.to_bytes(size, "little"))  # unpacked(), written out for speed
            if h == 0:
                stack.append(state)
                return True
            groups: list[ColorGroup] = list(map(getitem, groups_of, numbers))
            if dead and self.is_dead(groups):
                continue
            self.expansions += 1
            if lookout.due():
                lookout.look(self.lower, f"A* by layers, layer {self.f}, {self.expansions:,} expansions")
            for group in groups:
                if group.forced:
                    self.waiting.append((state, state + group.promise))
                    self.push(state, groups, FORCED, [group])
                    break
            else:
                self.swept.append(state)
                before = len(stack)
                self.push(state, groups, FREE_WITH_PARKS if empty else FREE, groups)
                stack[before:] = sorted(stack[before:], key=lambda _: chance())  # shuffled, faster than by shuffle()
        return False

    def is_dead(self, groups: list[ColorGroup]) -> bool:
        """Whether these groups' beakers have dead depths."""
        return sum(map(self.depth_key.__getitem__, groups)) in self.dead

    def push(self, state: Packed, groups: list[ColorGroup], kind: int, poured: list[ColorGroup]) -> None:
        """Put the new successors by one kind of pours of some groups onto the stack."""
        met = self.met
        earlier = self.earlier
        stack = self.stack
        for group in poured:
            for change, color, rest in group.pours[kind]:
                after = state + change + groups[color].grown[rest]
                if after not in met and after not in earlier:
                    met[after] = state
                    stack.append(after)

    def rise(self, lookout: Lookout) -> None:
        """Begin the next layer: fill the stack with what waits for it, the least h on top."""
        self.f += 1
        if free_keys(self.earlier) < len(self.met):  # then the table grows into a new one, with room for all
            lookout.ensure_room(BYTES_PER_KEY_RESIZED * (len(self.earlier) + len(self.met)))
        self.earlier.update(self.met)
        self.met.clear()
        for state, after in self.waiting:
            if after not in self.earlier:
                self.met[after] = state
        self.stack.extend(self.met)  # its keys: those that waited, each once
        self.waiting.clear()
        for state in self.swept:
            _, empty, groups = self.unpacked(state)
            self.push(state, groups, COSTLY_WITH_PARKS if empty else COSTLY, groups)
            for group in groups:  # these states are now in layer f - 1, and a dear pour adds 2
                for change, color, rest in group.pours[DEAR]:
                    self.waiting.append((state, state + change + groups[color].grown[rest]))
            if lookout.due():
                lookout.look(self.lower, f"A* by layers, layer {self.f} begins")
        self.swept.clear()
        h_field = (1 << WIDTH) - 1
        self.stack.sort(key=lambda state: state & h_field, reverse=True)  # the last one is the top

    def unpacked(self, state: Packed) -> tuple[int, int, list[ColorGroup]]:
        """h, the number of empty beakers, and the groups."""
        h, empty, *numbers = self.fields.unpack(state.to_bytes(self.fields.size, "little"))
        return h, empty, list(map(getitem, self.groups, numbers))

    def path(self) -> list[Step]:
        """The pours from the start to the state on top of the stack."""
        return self.steps_to(self.stack[-1], ChainMap(self.met, self.earlier))

    def steps_to(self, state: Packed, before: Mapping[Packed, Packed]) -> list[Step]:
        """The pours from the start to a state; before: state -> predecessor, from the start to itself."""
        path = [state]
        while before[path[-1]] != path[-1]:
            path.append(before[path[-1]])
        positions = [self.beakers_of(each) for each in reversed(path)]
        return [
            step_between(earlier, later, self.capacity)
            for earlier, later in pairwise(positions)
            if earlier != later  # a promise is not a pour
        ]

    def beakers_of(self, state: Packed) -> list[Beaker]:
        """The beakers of a state, the empty ones last."""
        _, _, groups = self.unpacked(state)
        filled = [beaker for group in groups for beaker in group.shown.beakers]
        return filled + [()] * (self.beakers - len(filled))

    def statistics(self) -> dict[str, int]:
        states = len(self.earlier) + len(self.met)
        return {"expansions": self.expansions, "states": states, "groups": sum(map(len, self.groups))}
