"""`--write-model`: writes the CP-SAT model that a formulation solves, with its parameters beside it.

python -m cpmodel FILE --formulation schedule --write-model schedule.pb

writes schedule.pb (CpModelProto) and schedule.pb.parameters.txt (SatParameters as text, with one worker, the seed 0 and
no limits). A model whose name ends in .txt is text too. Each formulation's module says what infeasible means.
`invariant` asks many questions; the last one, whose answer is the proof, is written.

python -m cpmodel FILE --formulation schedule --read-solution solution.pb.txt

prints the plan of a solution (a response of CP-SAT as text), once CP-SAT accepts its values in the same model.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any

from cpmodel.solving import Model, read_values, solution_values, solver_for
from cpmodel.watersort import textbook, timeline
from cpmodel.watersort.invariant import finding_facts
from cpmodel.watersort.invariant.one_step import OneStepModel, question
from cpmodel.watersort.schedule import model as schedule
from cpmodel.watersort.schedule.variables import ScheduleModel
from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.input_files import read_text
from fewest_pours.files.option_types import add_limits, natural
from fewest_pours.files.output_files import output, write_file, written_over
from fewest_pours.files.wording import counted, printable
from fewest_pours.puzzles.loading import load
from fewest_pours.puzzles.puzzle import Puzzle, RuleBroken
from fewest_pours.puzzles.watersort.depths.atoms import DepthAtoms
from fewest_pours.puzzles.watersort.numbered_deal import base, numbered, threshold
from fewest_pours.puzzles.watersort.rules import Deal, Plan, unsolvable_by_counting
from fewest_pours.running.limits import Limits
from fewest_pours.running.read_within import NotRead, read_within
from fewest_pours.running.solver_contract import Outcome, Settings


def last_question(deal: Deal) -> OneStepModel | None:
    """Whether a step leads out of the facts that prove a deal unsolvable: infeasible. None for deals with a plan."""
    facts = finding_facts.refute(deal, Settings()).found
    return None if facts is None else question(DepthAtoms(numbered(deal)), facts)


def payments_at_most(deal: Deal) -> int:
    """Of any shortest plan."""
    return threshold(deal) - base(deal)


BUILDS: dict[str, Callable[[Deal, int, int], Model[object] | None]] = {  # for a horizon or the most payments
    "schedule": lambda deal, _, payments: schedule.build(deal, 0, min(payments, payments_at_most(deal))),
    "invariant": lambda deal, *_: last_question(deal),
    "timeline": lambda deal, horizon, _: timeline.build(deal, horizon),
    "textbook": lambda deal, horizon, _: textbook.build(deal, horizon),
}


KNOW_COVERS = ("timeline", "textbook")
LEFT_OUT = f"so what it proves holds, and its plans may break them; {' and '.join(KNOW_COVERS)} know them"


def main(argv: Sequence[str]) -> int:
    description = "Write a model instead of solving it, or print the plan of a solution."
    parser = argparse.ArgumentParser(prog="python -m cpmodel", description=description)
    direction = parser.add_mutually_exclusive_group(required=True)
    text = "where to write the model of the formulation (.pb, or .pb.txt for text)"
    direction.add_argument("--write-model", metavar="FILE.pb", type=output, help=text)
    text = "a solution of the model (a response of CP-SAT as text), whose plan is printed"
    direction.add_argument("--read-solution", metavar="SOLUTION.pb.txt", help=text)
    parser.add_argument("--payments", metavar="N", type=natural, default=2, help="schedule: most payments (2)")
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--formulation", choices=BUILDS, default="schedule", help="(schedule)")
    parser.add_argument("--horizon", metavar="N", type=natural, default=0, help="steps of a plan (0)")
    add_limits(parser)
    options = parser.parse_args(argv)
    paths: list[str] = []
    if options.write_model is not None:
        paths = [options.write_model, f"{options.write_model}.parameters.txt"]
    if wrong := written_over(paths, [options.file]):
        parser.error(wrong)
    if options.read_solution is not None and options.formulation == "invariant":
        parser.error("--read-solution: the models of invariant have no plans, expected another --formulation")
    try:
        with read_within(Limits(options.time_limit, options.memory_limit), options.file, "before its model was built"):
            lines = exchanged(options, paths)
    except BadInput as wrong_file:
        print(wrong_file, file=sys.stderr)
        return Outcome.BAD_INPUT.exit_code
    except NotRead as limit:
        print(limit, file=sys.stderr)
        return limit.outcome.exit_code
    except ValueError as wrong:
        parser.error(str(wrong))
    print(*map(printable, lines), sep="\n")
    return 0


def exchanged(options: argparse.Namespace, paths: list[str]) -> list[str]:
    """The plan of the solution, or the names of the files that were written. Raises BadInput, ValueError, OSError."""
    puzzle, deal = water_sort(options.file)
    model = model_of(deal, options)
    if deal.beyond_theory and options.formulation not in KNOW_COVERS:
        print(f"note: the model of {options.formulation} leaves the covers out, {LEFT_OUT}", file=sys.stderr)
    if options.read_solution is None:
        write(model, *paths)
        return paths
    try:
        plan = plan_of(model, options.read_solution)
        puzzle.verify(deal, plan)
    except RuleBroken as broken:
        raise BadInput(options.read_solution, f"a plan that breaks a rule: {broken}") from None
    return [frame.caption for frame in puzzle.frames(deal, plan)]


def water_sort(file: str) -> tuple[Puzzle, Deal]:
    """The deal in a file, which counting does not decide, and its puzzle. Raises BadInput."""
    puzzle, deal = load(file)
    if not isinstance(deal, Deal):
        raise BadInput(file, f"a {puzzle.name} puzzle, expected water sort")
    if reason := puzzle.unknown(deal) or unsolvable_by_counting(deal):
        raise BadInput(file, reason)
    return puzzle, deal


def model_of(deal: Deal, options: argparse.Namespace) -> Model[object]:
    """The model that the options name. Raises BadInput."""
    try:
        model = BUILDS[options.formulation](deal, options.horizon, options.payments)
    except ValueError as error:
        raise BadInput(options.file, f"{error}, expected another formulation or deal") from None
    if model is None:
        reason = "decided before any model is built, expected a longer --horizon or another deal"
        raise BadInput(options.file, reason)
    return model


def write(model: Model[object], path: str, parameters: str) -> None:
    """Write the model with every variable named, and its parameters. Raises ValueError or OSError if it cannot."""
    for variable in model.cp.proto.variables:
        variable.name = variable.name or f"constant {variable.domain[0]}"
    if not model.cp.export_to_file(path):
        raise ValueError(f"{printable(path)}: expected a place to write")
    write_file(parameters, [f"{solver_for(model, Settings()).parameters}".encode()])


def plan_of(model: Model[Any], path: str) -> Plan:
    """The plan of a solution in a file, which CP-SAT accepts as one of this model. Raises BadInput."""
    values = solution_values(read_text(path))
    if values is None:
        raise BadInput(path, "not a solution, expected a response of CP-SAT as text")
    count = len(model.cp.proto.variables)
    if len(values) != count:
        raise BadInput(path, f"{counted(len(values), 'values')}, expected {count}, one for each variable")
    found = read_values(model, values)
    if found is None:
        raise BadInput(path, "values that break a constraint, expected a solution of this model")
    plan = found[1] if isinstance(model, ScheduleModel) else found
    if plan is None:
        raise BadInput(path, "a schedule whose piles find no place, expected one that can be poured")
    return tuple(plan)
