"""Reads certificates line by line, and puzzle files, as declared types; raises Refused or Misfit for anything else."""

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

import msgspec

from fewest_pours.files.bad_input import BadInput, Misfit
from fewest_pours.files.opening import at_once
from fewest_pours.files.wording import why
from fewest_pours.files.yaml_files import Data, placed

MEBIBYTE = 1 << 20
MAX_LINE = MEBIBYTE
MAX_LINES = 4_000_000
GZIP_MAGIC = b"\x1f\x8b"  # how a file compressed by gzip begins

Kind = TypeVar("Kind")
NaturalNumber = Annotated[int, msgspec.Meta(ge=0, le=1 << 60)]  # true and 1.0 are not numbers
CertifiedOutcome = Literal[
    "optimal", "solved", "unsolvable", "no_plan_within_horizon", "out_of_time", "out_of_memory", "interrupted"
]


class ExactKeys(msgspec.Struct, forbid_unknown_fields=True):
    """A line of a certificate, or a mapping in a file: these keys and no others."""


class Claim(ExactKeys):
    """The first line of a certificate."""

    certificate: Literal[1]  # version of the format
    puzzle: str
    instance: str
    outcome: CertifiedOutcome
    answers: NaturalNumber | None
    bound: NaturalNumber | None
    unique: bool | None
    by: str


Count = Annotated[int, msgspec.Meta(ge=0, le=10**9)]


def word_other_than(*words: str) -> str:
    """The pattern of a text that is none of these words, in whatever case, and not blank."""
    return rf"^(?!\s*(?i:{'|'.join(map(re.escape, words))})\s*\Z)[\s\S]*\S"


EMPTY_PLACE = ("empty", "_")  # what no colour is called


def expect_steps_or_none(steps: int | None, solvable: bool, unit: str) -> None:
    """A proven answer gives the fewest steps exactly if a plan exists. Raises ValueError."""
    gives_steps = steps is not None
    if gives_steps != solvable:
        raise ValueError(f"either '{unit}: N' or 'solvable: false'")


class SolutionsInFile(ExactKeys):
    """A proven answer in the file of a puzzle whose solutions are counted."""

    solutions: Count


class FileToCheck(ExactKeys, kw_only=True):
    """The keys of all puzzle files; every scalar is text."""

    puzzle: str
    name: str = ""
    source: str | None = None


class Refused(Exception):
    """A certificate does not prove what it claims. line: counted from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class Line(NamedTuple):
    """Line(2, {'answer': 'red'})"""

    number: int
    data: Any  # a JSON object

    def wrong(self, message: str) -> Refused:
        return Refused(self.number, message)

    def read(self, kind: type[Kind]) -> Kind:
        """The data as this type. Raises Refused."""
        try:
            return msgspec.convert(self.data, kind)
        except (msgspec.ValidationError, UnicodeEncodeError) as error:
            raise self.wrong(str(error)) from None


def keys_of_file(data: object, kind: type[Kind]) -> Kind:
    """The data of a puzzle file as this type. Raises Misfit."""
    try:
        return msgspec.convert(data, kind, strict=False)  # as numbers are text, too
    except msgspec.ValidationError as error:
        message, place = placed(str(error))
        raise Misfit(message, (*place, *re.findall(r"unknown field `(\w+)`", message))) from None


def hyphenated(color: str) -> str:
    """A colour as one word: 'light-blue'"""
    return "-".join(color.split())


def expect(holds: bool, place: str, message: str) -> None:
    """Raise Misfit at this key of a file unless a condition holds."""
    if not holds:
        raise Misfit(message, (place,))


def line_of_json(number: int, raw: bytes) -> Line:
    """A line that is a JSON object. Raises Refused."""
    try:
        data = json.loads(raw, object_pairs_hook=without_duplicates)
    except (ValueError, RecursionError):
        raise Refused(number, "not JSON, or a repeated key") from None
    if not isinstance(data, dict):
        raise Refused(number, "not a JSON object")
    return Line(number, data)


def without_duplicates(pairs: list[tuple[str, Any]]) -> Data:
    """The object. Raises ValueError for a repeated key, whose meaning depends on the reader."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError
    return found


def read_lines(path: str | Path) -> Iterator[Line]:
    """Yield the lines of a file, plain or compressed by gzip. Raises BadInput, and Refused for what is not JSON.

    The file is opened once and read front to back, as it may be a pipe; one that nobody writes to is empty.
    """
    try:
        file = open(path, "rb", opener=at_once)  # noqa: SIM115
        start = file.peek(len(GZIP_MAGIC))[: len(GZIP_MAGIC)]
    except OSError as error:
        raise BadInput(path, f"{why(error)}, expected a certificate") from None
    if not start:
        raise Refused(1, "empty, or a pipe that nobody writes to, expected a certificate")
    text = gzip.GzipFile(fileobj=file) if start == GZIP_MAGIC else file
    with file, text:
        for number in count(1):
            try:
                line = text.readline(MAX_LINE + 1)
            except (OSError, EOFError, zlib.error) as error:
                raise Refused(number, f"damaged: {error}") from None
            if not line:
                return
            if len(line) > MAX_LINE or number > MAX_LINES:
                raise Refused(number, f"over {MAX_LINE // MEBIBYTE} MiB in a line or {MAX_LINES} lines")
            yield line_of_json(number, line)
