"""States that are one integer each, and pours that are additions to it.

The beakers that show one colour are its *group*; the groups of all colours are the state. Groups are numbered as they
turn up, and work out their pours once. A state is an integer of equal fields, the lowest first: h, the number of empty
beakers, the number of promises (layered_astar.py), and for each colour the number of its group. A pour changes the
group it takes a run from, and shows what lay below to the group of another colour: so it is an addition to the integer.
Integers hash fast, take 80 bytes for 20 colours, and are exact: no two states share one.

*Worlds.* What a group is and which pours it has is said by a world: exact_game.py the game itself, pooled_game.py a
relaxation of it with fewer states.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from instances.watersort.bounds import Beaker
from search_baseline.watersort.beakers import Chain

Content = Hashable  # of a group: what a world keeps of the beakers that show one colour

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

    def standing(self, color: int, content: Any) -> Iterable[Beaker]:
        """What is left of the beakers that show this colour and hold others, with one unit of their top runs."""


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
