"""Makes the witness of a claim from the instance and the claim alone, whichever solver answered.

The lines, and why they prove the claim, are described in instances/checker. A list of states or depths is the closure
of the start under the checker's own steps, cut off where the claim allows.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from math import inf
from typing import Any, TypeVar

from instances.checker import FILLED, Claim, watersort
from instances.checker.cases import Filled
from instances.checker.distance_bound import Game
from instances.checker.watersort.deal import Deal, runs
from instances.checker.watersort.depths import depth_steps, start_depths
from instances.solving.limits import Watch
from instances.solving.outcome import NoWitness

FARTHEST = 500  # steps: in a level without a plan, blocks may move away without end
BATCH = 1000  # states between two looks at the watch

State = TypeVar("State", bound=Hashable)
Lines = Iterable[dict[str, Any]]
Facts = Callable[[Watch], Lines]  # facts and their proof, of a deal without a plan; raises NoWitness, LimitReached


def witness(puzzle: str, seen: Any, claim: Claim, watch: Watch, facts: Facts | None = None) -> Lines:
    """The lines that prove a claim which the checker does not accept without a witness.

    seen: the instance as the checker reads it. facts: finds facts that prove that a deal has no plan, where a side can.
    Raises NoWitness with the reason, and LimitReached.
    """
    unsolvable = claim.outcome == "unsolvable"
    if puzzle in FILLED:
        if claim.unique is False:
            raise NoWitness("one solution shows no other")
        return cases(seen, int(not unsolvable), watch)
    steps = inf if unsolvable else claim.bound or 0
    if puzzle == "squares":
        return states(seen, steps, watch)
    if not unsolvable:
        return states(watersort.Pouring(seen), steps, watch, "/".join)
    return depths(seen, watch) if facts is None else facts(watch)


def closure(
    start: State,
    steps: Callable[[State], Iterable[State]],
    is_open: Callable[[State, int], bool],
    is_end: Callable[[State], bool],
    watch: Watch,
) -> dict[State, int]:
    """All states that the claim leaves open, in breadth-first order, each with the fewest steps that lead to it.

    Raises LimitReached, and NoWitness at a solved state, which refutes the claim.
    """
    found = {start: 0} if is_open(start, 0) else {}
    for number, state in enumerate(waiting := list(found)):  # grows
        if number % BATCH == 0:
            watch.check()
        if is_end(state):
            raise NoWitness("the claim is false, a plan exists")
        so_far = found[state] + 1
        for after in steps(state):
            if after not in found and is_open(after, so_far):
                found[after] = so_far
                waiting.append(after)
    return found


def states(
    game: Game[Any], steps: float, watch: Watch, written: Callable[[Any], Any] = tuple
) -> Iterator[dict[str, Any]]:
    """Prove that no plan has fewer steps, or none exists: the states through which the checker's bound allows one."""
    farthest = FARTHEST if steps == inf else steps
    listed = closure(
        game.start,
        game.successors,
        lambda state, so_far: so_far <= farthest and so_far + game.bound(state) < steps,
        game.solved,
        watch,
    )
    if farthest in listed.values():
        raise NoWitness(f"some positions are {farthest} steps away")
    yield from ({"state": written(state), "after": so_far} for state, so_far in listed.items())


def depths(deal: Deal, watch: Watch) -> Iterator[dict[str, Any]]:
    """Prove that no plan exists: all depths down to which the beakers can be worked."""
    beakers = [runs(beaker) for beaker in deal.spelt()]
    listed = closure(
        start_depths(beakers),
        lambda each: depth_steps(deal.capacity, beakers, each),
        lambda each, so_far: True,
        lambda each: not any(each),
        watch,
    )
    yield from ({"depths": each} for each in listed)


def cases(puzzle: Filled, solutions: int, watch: Watch) -> Iterator[dict[str, Any]]:
    """Prove that a grid has at most so many solutions: the cells to branch on, down to contradictions.

    Each is a cell with the fewest values left, of these the nearest to the top left corner.
    """
    stack = [puzzle.start()]
    while stack:
        watch.check()
        cells = puzzle.narrow(stack.pop())
        if cells is None:
            continue
        ranks = [(len(left), sum(divmod(i, puzzle.size)), i) for i, left in enumerate(cells) if len(left) > 1]
        if ranks:
            _, _, cell = min(ranks)
            row, column = divmod(cell, puzzle.size)
            yield {"cell": [row + 1, column + 1]}
            stack.extend([*cells[:cell], {value}, *cells[cell + 1 :]] for value in sorted(cells[cell], reverse=True))
        elif solutions == 0:
            raise NoWitness("the claim is false, another solution exists")
        else:
            solutions -= 1
