"""Where designed levels are written, files of a folder or a pack, and the levels that are there."""

import json
import os
import re
from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path

from fewest_pours.design.design_record import Design, Measured
from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.input_files import puzzle_files, read_text
from fewest_pours.files.output_files import locked, write_new, write_text
from fewest_pours.files.packs import write_pack
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.loading import load
from fewest_pours.puzzles.puzzle import Puzzle
from fewest_pours.running.limits import Limits
from fewest_pours.running.read_within import read_within

NUMBERED = re.compile(r"-(\d{1,9})$")  # watersort-012


def entry_of(puzzle: Puzzle, level: Measured, seed: int) -> Data:
    """The entry of a level in a pack."""
    answer = None if level.answer is None else puzzle.answer(level.answer)
    key = "plan" if puzzle.steps else "solutions"
    return {"level": puzzle.document(level.instance), key: answer, "measures": level.measures, "seed": seed}


def write_next(puzzle: Puzzle, folder: Path, first: int, text: str) -> str:
    """Write a file of the folder with the first number from here on that is free: its name. Raises OSError."""
    for number in count(first):
        file = f"{puzzle.name}-{number:03}.yaml"
        with suppress(FileExistsError):  # another command wrote it meanwhile
            write_new(folder / file, text)
            return file
    raise AssertionError


def number_in_name(file: Path) -> int:
    """watersort-012.yaml -> 12; 0 for a name without a number."""
    name = NUMBERED.search(file.stem)
    return int(name[1]) if name else 0


def keys_of_levels(puzzle: Puzzle, design: Design, files: Iterable[str | Path], limits: Limits) -> set[Hashable]:
    """What is `alike` for the levels of this puzzle in these files. Raises BadInput and NotRead."""
    keys = set()
    for file in files:
        with read_within(limits, file):
            kind, instance = load(file)
            if kind is puzzle:
                keys.add(design.alike(instance))
    return keys


def levels_there(puzzle: Puzzle, pack: str | None, others: Sequence[Path], limits: Limits) -> tuple[int, list[str]]:
    """How many levels the pack has already, and the files of these and of other levels. Raises BadInput, NotRead."""
    paths = list(map(str, others))
    number = 0
    if pack is not None:
        with read_within(limits, pack):
            number = len(read_pack(puzzle, pack).get("levels", ()))
        if number:
            paths.append(pack)
    if not paths:
        return 0, []
    with read_within(limits, paths[0], "while its levels were listed"):
        return number, puzzle_files(paths)


def add_to_pack(
    puzzle: Puzzle, design: Design, path: str, entries: Sequence[tuple[Hashable, Data]], known: int
) -> dict[int, Data]:
    """Add levels to the pack as it is now, without those alike to what other commands added meanwhile.

    entries: with what is `alike` for each; known: levels that the pack had when this command began. Returns what was
    added, by its number in the pack. Raises BadInput.
    """
    with locked(path):
        pack = read_pack(puzzle, path)
        there = pack.pop("levels", [])
        since = puzzle_files([path])[known:] if len(there) > known else []
        keys_since = keys_of_levels(puzzle, design, since, Limits())
        new = [entry for key, entry in entries if key not in keys_since]
        pack.pop("puzzle", None)
        write_text(Path(path), write_pack(puzzle.name, [*there, *new], pack))
    return dict(enumerate(new, len(there) + 1))


def read_pack(puzzle: Puzzle, path: str) -> Data:
    """The pack that is there already; {} if there is none. Raises BadInput for any other file."""
    if not os.path.isfile(path):
        return {}
    text = read_text(path).strip()
    if not text:
        return {}
    with suppress(ValueError, RecursionError):
        match json.loads(text):
            case {"puzzle": puzzle.name, "levels": [*_]} as pack:
                return dict(pack)
    raise BadInput(path, f"no pack of {puzzle.name} to continue, expected one or a new name")
