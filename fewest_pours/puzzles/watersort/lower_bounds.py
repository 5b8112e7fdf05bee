"""Lower bounds on the pours of a deal, from which both sides start.

To add one, write a function from a deal to a number that no plan falls below, and list it in LOWER_BOUNDS under the
name that answers give as its proof.

*Colours that block themselves* pay above base because their own runs lie over their bottoms (docs/theory.md, lemma 20).
Let S be a set of colours that fill one beaker each, and have a bottom and no mono. The *pattern* of S (Culberson and
Schaeffer 1998) is a game without units, in which the runs above bottoms go. The *room* of a run is the capacity less
its units and those below it. A run *shows* when all runs above it are gone. One above a bottom goes when it shows and

- its colour is not in S; or
- a bottom of its colour shows; or
- it has no more units than the room of another run of its colour, which is in another beaker and shows or has shown.

What holds of these holds for good, so the order in which runs go does not matter. (A colour with a mono may count among
those in S: its runs go as soon as they show, like those of colours outside S.)

*Proof of Lemma 20.* Suppose that some run above a bottom never goes in the pattern, but every pour of a colour in S
lowers base. Let c be a colour in S. Until a bottom of c is bare, c has a bottom and no mono, so pours of c into empty
beakers and partial ones do not lower base: every pour of c merges a whole run. No run of c shrinks in its place, and a
run of c that leaves its place finds room for its units, at least, above a run of c that shows in another beaker.

By induction over the pours, a run that leaves its place in the game goes in the pattern. It shows there too, as the
runs above it left before; so does a bottom that is bare in the game, and a run onto which another is merged. So one of
the three conditions holds. But at the end of a plan all runs above bottoms have left their places: a contradiction. So
S makes a pour that does not lower base. Each pour is of one colour, so base plus 1 for each of several disjoint sets
that block themselves is a lower bound.

*If the sets are single colours, the bound is consistent*: no pour lowers it by more than 1. Consider a colour c.

- A pour of another colour leaves the pattern of c unchanged, as runs of that colour go as soon as they show.
- A merge of c does not free c. In the pattern before it the run poured goes at once, as it had room. Then the pattern
  is that after it, but the run poured onto has fewer units, and no less room above it. So if all runs go after it, they
  did before.
- A pour of c into an empty beaker and a partial one may free c, but they do not lower base, as c has a bottom.

Examples, capacity 3, bottom first. With beakers `aba`, `bba` and an empty one, a blocks itself: neither of its tops has
room for the other, and its bottom lies below one of them. With `aab`, `bba` and an empty one, neither colour does, but
both together do: each top waits for the bottom below the other.
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
    chains: list[dict[int, list[tuple[int, int]]]] = [defaultdict(list) for _ in filled]  # [colour][place]
    for place, stack in enumerate(stacks):
        for color, below, units in stack:
            chains[color][place].append((below, units))
    at_bottom = {stack[0][0] for stack in stacks}
    may_block = {color for color in at_bottom if filled[color] == 1}
    alone = {color for color in may_block if blocks_itself(chains[color].values(), capacity)}
    others = may_block - alone
    not_in_others = set(range(len(filled))) - others
    return base(deal) + len(alone) + has_blocked_run(stacks, capacity, not_in_others)  # True counts as 1


def blocks_itself(chains: Iterable[Iterable[tuple[int, int]]], capacity: int) -> bool:
    """Whether a colour blocks itself alone.

    chains: its runs in each beaker that holds any, the lowest first: (units below, units). Other colours' runs go as
    soon as they show, so they are left out. One without units is put below each chain, so that a stack keeps a run when
    all those of the colour have gone. (If the colour has the bottom itself, that run stays above this one.)
    """
    itself = 0
    other = 1
    last = (other, 0, 0)
    stacks = [[last, *((itself, below, units) for below, units in chain)] for chain in chains]
    return has_blocked_run(stacks, capacity, outside=[other])


def has_blocked_run(stacks: Iterable[Sequence[Run]], capacity: int, outside: Iterable[int]) -> bool:
    """Whether some run above a bottom never goes in the pattern of S; the lowest run of each stack first.

    outside: the colours that are not in S.
    """
    left = [list(runs) for runs in stacks]
    go_at_once = set(outside)  # colours whose runs go as soon as they show: joined by those of which a bottom shows
    # rooms[color][place]: of the lowest run of the colour that has shown there; it has more room than those above it.
    rooms: dict[int, dict[int, int]] = defaultdict(dict)
    newly_shown = list(range(len(left)))  # stacks whose top has come to show
    while newly_shown:
        for place in newly_shown:
            color, below, units = left[place][-1]
            rooms[color][place] = capacity - below - units
            if not below:
                go_at_once.add(color)
        newly_shown = []
        for place, runs in enumerate(left):
            color, below, units = runs[-1]
            if not below:  # a bottom
                continue
            if color in go_at_once or any(units <= room for other, room in rooms[color].items() if other != place):
                runs.pop()
                newly_shown.append(place)
    return any(runs[-1][1] for runs in left)  # whether a top that stayed has units below it


LOWER_BOUNDS: dict[str, Callable[[Deal], int]] = {"bottoms bound": base, "blocking colours": blocking}
