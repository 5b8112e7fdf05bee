"""The files that a solve leaves, where they were asked for."""

import argparse
from typing import Any

from instances.harness.certificates import write_certificate
from instances.harness.outcome import Result
from instances.puzzle import Puzzle
from instances.text import printable


class NotWritten(Exception):
    """A file that could not be written; str() is one line that says which and why."""


def write_files(puzzle: Puzzle, instance: Any, options: argparse.Namespace, result: Result) -> None:
    """The plan and the certificate. Raises NotWritten."""
    path = options.plan
    try:
        if options.plan and result.plan is not None:
            with open(options.plan, "w", encoding="utf-8") as out:
                out.writelines(f"{printable(frame.caption)}\n" for frame in puzzle.frames(instance, result.plan))
        path = options.certificate
        if options.certificate:
            write_certificate(options.certificate, puzzle, instance, result)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise NotWritten(f"{printable(path)}: {reason}, expected a place to write") from None
