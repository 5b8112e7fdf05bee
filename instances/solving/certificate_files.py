"""Writes certificates; instances/checker describes their format."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec

from instances.checker import Claim, fingerprint, proven, rules_of
from instances.checker.lines import Line, Refused, parsed
from instances.checker.watersort import dimacs
from instances.puzzles.puzzle import Puzzle
from instances.reading.writing import packed, write_file
from instances.reading.yaml_files import parse_yaml, write_yaml
from instances.running.limits import LimitReached, Limits
from instances.running.outcome import Instance, NoWitness, Outcome, Result
from instances.solving.witnesses import Facts, witness


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
    if dimacs.is_proof(path):
        write_proof(path, puzzle, instance, result, limits, facts)
        return None
    checked, answers = seen(puzzle, instance), answers_of(puzzle, instance, result)
    claimed = claim(puzzle, checked, result, answers)
    if result.outcome is not Outcome.UNSOLVABLE and claimed.answers is None and claimed.bound is None:
        raise NoWitness(f"{result.outcome.words}, without a result to certify")
    head = list(written([claimed, *({"answer": answer} for answer in answers or ())]))
    missing = None
    try:
        proven(puzzle.name, checked, (parsed(number, line) for number, line in enumerate(head, 1)))
    except Refused as refused:
        try:
            lines = witness(puzzle, checked, claimed, limits, facts)
            write_file(path, packed(path, chain(head, written(lines))))
            return None
        except (LimitReached, NoWitness) as reason:
            missing = f"{refused}: {reason}"
    write_file(path, packed(path, head))
    return missing


def written(lines: Iterable[object]) -> Iterator[bytes]:
    return (msgspec.json.encode(line) + b"\n" for line in lines)


def answers_of(puzzle: Puzzle, instance: Instance, result: Result) -> list[Any] | None:
    """The steps of the plan, or the solutions, as plain data."""
    given = result.plan if puzzle.steps else result.solutions or None
    return None if given is None else puzzle.answer(instance, given)


def claim(puzzle: Puzzle, checked: tuple[object, ...], result: Result, answers: list[Any] | None) -> Claim:
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
        clauses = [f"{line}\n".encode() for line in dimacs.facts_cnf(seen(puzzle, instance), listed)]
    except Refused as reason:
        raise NoWitness(str(reason)) from None
    write_file(str(dimacs.beside(path)), clauses)
    write_file(path, packed(path, (f"{line['lrat']}\n".encode() for line in lines if "lrat" in line)))


def seen(puzzle: Puzzle, instance: Instance) -> Any:
    """The instance as the checker reads it from a file."""
    data, _ = parse_yaml(puzzle.name, write_yaml(puzzle.document(instance)))
    return rules_of(puzzle.name).read(data)
