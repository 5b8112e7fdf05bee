"""The puzzles, and how their files are read. A new puzzle is a folder beside the others; list its record here."""

import re
import sys
from collections.abc import Iterable
from os.path import basename
from pathlib import Path
from pkgutil import resolve_name
from typing import NamedTuple

from fewest_pours.files.bad_input import BadInput, Misfit, message_at, message_of
from fewest_pours.files.designed_entries import has_puzzle_file, key_beside_level
from fewest_pours.files.input_files import read_file
from fewest_pours.files.packs import PackedLevel, levels_in, pack_in
from fewest_pours.files.validation import PuzzleFile, checked, nearest, shown
from fewest_pours.files.wording import Sentence, printable, with_data_of
from fewest_pours.files.yaml_files import Data, Marks, mark_of, parse_yaml, unquoted
from fewest_pours.puzzles import futoshiki, pipes, squares, watersort
from fewest_pours.puzzles.puzzle import OtherReading, Puzzle
from fewest_pours.puzzles.reading import ClaimedPours, Order, Read, Seen, Settled, expect_lists_for, is_data
from fewest_pours.running.solver_contract import Instance

PUZZLES: dict[str, Puzzle] = {
    puzzle.name: puzzle for puzzle in (watersort.PUZZLE, squares.PUZZLE, futoshiki.PUZZLE, pipes.PUZZLE)
}
NAMES = tuple(PUZZLES)
PUZZLE_KEY = re.compile(r"puzzle['\"]?\s*:")
# A key of our files; `puzle:` is one too, as a slip is reported if the text is read as a file.
KEY = re.compile(r"^['\"]?(?:puz\w*|known|beakers|blocks|grid)['\"]?[ \t]*:(?:\s|$)", re.MULTILINE)
BRACKET_OR_QUOTE = re.compile(r"[\[({\"']")  # one of which any level in a pack has
PACK_OF_LEVELS = Sentence("a pack of levels, expected one of them, such as pack.json#1", "pack_of_levels")
SUFFIX = re.compile(r"(?<=.)\.\w*(?=(#\d+)?$)")  # of level.yaml, pack.json#3


class Loaded(NamedTuple):
    """A puzzle, an instance of it, notes on its file, and the line and column of `known` there.

    unsure: what a picture may show differently: (beaker, unit, why), from 0 and from below, None for the whole.
    seen: what a picture shows: units that it hides are hidden here, even where counts prove their colours.
    order: the end of the beakers at which the lists that were read begin; None for other files.
    claims: what the file says of the fewest steps. other_reading: what else the file may mean.
    """

    puzzle: Puzzle
    instance: Instance
    notes: list[str]
    known_at: tuple[int, int] = (1, 1)
    unsure: tuple[tuple[int | None, int | None, str], ...] = ()
    seen: Instance | None = None
    order: Order | None = None
    claims: tuple[ClaimedPours, ...] = ()
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


def load_and_show_notes(path: str | Path) -> tuple[Puzzle, Instance]:
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
            # Raises BadInput with the place of a mistake in the pack, of which the checker sees this level alone.
            loaded(path, content)
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
        return from_pixels(path, content, steps)
    order: Order | None = None
    if bottom_first:
        order = "bottom"
    elif top_first:
        order = "top"
    settled = Settled(order, capacity)
    if isinstance(content, PackedLevel) and not BRACKET_OR_QUOTE.search(content):
        raise BadInput(path, f"`{content}` in a pack, expected a level", *content.at)
    pack = pack_in(content)
    if pack.levels and pack.wrong is None:
        first = pack.levels[0]
        if len(pack.levels) > 1:
            raise BadInput(path, PACK_OF_LEVELS, *place_in_file(content, first.at))
        content = first
    try:
        if is_puzzle_file(content):
            return from_puzzle_file(path, content, settled)
        drawn = pictured(content, name_of(path))
        if drawn:
            expect_lists_for(settled)
            return Loaded(*drawn, [])
        return from_text(path, content, settled)
    except Misfit as wrong:
        raise BadInput(path, wrong.message, *place_in_file(content, wrong.at or (1, 1))) from None


def place_in_file(text: str, at: tuple[int, int]) -> tuple[int, int]:
    return text.place(*at) if isinstance(text, PackedLevel) else at


def from_puzzle_file(path: str | Path, text: str, settled: Settled) -> Loaded:
    """The instance in a puzzle file. Raises Misfit."""
    expect_lists_for(settled)
    marks = Marks()
    try:
        data, marks = parse_yaml(text)
        puzzle = puzzle_in(data)
        expect_puzzle_of_pack(puzzle, text)
        document = checked({"name": name_of(path)} | data, puzzle.Document)
        instance = puzzle.parse(document)
    except Misfit as found:
        raise with_place(text, found, marks) from None
    remarks = [(mark_of(marks, place), remark) for place, remark in puzzle.advice(document)]
    notes = messages(path, text, remarks)
    known_at = place_in_file(text, mark_of(marks, ("known",)))
    return Loaded(puzzle, instance, notes, known_at, other_reading=puzzle.other_reading(document))


def expect_puzzle_of_pack(puzzle: Puzzle, text: str) -> None:
    """Raise Misfit for a level of one puzzle in a pack that says another one."""
    said = text.pack.around.get("puzzle") if isinstance(text, PackedLevel) else None
    if isinstance(said, str) and said in PUZZLES and said != puzzle.name:
        words = f"a level of {puzzle.name} in a pack of {said}, expected one puzzle"
        raise Misfit(words, ("puzzle",))


def with_place(text: str, wrong: Misfit, marks: Marks) -> Misfit:
    """The mistake with its line and column; instead of it a word that lacks quotes, if there is one."""
    found = unquoted(text) or wrong
    return Misfit(found.message, at=found.at or mark_of(marks, found.place))


def messages(path: str | Path, text: str, remarks: Iterable[tuple[tuple[int, int], str]]) -> list[str]:
    return [note(path, remark, *place_in_file(text, at)) for at, remark in remarks]


def note(path: str | Path, remark: str, *place: int) -> str:
    return with_data_of(remark, message_at(path, f"note: {remark}", *place))


def from_text(path: str | Path, text: str, settled: Settled) -> Loaded:
    """The instance in lists, or as people type it otherwise. Raises Misfit."""
    puzzle, read = read_by_a_puzzle(text, settled)

    def parsed(data: Data) -> tuple[Instance, PuzzleFile]:
        document = checked({"name": name_of(path)} | data, puzzle.Document)
        return puzzle.parse(document), document

    instance, document = parsed(read.data)
    other = None
    if read.other is not None:
        other = OtherReading("if the first is the bottom", parsed(read.other)[0], "--bottom-first")
    notes = [*read.notes, *(((1, 1), remark) for _, remark in puzzle.advice(document))]
    return Loaded(
        puzzle, instance, messages(path, text, notes), order=read.order, claims=read.claims, other_reading=other
    )


def read_by_a_puzzle(text: str, settled: Settled) -> tuple[Puzzle, Read]:
    """The puzzle whose text it is, and what it says. Raises Misfit.

    The first puzzle is tried last, as its reader reports what is wrong with a text that fits no puzzle.
    """
    for puzzle in reversed(PUZZLES.values()):
        read: Read | None = resolve_name(puzzle.read_text)(text, settled) if puzzle.read_text else None
        if read is not None:
            return puzzle, read
    raise Misfit(Sentence("a text that no puzzle reads, expected a puzzle file", "no_puzzle_reads_it"))


def from_pixels(path: str | Path, content: bytes, steps: Path | None) -> Loaded:
    """The instance in a picture of pixels, with what is unsure also among the notes. Raises BadInput."""
    puzzle = next(puzzle for puzzle in PUZZLES.values() if puzzle.read_pixels)
    try:
        seen: Seen = resolve_name(puzzle.read_pixels)(content, steps)
        document = checked({"name": name_of(path)} | seen.data, puzzle.Document)
        instance = puzzle.parse(document)
    except (ValueError, Misfit) as wrong:
        raise BadInput(path, message_of(wrong)) from None
    remarks = [*seen.notes, *(remark for _, remark in puzzle.advice(document))]
    notes = [note(path, each) for each in remarks]
    as_seen = puzzle.as_written(document) if puzzle.as_written else instance
    return Loaded(puzzle, instance, notes, unsure=seen.unsure, seen=as_seen)


def name_of(path: str | Path) -> str:
    return "standard input" if path == "-" else printable(SUFFIX.sub("", basename(path)))


def is_puzzle_file(text: str) -> bool:
    """Whether a text is meant as a puzzle file in YAML, valid or not."""
    legends = [puzzle.legend for puzzle in PUZZLES.values() if puzzle.legend]
    if any(legend.match(line) for line in text.splitlines() for legend in legends):
        return False  # a picture as `show` prints it; its title or its colours may read like a key
    has_puzzle_key = PUZZLE_KEY.search(text) is not None
    if is_data(text):
        return has_puzzle_key  # level editors have keys such as `beakers` too, but in JSON, or above lists in lists
    if KEY.search(text):
        return True
    return has_puzzle_key and holds_puzzle_key(text)


def holds_puzzle_key(text: str) -> bool:
    """Whether a text is YAML with the key `puzzle`, rather than lines below a title such as `My puzzle: hard`."""
    try:
        data, _ = parse_yaml(text)
    except Misfit:
        return False
    return isinstance(data, dict) and "puzzle" in data


def pictured(text: str, name: str) -> tuple[Puzzle, Instance] | None:
    """The puzzle in a picture as `show` prints it, with or without its name above; None for others. Raises Misfit."""
    drawing = "\n".join(line.rstrip(" \t\r") for line in text.split("\n")).strip("\n")
    title, _, below = drawing.partition("\n\n")
    try:
        for called, picture in ((name, drawing), (title, below)):
            for puzzle in PUZZLES.values():
                if (instance := puzzle.read_picture(picture, called)) is not None:
                    return puzzle, instance
    except (ValueError, LookupError):
        words = "a damaged picture or list, expected a picture, or lists as JSON or text"
        raise Misfit(Sentence(words, "damaged_list")) from None
    return None


def puzzle_in(data: object) -> Puzzle:
    """The puzzle that the data of a file name. Raises Misfit."""
    if not isinstance(data, dict):
        raise Misfit(Sentence("not a mapping, expected a mapping with the key 'puzzle'", "no_mapping"))
    if "levels" in data:
        raise Misfit(PACK_OF_LEVELS, ("levels",))
    key = key_beside_level(data) if has_puzzle_file(data) else None
    if key is not None:
        raise Misfit(f"'{key}' beside 'level', expected it in the level alone", (key,))
    word = data.get("puzzle", NAMES[0] if nearest("puzzle", data) else "")  # a slip in the key is reported later
    if not isinstance(word, str) or word not in PUZZLES:
        words = f"puzzle is {shown(word)}, expected one of {', '.join(NAMES)}"
        raise Misfit(Sentence(words, "unknown_puzzle", puzzle=shown(word), names=NAMES), ("puzzle",))
    return PUZZLES[word]
