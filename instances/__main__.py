"""python -m instances show | deal | check | schema: puzzles without solving them."""

import argparse
import json
import sys
from collections.abc import Sequence

from pydantic.json_schema import models_json_schema

from instances import PUZZLES, checker, load
from instances.document import BadInput
from instances.harness.deal import add_deal, deal
from instances.harness.outcome import Outcome
from instances.puzzle import Puzzle, RuleBroken
from instances.terminal import show_picture
from instances.text import printable

GENERATORS = {name: puzzle.generate for name, puzzle in PUZZLES.items() if puzzle.generate is not None}


def parser() -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(prog="python -m instances", description="Puzzles: show, deal, check, schema.")
    commands = arguments.add_subparsers(dest="command", required=True)
    show = commands.add_parser("show", help="print the picture of a puzzle, or of every step of an answer")
    show.add_argument("file", metavar="FILE")
    show.add_argument("--answer", metavar="JSON", help="what a solver printed with --json: show it step by step")
    add_deal(commands, GENERATORS)
    check = commands.add_parser("check", help="check a certificate against the puzzle it speaks of")
    check.add_argument("instance", metavar="INSTANCE")
    check.add_argument("certificate", metavar="CERTIFICATE")
    commands.add_parser("schema", help="print the JSON Schema of puzzle files")
    return arguments


def with_puzzle(argv: Sequence[str]) -> list[str]:
    """`deal --colors 5` is short for `deal watersort --colors 5`."""
    words = list(argv)
    if words[:1] == ["deal"] and (len(words) == 1 or (words[1].startswith("--") and words[1] != "--help")):
        words.insert(1, next(iter(GENERATORS)))
    return words


def main(argv: Sequence[str]) -> int:
    arguments = parser()
    options = arguments.parse_args(with_puzzle(argv))
    try:
        if options.command == "show":
            show(options.file, options.answer)
        elif options.command == "deal":
            try:
                print(deal(options, GENERATORS), end="")
            except ValueError as error:
                arguments.error(str(error))
        elif options.command == "schema":
            print(json.dumps(schema(), indent=2))
        else:
            return checker.main(options.instance, options.certificate)
    except BadInput as wrong:
        print(wrong, file=sys.stderr)
        return Outcome.BAD_INPUT.exit_code
    return 0


def show(file: str, answer: str | None) -> None:
    """Raises BadInput for files that cannot be read and answers that break a rule."""
    puzzle, instance = load(file)
    print(f"{printable(instance.name)}\n")
    show_picture(puzzle.picture(instance))
    if answer is None:
        return
    for caption, frame in frames(puzzle, instance, answer):
        print(f"\n{printable(caption)}\n")
        show_picture(puzzle.picture(frame))


def frames(puzzle: Puzzle, instance: object, answer: str) -> list[tuple[str, object]]:
    try:
        with open(answer, encoding="utf-8") as text:
            data = json.load(text)
        steps = puzzle.read_answer(instance, data["plan" if puzzle.steps else "solutions"] or [])
        return puzzle.frames(instance, steps)
    except RuleBroken as broken:
        raise BadInput(answer, f"{broken}, expected a plan that keeps the rules") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(answer, f"{error}, expected what a solver prints with --json") from None


def schema() -> dict[str, object]:
    """The JSON Schema of all puzzle files, one alternative a puzzle."""
    models = [(puzzle.Document, "validation") for puzzle in PUZZLES.values()]
    references, definitions = models_json_schema(models)  # type: ignore[arg-type]
    alternatives = [references[model] for model in models]  # type: ignore[index]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "oneOf": alternatives, **definitions}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
