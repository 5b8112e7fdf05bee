"""The files that a solve leaves, where they are wanted."""

import sys

from instances.certificates.certificate_files import write_certificate
from instances.certificates.makers import Facts
from instances.page import page
from instances.reading.writing import write_file
from instances.solving.command_line.arguments import Command
from instances.solving.command_line.printing import sentence
from instances.solving.limits import LimitReached, Watch
from instances.solving.outcome import Outcome
from instances.solving.request import Request, Solved
from instances.text import printable, why


class NotWritten(Exception):
    """A file that could not be written; str() is one line with its name and the reason."""


def write_files(request: Request, solved: Solved, command: Command, watch: Watch, facts: Facts | None) -> None:
    """The plan, the certificate and the page; a line on stderr for what there is none of. Raises NotWritten.

    facts: what finds facts that prove that there is no plan, for the certificate.
    """
    puzzle, position, result = request.puzzle, request.game.position, solved.result

    def write_plan(path: str) -> str | None:
        if result.plan is None:
            return f"not written: {result.outcome.words}, there is no plan"
        write_file(path, (f"{printable(frame.caption)}\n".encode() for frame in puzzle.frames(position, result.plan)))
        return None

    def write_page(path: str) -> None:
        write_file(path, [page_of(request, solved).encode()])
        if not (command.json or command.quiet):
            print(f"page: {printable(path)}")

    def certify(path: str) -> str | None:
        return write_certificate(path, puzzle, position, result, watch, facts)

    for path, write in ((command.plan, write_plan), (command.certificate, certify), (command.page, write_page)):
        if not path:
            continue
        try:
            missing = write(path)
        except OSError as error:
            raise NotWritten(f"{printable(path)}: {why(error)}, expected a place to write") from None
        except LimitReached as limit:
            raise NotWritten(f"{printable(path)}: {limit} before it was written") from None
        except ValueError as error:
            raise NotWritten(f"{printable(path)}: {error}, expected less") from None
        if missing is not None:
            print(f"{printable(path)}: {printable(missing)}", file=sys.stderr)


def page_of(request: Request, solved: Solved) -> str:
    """The page of what was played and then of the plan. Raises ValueError for what is too large to draw."""
    puzzle, played = request.puzzle, request.game.steps
    result, _, findings = solved
    answer, _, _ = sentence(puzzle, result).rpartition("   (")  # without its seconds
    words = "; ".join([answer, *findings.brief])
    best = findings.fewest if findings.marks else None if played else result.upper_bound
    proven = bool(findings.marks) or result.outcome is Outcome.OPTIMAL
    steps = (*played, *((result.plan if puzzle.steps else result.solutions) or ()))
    return page(puzzle, request.instance, steps, words, best, proven, findings.marks, findings.explanation)
