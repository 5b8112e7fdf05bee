"""Forged proofs: a small set of clauses that can be satisfied, and steps that would refute it.

Some steps are honest, so that a forgery gets somewhere before it cheats; the others have hints that are unknown, their
own, later, deleted or repeated, numbers that are taken, literals of no variable, extreme numbers, or broken text.
"""

import random
from itertools import product

from fuzz.forgery import Forgery
from instances.checker.lines import Line
from instances.checker.lrat import Clause, follows, refute

LITERALS = [sign * variable for variable in range(1, 6) for sign in (1, -1)]
EXTREME = [0, 1, 2**31 - 1, 2**31, 2**63 - 1, 10**17, 10**18 - 1, 10**18, 10**40]


def forged_proof(rng: random.Random) -> Forgery:
    clauses = satisfiable(rng)
    steps = forged_steps(clauses, rng)
    lines = [Line(number, {"lrat": step}) for number, step in enumerate(steps, 2)]
    return Forgery(f"no values satisfy {clauses}", steps, lambda: refute(clauses, lines))


def satisfiable(rng: random.Random) -> list[Clause]:
    """Up to a dozen clauses that some values satisfy; some are units, tautologies, or say a literal twice."""
    while True:
        variables = range(1, rng.randint(1, 4) + 1)
        clauses = [
            [rng.choice([-1, 1]) * rng.choice(variables) for _ in range(rng.choice([1, 2, 2, 2, 3, 3, 4]))]
            for _ in range(rng.randint(1, 12))
        ]
        if any(satisfied(clauses, values) for values in product([False, True], repeat=len(variables))):
            return clauses


def satisfied(clauses: list[Clause], values: tuple[bool, ...]) -> bool:
    return all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)


def forged_steps(clauses: list[Clause], rng: random.Random) -> list[str]:
    """The text of some steps; mostly the last one says the empty clause."""
    known, gone, steps = dict(enumerate(clauses, 1)), list[int](), list[str]()
    fresh = len(clauses)
    for left in range(rng.randint(0, 6), -1, -1):
        fresh += rng.choice([1, 1, 1, 2, 1000])
        if left and rng.random() < 0.2:
            dropped = some(list(known), rng) or [1]
            steps.append(f"{fresh} d {words(dropped)} 0")
            gone += dropped
            known = {number: clause for number, clause in known.items() if number not in dropped}
            continue
        literals = some(LITERALS, rng) if left else []
        hints = chain_of(literals, known, rng) or some(list(known), rng)
        number = fresh
        if follows(literals, [known[hint] for hint in hints]):
            known[fresh] = literals
        elif left and rng.random() < 0.9:
            continue
        if rng.random() < (0.2 if left else 0.6):
            number, literals, hints = cheated(number, literals, hints, gone, rng)
        steps.append(f"{number} {words(literals)} 0 {words(hints)} 0".replace("  ", " "))
    if rng.random() < 0.1:
        del steps[-1]  # then nothing is contradicted
    return [broken(step, rng) if rng.random() < 0.02 else step for step in steps]


def some(items: list[int], rng: random.Random) -> list[int]:
    """A few, many or all of the items, in any order."""
    return rng.sample(items, rng.choice([0, min(1, len(items)), min(3, len(items)), rng.randint(0, len(items))]))


def words(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def chain_of(literals: Clause, known: dict[int, Clause], rng: random.Random) -> list[int]:
    """Hints by which the clause follows; as far as they come, if it does not."""
    false, hints, waiting = set(literals), list[int](), rng.sample(list(known), len(known))
    while True:
        for number in waiting:
            left = [literal for literal in known[number] if literal not in false]
            if len(left) <= 1 and not (left and -left[0] in false):
                hints.append(number)
                if not left:
                    return hints
                false.add(-left[0])
                break
        else:
            return hints


def cheated(
    number: int, literals: Clause, hints: list[int], gone: list[int], rng: random.Random
) -> tuple[int, Clause, list[int]]:
    """The step with something wrong, or at least odd, about it."""
    match rng.randrange(8):
        case 0:
            return rng.choice([1, number - 1, *EXTREME]), literals, hints
        case 1:
            return number, [*literals, rng.choice([5, -5, 99, -99, *EXTREME, *(-x for x in EXTREME)])], hints
        case 2:
            return number, [*literals, *literals], [*hints, *hints]
        case 3:
            return number, literals[1:], hints
        case 4:
            return number, literals, rng.sample(hints, len(hints))
        case 5:
            return number, literals, hints[rng.randint(0, len(hints)) :]
        case _:
            stranger = rng.choice([number, number + 1, number + 7, -1, *gone, *EXTREME])
            place = rng.randint(0, len(hints))
            return number, literals, [*hints[:place], *[stranger] * rng.randint(1, 2), *hints[place:]]


def broken(step: str, rng: random.Random) -> str:
    """Other text in one place."""
    place = rng.randrange(len(step))
    piece = rng.choice(["", " ", "0", " 0 ", "-", "d", " d ", "x", "+1", "1_0", "1.0", "1e3", "٣", "\t", "\n", "\x00"])
    return step[:place] + piece + step[place + rng.randrange(2) :]
