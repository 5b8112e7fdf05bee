"""States that are one integer each, and pours that are additions to it.

The beakers that show one colour are its *group*; the groups of all colours are the state. Groups are numbered in the
order in which they are met, and compute their pours once. A state is an integer of equal fields, the lowest first: h,
the number of empty beakers, the number of promises (layered_astar.py), and for each colour the number of its group. A
pour changes the group that it takes a run from, and shows what lay below to the group of another colour: so it is an
addition to the integer. Integers hash fast, take 80 bytes for 20 colours, and are exact: no two states share one.
"""

from typing import Any

from instances.watersort.bounds import Beaker
from search_baseline.watersort.layers.game import Game, Pour, Shown

FREE, COSTLY, FREE_PARKS = 0, 2, 4  # indices into Group.pours; FREE and COSTLY plus 1 if a beaker is empty

Addition = tuple[int, int, Beaker]  # to the state; then the group of this colour is shown this rest


class Group:
    """What shows one colour, and its pours as additions to the state, computed on first use.

    pours: free ones without and with an empty beaker at hand, costly ones without and with, free ones that need one.
    forced, promise, fewer: the additions for what Choice says, 0 or None where there is none. grown: rest -> addition
    when it comes to show here. code: what the group adds to the integer of a state, its number and its excess.
    """

    __slots__ = ("code", "color", "content", "excess", "fewer", "forced", "grown", "pours", "promise", "table")
    pours: tuple[list[Addition], ...]
    forced: Addition | None
    promise: int
    fewer: int

    def __init__(self, table: "Table", content: Shown, number: int) -> None:
        self.table, self.content, self.color = table, content, table.color
        self.excess = table.game.excess(self.color, content)
        self.code = self.excess + (number << (3 + self.color) * table.width)
        self.grown = Grown(self)

    def __getattr__(self, name: str) -> Any:
        step, width = self.table.step, self.table.width
        choice = self.table.game.choice(self.color, self.content)
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
        self[rest] = table.step(content, content.and_(rest))
        return self[rest]


class Table:
    """The groups of one colour by number; width: bits of a field of the state."""

    def __init__(self, game: Game, color: int, width: int) -> None:
        self.game, self.color, self.width = game, color, width
        self.groups: list[Group] = []
        self.known: dict[Shown, Group] = {}

    def group(self, content: Shown) -> Group:
        if content not in self.known:
            if len(self.groups) >> self.width:
                raise OverflowError(f"more groups of a colour than {self.width} bits can number")
            self.known[content] = Group(self, content, len(self.groups))
            self.groups.append(self.known[content])
        return self.known[content]

    def step(self, before: Shown, after: Shown) -> int:
        """What to add to a state when the group changes."""
        return self.group(after).code - self.group(before).code
