"""The files that a solve leaves, where they are wanted."""

import sys

from instances.certificates.certificate_files import write_certificate
from instances.certificates.makers import Facts
from instances.page import page
from instances.puzzle import Findings
from instances.reading.writing import write_file
from instances.solving.command_line.arguments import Command
from instances.solving.command_line.printing import sentence
from instances.solving.limits import LimitReached, Watch
from instances.solving.outcome import Outcome, Result
from instances.solving.request import Request
from instances.text import printable, why


class NotWritten(Exception):
    """A file that could not be written; str() is one line with its name and the reason."""


def write_files(
    request: Request, result: Result, findings: Findings, command: Command, watch: Watch, facts: Facts | None
) -> None:
    """The plan, the certificate and the page; a line on stderr for what is not certified. Raises NotWritten.

    facts: what finds facts that prove that there is no plan, for the certificate.
    """
    puzzle, position = request.puzzle, request.game.position
    path = command.plan
    try:
        if command.plan and result.plan is not None:
            frames = puzzle.frames(position, result.plan)
            write_file(command.plan, (f"{printable(frame.caption)}\n".encode() for frame in frames))
        elif command.plan:
            print(f"{printable(command.plan)}: not written: {result.outcome.words}, there is no plan", file=sys.stderr)
        path = command.certificate
        if command.certificate:
            missing = write_certificate(command.certificate, puzzle, position, result, watch, facts)
            if missing is not None:
                print(f"{printable(command.certificate)}: {printable(missing)}", file=sys.stderr)
        path = command.page
        if command.page:
            write_file(command.page, [page_of(request, result, findings).encode()])
            if not (command.json or command.quiet):
                print(f"page: {printable(command.page)}")
    except OSError as error:
        raise NotWritten(f"{printable(str(path))}: {why(error)}, expected a place to write") from None
    except LimitReached as limit:
        raise NotWritten(f"{printable(str(path))}: {limit} before it was written") from None
    except ValueError as error:
        raise NotWritten(f"{printable(str(path))}: {error}, expected less") from None


def page_of(request: Request, result: Result, findings: Findings) -> str:
    """The page of what was played and then of the plan. Raises ValueError for what is too large to draw."""
    puzzle, played = request.puzzle, request.game.steps
    rest = (result.plan if puzzle.steps else result.solutions) or ()
    answer, _, _ = sentence(puzzle, result).rpartition("   (")  # without its seconds
    words = "; ".join([answer, *findings.brief])
    best = findings.fewest if findings.marks else None if played else result.upper_bound
    proven = bool(findings.marks) or result.outcome is Outcome.OPTIMAL
    steps = (*played, *rest)
    return page(puzzle, request.instance, steps, words, best, proven, findings.marks, findings.explanation)
