"""The puzzles, and how their files are read. A new puzzle is a folder beside the others; its record is listed here."""

import re
from collections.abc import Iterable
from os.path import basename, splitext
from pathlib import Path
from typing import Any, NamedTuple

from instances import futoshiki, pipes, squares, watersort
from instances.puzzle import Puzzle
from instances.reading.validation import nearest, shown, validate
from instances.reading.yaml_files import BadInput, Marks, Misfit, mark_of, message_at, parse_yaml, read_text, unquoted
from instances.text import printable
from instances.watersort.lists import read_lists
from instances.watersort.picture import LEGEND

PUZZLES = {each.name: each for each in (watersort.PUZZLE, squares.PUZZLE, futoshiki.PUZZLE, pipes.PUZZLE)}
NAMES = tuple(PUZZLES)
KEY = re.compile(r"^[ \t]*['\"]?[A-Za-z_]\w*['\"]?[ \t]*:(?:\s|$)", re.MULTILINE)  # of YAML
LIST_A_LINE = re.compile(r"\s*\[[^][]*\][ ,\t\r]*\n\s*\S")  # [red, blue]


class Loaded(NamedTuple):
    """A puzzle, an instance of it, notes on its file, and the line and column of `known` there."""

    puzzle: Puzzle
    instance: Any
    notes: list[str]
    known_at: tuple[int, int] = (1, 1)


def load(path: str | Path) -> tuple[Puzzle, Any]:
    """The puzzle and the instance in a file; raises BadInput."""
    found = load_with_notes(path)
    return found.puzzle, found.instance


def load_with_notes(path: str | Path) -> Loaded:
    """The same, with what was guessed and what looks like a slip, each as one line `file:line:column: note: ...`."""
    return loaded(path, read_text(path))


def loaded(path: str | Path, text: str, bottom_first: bool = False, capacity: int | None = None) -> Loaded:
    """The same for the text of a file: YAML, a picture as `show` prints it, or lists of beakers.

    path: for messages; bottom_first, capacity: of lists that do not show it; refused for other files.
    """
    name = "standard input" if path == "-" else printable(splitext(basename(path))[0])
    try:
        if is_puzzle_file(text):
            found = of_data(path, name, *parse_yaml(path, text))
        elif drawn := pictured(text, name):
            found = Loaded(*drawn, [])
        else:
            data, guesses = read_lists(parse_yaml(path, text)[0] if is_json(text) else text, bottom_first, capacity)
            return of_data(path, name, data, {}, guesses)
        if bottom_first or capacity:
            raise Misfit((), "a puzzle file or a picture, expected lists for --bottom-first and --capacity")
        return found
    except BadInput as wrong:
        is_yaml = is_json(text) or is_puzzle_file(text)
        raise (unquoted(path, text) if is_yaml else None) or wrong from None
    except Misfit as wrong:
        raise BadInput(path, str(wrong)) from None


def is_puzzle_file(text: str) -> bool:
    """Whether a text is meant as a puzzle file in YAML, however wrong."""
    if any(map(LEGEND.match, text.splitlines())):
        return False
    return bool(re.search(r"puzzle['\"]?\s*:", text) or (not is_json(text) and KEY.search(text)))


def is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("[", "{") and not LIST_A_LINE.match(text)


def pictured(text: str, name: str) -> tuple[Puzzle, Any] | None:
    """The puzzle in a picture as `show` prints it, with or without its name above; None for other text. Misfit."""
    drawing = re.sub(r"[ \t\r]+$", "", text, flags=re.MULTILINE).strip("\n")
    title, _, below = drawing.partition("\n\n")
    try:
        for called, picture in ((name, drawing), (title, below)):
            for puzzle in PUZZLES.values():
                if (instance := puzzle.read_picture(picture, called)) is not None:
                    return puzzle, instance
    except (ValueError, LookupError):
        raise Misfit((), "a damaged picture or list, expected a picture, or lists as JSON or text") from None
    return None


def of_data(path: str | Path, name: str, data: Any, marks: Marks, guesses: Iterable[str] = ()) -> Loaded:
    """The same for the data of a puzzle file, and the places of its values; name: for a puzzle without one."""
    if not isinstance(data, dict):
        raise BadInput(path, "no mapping, expected a mapping with puzzle", *mark_of(marks, ()))
    word = data.get("puzzle", NAMES[0] if nearest("puzzle", data) else "")  # a slip in the key is reported below
    if not isinstance(word, str) or word not in PUZZLES:
        message = f"puzzle is {shown(word)}, expected one of {', '.join(NAMES)}"
        raise BadInput(path, message, *mark_of(marks, ("puzzle",)))
    puzzle = PUZZLES[word]
    document = validate(path, {"name": name} | data, marks, puzzle.Document)
    try:
        instance = puzzle.parse(document)
    except Misfit as misfit:
        raise BadInput(path, str(misfit), *mark_of(marks, misfit.place)) from None
    remarks = [*(((), guess) for guess in guesses), *puzzle.advice(document)]
    notes = [message_at(path, f"note: {text}", *mark_of(marks, place)) for place, text in remarks]
    return Loaded(puzzle, instance, notes, mark_of(marks, ("known",)))
