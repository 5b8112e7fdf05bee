"""What a person is told of a game beside the answer: a hint, a review, since when it is lost, what would help."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from instances.puzzle import Puzzle, RuleBroken
from instances.reading.yaml_files import BadInput, read_text
from instances.solving.limits import Settings, Solve, Watch
from instances.solving.outcome import Outcome, Result
from instances.solving.running import run
from instances.text import counted

if TYPE_CHECKING:  # most solves are of no game
    from instances.watersort.playing.moves import Game
    from instances.watersort.playing.review import Reviewed
    from instances.watersort.rules import Deal

UNASKED = 10.0  # seconds at most to find out how many more beakers would help, where only a solve was asked for


@dataclass
class Findings:
    """lines: all of it, for a person; brief: those of them that say it in short; data: for JSON.

    explanation: why there is no plan, in sentences; reviewed: what a review says of each move that was played.
    """

    lines: list[str] = field(default_factory=list)
    brief: list[str] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)
    explanation: Sequence[str] = ()
    reviewed: Sequence[Reviewed] = ()

    def say(self, line: str) -> None:
        self.lines.append(line)
        self.brief.append(line)


@dataclass
class Asking:
    """A solver for further positions of the same game, within the same limits."""

    puzzle: Puzzle
    solve: Solve
    settings: Settings
    watch: Watch
    most: float | None = None  # seconds for all that is asked from now on

    def __call__(self, position: Deal, any_plan: bool) -> Result:
        left = self.watch.remaining()
        seconds = left if self.most is None else min(self.most, self.most if left is None else left)
        watch = Watch(
            seconds, self.watch.memory, self.watch.listener, self.watch.tick, interrupted=self.watch.interrupted
        )
        settings = replace(self.settings, horizon=None, any_plan=any_plan, certificate=False, explain=False)
        result = run(self.puzzle, position, self.solve, settings, watch)
        if self.most is not None:
            self.most = max(0.0, self.most - watch.elapsed())
        return result


def under_way(puzzle: Puzzle, instance: Any, file: str, options: argparse.Namespace) -> Game | None:
    """The game after --moves. Raises BadInput."""
    if options.moves is None and not options.hint and not options.explain:
        return None
    if puzzle.name != "watersort":
        raise BadInput(file, f"a {puzzle.name} puzzle, expected water sort for --moves, --hint, --review and --explain")
    if options.moves is None:
        return None
    from instances.watersort.playing.moves import play, read_moves

    from_file = os.path.exists(options.moves)
    where = options.moves if from_file else "--moves"
    try:
        return play(instance, read_moves(read_text(options.moves) if from_file else options.moves))
    except ValueError as error:
        raise BadInput(where, str(error)) from None
    except RuleBroken as broken:
        raise BadInput(where, str(broken)) from None


def findings(
    puzzle: Puzzle, position: Any, game: Game | None, result: Result, options: argparse.Namespace, ask: Asking
) -> Findings:
    told = Findings()
    if puzzle.name != "watersort":
        return told
    if game is not None:
        told.data["moves"] = len(game.pours)
    if options.review and game is not None:
        from instances.watersort.playing.review import review, review_in_words, summary

        told.reviewed = review(game, lambda deal, any_plan: result if deal is position else ask(deal, any_plan))
        told.lines += ["", *review_in_words(told.reviewed), "", summary(told.reviewed)]
        if result.outcome is not Outcome.UNSOLVABLE:  # of which more is said below
            told.brief.append(summary(told.reviewed))
        told.data["review"] = [reviewed_data(move) for move in told.reviewed]
    if options.hint and result.plan is not None:
        words, told.data["hint"] = hint(result)
        told.say(words)
    if options.explain and result.outcome is Outcome.UNSOLVABLE:
        told.explanation = told.data["explanation"] = explanation(result, ask.watch)
        told.lines += ["", *told.explanation, ""]
    if result.outcome is Outcome.UNSOLVABLE and (game is not None or not (options.json or options.quiet)):
        unsolvable(told, position, game, ask)
    return told


def hint(result: Result) -> tuple[str, dict[str, Any]]:
    """'hint: 6 -> 13  1 blue; 38 pours left after it, proven fewest', and the same as data."""
    from instances.watersort.playing.review import fewest

    plan, proven = result.plan or (), fewest(result) is not None
    if not plan:
        return "solved: no pour is left", {"left": 0, "proven": True}
    pour, left = plan[0], len(plan) - 1
    words = f"hint: {pour.source + 1} -> {pour.target + 1}  {pour.units} {pour.color}; "
    words += f"{counted(left, 'pours')} left after it, {'' if proven else 'not '}proven fewest"
    data = {"from": pour.source + 1, "to": pour.target + 1, "color": pour.color, "units": pour.units}
    return words, data | {"left": left, "proven": proven}


def explanation(result: Result, watch: Watch) -> list[str]:
    """Why there is no plan; what was proven without facts has no more to say than its reason."""
    if result.explanation is None:
        return [f"No plan exists: {result.reason}. More is told by python -m cpmodel, where facts prove it."]
    return list(result.explanation(watch))


def unsolvable(told: Findings, position: Deal, game: Game | None, ask: Asking) -> None:
    """Since when the game is lost, and how many more beakers would help."""
    from instances.watersort.playing.review import fewest, lost_in_words, more_beakers, more_beakers_in_words

    if game is None:
        ask.most = UNASKED
    elif game.pours:
        words, told.data["lost"] = lost_in_words(game, ask)
        told.say(words)
    found = more_beakers(position, ask)
    if found is not None:
        more, result = found
        told.say(more_beakers_in_words(more, result))
        told.data["more_beakers"] = {"beakers": more, "pours": result.upper_bound, "proven": fewest(result) is not None}


def reviewed_data(move: Reviewed) -> dict[str, Any]:
    return {
        "from": move.pour.source + 1,
        "to": move.pour.target + 1,
        "before": move.before,
        "after": move.after,
        "cost": move.cost,
        "lost": move.lost,
    }


def marks(reviewed: Sequence[Reviewed]) -> list[dict[str, Any]]:
    """What a page says of each move."""
    from instances.watersort.playing.review import remark

    return [{"mark": remark(move), "note": remark(move), "lost": move.lost} for move in reviewed]
