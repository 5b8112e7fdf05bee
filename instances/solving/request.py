"""One question to one solver, or to several that race, and its answer.

    request = Request(puzzle, deal, (SIDE.solver("watersort"),), seconds=10)
    solved = solve(request)
    print(solved.result.outcome, solved.answer.data())

The command line, the API, the board and compare.py all ask in this way.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import inf
from typing import Any, NamedTuple

from msgspec import UNSET

from instances.puzzle import Extra, Findings, Game, Puzzle
from instances.solving.answer import Answer, answer_of
from instances.solving.limits import SEEDS, SOLVES_AT_ONCE, LimitReached, Settings, Solve, Watch, in_bytes
from instances.solving.outcome import Outcome, Result
from instances.solving.race import race
from instances.solving.running import contradiction, run
from instances.solving.solvers import Solver

CONFIRM = 5.0


@dataclass(frozen=True)
class Request:
    """
    solvers    more than one race each other
    seconds    of wall time; mebibytes: of resident memory, of all processes together
    confirm    seconds that the other solvers have to confirm an answer that one of them has proven
    moves      what was played before; then the position after it is solved
    extras     what is asked for besides the answer; hints: how many moves a hint has
    file       where the instance comes from, and notes on what was guessed there, for the answer

    Raises ValueError for limits and settings out of range.
    """

    puzzle: Puzzle
    instance: Any
    solvers: tuple[Solver, ...]
    settings: Settings = field(default_factory=Settings)
    seconds: float | None = None
    mebibytes: float | None = None
    confirm: float = CONFIRM
    moves: tuple[Any, ...] | None = None
    extras: frozenset[Extra] = frozenset()
    hints: int = 1
    file: str = ""
    notes: Sequence[str] = ()

    def __post_init__(self) -> None:
        for name, value in (("seconds", self.seconds), ("mebibytes", self.mebibytes)):
            if value is not None and not 0 < value < inf:
                raise ValueError(f"{value} {name}, expected a number above 0")
        if not 0 <= self.confirm < inf:
            raise ValueError(f"{self.confirm} seconds to confirm, expected 0 or a number above it")
        horizon, workers, seed = self.settings.horizon, self.settings.workers, self.settings.seed
        if horizon is not None and not horizon >= 0:
            raise ValueError(f"horizon {horizon}, expected 0 or above")
        for value, allowed, name in ((workers, SOLVES_AT_ONCE, "workers"), (seed, SEEDS, "as seed")):
            if value not in allowed:
                raise ValueError(f"{value} {name}, expected {allowed.start} to {allowed.stop - 1}")
        if not self.solvers:
            raise ValueError("no solver, expected one or more")

    @cached_property
    def game(self) -> Game:
        """The game after the moves. Raises RuleBroken for a move that is illegal."""
        if self.puzzle.playing is None:
            return Game((), (self.instance,))
        return self.puzzle.playing.play(self.instance, self.moves or ())

    def watch(self, **more: Any) -> Watch:
        """A watch with the limits of the request, which starts now; more: other fields of it."""
        return Watch(self.seconds, in_bytes(self.mebibytes), **more)


class Solved(NamedTuple):
    """result: its plan as the puzzle's rules have it; answer: the same for JSON; findings: the extras, in words."""

    result: Result
    answer: Answer
    findings: Findings


@dataclass
class Asking:
    """The solvers of a request, for this and further positions, within the same limits.

    most: seconds for all further positions together, where the limits of the request do not end them before.
    """

    request: Request
    watch: Watch
    most: float = inf

    @cached_property
    def run(self) -> Solve:
        """The solver, its libraries loaded while the clock stands still; or the race of all solvers."""
        request = self.request
        if len(request.solvers) > 1:
            sides = {solver.side: solver.load for solver in request.solvers}
            loads = sides if len(sides) == len(request.solvers) else {s.name: s.load for s in request.solvers}
            return partial(race, request.puzzle, loads, request.confirm)
        before = time.monotonic()
        with Watch(interrupted=self.watch.interrupted).enforced(grace=0):
            solve = request.solvers[0].load()
        self.watch.started += time.monotonic() - before
        return solve

    def first(self) -> Result:
        """The result for the position of the request itself."""
        request = self.request
        settings = replace(request.settings, explain=Extra.EXPLANATION in request.extras)
        try:
            solver = self.run
        except LimitReached as limit:
            return Result(limit.outcome)
        except ImportError as error:  # also what a library makes of an interrupt while it is loaded
            interrupted = self.watch.interrupted.is_set()
            return Result(Outcome.INTERRUPTED if interrupted else Outcome.SOLVER_FAILED, reason=str(error))
        return run(request.puzzle, request.game.position, solver, settings, self.watch)

    @property
    def hints(self) -> int:
        return self.request.hints

    def explained(self, result: Result) -> Result:
        """The result, or that of the solver that explains it, if there is one."""
        request = self.request
        explaining = next((solver for solver in request.solvers if solver.explains), None)
        if result.explanation is not None or explaining is None:
            return result
        settings = replace(request.settings, horizon=None, any_plan=result.plan is not None, explain=True)
        return run(request.puzzle, request.game.position, explaining.load(), settings, self.watch)

    def __call__(self, position: Any, any_plan: bool) -> Result:
        """The result for another position of the same game; any_plan: whether any plan will do."""
        left = self.watch.remaining()
        seconds = self.most if left is None else min(self.most, left)
        watch = Watch(
            None if seconds == inf else seconds, self.watch.memory, self.watch.listener, self.watch.tick,
            interrupted=self.watch.interrupted,
        )  # fmt: skip
        settings = replace(self.request.settings, horizon=None, any_plan=any_plan, explain=False)
        result = run(self.request.puzzle, position, self.run, settings, watch)
        self.most = max(0.0, self.most - watch.elapsed())
        return result


def solve(request: Request, watch: Watch | None = None) -> Solved:
    """Run the solver, or all of them in a race, replay what they return, and add the extras.

    Raises RuleBroken for moves that are illegal. Whatever a solver does is an outcome.
    """
    puzzle, game, watch = request.puzzle, request.game, watch or request.watch()
    ask = Asking(request, watch)
    result = ask.first()
    findings = Findings()
    if puzzle.playing is not None:
        findings = puzzle.playing.findings(game, result, request.extras, ask)
    more: dict[str, Any] = dict(findings.data)
    if request.moves is not None:
        more["moves"] = len(game.steps)
    if wrong := contradiction(puzzle, game.position, result):
        more["contradiction"] = wrong
    if request.notes:
        more["notes"] = list(request.notes)
    solver = request.solvers[0].name if len(request.solvers) == 1 else "both"
    answer = answer_of(puzzle, game.position, solver, request.file, result, **more)
    if Extra.HINT in request.extras:
        answer.plan = UNSET
    return Solved(result, answer, findings)
