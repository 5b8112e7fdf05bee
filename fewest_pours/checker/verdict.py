"""Certificates (an answer with its proof), and the short program that checks them.

The checker restates the rules of each puzzle and imports no solver and no puzzle; of the project it shares only the
reader of YAML files, the opening of files, and the wording of messages.

A certificate is text, one JSON object per line, plain or compressed by gzip. The first line is the claim:

    {"certificate": 1, "puzzle": "watersort", "instance": "5d41...", "outcome": "optimal",
     "answers": 39, "bound": 39, "unique": null, "by": "astar"}

instance  SHA-256 of the instance (see `fingerprint`), which binds the certificate to it
outcome   one of the words in fewest_pours/running/outcomes.py
answers   the number of answer lines that follow, steps of one plan or solutions; null if there is no answer
bound     no plan has fewer steps; null if nothing is claimed
unique    whether the solution of a grid is the only one; null if nothing is claimed
by        what proved the bound, the uniqueness, or that there is no answer at all (the outcome `unsolvable`)

A field that does not apply is null. The answers follow, each `{"answer": ...}` with a step or a solution as solvers
print it with --json; then the witness for what the checker cannot derive itself, described in the module of each
puzzle. A claim without its witness is `unproven`, never valid.
"""

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import chain
from math import inf
from pathlib import Path
from types import ModuleType
from typing import TypeVar, cast

from fewest_pours.checker import case_splits
from fewest_pours.checker.case_splits import GridToCheck
from fewest_pours.checker.certificate_lines import Claim, Line, Refused, read_lines
from fewest_pours.files.bad_input import BadInput, Misfit, message_at
from fewest_pours.files.yaml_files import Marks, mark_of, parse_yaml

VALID = 0  # the exit codes of `main`
REFUSED = 1
PARTLY_PROVEN = 3
UNREADABLE = 31

PLAYED = ("watersort", "squares")
FILLED = ("futoshiki", "pipes")
PUZZLES = PLAYED + FILLED
File = TypeVar("File", str, str | Path)


class Unproven(Refused):
    """A correct certificate that leaves a part of its claim without a witness."""

    def __init__(self, claim: Claim, proven: str, unproven: str) -> None:
        super().__init__(1, f"{proven or 'nothing'} is proven; {unproven} is claimed by {claim.by} without a witness")


def main(levels: Mapping[str, str], certificate: str) -> int:
    """Print the verdict, and return its exit code. levels: as for `check`.

    0 if the whole claim is proven, 1 if the certificate is refused, 3 if it is correct but proves only a part of its
    claim, 31 if a file cannot be read.
    """
    try:
        print(f"valid: {check(levels, certificate)}")
        return VALID
    except Unproven as unproven:
        print(message_at(certificate, f"unproven: {unproven}", unproven.line), file=sys.stderr)
        return PARTLY_PROVEN
    except Refused as refused:
        print(message_at(certificate, str(refused), refused.line), file=sys.stderr)
        return REFUSED
    except BadInput as wrong:
        print(wrong, file=sys.stderr)
        return UNREADABLE


def check(levels: Mapping[File, str], certificate_path: str | Path) -> str:
    """What the certificate proves about the level whose fingerprint it states, in words: 'optimal 39'

    levels: file -> text of the puzzle file. If there are several, the words name the level: 'p.json#2: plan of 3'. A
    level that cannot be read (units may be hidden) matters only if no other has the fingerprint. Raises Refused,
    Unproven, BadInput.
    """
    instances: dict[File, tuple[str, tuple[object, ...]]] = {}
    unreadable: list[BadInput] = []
    for file, text in levels.items():
        try:
            instances[file] = read_instance(file, text)
        except BadInput as wrong:
            unreadable.append(wrong)
    lines = read_lines(certificate_path)
    first = next(lines, Line(1, {}))
    if "certificate" not in first.data:
        raise first.wrong("not a certificate, expected a file that solve --certificate wrote")
    stated = first.read(Claim).instance
    same = [file for file in instances if fingerprint(*instances[file]) == stated]
    if unreadable and not same:
        raise unreadable[0]
    file = same[0] if same else next(iter(instances))  # `proven` refuses an instance with another fingerprint
    words = proven(*instances[file], chain([first], lines))
    return words if len(levels) == 1 else message_at(file, words)


def proven(puzzle: str, instance: tuple[object, ...], lines: Iterator[Line]) -> str:
    """What the lines of a certificate prove about the instance, in words. Raises Refused, Unproven."""
    claim = next(lines, Line(1, {})).read(Claim)
    if (claim.puzzle, claim.instance) != (puzzle, fingerprint(puzzle, instance)):
        raise Refused(1, f"a certificate for another instance, expected the fingerprint of this {puzzle}")
    expect_null_elsewhere(claim)
    if puzzle in PLAYED:
        verdict = check_plan_and_bound(rules_of(puzzle), instance, claim, lines)
    else:
        verdict = check_solutions(cast(GridToCheck, instance), claim, lines)
    surplus = next(lines, None)
    if surplus is not None:
        raise surplus.wrong("a line too many")
    return verdict


def rules_of(puzzle: str) -> ModuleType:
    """The module that restates the rules of a puzzle; no other is loaded.

    It has read; for a puzzle with steps also verify, at_least and game.
    """
    return import_module(f"fewest_pours.checker.{puzzle}")


def read_instance(path: str | Path, text: str) -> tuple[str, tuple[object, ...]]:
    """The puzzle's name, and the instance as its checker sees it. Raises BadInput."""
    marks: Marks = {}
    try:
        data, marks = parse_yaml(text)
        puzzle = data.get("puzzle") if isinstance(data, dict) else None
        if puzzle not in PUZZLES:
            raise Misfit(f"no puzzle file, expected one of {', '.join(PUZZLES)}; `import` writes one", ("puzzle",))
        return puzzle, rules_of(puzzle).read(data)
    except Misfit as misfit:
        raise BadInput(path, str(misfit), *(misfit.at or mark_of(marks, misfit.place))) from None


def fingerprint(puzzle: str, instance: tuple[object, ...]) -> str:
    """A hash of everything that the rules depend on: not the name, not what is known."""
    return hashlib.sha256(json.dumps([puzzle, instance]).encode()).hexdigest()


def expect_null_elsewhere(claim: Claim) -> None:
    """Raise Refused unless the fields that do not apply claim nothing."""
    applicable: tuple[str, ...] = ("answers", "unique")
    if claim.outcome == "unsolvable":
        applicable = ()
    elif claim.outcome == "no_plan_within_horizon":
        applicable = ("bound",)
    elif claim.puzzle in PLAYED:
        applicable = ("answers", "bound")
    for field in ("answers", "bound", "unique"):
        if field not in applicable and getattr(claim, field) is not None:
            raise Refused(1, f"{field} does not apply to {claim.outcome} of {claim.puzzle}, expected null")


def read_answers(number: int, lines: Iterator[Line]) -> Iterator[Line]:
    """Yield the answer lines, `number` of them. Raises Refused if the file ends before."""
    for found in range(number):
        line = next(lines, None)
        if line is None:
            raise Refused(found + 2, f"the file ends after {found} answers, expected {number}")
        yield line


def check_plan_and_bound(checker: ModuleType, instance: object, claim: Claim, lines: Iterator[Line]) -> str:
    """What is proven about a puzzle with steps. Raises Unproven, and Refused if the claim contradicts itself."""
    length = claim.answers
    bound = claim.bound
    outcome = claim.outcome
    if outcome == "unsolvable":
        if checker.at_least(instance, inf, lines):
            return outcome
        raise Unproven(claim, "nothing", "that no plan exists")
    if length is None and bound is None:
        raise Refused(1, f"{outcome}, and no plan and no bound")
    if length is None and outcome in ("optimal", "solved"):
        raise Refused(1, f"{outcome}, and no plan")
    if length is not None:
        checker.verify(instance, read_answers(length, lines))
        if bound is not None and bound > length:
            raise Refused(1, f"a plan of {length}, and none is shorter than {bound}")
        if outcome == "optimal" and bound != length:
            raise Refused(1, f"optimal, and the bound is not the length of the plan, {length}")
    plan_in_words = "" if length is None else f"plan of {length}"
    if bound is None:
        return plan_in_words
    if not checker.at_least(instance, bound, lines):
        raise Unproven(claim, plan_in_words, f"that no plan is shorter than {bound}")
    if length is None:
        return f"at least {bound}"
    return f"optimal {length}" if bound == length else f"{plan_in_words}, at least {bound}"


def check_solutions(instance: GridToCheck, claim: Claim, lines: Iterator[Line]) -> str:
    """What is proven about a puzzle that is filled in. Raises Unproven, and Refused if the claim contradicts itself."""
    number = claim.answers or 0
    outcome = claim.outcome
    solutions = case_splits.verify(instance, read_answers(number, lines))
    if outcome == "unsolvable":
        if not case_splits.no_others(instance, solutions, lines):
            raise Unproven(claim, "nothing", "that no solution exists")
        return outcome
    if number == 0 or (number > 1 and claim.unique):
        claimed = f"{outcome}, the only solution" if claim.unique else outcome
        raise Refused(1, f"{claimed}, and {number} solutions")
    if number > 1:
        return f"{number} different solutions"
    if claim.unique is None:
        return "a solution"
    if not claim.unique:
        raise Unproven(claim, "a solution", "that there is another one")
    if not case_splits.no_others(instance, solutions, lines):
        raise Unproven(claim, "a solution", "that it is the only one")
    return "the only solution"
