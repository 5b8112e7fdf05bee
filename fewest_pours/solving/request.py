"""A request: one instance for one solver, or for several that race, and its answer.

    request = Request(puzzle, deal, (SIDE.solver("watersort"),), time_limit=10)
    solved = answer(request)
    print(solved.result.outcome, solved.answer.data())

The command line and the API use it.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import inf
from typing import Generic, NamedTuple

from msgspec import UNSET

from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.puzzle import Asking, Extras, Findings, Game, Move, OtherReading, Puzzle
from fewest_pours.running.solver_contract import InstanceT, Outcome, Result, Solve, StepT, Watch
from fewest_pours.running.solver_record import Solver
from fewest_pours.solving.answer import Answer, answer_of, contradiction, run_checked
from fewest_pours.solving.race import CONFIRM, race

ABOVE_0 = 1e-9  # the least number that counts as above 0
RANGES = {  # of the fields of a request and its settings; inf: no limit
    "time_limit": (ABOVE_0, inf),
    "memory_limit": (ABOVE_0, inf),
    "confirm": (0, inf),
    "horizon": (0, inf),
    "workers": (1, 64),
    "seed": (0, (1 << 31) - 1),  # as CP-SAT takes it
}


WHOLE = ("horizon", "workers", "seed")  # whole numbers


def expect_in_range(values: Mapping[str, float | None], optional: Container[str]) -> None:
    """Raises ValueError for the first value that is NaN, out of range, or of another kind; `optional` may be None."""
    for name, (least, most) in RANGES.items():
        value = values[name]
        if value is None and name in optional:
            continue
        if not isinstance(value, int if name in WHOLE else (int, float)):
            expected = "a whole number" if name in WHOLE else "a number"
            raise ValueError(f"{name} is {value}, expected {expected}")
        if not least <= value <= most:
            expected = range_in_words(least, most)
            raise ValueError(f"{name} is {value}, expected {expected}")


def range_in_words(least: float, most: float) -> str:
    """'1 to 64', '0 or more', 'a number above 0'"""
    if most < inf:
        return f"{least} to {most}"
    return "a number above 0" if least == ABOVE_0 else f"{least} or more"


@dataclass(frozen=True)
class Request(Extras, Generic[InstanceT, StepT]):
    """
    solvers    several race each other
    time_limit seconds of wall time; memory_limit: MiB of resident memory of all processes together; inf: no limit
    confirm    seconds for the other solvers to confirm an answer that one of them has proven
    moves      moves played so far; the position after them is solved
    file       where the instance comes from; notes: what was guessed when it was read; both for the answer
    other_reading  what the file may also mean

    Raises ValueError for limits and settings out of range.
    """

    puzzle: Puzzle[InstanceT, StepT]
    instance: InstanceT
    solvers: tuple[Solver[InstanceT, StepT], ...]
    time_limit: float = inf
    memory_limit: float = inf
    confirm: float = CONFIRM
    moves: Sequence[Move] | None = None
    file: str = ""
    notes: Sequence[str] = ()
    other_reading: OtherReading[InstanceT] | None = None

    def __post_init__(self) -> None:
        expect_in_range(vars(self) | vars(self.settings), optional=("horizon",))

    @cached_property
    def game(self) -> Game[InstanceT, StepT]:
        """The game after the moves. Raises RuleBroken for an illegal move."""
        return self.puzzle.playing.play(self.instance, self.moves or ())

    @property
    def position(self) -> InstanceT:
        """The instance after the moves."""
        return self.game.position

    @property
    def solver(self) -> Solve[InstanceT, StepT]:
        """The solver, or the race of all solvers."""
        if len(self.solvers) == 1:
            return self.solvers[0].solve
        return partial(race, self.puzzle, {solver.name: solver.solve for solver in self.solvers}, self.confirm)

    @property
    def solver_name(self) -> str:
        """The solver's name; of a race 'both', or 'all' if there are more than two."""
        if len(self.solvers) == 1:
            return self.solvers[0].name
        return "both" if len(self.solvers) == 2 else "all"

    def asking(self, watch: Watch) -> Asking[InstanceT, StepT]:
        """Solves further positions of the game by the same solvers, which do not wait for confirmation."""
        unconfirmed = replace(self, confirm=0.0).solver
        explaining = [solver.solve for solver in self.solvers if solver.explains]
        explains = partial(run_checked, self.puzzle, explaining[0]) if explaining else None
        return Asking(self, watch, partial(run_checked, self.puzzle, unconfirmed), explains)


class Solved(NamedTuple, Generic[StepT]):
    """result: in the types of the puzzle's rules; answer: the same for JSON; findings: the extras, in words.

    other: the result for what the file may also mean, if that was solved.
    """

    result: Result[StepT]
    answer: Answer
    findings: Findings
    other: Result[StepT] | None = None

    @property
    def has_hint_only(self) -> bool:
        """Whether units are hidden, so no solver can solve the instance, but a hint judges pours over all it may be."""
        return self.result.outcome is Outcome.UNSUPPORTED and "hint" in self.findings.data

    @property
    def exit_code(self) -> int:
        """That of the outcome; of a hint over hidden units, that of the limit that ended it, or 0."""
        if not self.has_hint_only:
            return self.result.outcome.exit_code
        limit = self.findings.data["hint"].get("limit")
        return Outcome[limit.upper()].exit_code if limit else 0


def answer(request: Request[InstanceT, StepT], watch: Watch | None = None) -> Solved[StepT]:
    """Run the solver, or race all of them, replay what they return, and add the extras.

    Raises RuleBroken for illegal moves. Failures of a solver become outcomes.
    """
    puzzle = request.puzzle
    position = request.position
    findings = Findings()
    watch = watch or Watch(request.time_limit, request.memory_limit)
    result = run_checked(puzzle, request.solver, position, request.settings, watch)
    if puzzle.help and (request.hints or request.review or request.rescue or request.settings.explain):
        findings = puzzle.help.findings(request.game, result, request.asking(watch))
    other = other_result(request, result, watch)
    more = {
        "moves": UNSET if request.moves is None else len(request.moves),
        "contradiction": contradiction(puzzle, position, result) or UNSET,
        "notes": list(request.notes) or UNSET,
        "other_reading": UNSET if other is None else other_reading_data(request, other),
    }
    written = answer_of(puzzle, position, request.solver_name, request.file, result, **findings.data, **more)
    if request.hints:
        written.plan = UNSET
    return Solved(result, written, findings, other)


def other_result(request: Request, result: Result, watch: Watch) -> Result | None:
    """The result for what the file may also mean, within the rest of the limits; None if it is of no interest."""
    other = request.other_reading
    if other is None or request.moves or (other.only_if_unsolvable and result.outcome is not Outcome.UNSOLVABLE):
        return None
    unconfirmed = replace(request, confirm=0.0).solver
    return run_checked(request.puzzle, unconfirmed, other.instance, request.settings, watch.rest())


def other_reading_data(request: Request, other: Result) -> Data:
    """The other reading and its answer, for JSON."""
    assert request.other_reading is not None
    length = None if other.plan is None else len(other.plan)
    condition, _, settle, _ = request.other_reading
    return {"condition": condition, "outcome": other.outcome.value, "length": length, "settle": settle}
