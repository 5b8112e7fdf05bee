"""The puzzles, and how their files are read. A new puzzle is a folder beside the others; its record is listed here."""

import json
import re
from os.path import basename, splitext
from pathlib import Path
from typing import Any

from instances import futoshiki, pipes, squares, watersort
from instances.puzzle import Puzzle
from instances.reading.validation import nearest, validate
from instances.reading.yaml_files import BadInput, Marks, Misfit, mark_of, note, parse_yaml, read_text, unquoted
from instances.text import printable
from instances.watersort.lists import is_json, read_lists

PUZZLES = {each.name: each for each in (watersort.PUZZLE, squares.PUZZLE, futoshiki.PUZZLE, pipes.PUZZLE)}
NAMES = tuple(PUZZLES)
KEY = re.compile(r"^[ \t]*['\"]?[A-Za-z_]\w*['\"]?[ \t]*:(?:\s|$)", re.MULTILINE)  # of YAML
AT_HAND = "expected a picture, or lists as JSON or text"


def load(path: str | Path) -> tuple[Puzzle, Any]:
    """The puzzle and the instance in a file; raises BadInput."""
    puzzle, instance, _ = load_with_notes(path)
    return puzzle, instance


def load_with_notes(path: str | Path) -> tuple[Puzzle, Any, list[str]]:
    """The same, with what was guessed and what looks like a slip, each as one line `file:line:column: note: ...`."""
    return loaded(path, read_text(path))


def loaded(path: str | Path, text: str) -> tuple[Puzzle, Any, list[str]]:
    """The same for the text of a file: YAML, or what `import` takes. The path stands in messages only."""
    name = "standard input" if path == "-" else printable(splitext(basename(path))[0])
    if not is_puzzle_file(text):
        return imported(path, text, name)
    try:
        return of_yaml(path, text, name)
    except BadInput as wrong:
        raise unquoted(path, text) or wrong from None


def is_puzzle_file(text: str) -> bool:
    """Whether a text is meant as a puzzle file in YAML, however wrong."""
    if re.search(r"^capacity \d+(   |$)", text, re.MULTILINE):  # the legend of a picture
        return False
    return bool(re.search(r"puzzle['\"]?\s*:", text) or (not is_json(text) and KEY.search(text)))


def imported(
    path: str | Path, text: str, name: str, bottom_first: bool = False, capacity: int | None = None
) -> tuple[Puzzle, Any, list[str]]:
    """The same for a picture as `show` prints it, or for lists of beakers.

    name: for a puzzle without one; bottom_first, capacity: of lists. Pictures are always top first.
    """
    try:
        if is_puzzle_file(text):
            raise Misfit((), f"a puzzle file already, {AT_HAND}")
        drawing = re.sub(r"[ \t\r]+$", "", text, flags=re.MULTILINE).strip("\n")
        title, _, below = drawing.partition("\n\n")
        for called, picture in ((name, drawing), (title, below)):
            for puzzle in PUZZLES.values():
                if (instance := puzzle.read_picture(picture, called)) is not None:
                    return puzzle, instance, []
        data, guesses = read_lists(text, bottom_first, capacity)
    except json.JSONDecodeError as error:
        raise BadInput(path, f"broken JSON: {error.msg}, expected beakers", error.lineno, error.colno) from None
    except RecursionError:
        raise BadInput(path, f"nested too deep, {AT_HAND}") from None
    except Misfit as wrong:
        raise BadInput(path, str(wrong)) from None
    except (ValueError, LookupError):  # from the readers of pictures
        raise BadInput(path, f"a damaged picture or list, {AT_HAND}") from None
    puzzle, instance, advice = of_data(path, {"name": name} | data, {(): (1, 1)})
    return puzzle, instance, [*(note(path, guess) for guess in guesses), *advice]


def of_yaml(path: str | Path, text: str, name: str) -> tuple[Puzzle, Any, list[str]]:
    """The same for YAML; name: for a puzzle without one."""
    data, marks = parse_yaml(path, text)
    if not isinstance(data, dict):
        raise BadInput(path, "no mapping, expected a mapping with puzzle", *marks[()])
    if "puzzle" not in data and (slip := nearest("puzzle", data)):
        raise BadInput(path, f"unknown key '{slip}', expected 'puzzle'", *marks[(slip,)])
    word = data.get("puzzle", "")
    if not isinstance(word, str) or word not in PUZZLES:
        wrong = f"puzzle is {word!r}" if "puzzle" in data else "key 'puzzle' is missing"
        raise BadInput(path, f"{wrong}, expected one of {', '.join(PUZZLES)}", *mark_of(marks, ("puzzle",)))
    return of_data(path, {"name": name} | data, marks)


def of_data(path: str | Path, data: dict[str, Any], marks: Marks) -> tuple[Puzzle, Any, list[str]]:
    """The same for the data of a puzzle file, and the places of its values."""
    puzzle = PUZZLES[data["puzzle"]]
    document = validate(path, data, marks, puzzle.Document)
    try:
        instance = puzzle.parse(document)
    except Misfit as misfit:
        raise BadInput(path, str(misfit), *mark_of(marks, misfit.place)) from None
    return puzzle, instance, [note(path, text, *mark_of(marks, place)) for place, text in puzzle.advice(document)]
