"""`--write-model`: writes the CP-SAT model that a formulation solves, with its parameters beside it.

python -m cpmodel FILE --formulation phases --write-model phases.pb

writes phases.pb (CpModelProto) and phases.pb.parameters.txt (SatParameters as text, with one worker, the seed 0 and
no limits). A model whose name ends in .txt is text too. Each formulation's module says what infeasible means.
`invariant` asks many questions; the last one, whose answer is the proof, is written.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cpmodel import futoshiki, pipes
from cpmodel.solving import Model, Status, solver_for
from cpmodel.squares import click_model as squares
from cpmodel.watersort import timeline
from cpmodel.watersort.invariant import refuting as invariant
from cpmodel.watersort.invariant.depths import depths_of
from cpmodel.watersort.invariant.one_step import OneStep, Question
from cpmodel.watersort.phases import phase_model as phases
from instances.puzzles import load
from instances.reading.writing import output, write_file, written_over
from instances.reading.yaml_files import BadInput
from instances.solving.command_line.arguments import natural
from instances.solving.limits import Settings
from instances.solving.outcome import Outcome
from instances.text import printable, why
from instances.watersort.bounds import bottoms_bound
from instances.watersort.rules import Deal, unsolvable_by_counting


def last_question(deal: Deal, _: int) -> Question | None:
    """Whether a step leads out of the facts that prove a deal unsolvable: infeasible. Raises ValueError for others."""
    answer = invariant.solve(deal, Settings(), None)
    if answer.status is not Status.INFEASIBLE:
        raise ValueError("invariant writes the proof that a deal is unsolvable, and this one is not")
    return OneStep(depths_of(deal)).question(answer.found) if answer.found else None


Build = Callable[[Any, int], Model | None]  # instance and size -> model; None: it is infeasible before it is built
BUILDS: dict[tuple[str, str], tuple[str | None, Build]] = {  # puzzle, formulation -> what its size is, and the model
    ("watersort", "phases"): ("excess", phases.build),
    ("watersort", "invariant"): (None, last_question),
    ("watersort", "timeline"): ("horizon", timeline.build),
    ("squares", "auto"): ("horizon", squares.build),
    ("futoshiki", "auto"): (None, lambda puzzle, _: futoshiki.build(puzzle)),
    ("pipes", "auto"): (None, lambda puzzle, _: pipes.build(puzzle)),
}


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m cpmodel", description="Write a model instead of solving it.")
    add = parser.add_argument
    add("file", metavar="FILE")
    words = sorted({word for _, word in BUILDS})
    add(
        "--formulation",
        choices=words,
        default="auto",
        help="of water sort one of the others, else auto",
    )
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument("--horizon", metavar="N", type=natural, help="steps of a plan")
    sizes.add_argument("--excess", metavar="N", type=natural, help="pours of a plan above the bottoms bound")
    add("--write-model", metavar="FILE.pb", type=output, required=True, help="FILE.pb, or FILE.pb.txt for text")
    options = parser.parse_args(argv)
    if wrong := written_over([options.write_model, parameters_beside(options.write_model)], [options.file]):
        parser.error(wrong)
    try:
        puzzle, instance = load(options.file)
        if puzzle.unknown(instance) is not None:
            raise BadInput(options.file, "hidden units ('?'), expected all of them by name")
        if (puzzle.name, options.formulation) not in BUILDS:
            have = ", ".join(word for name, word in BUILDS if name == puzzle.name)
            raise BadInput(options.file, f"--formulation {options.formulation} is no model, expected one of {have}")
        kind, build = BUILDS[puzzle.name, options.formulation]
        size = size_of(kind, options.file, instance, options.horizon, options.excess)
        try:
            model = build(instance, size)
        except ValueError as error:
            raise BadInput(options.file, f"{error}, expected another formulation or deal") from None
        if model is None:
            raise BadInput(options.file, "infeasible before any model is built, expected a longer plan or another deal")
        write(model, options.write_model)
    except BadInput as wrong:
        print(wrong, file=sys.stderr)
        return Outcome.BAD_INPUT.exit_code
    return 0


def size_of(kind: str | None, file: str, instance: Any, horizon: int | None, excess: int | None) -> int:
    """The size of the formulation; for water sort an excess follows from a horizon and vice versa."""
    if kind is None:
        return 0
    if not isinstance(instance, Deal):
        if horizon is None:
            raise BadInput(file, "no --horizon, expected the number of steps")
        return horizon
    if reason := unsolvable_by_counting(instance):
        raise BadInput(file, f"{reason}, expected a deal that passes the count")
    if kind == "excess" and (reason := phases.unsupported(instance)):
        raise BadInput(file, f"{reason}, expected a formulation for such deals")
    base = bottoms_bound(instance)
    above = excess if excess is not None else 0 if horizon is None else horizon - base
    if above < 0:
        raise BadInput(file, f"--horizon {horizon} is below the bottoms bound, expected {base} or more")
    return above if kind == "excess" else base + above


def write(model: Model, path: str) -> None:
    """The model and its parameters; raises BadInput where they cannot be written."""
    for variable in model.cp.proto.variables:
        least, *_, most = list(variable.domain)  # it has no index -1
        if not variable.name and least == most:
            variable.name = f"constant {least}"
    parameters = parameters_beside(path)
    try:
        with TemporaryDirectory() as folder:
            exported = Path(folder) / ("model.txt" if path.endswith(".txt") else "model.pb")
            if not model.cp.export_to_file(str(exported)):
                raise OSError(0, "cannot be written")
            write_file(path, [exported.read_bytes()])
        write_file(parameters, [f"{solver_for(model, Settings()).parameters}".encode()])
    except OSError as error:
        raise BadInput(path, f"{why(error)}, expected a place to write") from None
    print(printable(path), printable(parameters), sep="\n")


def parameters_beside(path: str) -> str:
    return f"{path}.parameters.txt"
