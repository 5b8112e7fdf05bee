"""Certificates, an answer with its proof, and the short program that checks them.

The checker restates the rules of each puzzle and imports nothing that a solver depends on; of the project it shares
only the reader of YAML files.

A certificate is text, one JSON object per line, plain or compressed by gzip. The first line is the claim:

    {"certificate": 1, "puzzle": "watersort", "instance": "5d41...", "outcome": "optimal",
     "answers": 39, "bound": 39, "unique": null, "by": "astar"}

instance  SHA-256 of the instance (see `fingerprint`), which binds the certificate to it
outcome   one of the words in instances/solving/outcome.py
answers   how many answer lines follow, steps of one plan or solutions; null if there is no answer
bound     no plan has fewer steps; null if nothing is claimed
unique    whether the solution of a grid is the only one; null if nothing is claimed
by        what proved the bound, the uniqueness, or that there is no answer at all (the outcome `unsolvable`)

A field that does not apply is null. The answers follow, each `{"answer": ...}` with a step or a solution as solvers
print it with --json; then the witness for what the checker cannot derive itself, described in the module of each
puzzle. A claim without its witness is `unproven`, never valid.

A proof that no plan exists may also be given in DIMACS and LRAT, see dimacs.py.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from instances.checker import watersort
from instances.checker.lines import Line, Refused, read_lines
from instances.checker.watersort import dimacs
from instances.reading.yaml_files import BadInput, Misfit, mark_of, note, read_yaml, told

PLAYED = ("watersort", "squares")
FILLED = ("futoshiki", "pipes")
PUZZLES = PLAYED + FILLED
OUTCOMES = ("optimal", "solved", "unsolvable", "no_plan_within_horizon", "out_of_time", "out_of_memory", "interrupted")
REFUSED, UNPROVEN, UNREADABLE = 1, 3, 31  # exit codes

Say = Callable[[str], None]  # receives a note on a file, one line


class Claim(NamedTuple):
    """The first line of a certificate."""

    puzzle: str
    instance: str
    outcome: str
    answers: int | None
    bound: int | None
    unique: bool | None
    by: str | None


class Unproven(Refused):
    """A correct certificate that leaves a part of its claim without a witness."""

    def __init__(self, claim: Claim, proven: str, unproven: str) -> None:
        super().__init__(1, f"{proven or 'nothing'} is proven; {unproven} is claimed by {claim.by} without a witness")


def main(instance: str, certificate: str) -> int:
    """Print the verdict, and return its exit code.

    0 if the whole claim is proven, 1 if the certificate is refused, 3 if it is correct but proves only a part of its
    claim, 31 if a file cannot be read.
    """
    try:
        print(f"valid: {check(instance, certificate, remark)}")
        return 0
    except Unproven as unproven:
        print(told(certificate, f"unproven: {unproven}", unproven.line), file=sys.stderr)
        return UNPROVEN
    except Refused as refused:
        print(told(certificate, str(refused), refused.line), file=sys.stderr)
        return REFUSED
    except BadInput as wrong:
        print(wrong, file=sys.stderr)
        return UNREADABLE


def remark(text: str) -> None:
    print(text, file=sys.stderr)


def unheard(text: str) -> None:
    """Ignore a note."""


def check(instance_path: str | Path, certificate_path: str | Path, say: Say = unheard) -> str:
    """What the certificate proves about the instance, in words: 'optimal 39'. Raises Refused, Unproven, BadInput."""
    puzzle, instance = read_instance(instance_path, say)
    if dimacs.is_proof(certificate_path):
        if puzzle != "watersort":
            raise Refused(1, f"a proof of water sort, not of {puzzle}")
        dimacs.check_proof(watersort.Deal(*instance), certificate_path)
        return "unsolvable"
    return proven(puzzle, instance, read_lines(certificate_path))


def proven(puzzle: str, instance: tuple[Any, ...], lines: Iterator[Line]) -> str:
    """What the lines of a certificate prove about the instance, in words. Raises Refused, Unproven."""
    claim = read_claim(next(lines, Line(1, {})))
    if claim.puzzle != puzzle:
        raise Refused(1, f"a certificate for another puzzle, expected {puzzle}")
    if claim.instance != fingerprint(puzzle, instance):
        raise Refused(1, "a certificate for another instance, its fingerprint differs")
    check_claim = played if puzzle in PLAYED else filled
    verdict = check_claim(rules_of(puzzle), instance, claim, lines)
    for line in lines:
        raise line.wrong("a line too many")
    return verdict


def rules_of(puzzle: str) -> ModuleType:
    """The module that restates the rules of a puzzle; no other is loaded."""
    return import_module(f"instances.checker.{puzzle}")


def read_instance(path: str | Path, say: Say = unheard) -> tuple[str, tuple[Any, ...]]:
    """The puzzle's name, and the instance as its checker sees it; `say` receives notes on what was assumed."""
    data, marks = read_yaml(path)
    try:
        puzzle = data.get("puzzle") if isinstance(data, dict) else None
        if not isinstance(puzzle, str) or puzzle not in PUZZLES:
            raise Misfit(("puzzle",), f"no puzzle file, expected one of {', '.join(PUZZLES)}; `import` writes one")
        instance = rules_of(puzzle).read(data)
        if puzzle == "watersort" and (filled_in := watersort.filled_in(data)) is not None:
            place, text = filled_in
            say(note(path, text, *mark_of(marks, place)))
        return puzzle, instance
    except Misfit as misfit:
        raise BadInput(path, str(misfit), *mark_of(marks, misfit.place)) from None


def fingerprint(puzzle: str, instance: tuple[Any, ...]) -> str:
    """A hash of everything that the rules depend on: not the name, not what is known."""
    return hashlib.sha256(json.dumps([puzzle, instance]).encode()).hexdigest()


def read_claim(line: Line) -> Claim:
    """The first line, every field of the right type."""
    line.expect("certificate", *Claim._fields)
    if line.natural("certificate") != 1:
        raise line.wrong("another version of the format, expected 1")
    if line.text("outcome") not in OUTCOMES:
        raise line.wrong(f"outcome is none of {', '.join(OUTCOMES)}")
    for key in ("answers", "bound"):
        if line.data[key] is not None:
            line.natural(key)
    if type(line.data["unique"]) not in (bool, type(None)):
        raise line.wrong("unique is none of true, false, null")
    for key in ("puzzle", "instance", "by"):
        line.text(key)
    return Claim(*(line.data[field] for field in Claim._fields))


def read_answers(number: int, lines: Iterator[Line]) -> Iterator[Line]:
    """The answer lines, as many as the claim says."""
    found = 0
    for line in islice(lines, number):
        line.expect("answer")
        found += 1
        yield line
    if found < number:
        raise Refused(found + 2, f"the file ends after {found} answers, expected {number}")


def played(checker: ModuleType, instance: Any, claim: Claim, lines: Iterator[Line]) -> str:
    """What is proven about a puzzle with steps. Raises Unproven, and Refused if the claim contradicts itself."""
    length, bound, outcome = claim.answers, claim.bound, claim.outcome
    expect_none(claim, "unique", *(("answers", "bound") if outcome == "unsolvable" else ()))
    if outcome == "unsolvable":
        if not checker.no_answer(instance, lines):
            raise Unproven(claim, "nothing", "that no plan exists")
        return "unsolvable"
    if outcome == "no_plan_within_horizon":
        expect_none(claim, "answers")
    if length is None and (bound is None or outcome in ("optimal", "solved")):
        raise Refused(1, f"{outcome}, and no plan{'' if bound else ' and no bound'}")
    if length is not None:
        checker.verify(instance, read_answers(length, lines))
        if bound is not None and bound > length:
            raise Refused(1, f"a plan of {length}, and none is shorter than {bound}")
        if outcome == "optimal" and bound != length:
            raise Refused(1, f"optimal, and the bound is not the length of the plan, {length}")
    plan = "" if length is None else f"plan of {length}"
    if bound is None:
        return plan
    if not checker.at_least(instance, bound, lines):
        raise Unproven(claim, plan, f"that no plan is shorter than {bound}")
    return f"optimal {length}" if bound == length else ", ".join([*([plan] if plan else []), f"at least {bound}"])


def filled(checker: ModuleType, instance: Any, claim: Claim, lines: Iterator[Line]) -> str:
    """What is proven about a puzzle that is filled in. Raises Unproven, and Refused if the claim contradicts itself."""
    number, outcome = claim.answers or 0, claim.outcome
    expect_none(claim, "bound", *(("answers", "unique") if outcome == "unsolvable" else ()))
    solutions = checker.verify(instance, read_answers(number, lines))
    if outcome == "unsolvable":
        if not checker.no_others(instance, [], lines):
            raise Unproven(claim, "nothing", "that no solution exists")
        return "unsolvable"
    if number == 0 or outcome == "no_plan_within_horizon":
        raise Refused(1, f"{outcome}, and {number or 'no'} solutions")
    if number > 1:
        if claim.unique:
            raise Refused(1, f"the only solution, and {number} solutions")
        return f"{number} different solutions"
    if claim.unique is False:
        raise Unproven(claim, "a solution", "that there is another one")
    if not claim.unique:
        return "a solution"
    if not checker.no_others(instance, solutions, lines):
        raise Unproven(claim, "a solution", "that it is the only one")
    return "the only solution"


def expect_none(claim: Claim, *fields: str) -> None:
    """Raise Refused unless these fields, which do not apply, claim nothing."""
    for field in fields:
        if getattr(claim, field) is not None:
            raise Refused(1, f"{field} does not apply to {claim.outcome} of {claim.puzzle}, expected null")
