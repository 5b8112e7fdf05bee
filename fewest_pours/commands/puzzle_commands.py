"""The command line of the puzzles: show, deal, import, export, check, schema."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from math import inf
from pathlib import Path

from fewest_pours.checker import verdict
from fewest_pours.commands.schemas import instance_schema, pack_schema, result_schema
from fewest_pours.drawing.terminal import show_picture
from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.input_files import puzzle_files, read_text
from fewest_pours.files.option_types import add_limits, add_options, count
from fewest_pours.files.output_files import write_file, written_over
from fewest_pours.files.packs import address
from fewest_pours.files.wording import printable
from fewest_pours.pages.level_pictures import PICTURES
from fewest_pours.puzzles.loading import PUZZLES, SUFFIX, as_puzzle_file, load_and_show_notes, loaded, show_notes
from fewest_pours.puzzles.puzzle import Puzzle, RuleBroken
from fewest_pours.running.limits import Limits
from fewest_pours.running.read_within import read_within
from fewest_pours.running.solver_contract import Instance, Outcome, Plan, Result
from fewest_pours.solving.outside_solvers import result_of


def deal(puzzle: str, **options: float) -> None:
    generate = PUZZLES[puzzle].generate
    assert generate is not None, "the parser has no other puzzles"
    print(PUZZLES[puzzle].file(generate(**options)), end="")


def import_file(file: str, bottom_first: bool, top_first: bool, capacity: int | None, steps: Path | None) -> None:
    """Print a puzzle file; where nothing shows the order of lists, a comment says which was taken."""
    if bottom_first and top_first:
        raise ValueError("--bottom-first and --top-first exclude each other")
    found = loaded(file, None, bottom_first, capacity, steps, top_first)
    show_notes(found.notes)
    if found.order is not None and found.other_reading is not None:
        print(
            f"# read with the {found.order} of each list first, which nothing shows; --bottom-first reads the other way"
        )
    print(found.puzzle.file(found.seen or found.instance), end="")


def schema(results: bool, packs: bool) -> None:
    make = instance_schema
    if results:
        make = result_schema
    elif packs:
        make = pack_schema
    print(json.dumps(make(), indent=2))


def check(instance: str, certificate: str) -> int:
    """Print the verdict."""
    levels = {level: as_puzzle_file(level) for level in puzzle_files([instance])}
    show_notes(note for _, notes in levels.values() for note in notes)
    return verdict.main({level: text for level, (text, _) in levels.items()}, certificate)


def export(file: str, format: str, out: str | None) -> None:
    """Write the files of a format, of each level of a pack or folder, and print their names.

    Raises BadInput, OSError, ValueError.
    """
    levels = puzzle_files([file])
    taken: list[str] = []
    for level in levels:
        files = exported(level, format)
        prefix = without_suffix(prefix_of(level, out, len(levels) > 1), files)
        for ending, content in files.items():
            path = prefix + ending
            overwritten = written_over([*taken, path], [file, level])
            if overwritten is not None:
                raise ValueError(overwritten)
            taken.append(path)
            write_file(path, [content])
            print(printable(path))


def prefix_of(level: str, out: str | None, is_one_of_many: bool) -> str:
    """How the names of a level's files begin: 'pack-003' for 'pack.json#3', after `out` if there is one."""
    pack, number = address(level)
    own = "level" if pack == "-" else SUFFIX.sub("", Path(pack).name)
    if number:
        own += f"-{number:03}"
    if out is None:
        return own
    return f"{out}-{own}" if is_one_of_many else out


def without_suffix(prefix: str, endings: Iterable[str]) -> str:
    """'deal' for 'deal.pddl' and the endings '.pddl' and '-domain.pddl'."""
    names = [f"any{ending}" for ending in endings]  # as Path finds no suffix in '.pddl' alone
    suffixes = {Path(name).suffix for name in names}
    suffix = Path(prefix).suffix
    return prefix.removesuffix(suffix) if suffix in suffixes else prefix


def exported(file: str, format: str) -> dict[str, bytes]:
    """The contents of the files of a format by the ends of their names. Raises BadInput."""
    puzzle, instance = load_and_show_notes(file)
    if format == "json":
        return {".json": (json.dumps(puzzle.document(instance), ensure_ascii=False, indent=1) + "\n").encode()}
    if format not in {*PICTURES, *puzzle.formats}:
        have = " or ".join(["json", *PICTURES, *puzzle.formats])
        raise BadInput(file, f"{puzzle.name} is not written as {format}, expected {have}")
    if format in puzzle.formats and puzzle.unknown(instance):
        raise BadInput(file, "hidden units ('?'), expected all of them by name")
    try:
        if format in PICTURES:
            return {f".{format}": PICTURES[format](puzzle, instance)}
        texts = puzzle.formats[format](instance)
    except ValueError as wrong:  # for example, too large for the format
        raise BadInput(file, str(wrong)) from None
    return {ending: text.encode() for ending, text in texts.items()}


def show(file: str, answer: str | None) -> None:
    """Print a puzzle and every step of an answer, or each level of a pack.

    Raises BadInput, also for an answer that breaks a rule.
    """
    levels = puzzle_files([file])
    if levels != [file] and answer is None:
        for level in levels:
            show(level, None)
            print()
        return
    puzzle, instance = load_and_show_notes(file)
    if answer is None:
        show_instance(puzzle, instance)
        return
    result = read_answer(puzzle, instance, answer)
    show_instance(puzzle, instance)
    show_steps(puzzle, instance, result, answer)


def show_instance(puzzle: Puzzle, instance: Instance) -> None:
    print(f"{printable(instance.name)}\n")
    show_picture(puzzle.picture(instance))


def show_steps(puzzle: Puzzle, instance: Instance, result: Result, path: str) -> None:
    """Print each step; if one breaks a rule, those before it. Raises BadInput for that one, with the answer's path."""
    steps, broken = legal_steps(puzzle, instance, result)
    total = len(result.answer or ())
    for number, frame in enumerate(puzzle.frames(instance, steps), 1):
        caption = f"step {number} of {total}: {frame.caption}" if puzzle.steps else frame.caption
        print(f"\n{printable(caption)}\n")
        show_picture(puzzle.picture(frame.instance, frame.touched))
    if broken is not None:
        raise BadInput(path, f"expected an answer to this puzzle: {broken}")


def legal_steps(puzzle: Puzzle, instance: Instance, result: Result) -> tuple[Plan, RuleBroken | None]:
    """The steps before the first that breaks a rule, and what it breaks.

    A plan may end before the goal. A puzzle that is filled in has no steps before: its solution is right or wrong.
    """
    steps = result.answer or ()
    try:
        if result.solutions:
            puzzle.verify(instance, steps)
        puzzle.frames(instance, steps)
    except RuleBroken as broken:
        legal = 0
        while puzzle.steps and can_be_played(puzzle, instance, steps[: legal + 1]):
            legal += 1
        return steps[:legal], broken
    return steps, None


def can_be_played(puzzle: Puzzle, instance: Instance, steps: Plan) -> bool:
    try:
        puzzle.frames(instance, steps)
    except RuleBroken:
        return False
    return True


def read_answer(puzzle: Puzzle, instance: Instance, path: str) -> Result:
    """What a solver printed with --json. Raises BadInput for text that is not an answer to this puzzle."""
    *_, last_line = read_text(path).strip().split("\n")  # --stream prints better bounds before the answer
    try:
        return result_of(puzzle, instance, json.loads(last_line))
    except (ValueError, RuleBroken, RecursionError) as wrong:
        raise BadInput(path, f"expected an answer to this puzzle: {wrong}") from None


def parser(program: str) -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(prog=program, usage="%(prog)s WORD ..., and %(prog)s --help")
    words = arguments.add_subparsers(prog=program, required=True)

    def word(
        name: str, run: Callable[..., int | None], text: str, *files: str, when: str = ""
    ) -> argparse.ArgumentParser:
        """The parser of a word of the command line.

        files: its positional arguments, read within limits. when: the end of the sentence on a limit that was passed.
        """
        own = words.add_parser(name, help=text)
        own.set_defaults(run=run, when=when)
        for file in files:
            own.add_argument(file, metavar=file.upper())
        if files:
            add_limits(own)
        return own

    text = "print the picture of a puzzle, or of every step of an answer"
    showing = word("show", show, text, "file", when="before it was shown")
    showing.add_argument("--answer", metavar="ANSWER", help="show it step by step: what a solver printed with --json")

    dealing = word("deal", deal, "print a random puzzle as a file; the same options give the same puzzle")
    add_puzzles_to_deal(dealing)

    text = "print whatever can be read as a puzzle file: screenshots, drawings, lists; - is standard input"
    importing = word("import", import_file, text, "file", when="while it was read")
    importing.add_argument("--bottom-first", action="store_true", help="the lists begin at the bottom of the beakers")
    importing.add_argument("--top-first", action="store_true", help="the lists begin at the top of the beakers")
    importing.add_argument("--capacity", metavar="N", type=count, help="units in a beaker")
    text = "write what each step of reading a screenshot saw, as pictures"
    importing.add_argument("--steps", metavar="DIR", type=Path, help=text)

    text = "write a puzzle, or each of a pack or folder, for other programs"
    exporting = word("export", export, text, "file", when="before it was exported")
    formats = ["json", *PICTURES, *dict.fromkeys(name for puzzle in PUZZLES.values() for name in puzzle.formats)]
    text = "json: for game engines; svg, png: pictures; pddl: for planners; minizinc: for constraint solvers; "
    text += "dimacs: for SAT solvers"
    exporting.add_argument("--format", choices=formats, required=True, help=text)
    text = "how the names of the files begin (default: the name of each level, here)"
    exporting.add_argument("--out", metavar="PREFIX", help=text)

    text = "check a certificate against the puzzle file that it is about, or the pack or folder with it"
    word("check", check, text, "instance", "certificate", when="before it was checked, nothing is proven")

    describing = word("schema", schema, "print the JSON Schema of puzzle files")
    describing.add_argument("--results", action="store_true", help="of what solvers print with --json")
    describing.add_argument("--packs", action="store_true", help="of packs of levels")
    return arguments


def add_puzzles_to_deal(dealing: argparse.ArgumentParser) -> None:
    puzzles = dealing.add_subparsers(dest="puzzle", required=True)
    for puzzle in PUZZLES.values():
        if puzzle.generate is not None:
            options = puzzles.add_parser(puzzle.name, help=f"a random {puzzle.name} puzzle")
            add_options(options, {**puzzle.options, "seed": (int, 0, "another seed, another puzzle")})


def main(argv: Sequence[str], program: str = "fewest-pours") -> int:
    """The exit code. Raises NotRead."""
    arguments = parser(program)
    options = vars(arguments.parse_args(argv))
    run = options.pop("run")
    when = options.pop("when")
    limits = Limits(options.pop("time_limit", inf), options.pop("memory_limit", inf))
    file_at_work = options.get("certificate") or options.get("file") or ""  # which a message on a limit names
    try:
        with read_within(limits, file_at_work, when):
            return run(**options) or 0
    except ValueError as wrong:  # wrong usage, what is too large
        arguments.error(str(wrong))
    except BadInput as wrong:
        print(wrong, file=sys.stderr)
        return Outcome.BAD_INPUT.exit_code
