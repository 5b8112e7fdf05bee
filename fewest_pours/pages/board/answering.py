"""What the board's workers do: read levels and games as clients send them, and find out about their positions.

Nothing here runs in the server, which would keep other clients waiting. Each piece of work runs in its own process
and reports JSON messages; about a position:

{"kind": "bounds", "by": "search", "seconds": 0.2, "plan": null, "lower": 36, "upper": null}
{"kind": "ended", "by": "search", "seconds": 0.3, "plan": [{"from": 5, ...}, ...], "outcome": "optimal", ...}
{"kind": "rated", "moves": [[5, 1], [1, 5]], "lower": 37, "upper": 37, "lost": false}
{"kind": "more", "beakers": 1, "lower": 31, "upper": 31, "lost": false}
{"kind": "why", "facts": [{"code": "cannot_leave", "gone": [[3, 1]], "there": []}]}
"""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from math import ceil
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.wording import Sentence, spoken_data
from fewest_pours.files.yaml_files import Data
from fewest_pours.pages.board.brought_levels import other_order
from fewest_pours.pages.board.workers import Say, Work
from fewest_pours.pages.player.plan_page import shown
from fewest_pours.puzzles.loading import PUZZLES, Loaded, loaded
from fewest_pours.puzzles.puzzle import Move, Puzzle
from fewest_pours.puzzles.watersort.typed_levels.decision import NOTHING_SHOWS
from fewest_pours.running.rlimits import restrict
from fewest_pours.running.solver_contract import Instance, LimitReached, Outcome, Plan, Result, Settings, Watch
from fewest_pours.running.solver_record import Side
from fewest_pours.solving.answer import run_checked

Sides = Mapping[str, Side]  # 'search' -> its record; the quicker side first
Fit = Callable[[Instance], None]  # raises ValueError for a level that is too large
Generate = Callable[[str, Mapping[str, int], int, bool, Watch, Fit], Instance]  # puzzle, options, seed, with a plan?

TURNS = (0.05, 0.5, 5.0, 20.0)  # time limits for rating: each move gets the first, then those still open the next
MORE = 2  # up to this many extra empty beakers are tried
PASTED = "pasted"  # name of a level that has none
MOST_PARTS = 5_000  # of a level: units and beakers, blocks, or cells
PLACE = re.compile(r"^.*?note: ")  # before a note
FOR_TERMINALS = re.compile(  # notes on what the page shows or asks
    rf": --hint |note: read as \d+ beakers? of capacity \d+, the \w+ of each first$|{re.escape(NOTHING_SHOWS)}$"
)
READING = 10  # seconds of processor time for reading a level


class RequestLimits(NamedTuple):
    """The limits of each request. seconds: of a solver on a position, and of any other work; mebibytes: of a process.

    No turn in rating takes longer than the seconds either.
    """

    seconds: float = 60.0
    mebibytes: int = 1024

    def watch(self, seconds: float | None = None) -> Watch:
        return Watch(self.seconds if seconds is None else min(seconds, self.seconds), self.mebibytes)


class PlayedGame(msgspec.Struct, dict=True):
    """POST /play, /answer: a level in any notation that `import` reads, and the moves made."""

    text: str
    moves: Annotated[list[tuple[Annotated[int, Meta(ge=0)], ...]], Meta(max_length=2_000)] = []

    @cached_property
    def loaded(self) -> Loaded:
        """Raises ValueError for what is not a level, or one that is too large."""
        try:
            found = loaded(PASTED, self.text)
        except BadInput as wrong:
            raise ValueError(in_pasted_text(wrong)) from None
        expect_few_parts(found.puzzle, found.instance)
        return found

    @cached_property
    def positions(self) -> Sequence[Instance]:
        """Before and after each move. Raises RuleBroken, and what `loaded` raises."""
        playing = self.loaded.puzzle.playing
        return playing.play(self.loaded.instance, self.moves).positions


def in_pasted_text(wrong: BadInput) -> str:
    """What is wrong, with its place if that says more than that it is the text."""
    line, column = wrong.at
    if wrong.at == (1, 1):
        return wrong.message
    words = f"line {line}, column {column}: {wrong.message}"
    return Sentence(words, "in_line", line=line, column=column, wrong=wrong.message)


def expect_few_parts(puzzle: Puzzle, instance: Instance) -> None:
    """Raises ValueError for a level that is too large."""
    parts = puzzle.drawing.state(instance)
    if len(parts) + sum(len(part) for part in parts if isinstance(part, list)) > MOST_PARTS:
        raise ValueError(f"a {puzzle.name} level of over {MOST_PARTS} parts")


def play(game: PlayedGame, limits: RequestLimits, say: Say) -> None:
    """Report the level as the page shows it, its positions, and which rule the last one breaks."""
    restrict(READING, limits.mebibytes)
    say(described(game.loaded, game.positions))


def picture(content: bytes, say: Say) -> None:
    """Report the level in a picture as `play` does, and what is unsure in it. A child process reads it."""
    try:
        found = loaded("picture", content)
    except BadInput as wrong:
        raise ValueError(wrong.message) from None  # a picture has no lines
    say(described(found, [found.instance]) | {"unsure": found.unsure})


def described(found: Loaded, positions: Sequence[Instance]) -> Data:
    """The level as the page shows it, its positions, and which rule the last one breaks."""
    puzzle, instance, notes, *_ = found
    colors = puzzle.drawing.palette(instance) or puzzle.drawing.colors(instance)
    level = {
        "puzzle": puzzle.name,
        "text": puzzle.file(instance),
        "other": other_order(found),
        "notes": [note_for_page(note) for note in notes if not FOR_TERMINALS.search(note)],
    }
    states = [puzzle.drawing.state(position) for position in positions]
    remark = puzzle.playing.remark(positions[-1])
    mistake = spoken_data(remark) if remark else None
    return level | shown(puzzle, instance, colors) | {"states": states, "mistake": mistake}


def note_for_page(note: str) -> Data:
    return spoken_data(note) | {"words": PLACE.sub("", note)}


@dataclass(frozen=True)
class Question:
    """A game, and the side that is to solve its position: Question(game, 'search', SIDE, RequestLimits())"""

    game: PlayedGame
    by: str
    side: Side
    limits: RequestLimits

    @cached_property
    def position(self) -> Instance:
        return self.game.positions[-1]

    @property
    def puzzle(self) -> Puzzle:
        return self.game.loaded.puzzle

    def answer(self, say: Say) -> None:
        """Report bounds and plans as they improve, then the outcome, and why there is no plan if there is none."""
        watch = self.limits.watch()

        def say_bounds(lower: int | None, upper: int | None, _: str, plan: Plan | None) -> None:
            say(self.message("bounds", watch, plan, lower=lower, upper=upper))

        watch.send_progress_to(say_bounds)
        result = self.solved(self.position, watch)
        plan = result.solutions[:1] or result.plan
        say(self.message("ended", watch, plan, outcome=result.outcome.value, unique=result.unique, **bounds(result)))
        if result.outcome is Outcome.UNSOLVABLE:
            self.explain(say)

    def explain(self, say: Say) -> None:
        """Report why there is no plan, if the solver can, within limits of its own."""
        watch = self.limits.watch()
        explanation = self.solved(self.position, watch, explain=True).explanation
        if explanation is None:
            return
        with suppress(LimitReached):
            facts = [spoken_data(sentence) for sentence in explanation(watch)]
            say(self.message("why", watch, facts=facts))

    def message(self, kind: str, watch: Watch, plan: Plan | None = None, **rest: object) -> Data:
        """A message about the position: {"kind": "ended", "by": "search", "seconds": 0.3, "plan": null, **rest}"""
        data = None if plan is None else self.puzzle.answer(plan)
        return {"kind": kind, "by": self.by, "seconds": round(watch.elapsed(), 3), "plan": data, **rest}

    def rate(self, say: Say) -> None:
        """Report the steps left after each move; positions that are solved quickly come first."""
        playing = self.puzzle.playing
        if playing.moves is None:
            return
        positions: dict[Hashable, Instance] = {}  # after a move, by their keys
        moves_to: dict[Hashable, list[Move]] = {}
        for move, later in playing.moves(self.position):
            key = playing.key(later)
            positions.setdefault(key, later)
            moves_to.setdefault(key, []).append(move)
        for seconds in turns_within(self.limits.seconds):
            for key in list(positions):
                result = self.solved(positions[key], self.limits.watch(seconds))
                say({"kind": "rated", "moves": moves_to[key]} | bounds(result))
                if result.outcome in (Outcome.OPTIMAL, Outcome.UNSOLVABLE):
                    del positions[key]

    def add_beakers(self, say: Say) -> None:
        """Report the steps left with one and two more empty beakers."""
        players_help = self.puzzle.help
        if players_help is None:
            return
        for more in range(1, MORE + 1):
            larger = players_help.extend(self.position, more)
            result = self.solved(larger, self.limits.watch(TURNS[-1]))
            say({"kind": "more", "beakers": more} | bounds(result))

    def solved(self, position: Instance, watch: Watch, explain: bool = False) -> Result:
        settings = Settings(workers=1, explain=explain)
        return run_checked(self.puzzle, self.side.solver(self.puzzle.name).solve, position, settings, watch)


def bounds(result: Result) -> Data:
    lost = result.outcome is Outcome.UNSOLVABLE
    return {"lower": result.lower_bound, "upper": result.upper_bound, "lost": lost}


def turns_within(seconds: float) -> list[float]:
    """The turns in rating that are no longer than a limit, or one as long as it."""
    return [turn for turn in TURNS if turn <= seconds] or [seconds]


def works(game: PlayedGame, sides: Sides, limits: RequestLimits) -> list[Work]:
    """All work on a position: both sides solve it, the quicker one also rates its moves and adds beakers."""
    questions = [Question(game, by, side, limits) for by, side in sides.items()]
    quick = questions[0]
    return [*(question.answer for question in questions), quick.rate, quick.add_beakers]


def deal_one(
    generate: Generate,
    limits: RequestLimits,
    name: str,
    options: Mapping[str, int],
    seed: int,
    designed: bool,
    say: Say,
) -> None:
    """Report a random level as YAML text."""
    restrict(ceil(limits.seconds), limits.mebibytes)
    puzzle = PUZZLES[name]
    instance = generate(name, options, seed, designed, limits.watch(), partial(expect_few_parts, puzzle))
    say({"text": puzzle.file(instance)})
