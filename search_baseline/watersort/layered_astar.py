"""A* by layers, on states that are one integer each.

*Layers.* The bound h is the bottoms bound and each colour's excess (color_excess.py). A pour changes f = g + h by 0 or
by 1: it is *free* or *costly*. So no heap is needed and no g is stored. All states of one f, a layer, are expanded
from one stack, which takes their free successors; when it is empty, f grows by 1 and the costly successors of the whole
layer come in. A state is first met in the layer of its least f, hence by a shortest path. If nothing comes in, no plan
exists.

*States.* The beakers that show one colour are its *group*; the groups of all colours are the state. Groups are numbered
as they turn up, and work out their pours once. A state is an integer of equal fields, the lowest first: h, the number
of empty beakers, the number of promises (below), and for each colour the number of its group. A pour changes the group
it takes a run from, and shows what lay below to the group of another colour: so it is an addition to the integer.
Integers hash fast, take 80 bytes for 20 colours, and are exact: no two states share one.

*Promises.* A group may have a forced pour: no plan is shorter than the best one that begins with it, except for plans
that will later do a certain thing at a price of 1. So only that pour follows; and when the layer ends, the same state
comes in with the *promise* to do that thing, with h larger by 1, and with that thing free. Promises only take plans
away: a state that was met in an earlier layer with one promise less makes the one with it superfluous, unless it
waited for just that one. (Groups are asked in the order of colours. So if a state waits for a promise in place of
another, that has a lower number or belongs to a group that forced nothing, and no states make each other superfluous
in a circle.)

*Dives.* The last in is the first out, so the last layer is dived through. A dive that goes wrong high up would search
all that lies below, so now and then a state from anywhere in the stack is taken first.

*Worlds.* What a group is and which pours it has is said by a world: exact_game.py the game itself, relaxed_game.py a
relaxation of it with fewer states.
"""

from collections.abc import Hashable, Sequence
from math import inf
from operator import getitem
from random import Random
from struct import Struct
from typing import Any, NamedTuple, Protocol

from instances.harness.outcome import Outcome
from search_baseline.search_limits import Lookout, room
from search_baseline.watersort.beakers import Beaker, Chain

State = int
Content = Hashable  # of a group: what a world keeps of the beakers that show one colour
DETOUR = 200  # expansions between two states taken from anywhere; a dive that goes right takes about a hundred

FREE, COSTLY, FREE_PARKS = 0, 2, 4  # indices into Group.pours; FREE and COSTLY plus 1 if a beaker is empty


class Pour(NamedTuple):
    """after: what the group holds then. rest: what is left of the source if another colour shows there, else ()."""

    after: Content
    bound: int  # change of the bottoms bound
    empties: int  # change of the number of empty beakers
    rest: Beaker = ()
    promises: int = 0  # change of the number of promises


class Choice(NamedTuple):
    """The pours of a group. forced: the only one; promise: what the group becomes by promising, if forced exempts it.

    fewer: the same group without its promise, if it has one.
    """

    pours: Sequence[Pour] = ()
    forced: Pour | None = None
    promise: Content | None = None
    fewer: Content | None = None


class World(Protocol):
    def concealed(self, hidden: tuple[Chain, ...]) -> Content:
        """The group of a colour that shows nowhere."""

    def choice(self, color: int, content: Any) -> Choice:
        """The pours of a group of this colour."""

    def excess(self, color: int, content: Any) -> int:
        """Pours above the bottoms bound that the colour must make; part of h, which each pour lowers by 1 at most."""

    def shown(self, content: Any, rest: Beaker) -> Content:
        """The group after one more beaker shows its colour."""


Addition = tuple[int, int, Beaker]  # to the state; then the group of this colour is shown this rest


class Group:
    """One content of a colour's group, and its pours as additions to the state, worked out when first asked for.

    pours: free ones without and with an empty beaker at hand, costly ones without and with, free ones that need one.
    forced, promise, fewer: the additions for what Choice says, 0 or None where there is none. grown: rest -> addition
    when it comes to show here. code: what the group adds to the integer of a state, its number and its excess.
    """

    __slots__ = ("code", "color", "content", "excess", "fewer", "forced", "grown", "pours", "promise", "table")
    pours: tuple[list[Addition], ...]
    forced: Addition | None
    promise: int
    fewer: int

    def __init__(self, table: "Table", content: Content, number: int) -> None:
        self.table, self.content, self.color = table, content, table.color
        self.excess = table.world.excess(self.color, content)
        self.code = self.excess + (number << (3 + self.color) * table.width)
        self.grown = Grown(self)

    def __getattr__(self, name: str) -> Any:
        step, width = self.table.step, self.table.width
        choice = self.table.world.choice(self.color, self.content)
        self.forced = None if choice.forced is None else self.addition(choice.forced)
        promise = 1 + (1 << 2 * width)  # h and the number of promises grow by 1
        self.promise = 0 if choice.promise is None else step(self.content, choice.promise) + promise
        self.fewer = 0 if choice.fewer is None else step(self.content, choice.fewer) - promise
        by_cost: dict[int, list[Pour]] = {-1: [], 0: []}
        for pour in choice.pours:
            by_cost[pour.bound + self.table.group(pour.after).excess - self.excess].append(pour)
        self.pours = tuple(
            [self.addition(pour) for pour in pours if has_empty or pour.empties >= 0]
            for pours in by_cost.values()
            for has_empty in (False, True)
        )
        self.pours += ([pour for pour in self.pours[FREE + 1] if pour not in self.pours[FREE]],)
        return object.__getattribute__(self, name)

    def addition(self, pour: Pour) -> Addition:
        width = self.table.width
        change = self.table.step(self.content, pour.after)
        change += pour.bound + (pour.empties << width) + (pour.promises << 2 * width)
        return change, pour.rest[-1] if pour.rest else self.color, pour.rest


class Grown(dict[Beaker, int]):
    """rest -> addition to the state when that beaker comes to show the group's colour; 0 for no beaker."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self[()] = 0

    def __missing__(self, rest: Beaker) -> int:
        table, content = self.group.table, self.group.content
        self[rest] = table.step(content, table.world.shown(content, rest))
        return self[rest]


class Table:
    """The groups of one colour by number; width: bits of a field of the state."""

    def __init__(self, world: World, color: int, width: int) -> None:
        self.world, self.color, self.width = world, color, width
        self.groups: list[Group] = []
        self.known: dict[Content, Group] = {}

    def group(self, content: Content) -> Group:
        if content not in self.known:
            if len(self.groups) >> self.width:
                raise OverflowError(f"more groups of a colour than {self.width} bits can number")
            self.known[content] = Group(self, content, len(self.groups))
            self.groups.append(self.known[content])
        return self.known[content]

    def step(self, before: Content, after: Content) -> int:
        """What to add to a state when the group changes."""
        return self.group(after).code - self.group(before).code


class Layers:
    """The search, layer by layer; run() drives it."""

    def __init__(self, world: World, start: Sequence[Content], empties: int, bound: int, width: int, seed: int) -> None:
        """start: the groups of all colours; bound: its bottoms bound; width: of the fields, 16 or 32 bits."""
        if max(bound, empties, len(start)) >> width - 1:
            raise OverflowError(f"a deal of more runs or beakers than {width} bits can number")
        self.world, self.width = world, width
        tables = [Table(world, color, width) for color in range(len(start))]
        self.fields = Struct(f"<{3 + len(start)}{'H' if width == 16 else 'I'}")
        self.groups = [table.groups for table in tables]
        groups = [table.group(content) for table, content in zip(tables, start, strict=True)]
        self.first = bound + (empties << width) + sum(group.code for group in groups)
        self.earlier: dict[State, State] = {}  # state met in an earlier layer -> predecessor
        self.met: dict[State, State] = {self.first: self.first}  # the same for this layer
        self.stack = [self.first]
        self.swept: list[State] = []  # of this layer: their costly successors wait
        self.promising: list[tuple[State, State]] = []  # of this layer: without and with the promise that waits
        self.waited: dict[State, int] = {}  # of all layers: state -> the colour whose promise it waited for
        self.f, self.expansions = bound + sum(group.excess for group in groups), 0
        self.random = Random(seed)

    def run(
        self, lookout: Lookout, what: str, horizon: int | None = None, budget: float = inf, dive: bool = False
    ) -> Outcome | None:
        """OPTIMAL with a solved state on top of the stack, or what else came out; f is a lower bound over all plans.

        None after so many expansions more as the budget allows: run again to go on. horizon: the last layer. dive:
        costly successors and promises do not wait, they go below the free ones; the first plan is enough and proves
        nothing (SOLVED). Raises LimitReached.
        """
        lookout.tables = (self.earlier, self.met)
        last = self.expansions + budget
        while horizon is None or self.f <= horizon:
            if self.sweep(lookout, what, last, dive):
                return Outcome.SOLVED if dive else Outcome.OPTIMAL
            if self.stack:
                return None
            self.rise(lookout, what)
            if not self.stack:
                return Outcome.UNSOLVABLE
        return Outcome.NO_PLAN_WITHIN_HORIZON

    def sweep(self, lookout: Lookout, what: str, last: float, dive: bool) -> bool:
        """Expand the layer, until so many expansions were made in all; stops with True at a solved state."""
        stack, groups_of, unpack, size = self.stack, self.groups, self.fields.unpack, self.fields.size
        while stack and self.expansions < last:
            if not self.expansions % DETOUR:
                place = int(self.random.random() * len(stack))
                stack[place], stack[-1] = stack[-1], stack[place]
            state = stack.pop()
            h, empty, promises, *numbers = unpack(state.to_bytes(size, "little"))
            if not h:
                stack.append(state)
                return True
            groups: list[Group] = list(map(getitem, groups_of, numbers))
            if promises and self.superfluous(state, groups):
                continue
            self.expansions += 1
            if lookout.due():
                lookout.look(self.f, f"{what}, layer {self.f}, {self.expansions:,} expansions")
            for group in groups:
                if group.forced:
                    self.force(state, groups, group, dive)
                    break
            else:
                if dive:
                    self.push(state, groups, COSTLY + (empty > 0))
                else:
                    self.swept.append(state)
                self.push(state, groups, FREE + (empty > 0))
        return False

    def superfluous(self, state: State, groups: list[Group]) -> bool:
        """Whether an earlier layer met the same state with one promise less, and did not wait for just that one."""
        for group in groups:
            if group.fewer:
                fewer = state + group.fewer
                if fewer in self.earlier and self.waited.get(fewer) != group.color:
                    return True
        return False

    def force(self, state: State, groups: list[Group], group: Group, dive: bool) -> None:
        """Put the forced successor on the stack; the state with a promise instead waits for the next layer."""
        if group.promise:
            if dive:
                self.meet(state + group.promise, state)
            else:
                self.waited[state] = group.color
                self.promising.append((state, state + group.promise))
        assert group.forced is not None
        change, color, rest = group.forced
        self.meet(state + change + groups[color].grown[rest], state)

    def meet(self, state: State, before: State) -> None:
        """Put a state on the stack, if it is new."""
        if state not in self.met and state not in self.earlier:
            self.met[state] = before
            self.stack.append(state)

    def push(self, state: State, groups: list[Group], kind: int) -> None:
        """Put the successors by one kind of pours on the stack; meet(), written out for speed."""
        met, earlier, stack = self.met, self.earlier, self.stack
        for group in groups:
            if pours := group.pours[kind]:
                for change, color, rest in pours:
                    after = state + change + groups[color].grown[rest]
                    if after not in met and after not in earlier:
                        met[after] = state
                        stack.append(after)

    def rise(self, lookout: Lookout, what: str) -> None:
        """Fill the stack with what waits for the next layer, the least h on top."""
        self.f += 1
        if room(self.earlier) < len(self.met):
            lookout.ask(60 * (len(self.earlier) + len(self.met)))  # a dict has at most 3 places of 20 bytes for a key
        self.earlier.update(self.met)
        self.met.clear()
        for state, promised in self.promising:
            self.meet(promised, state)
        self.promising.clear()
        for state in self.swept:
            _, empty, _, *numbers = self.unpacked(state)
            self.push(state, list(map(getitem, self.groups, numbers)), COSTLY + (empty > 0))
            if lookout.due():
                lookout.look(self.f, f"{what}, layer {self.f} begins")
        self.swept.clear()
        mask = (1 << self.width) - 1
        self.stack.sort(key=lambda state: -(state & mask))

    def unpacked(self, state: State) -> tuple[int, ...]:
        """h, empty beakers, promises, and the number of each colour's group."""
        return self.fields.unpack(state.to_bytes(self.fields.size, "little"))

    def path(self) -> list[State]:
        """From the start to the state on top of the stack."""
        state, states = None, [self.stack[-1]]
        while state != states[-1]:
            state = states[-1]
            states.append(self.met[state] if state in self.met else self.earlier[state])
        return states[-2::-1]

    def contents(self, path: Sequence[State]) -> list[list[Any]]:
        """What the groups hold, at every state."""
        return [
            [groups[number].content for groups, number in zip(self.groups, self.unpacked(state)[3:], strict=True)]
            for state in path
        ]

    def statistics(self) -> dict[str, int]:
        states = len(self.earlier) + len(self.met)
        return {"expansions": self.expansions, "states": states, "groups": sum(map(len, self.groups))}
