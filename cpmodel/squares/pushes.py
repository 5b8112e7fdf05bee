"""Which blocks a click moves: the one that is clicked, and those that it pushes."""

from dataclasses import dataclass
from itertools import combinations, permutations, product

from cpmodel.literals import Boolean
from cpmodel.squares.order_encoding import Number, Truth, difference, is_all, no
from cpmodel.squares.variables import AXES, SquaresModel
from fewest_pours.puzzles.squares.rules import STEP, Direction


@dataclass(frozen=True)
class Offset:
    """How far one block is from another, from -1 to 1 exactly."""

    x: Number
    y: Number

    def conditions(self, dx: int, dy: int) -> list[Truth]:
        """The other block is there if all of these hold."""
        return [*self.x.conditions(dx), *self.y.conditions(dy)]


Offsets = dict[tuple[int, int, int], Offset]  # offsets[0, 2, time]: from block 0 to block 2


def make_offsets(model: SquaresModel) -> Offsets:
    """Before each click, from each block to each later one."""
    offsets: Offsets = {}
    for t, (b, c) in product(model.clicks, combinations(model.blocks, 2)):
        x, y = (difference(model.cp, "beyond", (t, b, c, a), model.place[b, t, a], model.place[c, t, a]) for a in AXES)
        offsets[b, c, t] = Offset(x, y)
    return offsets


def is_ahead(offsets: Offsets, block: int, of: int, time: int, direction: Direction) -> list[Truth]:
    """The block is on the next cell this way, seen from the other one, if all of these hold."""
    dx, dy = STEP[direction]
    if of < block:
        return offsets[of, block, time].conditions(dx, dy)
    return offsets[block, of, time].conditions(-dx, -dy)


def blocks_stand_apart(model: SquaresModel, offsets: Offsets) -> None:
    """No two blocks share a cell."""
    for offset in offsets.values():
        model.cp.add_bool_or([no(condition) for condition in offset.conditions(0, 0)])


def blocks_push_the_next_one(model: SquaresModel, offsets: Offsets) -> None:
    """A block that goes somewhere is clicked, or pushed by the block behind it."""
    cp = model.cp
    causes: dict[tuple[int, int, Direction], list[Boolean]] = {key: [] for key in model.goes}
    for key, clicked in model.clicked.items():
        cp.add_implication(clicked, model.goes[key])
        causes[key].append(clicked)
    for t, direction, (b, c) in product(model.clicks, model.directions, permutations(model.blocks, 2)):
        pushes = cp.new_bool_var(f"pushes[{t},{b},{c},{direction}]")
        is_all(
            cp, pushes, [model.goes[b, t, direction], *is_ahead(offsets, block=c, of=b, time=t, direction=direction)]
        )
        cp.add_implication(pushes, model.goes[c, t, direction])
        causes[c, t, direction].append(pushes)
    for key, goes in model.goes.items():
        cp.add_bool_or(~goes, *causes[key])


def clicks_that_commute_are_in_order(model: SquaresModel, offsets: Offsets) -> None:
    """Of two successive clicks, the one on the later block is first only if the two interact.

    Let the first click move the blocks F, and the second the blocks S. They *interact* if a block is in both, or if a
    block of F, before the first click, stands directly ahead of one of S, where the second click goes.

    If they do not interact, each click moves the same blocks when they change places, so both orders end alike:

    - The second click, made first, pushes the blocks of S, which the first click does not move. It could push another
      only if a block of F still stood directly ahead of S.
    - The first click then pushes the blocks of F. It could push another only if a block s of S had come to the cell
      directly ahead of a block f of F. But in the given order f moves to this cell first, so that s comes there only by
      pushing f: then f is in both.

    So of the shortest plans, the first in the order of blocks meets this constraint. Levels 17, 19, 22 and 25 take half
    the time with it.
    """
    cp = model.cp
    for t in model.clicks[:-1]:
        interact = cp.new_bool_var(f"interact[{t}]")
        reasons: list[Boolean] = []
        for direction, f, s in product(model.directions, model.blocks, model.blocks):  # block f is in F, block s in S
            reason = cp.new_bool_var(f"interact[{t},{f},{s},{direction}]")
            reasons.append(reason)
            cp.add_bool_or(~reason, *(model.goes[f, t, each] for each in model.directions))
            cp.add_implication(reason, model.goes[s, t + 1, direction])
            if f != s:
                cp.add_bool_and(is_ahead(offsets, block=f, of=s, time=t, direction=direction)).only_enforce_if(reason)
        cp.add_bool_or(~interact, *reasons)
        for earlier, later in combinations(model.blocks, 2):
            for click, next_click in product(clicks_on(model, later, t), clicks_on(model, earlier, t + 1)):
                cp.add_bool_or(~click, ~next_click, interact)


def clicks_on(model: SquaresModel, block: int, time: int) -> list[Boolean]:
    keys = ((block, time, direction) for direction in model.directions)
    return [model.clicked[key] for key in keys if key in model.clicked]
