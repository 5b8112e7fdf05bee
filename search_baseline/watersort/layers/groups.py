"""States that are one integer each, and pours that are additions to it.

The beakers that show one colour are its *group*; the groups of all colours are the state. Groups are numbered in the
order of their discovery and compute their pours once. A state is an integer of equal fields, the lowest first: h,
the number of empty beakers, the number of promises (layered_astar.py), and for each colour the number of its group. A
pour changes the group that it takes a run from, and the group of the colour that lay below: so it is an addition to the
integer. Integers hash fast, take 80 bytes for 20 colours, and are exact: no two states share one.
"""

from typing import Any

from instances.watersort.bounds import Beaker
from search_baseline.watersort.layers.game import Game, Pour, Shown

FREE, COSTLY, FREE_PARKS = 0, 2, 4  # indices into Group.pours; FREE and COSTLY plus 1 if a beaker is empty

Addition = tuple[int, int, Beaker]  # to the state; then the group of this colour is shown this rest


class Group:
    """What shows one colour, and its pours as additions to the state, computed on first use.

    pours: free ones without and with an empty beaker at hand, costly ones without and with, free ones that need one.
    forced, promise, fewer: the additions for those of its Choice, 0 or None if there is none. grown: rest -> addition
    when that beaker comes to show the colour. code: what the group adds to a state, its number and its excess.
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
        choice = self.table.game.choice(self.color, self.content)
        self.forced = (
            None if choice.forced is None else self.addition(choice.forced, self.table.group(choice.forced.after))
        )
        promise = 1 + (1 << 2 * self.table.width)  # h and the number of promises grow by 1
        self.promise = 0 if choice.promise is None else self.change(choice.promise) + promise
        self.fewer = 0 if choice.fewer is None else self.change(choice.fewer) - promise
        by_cost: dict[int, list[tuple[bool, Addition]]] = {-1: [], 0: []}
        for pour in choice.pours:
            after = self.table.group(pour.after)
            cost = pour.bound + after.excess - self.excess
            by_cost[cost].append((pour.empties < 0, self.addition(pour, after)))
        self.pours = tuple(
            [addition for parks, addition in pours if has_empty or not parks]
            for pours in by_cost.values()
            for has_empty in (False, True)
        )
        self.pours += ([addition for parks, addition in by_cost[-1] if parks],)
        return object.__getattribute__(self, name)

    def addition(self, pour: Pour, after: "Group") -> Addition:
        width = self.table.width
        change = after.code - self.code + pour.bound + (pour.empties << width) + (pour.promises << 2 * width)
        return change, pour.rest[-1] if pour.rest else self.color, pour.rest

    def change(self, after: Shown) -> int:
        """What to add to a state when this group becomes that."""
        return self.table.group(after).code - self.code


class Grown(dict[Beaker, int]):
    """rest -> addition to the state when that beaker comes to show the group's colour; 0 for no beaker."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self[()] = 0

    def __missing__(self, rest: Beaker) -> int:
        self[rest] = self.group.change(self.group.content.with_(rest))
        return self[rest]


class Table:
    """The groups of one colour by number; width: bits of a field of the state."""

    def __init__(self, game: Game, color: int, width: int) -> None:
        self.game, self.color, self.width = game, color, width
        self.groups: list[Group] = []
        self.known: dict[Shown, Group] = {}

    def group(self, content: Shown) -> Group:
        group = self.known.get(content)
        if group is None:
            if len(self.groups) >> self.width:
                raise OverflowError(f"more groups of a colour than {self.width} bits can number")
            group = self.known[content] = Group(self, content, len(self.groups))
            self.groups.append(group)
        return group
