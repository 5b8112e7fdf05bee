"""Certificates onto disk; what they say is described in instances/checker."""

import gzip
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from instances.checker import fingerprint, rules_of
from instances.harness.limits import LimitReached
from instances.harness.outcome import Outcome, Result
from instances.puzzle import Puzzle


def write_certificate(path: str, puzzle: Puzzle, instance: Any, result: Result) -> None:
    """Write the certificate of a result, compressed if the name ends in .gz; none for a solver that failed.

    Nor for one that has nothing to say.
    """
    if result.outcome in (Outcome.SOLVER_FAILED, Outcome.UNSUPPORTED):
        return
    with gzip.GzipFile(path, "wb", mtime=0) if path.endswith(".gz") else open(path, "wb") as file:
        for line in lines(puzzle, instance, result):
            file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")


def lines(puzzle: Puzzle, instance: Any, result: Result) -> Iterator[dict[str, Any]]:
    """The claim, the answers, the witness; a limit that is reached before the first line of a witness leaves it out."""
    given = result.plan if puzzle.steps else result.solutions or None
    answers = None if given is None else puzzle.answer(instance, given)
    yield {
        "certificate": 1,
        "puzzle": puzzle.name,
        "instance": fingerprint(puzzle.name, seen(puzzle, instance)),
        "outcome": result.outcome.value,
        "answers": None if answers is None else len(answers),
        "bound": result.lower_bound,
        "unique": result.unique,
        "by": result.lower_bound_by or "the solver",
    }
    for answer in answers or ():
        yield {"answer": answer}
    if result.witness is not None:
        with suppress(LimitReached):
            yield from result.witness()


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
