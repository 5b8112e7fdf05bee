"""The puzzles, and how their files are read. A new puzzle is a folder beside the others; its record is listed here."""

from os.path import basename, splitext
from pathlib import Path
from typing import Any

from instances import futoshiki, pipes, squares, watersort
from instances.puzzle import Puzzle
from instances.reading.importing import imported, is_puzzle_file
from instances.reading.validation import nearest, validate
from instances.reading.yaml_files import BadInput, Misfit, mark_of, note, parse_yaml, read_text, unquoted
from instances.text import printable

PUZZLES = {each.name: each for each in (watersort.PUZZLE, squares.PUZZLE, futoshiki.PUZZLE, pipes.PUZZLE)}
NAMES = tuple(PUZZLES)


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
    if is_puzzle_file(text):
        try:
            return of_yaml(path, text, name)
        except BadInput as wrong:
            raise unquoted(path, text) or wrong from None
    puzzle, instance, notes = imported(str(path), text, name)
    return PUZZLES[puzzle], instance, notes


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
    puzzle = PUZZLES[word]
    document = validate(path, {"name": name} | data, marks, puzzle.Document)
    try:
        instance = puzzle.parse(document)
    except Misfit as misfit:
        raise BadInput(path, str(misfit), *mark_of(marks, misfit.place)) from None
    return puzzle, instance, [note(path, text, *mark_of(marks, place)) for place, text in puzzle.advice(document)]
