"""The record of a puzzle: everything that commands need to know about it; solvers need none of it."""

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, Generic, NamedTuple

from rich.text import Text

from fewest_pours.drawing.colors import Color, Look
from fewest_pours.files.bad_input import Place
from fewest_pours.files.validation import PuzzleFile
from fewest_pours.files.wording import counted
from fewest_pours.files.yaml_files import Data, write_yaml
from fewest_pours.running.solver_contract import InstanceT, Result, Settings, Solve, StepT, Watch

Options = Mapping[str, tuple[type, int | float, str]]  # option -> type, default, help
Export = Callable[[InstanceT], dict[str, str]]
OwnDocument = Any  # of the record's Document, which no two records share

# What a player does, counted from 1 as on the screen, on the command line, on the board and in files: (4, 1), a pour of
# the fourth beaker onto the first; (4, 1, 'red'), which uncovered a red unit; (2,), a click on the second block;
# (1, 3, 5), a 5 into the third cell of the first row
Move = tuple[int | str, ...]


class RuleBroken(Exception):
    """A plan, a solution or a move that breaks a rule of its puzzle; the message says where and how.

    expected: what would be right; empty if that is not known here.
    """

    def __init__(self, reason: str, expected: str = "") -> None:
        super().__init__(f"{reason}, expected {expected}" if expected else reason)
        self.expected = expected


class Frame(NamedTuple, Generic[InstanceT]):
    """A step in words, the instance after it, what it touched (beakers, blocks, or cells filled in), and its colour."""

    caption: str
    instance: InstanceT
    touched: tuple[object, ...]
    color: Color | None = None


class OtherReading(NamedTuple, Generic[InstanceT]):
    """What a file may also mean, as its text does not say which; it is solved too, and answered in a line.

    OtherReading('if y grows downward', level, 'write `y: down`', only_if_unsolvable=True): the condition, the instance,
    how to settle it, and whether it is of interest only where the file as it was read has no plan.
    """

    condition: str
    instance: InstanceT
    settle: str
    only_if_unsolvable: bool = False


@dataclass(frozen=True)
class Game(Generic[InstanceT, StepT]):
    """A game in progress: the steps played, and the positions before each of them and after the last."""

    steps: tuple[StepT, ...]
    positions: tuple[InstanceT, ...]

    @property
    def position(self) -> InstanceT:
        """The current position, which is to be solved."""
        return self.positions[-1]


@dataclass
class Findings:
    """The extras in words and as data.

    lines: everything, as text; brief: the lines that sum it up; data: fields of the JSON answer; marks: what a page
    shows beside each move played.
    """

    lines: list[str] = field(default_factory=list)
    brief: list[str] = field(default_factory=list)
    data: Data = field(default_factory=dict)
    marks: Sequence[Data] = ()

    def add(self, line: str) -> None:
        self.lines.append(line)
        self.brief.append(line)


@dataclass(frozen=True, kw_only=True)
class Extras:
    """What a request wants besides the answer.

    hints   how many moves a hint shows; if above 0, the answer omits the plan
    review  whether to report what each move cost; rescue: what would make an unsolvable position solvable
    """

    settings: Settings = field(default_factory=Settings)
    hints: int = 0
    review: bool = False
    rescue: bool = False


@dataclass(frozen=True)
class Asking(Generic[InstanceT, StepT]):
    """Solves further positions of a game, within the limits of its request; plans are replayed.

    explains: a solver whose results have an explanation, a function that computes it on demand; None if there is none.
    """

    request: Extras
    watch: Watch
    solve: Solve[InstanceT, StepT]
    explains: Solve[InstanceT, StepT] | None

    def __call__(self, position: InstanceT, any_plan: bool) -> Result[StepT]:
        """The result for another position; any_plan: stop at the first plan."""
        settings = replace(self.request.settings, horizon=None, any_plan=any_plan, explain=False)
        without_listener = self.watch.rest()  # whoever listens to the request expects bounds of its own position
        return self.solve(position, settings, without_listener)

    def explained(self, position: InstanceT, result: Result[StepT]) -> Result[StepT]:
        """A result for the request's position with an explanation, if a solver explains; else the result as it is.

        Raises LimitReached.
        """
        self.watch.check()
        if result.explanation is not None or self.explains is None:
            return result
        # With a plan, any plan will do: what all plans have in common is explained without looking at the one found.
        # Without one there probably is none, and to stop at any plan would only have solvers try long plans first.
        settings = replace(self.request.settings, horizon=None, any_plan=result.plan is not None)
        return self.explains(position, settings, self.watch)


@dataclass(frozen=True)
class Playing(Generic[InstanceT, StepT]):
    """How a puzzle is played move by move.

    step    start, position, move -> the step as in plans, and the next position; raises RuleBroken with the reason,
            ValueError for what is not a move
    moves   position -> every legal move with the position after it; None for puzzles that are filled in
    key     position -> what is the same for positions that differ only in what is interchangeable
    remark  position -> what is wrong so far, in a sentence; '' if nothing
    words   move -> '4 -> 1'
    """

    step: Callable[[InstanceT, InstanceT, Move], tuple[StepT, InstanceT]]
    moves: Callable[[InstanceT], Iterator[tuple[Move, InstanceT]]] | None
    key: Callable[[InstanceT], Hashable]
    remark: Callable[[InstanceT], str] = lambda position: ""
    words: Callable[[Move], str] = lambda move: ", ".join(map(str, move))

    def play(self, start: InstanceT, moves: Sequence[Move]) -> Game[InstanceT, StepT]:
        """The game after the moves. Raises RuleBroken with the illegal move, the reason and the legal moves."""
        steps: list[StepT] = []
        positions = [start]
        for number, move in enumerate(moves, 1):
            try:
                step, later = self.step(start, positions[-1], move)
            except RuleBroken as wrong:
                expected = "" if wrong.expected else self.legal_in_words(positions[-1])
                raise RuleBroken(f"move {number} ({self.words(move)}): {wrong}", expected) from None
            steps.append(step)
            positions.append(replace(later, name=f"{start.name}, after {counted(number, 'moves')}"))
        return Game(tuple(steps), tuple(positions))

    def legal_in_words(self, position: InstanceT) -> str:
        """'one of 1-2 1-3'; '' for puzzles that are filled in"""
        if self.moves is None:
            return ""
        legal = ["-".join(map(str, move)) for move, _ in self.moves(position)]
        return f"one of {' '.join(legal)}" if legal else "no more moves: none is legal"


@dataclass(frozen=True)
class PlayersHelp(Generic[InstanceT, StepT]):
    """What players get besides the answer: moves as text, hints and reviews, hidden units.

    read      text -> moves; raises ValueError
    known     instance, moves -> the instance with what they uncovered
    extend    instance, number of empty beakers -> the instance with these added
    findings  game, the result for its position, Asking -> the extras of its request that apply
    """

    read: Callable[[str], Sequence[Move]]
    known: Callable[[InstanceT, Sequence[Move]], InstanceT]
    extend: Callable[[InstanceT, int], InstanceT]
    findings: Callable[[Game[InstanceT, StepT], Result[StepT], Asking[InstanceT, StepT]], Findings]


@dataclass(frozen=True)
class Drawing(Generic[InstanceT]):
    """What the page's script draws a puzzle from.

    script  the part of the script that draws it: 'beakers'
    scene   instance -> plain data of what stays the same
    state   position -> plain data of what changes
    colors  instance -> its colours with their looks, in the order of their CSS classes c0, c1, ...; {} without colours
    palette instance -> these colours, and all others that an editor of levels may add
    blank   what an editor of levels begins with: an instance without content, and all colours; None without editor
    """

    script: str
    scene: Callable[[InstanceT], Data]
    state: Callable[[InstanceT], Sequence[object]]
    colors: Callable[[InstanceT], dict[str, Look]] = lambda instance: {}
    palette: Callable[[InstanceT], dict[str, Look]] = lambda instance: {}
    blank: Callable[[], tuple[InstanceT, dict[str, Look]]] | None = None


@dataclass(frozen=True)
class Puzzle(Generic[InstanceT, StepT]):
    """
    name        'watersort', the value of `puzzle:` in its files
    Instance    the type of its instances
    steps       what a plan counts: 'pours', 'clicks'; None for puzzles that are filled in
    Document    the schema of its files
    parse       checked document -> instance; raises Misfit for faults that a schema cannot express
    advice      checked document that parses -> notes on likely slips, each with its place
    other_reading  checked document that parses -> what it may also mean; None if it says which
    document    instance -> plain data for a file, the inverse of parse
    picture     instance, and what a step touched -> text to print; str() of it is the plain picture
    read_picture plain picture, name -> the instance; None for text that is not a picture of this puzzle.
                Raises Misfit, or LookupError, ValueError for a damaged picture
    legend      how a line begins that stands in plain pictures, and in no puzzle file
    read_text   'module:function', loaded when it is needed; text, Settled -> Read; None for text that is not of this
                puzzle. Raises Misfit
    read_pixels the same; the bytes of a picture, a folder for what each step saw -> Seen. Raises ValueError
    as_written  checked document -> what a picture shows of it: hidden units whose colours follow stay hidden
    drawing     what the page draws it from
    verify      instance, Result.plan or Result.solutions -> None; raises RuleBroken
    answer      plan or solutions -> plain data for JSON
    read_answer plain data -> plan or solutions, the inverse of answer; raises ValueError for any other data
    frames      instance, plan or solutions -> a frame for each step or solution
    options     the keyword options of a random instance
    asked       those that the board asks for, with what they begin with
    title       'Water sort', the puzzle's name for people; by default its `name`
    generate    options and seed -> a random instance, always the same; ValueError if the options allow none.
                None if that needs a search, as in fewest_pours/design/designs.py
    unknown     instance -> why it cannot be solved yet (units are hidden) and what to do; None if all is known
    formats     'pddl' -> instance -> {ending: text} of the files to export; ValueError if there are none
    playing     how it is played, on the board and with --moves
    help        hints and reviews; None for puzzles without them
    Step        the schema of a step of a plan in JSON, if a step is more than a word
    farthest    steps to the farthest positions that a certificate lists
    """

    name: str
    Instance: type[InstanceT]
    steps: str | None
    Document: type[PuzzleFile]
    parse: Callable[[OwnDocument], InstanceT]
    document: Callable[[InstanceT], Data]
    picture: Callable[..., Text]
    drawing: Drawing[InstanceT]
    verify: Callable[[InstanceT, tuple[StepT, ...]], None]
    answer: Callable[[tuple[StepT, ...]], Sequence[object]]
    read_answer: Callable[[object], tuple[StepT, ...]]
    frames: Callable[[InstanceT, tuple[StepT, ...]], list[Frame[InstanceT]]]
    options: Options
    playing: Playing[InstanceT, StepT]
    advice: Callable[[OwnDocument], list[tuple[Place, str]]] = lambda document: []
    other_reading: Callable[[OwnDocument], OtherReading[InstanceT] | None] = lambda document: None
    read_picture: Callable[[str, str], InstanceT | None] = lambda text, name: None
    legend: re.Pattern[str] | None = None
    read_text: str = ""
    read_pixels: str = ""
    as_written: Callable[[OwnDocument], InstanceT] | None = None
    generate: Callable[..., InstanceT] | None = None
    unknown: Callable[[InstanceT], str | None] = lambda instance: None
    formats: Mapping[str, Export[InstanceT]] = field(default_factory=dict)
    help: PlayersHelp[InstanceT, StepT] | None = None
    Step: type | None = None
    farthest: float = inf
    asked: Mapping[str, int] = field(default_factory=dict)
    title: str = ""

    @property
    def step(self) -> str | None:
        """'pour', one of the steps that a plan counts; None for puzzles that are filled in"""
        return self.steps and self.steps.removesuffix("s")

    def file(self, instance: InstanceT) -> str:
        """The text of a file of the instance."""
        return write_yaml(self.document(instance))
