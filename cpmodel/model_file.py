"""`--write-model`: writes the CP-SAT model that a formulation solves, with its parameters beside it.

python -m cpmodel FILE --formulation schedule --write-model schedule.pb

writes schedule.pb (CpModelProto) and schedule.pb.parameters.txt (SatParameters as text, with one worker, the seed 0 and
no limits). A model whose name ends in .txt is text too. Each formulation's module says what infeasible means.
`invariant` asks many questions; the last one, whose answer is the proof, is written.
"""

import argparse
import sys
from collections.abc import Callable, Sequence

from cpmodel.solving import Model, Status, solver_for
from cpmodel.watersort import textbook, timeline
from cpmodel.watersort.invariant import finding_facts as invariant
from cpmodel.watersort.invariant.one_step import Question, question
from cpmodel.watersort.schedule import model as schedule
from cpmodel.watersort.states import Depths
from fewest_pours.commands.option_types import natural
from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.output_files import output, write_file, written_over
from fewest_pours.files.wording import printable
from fewest_pours.puzzles.loading import load
from fewest_pours.puzzles.watersort.numbered_deal import numbered
from fewest_pours.puzzles.watersort.rules import Deal, unsolvable_by_counting
from fewest_pours.running.solver_contract import Outcome, Settings


def last_question(deal: Deal) -> Question | None:
    """Whether a step leads out of the facts that prove a deal unsolvable: infeasible. None for deals with a plan."""
    facts = invariant.refute(deal, Settings(), None)
    return question(Depths(numbered(deal)), facts.facts) if facts.status is Status.INFEASIBLE else None


BUILDS: dict[str, Callable[[Deal, int, int], Model[object] | None]] = {  # for a horizon or the most payments
    "schedule": lambda deal, _, payments: schedule.build(deal, 0, payments),
    "invariant": lambda deal, *_: last_question(deal),
    "timeline": lambda deal, horizon, _: timeline.build(deal, horizon),
    "textbook": lambda deal, horizon, _: textbook.build(deal, horizon),
}


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m cpmodel", description="Write a model instead of solving it.")
    text = "where to write the model of the formulation (.pb, or .pb.txt for text)"
    parser.add_argument("--write-model", metavar="FILE.pb", type=output, required=True, help=text)
    parser.add_argument("--payments", metavar="N", type=natural, default=2, help="schedule: most payments (2)")
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--formulation", choices=BUILDS, default="schedule", help="(schedule)")
    parser.add_argument("--horizon", metavar="N", type=natural, default=0, help="steps of a plan (0)")
    options = parser.parse_args(argv)
    paths = [options.write_model, f"{options.write_model}.parameters.txt"]
    if wrong := written_over(paths, [options.file]):
        parser.error(wrong)
    try:
        write(model_of(options.file, options.formulation, options.horizon, options.payments), *paths)
    except BadInput as wrong_file:
        print(wrong_file, file=sys.stderr)
        return Outcome.BAD_INPUT.exit_code
    except ValueError as wrong:
        parser.error(str(wrong))
    print(*map(printable, paths), sep="\n")
    return 0


def model_of(file: str, formulation: str, horizon: int, payments: int) -> Model[object]:
    """The model of a deal in a file. Raises BadInput."""
    puzzle, deal = load(file)
    if not isinstance(deal, Deal):
        raise BadInput(file, f"a {puzzle.name} puzzle, expected water sort")
    if reason := puzzle.unknown(deal) or unsolvable_by_counting(deal):
        raise BadInput(file, reason)
    try:
        model = BUILDS[formulation](deal, horizon, payments)
    except ValueError as error:
        raise BadInput(file, f"{error}, expected another formulation or deal") from None
    if model is None:
        raise BadInput(file, "decided before any model is built, expected a longer --horizon or another deal")
    return model


def write(model: Model[object], path: str, parameters: str) -> None:
    """Write the model with every variable named, and its parameters. Raises ValueError or OSError if it cannot."""
    for variable in model.cp.proto.variables:
        variable.name = variable.name or f"constant {variable.domain[0]}"
    if not model.cp.export_to_file(path):
        raise ValueError(f"{printable(path)}: expected a place to write")
    write_file(parameters, [f"{solver_for(model, Settings()).parameters}".encode()])
