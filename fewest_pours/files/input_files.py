"""Finds and reads files: folders, packs, standard input, shipped puzzles by name, and pictures by their content."""

import os
import re
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.opening import at_once
from fewest_pours.files.packs import Pack, address, pack_in
from fewest_pours.files.wording import counted, end_of, why
from fewest_pours.files.yaml_files import NO_MEANING, TAKEN

MEBIBYTE = 1 << 20
MAX_BYTES = 4 * MEBIBYTE
MAX_PICTURE = 12 * MEBIBYTE
PICTURE = re.compile(rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|RIFF.{4}WEBP", re.DOTALL)  # how its bytes begin
OTHER_PICTURE = re.compile(rb"GIF8[79]a|BM.{4}\0\0\0\0|II\*\0|MM\0\*|.{4}ftyp", re.DOTALL)
PACKAGE = Path(__file__).parent.parent
SHIPPED = next(filter(Path.is_dir, (PACKAGE / "instances", PACKAGE.parent / "instances")))  # in a wheel, in a checkout


def puzzle_files(paths: Iterable[str | Path]) -> list[str]:
    """The files, for each folder those in it and its subfolders, sorted by name, and for each pack its levels.

    Raises BadInput.
    """
    files: list[str] = []
    for path in paths:
        if not str(path):
            raise BadInput("''", "no name, expected a file or a folder")
        found = _files_in(path) if os.path.isdir(path) else [str(path)]
        for file in found:
            files += _levels(file) or [file]
    return files


def _files_in(folder: str | Path) -> list[str]:
    """The puzzle files in a folder and its subfolders, sorted by name. Raises BadInput."""
    try:
        found = sorted(filter(_is_level, Path(folder).rglob("*.*")))
    except OSError as error:  # for example, a subfolder that is removed meanwhile
        raise BadInput(folder, f"{why(error)}, expected a readable folder") from None
    if not found:
        raise BadInput(folder, "a folder without puzzle files, expected *.yaml or *.json")
    return list(map(str, found))


def _levels(file: str) -> list[str]:
    """The levels of a pack; none for any other file."""
    if not os.path.isfile(file):
        return []
    with suppress(BadInput):  # which is raised when its turn has come
        pack = pack_at(file)
        last = 1 if pack.wrong else len(pack.levels)  # reading the first raises what is wrong
        return [f"{file}#{number}" for number in range(1, last + 1)]
    return []


def pack_at(path: str) -> Pack:
    """The pack in a file, read once as long as the file stays the same. Raises BadInput."""
    try:
        status = os.stat(located(path))
    except (OSError, ValueError):
        return pack_in(read_text(path))
    if not stat.S_ISREG(status.st_mode):
        return pack_in(read_text(path))
    return _pack_read(path, (status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size))


@lru_cache(maxsize=8)
def _pack_read(path: str, version: tuple[int, ...]) -> Pack:
    return pack_in(read_text(path))


def _is_level(path: Path) -> bool:
    if path.suffix == ".json":
        return SHIPPED not in path.resolve().parents  # beside the shipped levels, which are YAML, lies schema.json
    return path.suffix == ".yaml"


def located(path: str | Path) -> str | Path:
    """The path, or the file of a shipped puzzle with this name, such as level-133 or squares/level-14."""
    name = str(path)
    if name == "-" or os.path.lexists(path) or not re.fullmatch(r"(\w+/)?[\w-]{1,100}", name):
        return path
    pattern = f"{name}.yaml" if "/" in name else f"*/{name}.yaml"
    return next(SHIPPED.glob(pattern), path)


def read_text(path: str | Path) -> str:
    """The text of a file or of a level in a pack, standard input for '-'.

    Raises BadInput: missing, unreadable, too large, not UTF-8.
    """
    content = read_file(path)
    if isinstance(content, bytes):
        raise BadInput(path, "a picture, expected text")
    return content


def read_file(path: str | Path) -> str | bytes:
    """Like read_text; the bytes of a picture."""
    pack, number = address(str(path))
    if number:
        return _level_of_pack(pack, number)
    place = sys.stdin.fileno() if path == "-" else located(path)
    try:
        with open(place, "rb", closefd=path != "-", opener=at_once) as file:
            raw = file.read(MAX_PICTURE + 1)
    except OSError as error:
        raise BadInput(path, f"{why(error)}, expected a readable file or the name of a shipped puzzle") from None
    if OTHER_PICTURE.match(raw):
        raise BadInput(path, "a picture or film of another kind, expected PNG, JPEG or WebP")
    if PICTURE.match(raw):
        _expect_size(path, raw, MAX_PICTURE, "picture")
        return raw
    _expect_size(path, raw, MAX_BYTES, "puzzle file")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"byte 0x{raw[error.start]:02x} is not UTF-8, expected text in UTF-8"
        raise BadInput(path, message, *end_of(raw[: error.start].decode())) from None
    taken = TAKEN.search(text)
    if taken:
        raise BadInput(path, NO_MEANING, *end_of(text[: taken.start()]))
    return text


def _level_of_pack(file: str, number: int) -> str:
    """The text of a level. Raises BadInput if the pack has a mistake, or not so many levels."""
    pack = pack_at(file)
    if pack.wrong is not None:
        raise BadInput(file, str(pack.wrong), *pack.wrong.at or (1, 1))
    if number > len(pack.levels):
        held = f"a pack of {counted(len(pack.levels), 'levels')}" if pack.levels else "no pack"
        raise BadInput(f"{file}#{number}", f"no such level, {file} is {held}")
    return pack.levels[number - 1]


def _expect_size(path: str | Path, raw: bytes, most: int, kind: str) -> None:
    if len(raw) > most:
        raise BadInput(path, f"more than {most // MEBIBYTE} MiB, expected a {kind}")
