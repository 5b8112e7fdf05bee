"""What the board finds out about a position. Each function runs in a process and reports at once.

{"kind": "bounds", "by": "search", "seconds": 0.2, "lower": 36, "upper": 39}
{"kind": "plan", "by": "search", "moves": [[4, 0], [2, 11]]}
{"kind": "ended", "by": "search", "seconds": 0.3, "outcome": "optimal", "lower": 38, "upper": 38}
{"kind": "rated", "moves": [[4, 0], [0, 4]], "lower": 37, "upper": 37, "lost": false}
{"kind": "more", "beakers": 1, "lower": 31, "upper": 31}
{"kind": "why", "sentences": ["No plan exists: ..."]}
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from instances.puzzle import Puzzle
from instances.puzzles import PUZZLES
from instances.reading.yaml_files import write_yaml
from instances.solving.limits import Settings, Solve, Watch
from instances.solving.outcome import Outcome, Result
from instances.solving.running import run
from instances.watersort import rules
from instances.watersort.rules import canonical

Say = Callable[[dict[str, Any]], None]
Load = Callable[[str], Solve]  # the solver of a puzzle
Deal = Callable[[str, Mapping[str, int], int, bool], Any]  # puzzle, options, seed, whether it has a plan -> a level

SECONDS = 60.0  # for a solver on a position, and to deal a level
TURNS = (0.3, 3.0, 20.0)  # seconds for each move, in turns
MEMORY = 1 << 30  # bytes
MORE = 2  # empty beakers that are tried in addition


def answer(name: str, position: Any, by: str, load: Load, say: Say) -> None:
    """One solver: its bounds and plans as they improve, how it ends, and why there is no plan."""
    puzzle, started = PUZZLES[name], time.monotonic()

    def found(kind: str, **rest: Any) -> None:
        say({"kind": kind, "by": by, "seconds": round(time.monotonic() - started, 3), **rest})

    watch = Watch(
        SECONDS, MEMORY, lambda lower, upper, _: found("bounds", lower=lower, upper=upper),
        plans=lambda plan: found("plan", moves=puzzle.taps.answer(position, plan)),
    )  # fmt: skip
    result = run(puzzle, position, load(name), Settings(workers=1, explain=True), watch)
    steps = result.plan if puzzle.steps else result.solutions[:1]
    if steps:
        found("plan", moves=puzzle.taps.answer(position, steps))
    found(
        "ended", outcome=result.outcome.value, lower=result.lower_bound, upper=result.upper_bound,
        unique=result.unique, reason=result.reason,
    )  # fmt: skip
    if result.outcome is Outcome.UNSOLVABLE and result.explanation is not None:
        found("why", sentences=list(result.explanation(watch)))


def rate(name: str, position: Any, load: Load, say: Say) -> None:
    """What each move costs: the steps that are left after it; those first that are soon known."""
    puzzle, solve = PUZZLES[name], load(name)
    same: dict[Any, tuple[Any, list[Any]]] = {}  # up to the order of the beakers: a position, the moves that lead there
    for move, later in puzzle.taps.moves(position):
        key = canonical(later.beakers) if isinstance(later, rules.Deal) else later.blocks
        same.setdefault(key, (later, []))[1].append(move)
    for seconds in TURNS:
        for key, (later, moves) in list(same.items()):
            result = limited(puzzle, later, solve, seconds)
            lost = result.outcome is Outcome.UNSOLVABLE
            say({"kind": "rated", "moves": moves, "lost": lost} | bounds(result))
            if lost or result.outcome is Outcome.OPTIMAL:
                del same[key]


def more_beakers(name: str, position: rules.Deal, load: Load, say: Say) -> None:
    """What more empty beakers would bring: up to as many as make it solvable, and one that shortens the plan."""
    puzzle, solve = PUZZLES[name], load(name)
    for more in range(1, MORE + 1):
        helped = replace(position, beakers=position.beakers + ((),) * more, known=None)
        result = limited(puzzle, helped, solve, TURNS[-1])
        say({"kind": "more", "beakers": more, "lost": result.outcome is Outcome.UNSOLVABLE} | bounds(result))


def limited(puzzle: Puzzle, position: Any, solve: Solve, seconds: float) -> Result:
    return run(puzzle, position, solve, Settings(workers=1), Watch(seconds, MEMORY))


def bounds(result: Result) -> dict[str, int | None]:
    return {"lower": result.lower_bound, "upper": result.upper_bound}


def works(name: str, position: Any, solvers: Mapping[str, Load]) -> list[tuple[Callable[..., None], tuple[Any, ...]]]:
    """Everything to find out about a position, each with its arguments before `say`."""
    found: list[tuple[Callable[..., None], tuple[Any, ...]]] = [
        (answer, (name, position, by, load)) for by, load in solvers.items()
    ]
    load = next(iter(solvers.values()))
    if PUZZLES[name].steps:
        found.append((rate, (name, position, load)))
    if isinstance(position, rules.Deal):
        found.append((more_beakers, (name, position, load)))
    return found


def deal_one(deal: Deal, name: str, options: Mapping[str, int], seed: int, designed: bool, say: Say) -> None:
    """The file of a random level, or what is wrong with its options."""
    try:
        say({"kind": "level", "yaml": write_yaml(PUZZLES[name].document(deal(name, options, seed, designed)))})
    except (ValueError, TypeError, KeyError) as error:
        say({"error": str(error)})
