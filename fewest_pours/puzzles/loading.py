"""The puzzles, and how their files are read. A new puzzle is a folder beside the others; list its record here."""

import re
import sys
from collections.abc import Iterable
from os.path import basename
from pathlib import Path
from typing import Any, NamedTuple

from fewest_pours.files.bad_input import BadInput, Misfit, message_at
from fewest_pours.files.input_files import read_file
from fewest_pours.files.packs import levels_in
from fewest_pours.files.validation import checked, nearest, shown
from fewest_pours.files.wording import printable
from fewest_pours.files.yaml_files import Marks, mark_of, parse_yaml, unquoted
from fewest_pours.puzzles import futoshiki, pipes, squares, watersort
from fewest_pours.puzzles.puzzle import OtherReading, Puzzle
from fewest_pours.puzzles.watersort.file_format import WaterSortDeal, as_written
from fewest_pours.puzzles.watersort.pictures.limited_reading import level_in
from fewest_pours.puzzles.watersort.terminal_picture import LEGEND
from fewest_pours.puzzles.watersort.typed_levels.reading import Notes, read_lists
from fewest_pours.running.solver_contract import Instance

PUZZLES: dict[str, Puzzle] = {
    puzzle.name: puzzle for puzzle in (watersort.PUZZLE, squares.PUZZLE, futoshiki.PUZZLE, pipes.PUZZLE)
}
NAMES = tuple(PUZZLES)
KEY = re.compile(r"^['\"]?(?:puz\w*|known|beakers|blocks|grid)['\"]?[ \t]*:(?:\s|$)", re.MULTILINE)  # of our files
NESTED = re.compile(r"^-[ \n] *- .*\n +- ", re.MULTILINE)  # lists in lists, in YAML
SUFFIX = re.compile(r"(?<=.)\.\w*(?=(#\d+)?$)")  # of level.yaml, pack.json#3
LIST_A_LINE = re.compile(r"\s*\[[^][]*\][ ,\t\r]*\n\s*\S")  # [red, blue]


class Loaded(NamedTuple):
    """A puzzle, an instance of it, notes on its file, and the line and column of `known` there.

    unsure: what a picture may show differently: (beaker, unit, why), from 0 and from below, None for the whole.
    seen: what a picture shows, whose hidden units stay hidden where counts prove their colours.
    other_reading: what the file may also mean.
    """

    puzzle: Puzzle
    instance: Instance
    notes: list[str]
    known_at: tuple[int, int] = (1, 1)
    unsure: tuple[tuple[int | None, int | None, str], ...] = ()
    seen: Instance | None = None
    other_reading: OtherReading | None = None


def puzzle_of(instance: Instance) -> Puzzle:
    """The record of an instance's puzzle. Raises TypeError for what is not an instance."""
    for puzzle in PUZZLES.values():
        if type(instance) is puzzle.Instance:
            return puzzle
    expected = " or ".join(puzzle.Instance.__name__ for puzzle in PUZZLES.values())
    raise TypeError(f"{type(instance).__name__} is not an instance of a puzzle, expected {expected}")


def load(path: str | Path) -> tuple[Puzzle, Instance]:
    """The puzzle and the instance in a file; raises BadInput."""
    return loaded(path)[:2]


def opened(path: str | Path) -> tuple[Puzzle, Instance]:
    """Like load; prints what was guessed."""
    found = loaded(path)
    show_notes(found.notes)
    return found[:2]


def show_notes(notes: Iterable[str]) -> None:
    for note in notes:
        print(note, file=sys.stderr)


def as_puzzle_file(path: str | Path) -> tuple[str, list[str]]:
    """The text of a puzzle file, written from a picture or lists if it is none, and the notes. Raises BadInput.

    For the checker, which reads puzzle files by itself, and nothing else.
    """
    content = read_file(path)
    if isinstance(content, str) and is_puzzle_file(content) and not levels_in(content):
        return content, []
    found = loaded(path, content)
    return found.puzzle.file(found.instance), found.notes


def loaded(
    path: str | Path,
    content: str | bytes | None = None,
    bottom_first: bool = False,
    capacity: int | None = None,
    steps: Path | None = None,
) -> Loaded:
    """Like load, with notes on guesses and likely slips, each as one line `file:line:column: note: ...`.

    content: of the file, if it was read already: YAML, a picture as `show` prints it, or lists of beakers; bytes are a
    picture of pixels. bottom_first, capacity: of lists that do not show it; refused for other files. steps: a folder
    for what each step of reading pixels saw.
    """
    content = read_file(path) if content is None else content
    if isinstance(content, bytes):
        return photographed(path, content, steps)
    text, name, marks, guesses = content, name_of(path), Marks(), Notes()
    in_yaml, in_json = is_puzzle_file(text), is_json(text)
    try:
        drawn = None if in_yaml else pictured(text, name)
        if (in_yaml or drawn) and (bottom_first or capacity):
            raise Misfit("a puzzle file or a picture, expected lists for --bottom-first and --capacity")
        if drawn:
            return Loaded(*drawn, [])
        data: Any = text
        if in_yaml or in_json:
            data, marks = parse_yaml(text)
        if not in_yaml:
            data, guesses = read_lists(data, marks, bottom_first, capacity)
            marks = {}  # the places in these data are none in the file
        puzzle = puzzle_in(data)
        document = checked({"name": name} | data, puzzle.Document)
        instance = puzzle.parse(document)
    except Misfit as found:
        wrong = (unquoted(text) if in_yaml or in_json else None) or found
        raise BadInput(path, str(wrong), *(wrong.at or mark_of(marks, wrong.place))) from None
    guesses += [(mark_of(marks, place), remark) for place, remark in puzzle.advice(document)]
    notes = [message_at(path, f"note: {remark}", *at) for at, remark in guesses]
    other = puzzle.other_reading(document)
    return Loaded(puzzle, instance, notes, mark_of(marks, ("known",)), other_reading=other)


def name_of(path: str | Path) -> str:
    return "standard input" if path == "-" else printable(SUFFIX.sub("", basename(path)))


def photographed(path: str | Path, content: bytes, steps: Path | None) -> Loaded:
    """The water sort level in a picture of pixels, with what is unsure also among the notes. Raises BadInput."""
    puzzle = watersort.PUZZLE
    try:
        level = level_in(content, steps)
        document = checked({"name": name_of(path)} | level.data, WaterSortDeal)
        instance = puzzle.parse(document)
    except (ValueError, Misfit) as wrong:
        raise BadInput(path, str(wrong)) from None
    remarks = [*level.notes, *(remark for _, remark in puzzle.advice(document))]
    notes = [message_at(path, f"note: {each}") for each in remarks]
    return Loaded(puzzle, instance, notes, unsure=level.unsure, seen=as_written(document))


def is_puzzle_file(text: str) -> bool:
    """Whether a text is meant as a puzzle file in YAML, valid or not."""
    if any(map(LEGEND.match, text.splitlines())):
        return False
    return bool(re.search(r"puzzle['\"]?\s*:", text) or (not is_json(text) and KEY.search(text)))


def is_json(text: str) -> bool:
    """Whether a text has lists in lists, in JSON or YAML."""
    return (text.lstrip()[:1] in ("[", "{") and not LIST_A_LINE.match(text)) or bool(NESTED.search(text))


def pictured(text: str, name: str) -> tuple[Puzzle, Instance] | None:
    """The puzzle in a picture as `show` prints it, with or without its name above; None for other text. Misfit."""
    drawing = "\n".join(line.rstrip(" \t\r") for line in text.split("\n")).strip("\n")
    title, _, below = drawing.partition("\n\n")
    try:
        for called, picture in ((name, drawing), (title, below)):
            for puzzle in PUZZLES.values():
                if (instance := puzzle.read_picture(picture, called)) is not None:
                    return puzzle, instance
    except (ValueError, LookupError):
        raise Misfit("a damaged picture or list, expected a picture, or lists as JSON or text") from None
    return None


def puzzle_in(data: Any) -> Puzzle:
    """The puzzle that the data of a file name. Raises Misfit."""
    if not isinstance(data, dict):
        raise Misfit("not a mapping, expected a mapping with the key 'puzzle'")
    if "levels" in data:
        raise Misfit("a pack of levels, expected one of them, such as pack.json#1", ("levels",))
    word = data.get("puzzle", NAMES[0] if nearest("puzzle", data) else "")  # a slip in the key is reported later
    if not isinstance(word, str) or word not in PUZZLES:
        raise Misfit(f"puzzle is {shown(word)}, expected one of {', '.join(NAMES)}", ("puzzle",))
    return PUZZLES[word]
