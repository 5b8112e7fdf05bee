"""The puzzles, and how their files are read. A new puzzle is a folder beside the others; list its record here."""

import re
import sys
from collections.abc import Iterable
from os.path import basename
from pathlib import Path
from typing import Any, NamedTuple

from instances.puzzles import futoshiki, pipes, squares, watersort
from instances.puzzles.puzzle import Puzzle
from instances.puzzles.watersort.lists import read_lists
from instances.puzzles.watersort.picture import LEGEND
from instances.reading.packs import levels_in
from instances.reading.text import printable
from instances.reading.validation import checked, nearest, shown
from instances.reading.yaml_files import (
    BadInput,
    Marks,
    Misfit,
    mark_of,
    message_at,
    parse_yaml,
    read_text,
    unquoted,
    write_yaml,
)

PUZZLES = {each.name: each for each in (watersort.PUZZLE, squares.PUZZLE, futoshiki.PUZZLE, pipes.PUZZLE)}
NAMES = tuple(PUZZLES)
KEY = re.compile(r"^[ \t]*['\"]?[A-Za-z_]\w*['\"]?[ \t]*:(?:\s|$)", re.MULTILINE)  # of YAML
SUFFIX = re.compile(r"(?<=.)\.\w*(?=(#\d+)?$)")  # of level.yaml, pack.json#3
LIST_A_LINE = re.compile(r"\s*\[[^][]*\][ ,\t\r]*\n\s*\S")  # [red, blue]


class Loaded(NamedTuple):
    """A puzzle, an instance of it, notes on its file, and the line and column of `known` there."""

    puzzle: Puzzle
    instance: Any
    notes: list[str]
    known_at: tuple[int, int] = (1, 1)


def load(path: str | Path) -> tuple[Puzzle, Any]:
    """The puzzle and the instance in a file; raises BadInput."""
    return loaded(path)[:2]


def opened(path: str | Path, bottom_first: bool = False, capacity: int | None = None) -> tuple[Puzzle, Any]:
    """Like load; prints what was guessed."""
    puzzle, instance, notes, _ = loaded(path, None, bottom_first, capacity)
    show_notes(notes)
    return puzzle, instance


def show_notes(notes: Iterable[str]) -> None:
    for note in notes:
        print(note, file=sys.stderr)


def as_puzzle_file(path: str | Path) -> tuple[str, list[str]]:
    """The text of a puzzle file, written from a picture or lists if it is none, and the notes. Raises BadInput.

    For the checker, which reads puzzle files by itself, and nothing else.
    """
    text = read_text(path)
    if is_puzzle_file(text) and not levels_in(text):
        return text, []
    puzzle, instance, notes, _ = loaded(path, text)
    return write_yaml(puzzle.document(instance)), notes


def loaded(
    path: str | Path, text: str | None = None, bottom_first: bool = False, capacity: int | None = None
) -> Loaded:
    """Like load, with notes on guesses and likely slips, each as one line `file:line:column: note: ...`.

    text: of the file, if it was read already: YAML, a picture as `show` prints it, or lists of beakers; bottom_first,
    capacity: of lists that do not show it; refused for other files.
    """
    text = read_text(path) if text is None else text
    name = "standard input" if path == "-" else printable(SUFFIX.sub("", basename(path)))
    in_yaml, marks, guesses = is_puzzle_file(text), Marks(), list[str]()
    try:
        drawn = None if in_yaml else pictured(text, name)
        if (in_yaml or drawn) and (bottom_first or capacity):
            raise Misfit((), "a puzzle file or a picture, expected lists for --bottom-first and --capacity")
        if drawn:
            return Loaded(*drawn, [])
        if in_yaml:
            data, marks = parse_yaml(path, text)
        else:
            data, guesses = read_lists(parse_yaml(path, text)[0] if is_json(text) else text, bottom_first, capacity)
        puzzle = puzzle_in(data)
        document = checked({"name": name} | data, puzzle.Document)
        instance = puzzle.parse(document)
    except (BadInput, Misfit) as wrong:
        misread = unquoted(path, text) if in_yaml or is_json(text) else None
        if isinstance(wrong, Misfit):
            wrong = BadInput(path, str(wrong), *mark_of(marks, wrong.place))
        raise misread or wrong from None
    remarks = [*(((), guess) for guess in guesses), *puzzle.advice(document)]
    notes = [message_at(path, f"note: {remark}", *mark_of(marks, place)) for place, remark in remarks]
    return Loaded(puzzle, instance, notes, mark_of(marks, ("known",)))


def is_puzzle_file(text: str) -> bool:
    """Whether a text is meant as a puzzle file in YAML, valid or not."""
    if any(map(LEGEND.match, text.splitlines())):
        return False
    return bool(re.search(r"puzzle['\"]?\s*:", text) or (not is_json(text) and KEY.search(text)))


def is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("[", "{") and not LIST_A_LINE.match(text)


def pictured(text: str, name: str) -> tuple[Puzzle, Any] | None:
    """The puzzle in a picture as `show` prints it, with or without its name above; None for other text. Misfit."""
    drawing = "\n".join(line.rstrip(" \t\r") for line in text.split("\n")).strip("\n")
    title, _, below = drawing.partition("\n\n")
    try:
        for called, picture in ((name, drawing), (title, below)):
            for puzzle in PUZZLES.values():
                if (instance := puzzle.read_picture(picture, called)) is not None:
                    return puzzle, instance
    except (ValueError, LookupError):
        raise Misfit((), "a damaged picture or list, expected a picture, or lists as JSON or text") from None
    return None


def puzzle_in(data: Any) -> Puzzle:
    """The puzzle that the data of a file name. Raises Misfit."""
    if not isinstance(data, dict):
        raise Misfit((), "not a mapping, expected a mapping with the key 'puzzle'")
    if "levels" in data:
        raise Misfit(("levels",), "a pack of levels, expected one of them, such as pack.json#1")
    word = data.get("puzzle", NAMES[0] if nearest("puzzle", data) else "")  # a slip in the key is reported later
    if not isinstance(word, str) or word not in PUZZLES:
        raise Misfit(("puzzle",), f"puzzle is {shown(word)}, expected one of {', '.join(NAMES)}")
    return PUZZLES[word]
