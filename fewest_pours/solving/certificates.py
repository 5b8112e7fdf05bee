"""Makes certificates, from an instance and the claim alone, independent of the solver that answered.

fewest_pours/checker describes the lines, and why they prove a claim. `write_certificate` writes them to a file;
`witness` chooses their kind. A list of states or depths is the closure of the start under the checker's own steps, cut
off where the claim allows.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import suppress
from itertools import chain
from math import inf
from typing import Any

import msgspec

from fewest_pours.checker.certificate_lines import Claim, Line, Refused, line_of_json
from fewest_pours.checker.distance_bound import BoundedGame, State
from fewest_pours.checker.verdict import fingerprint, proven, rules_of
from fewest_pours.checker.watersort import cnf_files
from fewest_pours.files.output_files import packed, write_file
from fewest_pours.files.yaml_files import Data, parse_yaml
from fewest_pours.puzzles.puzzle import Puzzle
from fewest_pours.running.limits import Limits
from fewest_pours.running.solver_contract import Instance, LimitReached, NoWitness, Outcome, Result
from fewest_pours.solving.uniqueness_proofs import cases

BATCH = 1000  # states between two checks of the limits

Lines = Iterable[Data]
Facts = Callable[[Limits], Lines]  # facts and their proof, of a deal without a plan; raises NoWitness, LimitReached


def write_certificate(
    path: str, puzzle: Puzzle, instance: Instance, result: Result, limits: Limits, facts: Facts | None = None
) -> str | None:
    """Write the certificate of a result, compressed if the name ends in .gz; as clauses and proof if it ends in .lrat.

    facts: finds facts that prove that there is no plan; None if the side has no such function. Returns which part of
    the result is unproven and why, or None. If the witness cannot be completed, the claim is written without it.
    Raises NoWitness if nothing is written: there is no plan and no bound, the solver failed or does not support the
    puzzle, or a .lrat has no facts; LimitReached for a .lrat; OSError.
    """
    if result.outcome in (Outcome.SOLVER_FAILED, Outcome.UNSUPPORTED):
        raise NoWitness(result.outcome.words)
    if cnf_files.is_proof(path):
        write_proof(path, puzzle, instance, result, limits, facts)
        return None
    checked = as_checker_reads(puzzle, instance)
    answers = None if result.answer is None else puzzle.answer(result.answer)
    claimed = claim_of(puzzle, checked, result, answers)
    if result.outcome is not Outcome.UNSOLVABLE and claimed.answers is None and claimed.bound is None:
        raise NoWitness(f"{result.outcome.words}, without a result to certify")
    head = list(json_lines([claimed, *({"answer": answer} for answer in answers or ())]))
    unproven = why_unproven(puzzle, checked, head)
    if unproven is None:
        write_file(path, packed(path, head))
        return None
    try:
        lines = witness(puzzle, checked, claimed, limits, facts)
        write_file(path, packed(path, chain(head, json_lines(lines))))
        return None
    except (LimitReached, NoWitness) as reason:
        write_file(path, packed(path, head))
        return f"{unproven}: {reason}"


def why_unproven(puzzle: Puzzle, checked: tuple[object, ...], head: Iterable[bytes]) -> str | None:
    """What the checker says of a claim and its answers without a witness; None if it accepts them."""
    try:
        proven(puzzle.name, checked, (line_of_json(number, line) for number, line in enumerate(head, 1)))
    except Refused as refused:
        return str(refused)
    return None


def json_lines(lines: Iterable[object]) -> Iterator[bytes]:
    return (msgspec.json.encode(line) + b"\n" for line in lines)


def claim_of(puzzle: Puzzle, checked: tuple[object, ...], result: Result, answers: Sized | None) -> Claim:
    """What a result claims."""
    unsolvable = result.outcome is Outcome.UNSOLVABLE
    return Claim(
        certificate=1,
        puzzle=puzzle.name,
        instance=fingerprint(puzzle.name, checked),
        outcome=result.outcome.value,
        answers=None if answers is None else len(answers),
        bound=result.lower_bound if puzzle.steps and not unsolvable else None,
        unique=None if puzzle.steps or unsolvable else result.unique,
        by=result.lower_bound_by or "the solver",
    )


def write_proof(
    path: str, puzzle: Puzzle, instance: Instance, result: Result, limits: Limits, facts: Facts | None
) -> None:
    """Write a proof that no plan exists, with the clauses beside it. Raises NoWitness, LimitReached and OSError."""
    if result.outcome is not Outcome.UNSOLVABLE or facts is None:
        raise NoWitness(f"{result.outcome.words}; only python -m cpmodel writes one, for an unsolvable water sort")
    try:
        lines = list(facts(limits))
        listed = [Line(number, line) for number, line in enumerate(lines, 1) if "fact" in line]
        clauses = [f"{line}\n".encode() for line in cnf_files.facts_cnf(as_checker_reads(puzzle, instance), listed)]
    except Refused as reason:
        raise NoWitness(str(reason)) from None
    write_file(str(cnf_files.beside(path)), clauses)
    write_file(path, packed(path, (f"{line['lrat']}\n".encode() for line in lines if "lrat" in line)))


def as_checker_reads(puzzle: Puzzle, instance: Instance) -> Any:
    """The instance as the checker reads it from a file."""
    data, _ = parse_yaml(puzzle.file(instance))
    return rules_of(puzzle.name).read(data)


def witness(puzzle: Puzzle, checked: Any, claimed: Claim, limits: Limits, facts: Facts | None) -> Lines:
    """The lines that prove a claim which the checker does not accept without a witness.

    checked: the instance as the checker reads it. facts: finds facts that prove that a deal has no plan, or
    None; without them depths are listed. Raises NoWitness with the reason, and LimitReached.
    """
    unsolvable = claimed.outcome == "unsolvable"
    if puzzle.steps is None:
        if claimed.unique is False:
            raise NoWitness("one solution shows no other")
        solutions = 0 if unsolvable else 1
        return cases(checked, solutions, limits)
    if unsolvable and facts is not None:
        with suppress(NoWitness):
            return list(facts(limits))
    steps = inf if unsolvable else claimed.bound or 0
    return states(rules_of(puzzle.name).game(checked, steps), steps, limits, puzzle.farthest)


def states(game: BoundedGame[State], steps: float, limits: Limits, farthest: float = inf) -> Iterator[Data]:
    """Prove that no plan has fewer steps, or none exists: the states that the bound cannot exclude from a plan.

    They are in breadth-first order, each with the fewest steps that lead to it. Raises LimitReached, and NoWitness
    if a state is farther away, or solved, which refutes the claim.
    """
    found: dict[State, int] = {}
    if game.bound(game.start) < steps:
        found[game.start] = 0
    waiting = deque(found)
    expanded = 0
    while waiting:
        if expanded % BATCH == 0:
            limits.check()
        expanded += 1
        state = waiting.popleft()
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
