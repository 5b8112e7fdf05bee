"""Proofs that no plan exists by depths: no step of a plan leads out of a list of depths.

{"depths": [2, 3, 0]}               No plan exists (docs/theory.md, lemma 22)
    Call a beaker of the start *standing* while it still holds two colours. It then consists of its original runs
    (stretches of one colour) as they were, less the topmost ones; only the top run may have grown or shrunk, as pours
    go onto their own colour. A beaker that does not stand holds at most one colour ever after. The depth of a beaker is
    the number of its runs while it stands, else 0.

    For depths e and a colour c let A be the number of units of c that are not below the top run of a standing beaker.
    All of them are in the tops of standing beakers with c on top, or in beakers that do not stand. The tops can hold T
    units, the sum over these standing beakers of the capacity less the units below the top run. So at least need(c, e)
    beakers that do not stand hold c, which is max(0, A - T) / capacity, rounded up.

    Example: capacity 3, beakers 'abb' and 'baa', top first. For colour a A is 1, and T is 3 - 2. Once b is off the
    second beaker, that does not stand any more: A is 3 and T still 1, so a needs one beaker.

    When a pour takes the last unit of a run of c off a standing beaker, with the depths e before and f after, that
    beaker is not empty yet. Right after the pour this beaker, the other standing beakers, need(c, f) beakers of c, and
    need(d, e) beakers of each other colour d, which the pour did not touch, are all different and not empty. So

        standing(e) + need(c, f) + sum of need(d, e) over d != c  <=  beakers

    is necessary for the step from e to f, and other pours leave the depths alone (lemmas 4 and 5). If the start's
    depths are in the list, the depths of solved states (all 0) are not, and every step from the list that the
    inequality allows ends in the list, then no plan exists.
"""

from collections import Counter
from collections.abc import Iterator

from fewest_pours.checker.certificate_lines import ExactKeys, Line
from fewest_pours.checker.watersort.deal import DealToCheck, RunOfUnits, runs
from fewest_pours.files.yaml_files import Data

Depths = tuple[int, ...]  # (2, 0, 0), in the order of the file


class DepthsLine(ExactKeys):
    depths: Depths


class Digging:
    """The steps between depths, for distance_bound.py."""

    def __init__(self, deal: DealToCheck) -> None:
        self.capacity = deal.capacity
        self.beakers = [runs(beaker) for beaker in deal.spelt()]
        self.start = start_depths(self.beakers)

    def read(self, line: Line) -> tuple[Depths, int]:
        depths = line.read(DepthsLine).depths
        if len(depths) != len(self.beakers):
            raise line.wrong(f"not a list of {len(self.beakers)} depths")
        for beaker, depth in zip(self.beakers, depths, strict=True):
            if not 0 <= depth <= len(beaker) or depth == 1:
                raise line.wrong(f"depth {depth} is impossible for a beaker with {len(beaker)} runs")
        made_up = 0 if depths == self.start else 1  # the proof is that no plan exists, at any number of steps
        return depths, made_up

    def line(self, depths: Depths, _: int) -> Data:
        return {"depths": depths}

    def bound(self, depths: Depths) -> int:
        return 0

    def solved(self, depths: Depths) -> bool:
        return not any(depths)

    def successors(self, depths: Depths) -> Iterator[Depths]:
        return depth_steps(self.capacity, self.beakers, depths)


def start_depths(beakers: list[list[RunOfUnits]]) -> Depths:
    return tuple(len(beaker) if len(beaker) > 1 else 0 for beaker in beakers)


def depth_steps(capacity: int, beakers: list[list[RunOfUnits]], depths: Depths) -> Iterator[Depths]:
    """The depths after each step that the inequality allows. beakers: the runs of each, the lowest first."""
    loads: Counter[str] = Counter()  # of a colour's units above the room for them, A - T
    for beaker, depth in zip(beakers, depths, strict=True):
        covered = max(0, depth - 1)  # the runs below the top run, while it stands
        for run in beaker[covered:]:
            loads[run.color] += run.units
        if depth:
            top = beaker[depth - 1]
            loads[top.color] -= capacity - top.below
    need = {color: beakers_for(load, capacity) for color, load in loads.items()}
    taken = sum(map(bool, depths)) + sum(need.values())
    for i, depth in enumerate(depths):
        if depth:
            color, _, below = beakers[i][depth - 1]
            need_after = beakers_for(loads[color] + capacity - below, capacity)  # the room on this beaker is gone
            if taken - need[color] + need_after <= len(beakers):
                depth_after = depth - 1 if depth > 2 else 0
                yield (*depths[:i], depth_after, *depths[i + 1 :])


def beakers_for(load: int, capacity: int) -> int:
    """The beakers that hold a load, rounded up; none for a load below 0."""
    return -(-max(0, load) // capacity)
