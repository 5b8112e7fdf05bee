"""Certificates onto disk; what they say is described in instances/checker."""

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from instances.checker import fingerprint, proven, rules_of
from instances.checker.lines import Line, Refused
from instances.checker.watersort import dimacs
from instances.puzzle import Puzzle
from instances.reading.writing import packed, write_file
from instances.solving.limits import LimitReached
from instances.solving.outcome import NoWitness, Outcome, Result

Lines = list[dict[str, Any]]


def write_certificate(path: str, puzzle: Puzzle, instance: Any, result: Result) -> str | None:
    """Write the certificate of a result, compressed if the name ends in .gz; a proof and its clauses, if in .lrat.

    Returns what of the result it does not prove, and why; None if it proves all. A witness that is not complete is left
    out. Nothing is written for a solver that failed or has nothing to say, and no proof of anything but that there is
    no plan. Raises OSError.
    """
    if result.outcome in (Outcome.SOLVER_FAILED, Outcome.UNSUPPORTED):
        return f"not written: {result.outcome.words}"
    if dimacs.is_proof(path):
        return write_proof(path, puzzle, instance, result)
    claimed, witnessed = claim(puzzle, instance, result), 0
    why = "this solver makes no witness for it" if result.witness is None else "no witness was found"

    def witness() -> Iterator[dict[str, Any]]:
        nonlocal witnessed
        for line in () if result.witness is None else result.witness():
            yield line
            witnessed += 1

    try:
        write_file(path, packed(path, written(chain(claimed, witness()))))
    except (LimitReached, NoWitness) as reason:
        why, witnessed = str(reason), 0
        write_file(path, packed(path, written(claimed)))
    unproven = None if witnessed else without_witness(puzzle, instance, claimed)
    return None if unproven is None else f"{unproven}: {why}"


def written(lines: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """The lines as bytes."""
    return (json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)


def claim(puzzle: Puzzle, instance: Any, result: Result) -> Lines:
    """The claim and the answers."""
    given = result.plan if puzzle.steps else result.solutions or None
    answers = None if given is None else puzzle.answer(instance, given)
    head = {
        "certificate": 1,
        "puzzle": puzzle.name,
        "instance": fingerprint(puzzle.name, seen(puzzle, instance)),
        "outcome": result.outcome.value,
        "answers": None if answers is None else len(answers),
        "bound": result.lower_bound,
        "unique": result.unique,
        "by": result.lower_bound_by or "the solver",
    }
    return [head, *({"answer": answer} for answer in answers or ())]


def without_witness(puzzle: Puzzle, instance: Any, claimed: Lines) -> str | None:
    """What the checker says against a claim without a witness; None if it needs none."""
    try:
        plain = (Line(number, json.loads(json.dumps(line))) for number, line in enumerate(claimed, 1))
        verdict = proven(puzzle.name, seen(puzzle, instance), plain)
    except Refused as refused:
        return str(refused)
    return verdict if "not certified" in verdict else None


def write_proof(path: str, puzzle: Puzzle, instance: Any, result: Result) -> str | None:
    """Write a proof that no plan exists, and the clauses beside it; returns why there is none. Raises OSError."""
    if puzzle.name != "watersort":
        return f"not written: {puzzle.name} has no proof by clauses, expected a name without .lrat"
    if result.outcome is not Outcome.UNSOLVABLE:
        return f"not written: {result.outcome.words}, and only what is unsolvable has such a proof"
    try:
        lines = list((result.witness or list)())
        facts = [Line(number, line) for number, line in enumerate(lines, 1) if "fact" in line]
        steps = [line["lrat"] for line in lines if "lrat" in line]
        if not steps:
            return "not written: this solver makes no proof by clauses"
        clauses = [f"{line}\n".encode() for line in dimacs.facts_cnf(seen(puzzle, instance), facts)]
    except (LimitReached, NoWitness, Refused) as reason:
        return f"not written: {reason}"
    write_file(str(dimacs.beside(path)), clauses)
    write_file(path, packed(path, (f"{step}\n".encode() for step in steps)))
    return None


def seen(puzzle: Puzzle, instance: Any) -> Any:
    """The instance as the checker reads it from a file."""
    return rules_of(puzzle.name).read(texts(puzzle.document(instance)))


def texts(data: Any) -> Any:
    """Plain data as the reader of files gives it, every scalar as text."""
    if isinstance(data, dict):
        return {key: texts(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [texts(value) for value in data]
    return str(data)
