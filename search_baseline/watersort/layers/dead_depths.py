"""Depths that no plan passes (depths.py), looked up by states of groups."""

from collections.abc import Set

from instances.watersort.bounds import Beaker
from search_baseline.watersort.layers.groups import Group


class DeadDepths:
    """keys: what each beaker that may be left adds to the key of depths (depth_keys); dead: the keys of the dead."""

    def __init__(self, keys: dict[Beaker, int], dead: Set[int]) -> None:
        self.dead, self.key_of = dead, KeyOf(keys)

    def __contains__(self, groups: list[Group]) -> bool:
        """Whether the state of these groups has dead depths."""
        return sum(map(self.key_of.__getitem__, groups)) in self.dead


class KeyOf(dict[Group, int]):
    """Group -> what its beakers add to the key, computed once."""

    def __init__(self, keys: dict[Beaker, int]) -> None:
        self.keys_of_beakers = keys

    def __missing__(self, group: Group) -> int:
        self[group] = sum(self.keys_of_beakers[beaker] for beaker in group.content.standing())
        return self[group]
