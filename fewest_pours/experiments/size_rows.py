"""Experiments with a row for each size of deals: rows made in turn, kept as lines of JSON, published as tables."""

import argparse
import csv
import io
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from math import inf
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from fewest_pours.experiments.results_page import expect_page, replace_part
from fewest_pours.experiments.stopped import Stopped
from fewest_pours.files.option_types import count, positive
from fewest_pours.files.output_files import write_text
from fewest_pours.guarantees.sizes import Size
from fewest_pours.running.interrupts import asked_to_stop
from fewest_pours.running.limits import LimitReached, Limits


class SizeRow(Protocol):
    """A dataclass; words: what was found for its size."""

    @property
    def words(self) -> str: ...


RowT = TypeVar("RowT", bound=SizeRow)
ONE_SIZE = ("capacity", "empties", "colors")


def size_parser(
    name: str, description: str, program_name: str, other_ways: Mapping[str, str] = MappingProxyType({})
) -> argparse.ArgumentParser:
    """The options that these experiments share. other_ways: flag -> its help; they exclude --kept and each other."""
    parser = argparse.ArgumentParser(prog=f"{program_name} reproduce {name}", description=description)
    add = parser.add_argument
    add("--capacity", metavar="N", type=count, help="only print one row: units in a beaker")
    add("--empties", metavar="N", type=count, help="and its empty beakers")
    add("--colors", metavar="N", type=count, help="and its colours")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--kept", action="store_true", help="make the tables from the kept rows")
    for flag, text in other_ways.items():
        ways.add_argument(f"--{flag}", action="store_true", help=text)
    add("--time-limit", metavar="SECONDS", type=positive, default=inf, help="then end; the same command continues")
    return parser


def one_size(options: argparse.Namespace) -> Size | None:
    """The size that the options name; None for all that are published. Raises Stopped."""
    numbers = [getattr(options, name) for name in ONE_SIZE]
    if not any(numbers):
        return None
    if not all(numbers):
        raise Stopped("a row needs --capacity, --empties and --colors")
    return Size(*numbers)


def limits_of(options: argparse.Namespace) -> Limits:
    return Limits(options.time_limit, interrupted=asked_to_stop())


def print_rows(making: Iterable[RowT]) -> tuple[list[RowT], int]:
    """Print each row as soon as it is made: the rows, and the exit code of the limit that ended them, otherwise 0."""
    rows: list[RowT] = []
    try:
        for row in making:
            rows.append(row)
            print(row.words, flush=True)
    except LimitReached as limit:
        print(f"{limit.outcome.words}: the same command continues", file=sys.stderr)
        return rows, limit.outcome.exit_code
    return rows, 0


def kept_path(name: str) -> Path:
    return Path("docs", "results", f"{name}.jsonl")


def kept_rows(name: str, make_row: Callable[..., RowT]) -> list[RowT]:
    """The rows that were published; make_row: receives the fields of a line."""
    return [make_row(**json.loads(line)) for line in kept_path(name).read_text().splitlines()]


def publish(name: str, rows: Sequence[Any], text: str, every_size: Sequence[Mapping[str, object]]) -> None:
    """Keep the rows, put the text into the page of results, and beside it the table of every size, as CSV.

    Raises Stopped without that page.
    """
    expect_page("a row by --capacity, --empties and --colors")
    lines = [json.dumps(asdict(row)) + "\n" for row in rows]
    write_text(kept_path(name), "".join(lines))
    write_text(kept_path(name).with_suffix(".csv"), csv_of(every_size))
    replace_part(name, text)


def csv_of(lines: Sequence[Mapping[str, object]]) -> str:
    """The lines, which all have the same columns, below a header."""
    written = io.StringIO()
    writer = csv.DictWriter(written, list(lines[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return written.getvalue()


def name_of(size: Size) -> str:
    """'capacity 4, 2 empty, 4 colours'"""
    return f"capacity {size.capacity}, {size.empties} empty, {size.colors} colours"


def letters(units: Sequence[Sequence[int]]) -> str:
    """'ab ba', the topmost unit first"""
    return " ".join("".join("abcdefgh"[color] for color in beaker) for beaker in units)
