"""The puzzles, and how their files are read. A new puzzle is a folder beside the others; list its record here."""

import re
import sys
from collections.abc import Iterable
from os.path import basename
from pathlib import Path
from typing import Any, NamedTuple

from fewest_pours.files.bad_input import BadInput, Misfit, message_at
from fewest_pours.files.input_files import read_file
from fewest_pours.files.packs import Pack, PackedLevel, levels_in
from fewest_pours.files.validation import checked, nearest, shown
from fewest_pours.files.wording import printable
from fewest_pours.files.yaml_files import Marks, mark_of, parse_yaml, unquoted
from fewest_pours.puzzles import futoshiki, pipes, squares, watersort
from fewest_pours.puzzles.futoshiki.typed_grid import typed_drawing
from fewest_pours.puzzles.puzzle import OtherReading, Puzzle
from fewest_pours.puzzles.watersort.file_format import WaterSortDeal, as_written
from fewest_pours.puzzles.watersort.pictures.limited_reading import level_in
from fewest_pours.puzzles.watersort.terminal_picture import LEGEND
from fewest_pours.puzzles.watersort.typed_levels.decision import Settled, Typed, read_lists
from fewest_pours.puzzles.watersort.typed_levels.layout import Claim, Notes
from fewest_pours.puzzles.watersort.typed_levels.pack_orders import around_pack, order_of_pack
from fewest_pours.puzzles.watersort.typed_levels.written_order import Order
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
    order: the end of the beakers at which the lists that were read begin; None for other files. other: the instance if
    they begin at the other end, where nothing decides. claims: what the file says of the fewest steps.
    other_reading: what else a puzzle file may mean.
    """

    puzzle: Puzzle
    instance: Instance
    notes: list[str]
    known_at: tuple[int, int] = (1, 1)
    unsure: tuple[tuple[int | None, int | None, str], ...] = ()
    seen: Instance | None = None
    order: Order | None = None
    other: Instance | None = None
    claims: tuple[Claim, ...] = ()
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
        if isinstance(content, PackedLevel):
            loaded(path, content)  # which knows where mistakes stand in the pack
        return str(content), []
    found = loaded(path, content)
    return found.puzzle.file(found.instance), found.notes


def loaded(
    path: str | Path,
    content: str | bytes | None = None,
    bottom_first: bool = False,
    capacity: int | None = None,
    steps: Path | None = None,
    top_first: bool = False,
) -> Loaded:
    """Like load, with notes on guesses and likely slips, each as one line `file:line:column: note: ...`.

    content: of the file, if it was read already: YAML, a picture as `show` prints it, or lists of beakers; bytes are a
    picture of pixels. bottom_first, top_first, capacity: of lists that do not show it; refused for other files. steps:
    a folder for what each step of reading pixels saw.
    """
    content = read_file(path) if content is None else content
    if isinstance(content, bytes):
        return photographed(path, content, steps)
    settled = Settled("bottom" if bottom_first else "top" if top_first else None, capacity)
    try:
        if is_puzzle_file(content):
            return from_puzzle_file(path, content, settled)
        drawn = pictured(content, name_of(path))
        if drawn:
            expect_lists_for(settled)
            return Loaded(*drawn, [])
        return from_lists(path, content, settled)
    except Misfit as wrong:
        raise BadInput(path, str(wrong), *place_in_file(content, wrong.at or (1, 1))) from None


def place_in_file(text: str, at: tuple[int, int]) -> tuple[int, int]:
    return text.place(*at) if isinstance(text, PackedLevel) else at


def expect_lists_for(settled: Settled) -> None:
    if settled != Settled():
        options = "--bottom-first, --top-first and --capacity"
        raise Misfit(f"a puzzle file or a picture, expected lists for {options}")


def from_puzzle_file(path: str | Path, text: str, settled: Settled) -> Loaded:
    """The instance in a puzzle file. Raises Misfit."""
    expect_lists_for(settled)
    marks = Marks()
    try:
        data, marks = parse_yaml(text)
        puzzle = puzzle_in(data)
        document = checked({"name": name_of(path)} | data, puzzle.Document)
        instance = puzzle.parse(document)
    except Misfit as found:
        raise with_place(text, found, marks) from None
    remarks = [(mark_of(marks, place), remark) for place, remark in puzzle.advice(document)]
    notes = messages(path, text, remarks)
    known_at = place_in_file(text, mark_of(marks, ("known",)))
    return Loaded(puzzle, instance, notes, known_at, other_reading=puzzle.other_reading(document))


def with_place(text: str, wrong: Misfit, marks: Marks) -> Misfit:
    """The mistake at its line and column, or the word that misses its quotes."""
    found = unquoted(text) or wrong
    return Misfit(str(found), at=found.at or mark_of(marks, found.place))


def messages(path: str | Path, text: str, remarks: Iterable[tuple[tuple[int, int], str]]) -> list[str]:
    return [message_at(path, f"note: {remark}", *place_in_file(text, at)) for at, remark in remarks]


def from_lists(path: str | Path, text: str, settled: Settled) -> Loaded:
    """The water sort level in lists, or the Futoshiki that somebody typed. Raises Misfit."""
    grid = None if is_json(text) else typed_drawing(text)
    if grid:
        expect_lists_for(settled)
        data = {"puzzle": "futoshiki", "name": name_of(path), "grid": grid}
        futoshiki_document = checked(data, futoshiki.PUZZLE.Document)
        note = "read as a Futoshiki, 0 for an empty cell"
        return Loaded(
            futoshiki.PUZZLE, futoshiki.PUZZLE.parse(futoshiki_document), messages(path, text, [((1, 1), note)])
        )
    typed, notes = read_typed(text, settled)
    puzzle = watersort.PUZZLE
    document = checked({"name": name_of(path)} | typed.data, puzzle.Document)
    instance = puzzle.parse(document)
    other = None
    if typed.other is not None:
        other = puzzle.parse(checked({"name": name_of(path)} | typed.other, puzzle.Document))
    notes += [((1, 1), remark) for _, remark in puzzle.advice(document)]
    found = Loaded(puzzle, instance, messages(path, text, notes), order=typed.order, other=other, claims=typed.claims)
    return found


def read_typed(text: str, settled: Settled) -> tuple[Typed, Notes]:
    """The level in lists; in a pack, with what the rest of the pack decides. Raises Misfit."""
    pack: Pack | None = text.pack if isinstance(text, PackedLevel) else None
    if pack is None:
        typed = read_lists(text, is_json(text), settled)
        return typed, typed.notes
    around = around_pack(pack)
    settled = Settled(settled.order or around.order, settled.capacity or around.capacity)
    typed = read_lists(text, True, settled)
    decided = order_of_pack(pack) if typed.other is not None else None
    if decided:
        typed = read_lists(text, True, Settled(decided.order, settled.capacity))
        return typed, [
            *typed.notes,
            ((1, 1), f"level {decided.level} of the pack shows that the {decided.order} is first"),
        ]
    return typed, typed.notes


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
