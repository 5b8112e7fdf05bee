"""Forgeries: claims that are known to be false, with made-up witnesses.

water.py, squares.py and grids.py forge certificates of small puzzles about which the truth is known; proofs are forged
here.
"""

import json
import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from random import Random
from typing import Any, NamedTuple

from fewest_pours.checker.certificate_lines import Line, Refused
from fewest_pours.checker.lrat import Clause, follows, refute
from fewest_pours.checker.verdict import proven
from fuzz.mutation import damaged
from fuzz.runner import Trial
from helpers.certificates import first_line

LARGEST = 150  # states that can be reached: lists of more would take too long to check so often

Lines = list[dict[str, Any]]
Position = Hashable
Step = tuple[set[Any], Position]  # what is true of it, and where it leads


def forgery(claim: str, witness: list[Any], check: Callable[[], object]) -> Trial:
    """A case that fails if the check believes the witness, or raises anything but Refused.

    The check returns False where nothing is proven; anything else that it returns is acceptance.
    """

    def attempt() -> str:
        try:
            believed = check()
        except Refused as refused:
            return re.sub(r"\d+", "N", str(refused))[:80]
        assert believed is False, "it is believed"
        return "nothing is proven"

    return (claim, witness), attempt


def certificate(
    puzzle: str, instance, claim: dict[str, Any], answers: list[Any], witness: list[Any], truth: str
) -> Trial:
    """A whole certificate, its fingerprint right; truth says why the claim is false."""
    plain = json.loads(
        json.dumps([first_line(puzzle, instance, **claim), *({"answer": answer} for answer in answers), *witness])
    )
    lines = [Line(number, line) for number, line in enumerate(plain, 1)]
    return forgery(f"{claim} of {instance}, {truth}", plain, lambda: proven(puzzle, instance, iter(lines)))


def no_shorter(claimed: int, rng: Random) -> dict[str, Any]:
    """A claim that no plan has fewer steps: `bound`, in one of its outcomes."""
    return {"outcome": rng.choice(["no_plan_within_horizon", "out_of_time", "interrupted"]), "bound": claimed}


def spoilt(lines: Lines, others: Lines, rng: Random) -> Lines:
    """The lines with up to three of them dropped, repeated, damaged, cut off, or taken from others."""
    lines = list(lines)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
        place = rng.randint(0, len(lines))
        match rng.choice([0, 0, 1, 2, 2, 3, 4]):
            case 0:
                del lines[place : place + 1]
            case 1:
                lines[place:place] = lines[:1]
            case 2 if others:
                lines.insert(place, rng.choice(others))
            case 3:
                del lines[place:]
            case 4 if lines:
                hurt = damaged(lines[place - 1], rng)
                lines[place - 1] = hurt if isinstance(hurt, dict) else {}
    return lines


@dataclass(frozen=True)
class Game:
    """The steps from each position, and the line of a witness for a position so many steps from the start."""

    start: Position
    steps: Callable[[Position], Iterable[Step]]
    solved: Callable[[Position], bool]
    line: Callable[[Position, int], dict[str, Any]]

    def nearest(self, overlooked=None) -> Iterator[tuple[Position, int]]:
        """Positions with the fewest steps to them, the nearest first; without the steps of an overlooked kind."""
        found = {self.start: 0}
        positions = [self.start]  # grows during the loop
        for position in islice(positions, LARGEST + 1):
            yield position, found[position]
            for kinds, other in self.steps(position):
                if overlooked not in kinds and other not in found:
                    found[other] = found[position] + 1
                    positions.append(other)

    def listed(self) -> Lines:
        """All positions, the solved ones last."""
        return [self.line(*each) for each in sorted(self.nearest(), key=lambda each: self.solved(each[0]))]

    def blind(self, rng: Random) -> tuple[int | None, Lines]:
        """The steps of a shortest plan where some kind of steps is overlooked, and all positions that are nearer."""
        kinds = rng.choice([kinds for position, _ in self.nearest() for kinds, _ in self.steps(position)])
        near = list(self.nearest(rng.choice(sorted(kinds, key=str))))
        fewest = next((so_far for position, so_far in near if self.solved(position)), None)
        return fewest, [self.line(*each) for each in near if fewest is None or each[1] < fewest]


class Case(NamedTuple):
    """An instance with a plan, as the checker sees it.

    fewest: steps of the plan; tight: an honest witness that none has fewer.
    """

    puzzle: str
    instance: Any
    fewest: int
    tight: Lines
    states: Game

    def certificate(self, claim: dict[str, Any], answers: list[Any], witness: Lines) -> Trial:
        truth = f"which has a plan of {self.fewest} steps and none shorter"
        return certificate(self.puzzle, self.instance, claim, answers, witness, truth)


def forged_states(case: Case, other: Case, rng: Random) -> Trial:
    """Unsolvable, or too high a bound, by states: all there are, or those of the true bound, with other numbers."""
    too_much = case.fewest + rng.choice([1, 1, 1, 2, 10**6])
    every = case.states.listed()
    if rng.random() < 0.4:
        fewest, lines = case.states.blind(rng)
        too_much = fewest if fewest and fewest > case.fewest else too_much
    else:
        less = rng.choice([0, 0, 1, 10**6])
        lines = rng.choice([every, every[:-1], every[:-1], case.tight, other.states.listed()])
        lines = [line | {"after": max(0, line["after"] - less)} for line in lines]
    if lines and rng.random() < 0.3:
        place = rng.randrange(len(lines))
        lines[place] = lines[place] | {"after": rng.randint(0, case.fewest + 1)}
    return case.certificate(rng.choice([{}, no_shorter(too_much, rng)]), [], spoilt(lines, every, rng))


def forged_proof(rng: Random) -> Trial:
    """A few clauses that can be satisfied, and steps in LRAT, some honest, that would refute them."""
    variables = range(1, rng.randint(1, 4) + 1)
    values = rng.choice(list(product([-1, 1], repeat=len(variables))))
    clauses = []
    while len(clauses) < rng.randint(1, 12):
        clause = [rng.choice([-1, 1]) * rng.choice(variables) for _ in range(rng.choice([1, 2, 2, 2, 3, 4]))]
        if any(values[abs(x) - 1] * x > 0 for x in clause):
            clauses.append(clause)
    known, steps = dict(enumerate(clauses, 1)), []
    for left in range(rng.randint(0, 6), -1, -1):
        wanted = [rng.choice([-1, 1]) * rng.randint(1, 5) for _ in range(rng.randint(1, 4))] if left else []
        hints, number = chain_of(wanted, known, rng), len(clauses) + len(steps) + 1
        if follows(wanted, [known[hint] for hint in hints]):
            known[number] = wanted
        steps.append(" ".join(map(str, [number, *wanted, 0, *hints, 0])))
    steps = [broken(step, rng) if rng.random() < 0.15 else step for step in steps]
    lines = [Line(number, {"lrat": step}) for number, step in enumerate(steps, 2)]
    return forgery(f"no values satisfy {clauses}", steps, lambda: refute(clauses, lines))


def chain_of(literals: Clause, known: dict[int, Clause], rng: Random) -> list[int]:
    """Hints by which the clause follows; as far as they come, if it does not."""
    false, hints = set(literals), []
    while True:
        for number in rng.sample(list(known), len(known)):
            left = [literal for literal in known[number] if literal not in false]
            if len(left) <= 1 and not (left and -left[0] in false):
                hints.append(number)
                if not left:
                    return hints
                false.add(-left[0])
                break
        else:
            return hints


def broken(step: str, rng: Random) -> str:
    """Other text in one place, or another number."""
    if rng.random() < 0.5:
        numbers = step.split()
        strange = rng.choice([rng.randint(-20, 20), 0, 2**31, 2**63 - 1, 10**17, 10**18, 10**40])
        numbers[rng.randrange(len(numbers))] = str(strange)
        return " ".join(numbers)
    place = rng.randrange(len(step))
    piece = rng.choice(["", " ", "0", " 0 ", "-", "d", " d ", "x", "+1", "1_0", "1.0", "1e3", "٣", "\t", "\n", "\x00"])
    return step[:place] + piece + step[place + rng.randrange(2) :]
