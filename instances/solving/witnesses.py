"""Makes the witness of a claim from the instance and the claim alone, independent of the solver that answered.

`witness` chooses the kind of lines; what they are, and why they prove the claim, is described in instances/checker. A
list of states or depths is the closure of the start under the checker's own steps, cut off where the claim allows.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from math import inf
from typing import Any

from instances.checker import Claim, rules_of
from instances.checker.cases import Filled
from instances.checker.distance_bound import Game
from instances.puzzles.puzzle import Puzzle
from instances.reading.yaml_files import Data
from instances.running.limits import Limits
from instances.running.outcome import NoWitness

BATCH = 1000  # states between two checks of the limits

Lines = Iterable[Data]
Facts = Callable[[Limits], Lines]  # facts and their proof, of a deal without a plan; raises NoWitness, LimitReached


def witness(puzzle: Puzzle, seen: Any, claim: Claim, limits: Limits, facts: Facts | None = None) -> Lines:
    """The lines that prove a claim which the checker does not accept without a witness.

    seen: the instance as the checker reads it. facts: finds facts that prove that a deal has no plan, or None; without
    them depths are listed. Raises NoWitness with the reason, and LimitReached.
    """
    unsolvable = claim.outcome == "unsolvable"
    if puzzle.steps is None:
        if claim.unique is False:
            raise NoWitness("one solution shows no other")
        return cases(seen, int(not unsolvable), limits)
    if unsolvable and facts is not None:
        with suppress(NoWitness):
            return list(facts(limits))
    steps = inf if unsolvable else claim.bound or 0
    return states(rules_of(puzzle.name).game(seen, steps), steps, limits, puzzle.farthest)


def states(game: Game[Any], steps: float, limits: Limits, farthest: float = inf) -> Iterator[Data]:
    """Prove that no plan has fewer steps, or none exists: the states that the bound cannot exclude from a plan.

    They are in breadth-first order, each with the fewest steps that lead to it. Raises LimitReached, and NoWitness
    if a state is farther away, or solved, which refutes the claim.
    """
    found = {game.start: 0} if game.bound(game.start) < steps else {}
    for number, state in enumerate(waiting := list(found)):  # grows
        if number % BATCH == 0:
            limits.check()
        if game.solved(state):
            raise NoWitness("the claim is false, a plan exists")
        so_far = found[state] + 1
        for after in game.successors(state):
            if after not in found and so_far + game.bound(after) < steps:
                if so_far > farthest:
                    raise NoWitness(f"some positions are over {farthest} steps away")
                found[after] = so_far
                waiting.append(after)
    yield from (game.line(state, so_far) for state, so_far in found.items())


def cases(puzzle: Filled, solutions: int, limits: Limits) -> Iterator[Data]:
    """Prove that a grid has at most `solutions` solutions: the cells to branch on, down to contradictions.

    Each is one of the cells with the fewest values left, the nearest to the top left corner.
    """
    stack = [puzzle.start()]
    while stack:
        limits.check()
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
