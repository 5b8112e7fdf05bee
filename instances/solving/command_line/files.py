"""The files that a solve leaves, where they were asked for."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from instances.puzzle import Puzzle
from instances.reading.writing import write_file
from instances.solving.command_line.printing import sentence
from instances.solving.limits import LimitReached
from instances.solving.outcome import Outcome, Result
from instances.text import printable, why
from instances.watersort.playing.hints import Findings, marks

if TYPE_CHECKING:
    from instances.watersort.playing.moves import Game


class NotWritten(Exception):
    """A file that could not be written; str() is one line that says which and why."""


def write_files(
    puzzle: Puzzle,
    instance: Any,
    position: Any,
    game: Game | None,
    options: argparse.Namespace,
    result: Result,
    told: Findings,
) -> None:
    """The plan, the certificate and the page; a line on stderr for what is not certified. Raises NotWritten."""
    path = options.plan
    try:
        if options.plan and result.plan is not None:
            frames = puzzle.frames(position, result.plan)
            write_file(path, (f"{printable(frame.caption)}\n".encode() for frame in frames))
        elif options.plan:
            print(f"{printable(path)}: not written: {result.outcome.words}, there is no plan", file=sys.stderr)
        path = options.certificate
        if options.certificate:
            from instances.certificates.certificate_files import write_certificate  # most solves need no checker

            missing = write_certificate(options.certificate, puzzle, position, result)
            if missing is not None:
                print(f"{printable(path)}: {printable(missing)}", file=sys.stderr)
        path = options.page
        if options.page:
            write_file(path, [page_of(puzzle, instance, game, result, told).encode()])
    except OSError as error:
        raise NotWritten(f"{printable(path)}: {why(error)}, expected a place to write") from None
    except LimitReached as limit:
        raise NotWritten(f"{printable(path)}: {limit} before it was written") from None
    except ValueError as error:
        raise NotWritten(f"{printable(path)}: {error}, expected less") from None


def page_of(puzzle: Puzzle, instance: Any, game: Game | None, result: Result, told: Findings) -> str:
    """The page of what was played and then of the plan. Raises ValueError for what is too large to draw."""
    from instances.page import page

    played = () if game is None else game.pours
    rest = (result.plan if puzzle.steps else result.solutions) or ()
    answer, _, _ = sentence(puzzle, result).rpartition("   (")  # how long it took is no news later
    words = "; ".join([answer, *told.brief])
    best = told.reviewed[0].before if told.reviewed else None if played else result.upper_bound
    proven = bool(told.reviewed) or result.outcome is Outcome.OPTIMAL
    return page(puzzle, instance, (*played, *rest), words, best, proven, marks(told.reviewed), told.explanation)
