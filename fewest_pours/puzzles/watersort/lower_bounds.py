"""Lower bounds on the pours of a deal, from which both sides start.

To add one, write a function from a deal to a number that no plan falls below, and list it in LOWER_BOUNDS under the
name that answers give as its proof.

*Colours that block themselves* pay above base because their own runs lie over their bottoms (docs/theory.md, lemma 20).
Let S be a set of colours that fill one beaker each, and have a bottom and no mono. The *pattern* of S (Culberson and
Schaeffer 1998) is a game without units. A run shows when nothing lies above it. A run of a colour outside S goes as
soon as it shows. A run of a colour c in S that shows goes as soon as one of two things holds: a bottom of c shows; or
above what lies below another run of c, which is in another beaker and shows or has shown, there is room for both. Runs
stay gone, so the order does not matter. (In the pattern a colour with a mono would go like those outside S.)

*Proof of Lemma 20.* Let some run above a bottom never go in the pattern, and suppose that each pour of S lowers base.
Until a bottom of c is bare, the pours of c are merges of whole runs, as neither a pour into an empty beaker nor a
partial one lowers base while c has a bottom. So no run of c shrinks in its place, and each merge needs room above a run
of c that shows in another beaker. By induction a run that leaves in the game goes in the pattern too, so some run never
leaves. Each pour belongs to one colour, so disjoint sets add up. The bound is consistent if the sets are single
colours: a pour of another colour leaves the pattern of c unchanged; if all runs go in it after a merge of c, they did
before, as the run poured went, and the run poured onto had no less room; other pours of c that free c do not lower
base.

Examples, capacity 3, bottom first: with beakers `aba`, `bba` and an empty one, neither top of a has room for the other,
and both lie over the bottom of a or over b. With `aab`, `bba` and an empty one, each top waits for the other bottom.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from fewest_pours.puzzles.watersort.numbered_deal import base, numbered, placed_runs
from fewest_pours.puzzles.watersort.rules import Deal

Run = tuple[int, int, int]  # colour, units below it, units


def lower_bound(deal: Deal) -> tuple[int, str]:
    """The greatest lower bound and its name: (8, 'bottoms bound'). The deal must pass unsolvable_by_counting."""
    bounds = {name: bound(deal) for name, bound in LOWER_BOUNDS.items()}
    by = max(bounds, key=bounds.__getitem__)
    return bounds[by], by


def blocking(deal: Deal) -> int:
    """The base, plus 1 for each colour that blocks itself, plus 1 if all others together do."""
    capacity, _, beakers, filled = numbered(deal)
    stacks = [[(run.color, run.below, run.units) for run in placed_runs([beaker])] for beaker in beakers if beaker]
    chains: list[dict[int, list[tuple[int, int]]]] = [defaultdict(list) for _ in filled]
    for place, stack in enumerate(stacks):
        for color, below, units in stack:
            chains[color][place].append((below, units))
    at_bottom = {stack[0][0] for stack in stacks}
    may_block = {color for color in at_bottom if filled[color] == 1}
    alone = {color for color in may_block if blocks_itself(chains[color].values(), capacity)}
    others = may_block - alone
    free = set(range(len(filled))) - others
    return base(deal) + len(alone) + blocked(stacks, capacity, free)


def blocks_itself(chains: Iterable[Iterable[tuple[int, int]]], capacity: int) -> bool:
    """Whether a colour does; chains: its runs in each beaker that holds any, the lowest first: (units below, units)."""
    itself = 0
    other = 1
    floor = (other, 0, 0)  # at the bottom of each beaker, where no run has to go
    stacks = [[floor, *((itself, below, units) for below, units in chain)] for chain in chains]
    return blocked(stacks, capacity, free=[other])


def blocked(stacks: Iterable[Sequence[Run]], capacity: int, free: Iterable[int]) -> bool:
    """Whether some run above a bottom never goes in the pattern of the colours that are not free; bottom first."""
    left = [list(runs) for runs in stacks]
    bare = set(free)
    room: dict[int, dict[int, int]] = defaultdict(dict)  # room[color][place]: above what has shown
    shown = list(range(len(left)))
    while shown:
        for place in shown:
            color, below, units = left[place][-1]
            room[color][place] = capacity - below - units
            if not below:
                bare.add(color)
        shown = []
        for place, runs in enumerate(left):
            color, below, units = runs[-1]
            if not below:
                continue
            if color in bare or any(units <= space for other, space in room[color].items() if other != place):
                runs.pop()
                shown.append(place)
    return any(runs[-1][1] for runs in left)


LOWER_BOUNDS: dict[str, Callable[[Deal], int]] = {"bottoms bound": base, "colours that block each other": blocking}
