"""Output of a solve: progress, the answer as JSON or as text, and the certificate and page."""

import json
import os
import sys
from collections.abc import Sequence
from math import inf
from typing import Literal

from fewest_pours.drawing.terminal import show_picture
from fewest_pours.files.output_files import write_text
from fewest_pours.files.wording import counted, printable
from fewest_pours.pages.player.plan_page import page
from fewest_pours.puzzles.puzzle import Puzzle
from fewest_pours.running.forced_stop import enforced
from fewest_pours.running.solver_contract import LimitReached, NoWitness, Outcome, Plan, Result, Watch
from fewest_pours.solving.certificates import Facts, write_certificate
from fewest_pours.solving.request import Request, Solved

Form = Literal["stream", "json", "quiet", "full"]  # JSON lines, one JSON line, one line of text, full text
MOMENT = 0.5  # seconds to write the files when the time limit has passed
PAUSE = 0.1  # seconds between two lines of progress
LONGEST_NAME = 60  # characters of an instance's name in that line
CLEAR = "\r\x1b[K"  # back to the start of the line, and erase it
IN_WORDS = {
    Outcome.OPTIMAL: "",
    Outcome.SOLVED: "",
    Outcome.UNSOLVABLE: "unsolvable, proven",
    Outcome.NO_PLAN_WITHIN_HORIZON: "no plan within this horizon; longer plans are not excluded",
    Outcome.UNSUPPORTED: "not for this solver",
    Outcome.SOLVER_FAILED: "the solver failed",
    Outcome.BAD_INPUT: "the file is wrong",
}
UNIQUENESS_IN_WORDS = {
    True: "one solution, proven unique",
    False: "not unique: two solutions",
    None: "a solution; whether it is unique is not known",
}


class Output:
    """Prints the progress and the answer of one request, in one of the forms."""

    def __init__(self, request: Request, watch: Watch, form: Form) -> None:
        self.request = request
        self.watch = watch
        self.form = form
        self.due = 0.0 if sys.stderr.isatty() else inf  # when to show progress next
        self.streamed_bounds: tuple[int | None, int | None] = (None, None)  # the last ones
        self.shown_in_full: Outcome | None = None  # of the answer that was last shown in full
        watch.call_at_checks(self.show_progress)
        if form == "full":
            watch.send_proof_to(self.show_in_full)
        elif form == "stream":
            watch.send_progress_to(self.stream)

    def show_progress(self) -> None:
        """Show bounds and seconds in a line on standard error, if that is a terminal."""
        seconds = self.watch.elapsed()
        if seconds < self.due:
            return
        self.due = seconds + PAUSE
        lower, upper, what = ("?" if value is None else value for value in self.watch.last)
        line = f"{self.request.position.name[:LONGEST_NAME]}   {lower} to {upper}   {what}   {seconds:.1f} s"
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
        print(CLEAR + printable(line)[: columns - 1], end="", file=sys.stderr, flush=True)

    def stream(self, lower: int | None, upper: int | None, what: str, plan: Plan | None) -> None:
        """Print a line of JSON for a better bound, or a shorter plan: {"lower_bound": 37, "upper_bound": 41, ...}"""
        puzzle = self.request.puzzle
        position = self.request.position
        shown = {}
        if plan is not None and not self.request.hints:  # with hints the plan stays secret
            puzzle.verify(position, plan)
            shown["plan"] = puzzle.answer(plan)
        if shown or self.streamed_bounds != (lower, upper):
            self.streamed_bounds = lower, upper
            data = {"file": self.request.file, "lower_bound": lower, "upper_bound": upper, **shown}
            print(json.dumps(data | {"what": what, "seconds": round(self.watch.elapsed(), 4)}), flush=True)

    def show(self, solved: Solved, remarks: Sequence[str] = ()) -> None:
        """Print the answer in the form that was asked for. remarks: sentences before the extras."""
        other = [] if solved.other is None else [other_in_words(self.request, solved.other)]
        self.clear()
        if self.form == "full":
            self.show_text(solved, [*remarks, *other])
        elif self.form == "quiet":
            self.show_line(solved, remarks, other)
        else:
            print(json.dumps(solved.answer.data()), flush=True)

    def show_line(self, solved: Solved, remarks: Sequence[str], other: Sequence[str]) -> None:
        """Print the answer, the extras and the remarks in one line; other: further lines."""
        answered = [] if solved.has_hint_only else [sentence(self.request.puzzle, solved.result)]
        line = "; ".join([*answered, *solved.findings.brief, *remarks])
        print(f"{printable(self.request.file)}: {printable(line)}")
        for each in other:
            print(printable(each))

    def show_text(self, solved: Solved, remarks: Sequence[str]) -> None:
        """Print the answer in full, unless that was done when a race had proven it; then remarks and extras."""
        result = solved.result
        if self.shown_in_full is not result.outcome:
            self.show_in_full(result, not solved.has_hint_only)
        for line in [*result.statistics.get("notes", []), *remarks, *solved.findings.lines]:
            print(printable(line))

    def clear(self) -> None:
        if self.due < inf:
            print(CLEAR, end="", file=sys.stderr, flush=True)

    def show_in_full(self, result: Result, in_words: bool = True) -> None:
        """Print the puzzle, its plan or solutions, and the answer in a sentence unless a hint stands for it."""
        puzzle = self.request.puzzle
        position = self.request.position
        self.shown_in_full = result.outcome
        self.clear()
        print(f"{printable(position.name)}\n")
        show_picture(puzzle.picture(position))
        print()
        if result.plan and not self.request.hints:
            for number, frame in enumerate(puzzle.frames(position, result.plan), 1):
                print(f"{number:>4}.  {printable(frame.caption)}")
            print()
        for frame in puzzle.frames(position, result.solutions):
            print(frame.caption)
            show_picture(puzzle.picture(frame.instance, frame.touched))
            print()
        if in_words:
            print(printable(sentence(puzzle, result)), flush=True)

    def write(self, solved: Solved, certificate: str | None, html: str | None, facts: Facts | None) -> bool:
        """Write certificate and page; return whether that succeeded. A line on stderr explains failures and gaps.

        facts: finds facts that prove unsolvability, for the certificate. Raises OSError.
        """
        request = self.request
        rest = self.watch.rest(least=MOMENT)
        at_work = certificate  # the file that the message on a failure names
        try:
            with enforced(rest):
                if certificate:
                    missing = write_certificate(
                        certificate, request.puzzle, request.position, solved.result, rest, facts
                    )
                    if missing is not None:
                        print(f"{printable(certificate)}: {printable(missing)}", file=sys.stderr)
                at_work = html
                if html:
                    write_text(html, page_of(request, solved))
                    if self.form == "full":
                        print(f"page: {printable(html)}")
            return True
        except (LimitReached, NoWitness, ValueError) as error:
            print(f"{printable(at_work or '')}: not written: {error}", file=sys.stderr)
            return False


# ------------------------------------------------------------------------------------------------------------ in words


def sentence(puzzle: Puzzle, result: Result) -> str:
    """The answer and its time in words: '39 pours, proven shortest (bound and plan: schedule)   (0.40 s)'"""
    return f"{result_in_words(puzzle, result)}   ({result.seconds:.2f} s)"


def result_in_words(puzzle: Puzzle, result: Result) -> str:
    """'39 pours, proven shortest (bound and plan: schedule)'"""
    ended = IN_WORDS.get(result.outcome, result.outcome.words)
    if ended and result.reason:
        ended += f": {result.reason}"
    return "; ".join(filter(None, [ended, *found_in_words(puzzle.steps, result)]))


def other_in_words(request: Request, other: Result) -> str:
    """What the file may also mean, answered: 'if y grows downward: 2 clicks (write `y: down`)'"""
    assert request.other_reading is not None
    condition, _, settle, _ = request.other_reading
    steps = request.puzzle.steps
    if steps is not None and other.outcome is Outcome.OPTIMAL:
        answer = counted(other.upper_bound, steps)
    else:
        answer = "; ".join([other.outcome.words, *found_in_words(steps, other)])
    return f"{condition}: {answer} ({settle})"


def found_in_words(steps: str | None, result: Result) -> list[str]:
    """['a plan of 41 pours, not proven shortest', 'at least 37 pours needed']"""
    if steps is None:
        return [UNIQUENESS_IN_WORDS[result.unique]] if result.solutions else []
    if result.outcome is Outcome.OPTIMAL:
        by = result.lower_bound_by
        plan_by = result.upper_bound_by
        credit = f"bound and plan: {by}" if by == plan_by else f"bound: {by}, plan: {plan_by}"
        return [f"{counted(result.upper_bound, steps)}, proven shortest ({credit})"]
    words = [] if result.plan is None else [f"a plan of {counted(result.upper_bound, steps)}, not proven shortest"]
    if result.lower_bound is not None and result.outcome is not Outcome.UNSOLVABLE:
        words.append(f"at least {counted(result.lower_bound, steps)} needed")
    return words


def page_of(request: Request, solved: Solved) -> str:
    """The page that shows the moves played and then the plan. Raises ValueError if it is too large to draw."""
    puzzle = request.puzzle
    result = solved.result
    findings = solved.findings
    answered = [] if solved.has_hint_only else [result_in_words(puzzle, result)]
    words = "; ".join([*answered, *findings.brief])
    steps = (*request.game.steps, *(result.answer or ()))
    fewest, is_proven = fewest_from_start(request, solved)
    explanation = solved.answer.explanation or ()
    return page(puzzle, request.instance, steps, words, fewest, is_proven, findings.marks, explanation)


def fewest_from_start(request: Request, solved: Solved) -> tuple[int | None, bool]:
    """The fewest steps that are known from the start, not from where the moves led; and whether that is proven.

    Without a number the second value means nothing.
    """
    review = solved.answer.review
    if review:  # its numbers are proven, or null
        return review[0]["before"], True
    if request.game.steps:  # the result is about another position
        return None, False
    return solved.result.upper_bound, solved.result.outcome is Outcome.OPTIMAL
