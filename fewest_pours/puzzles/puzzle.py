"""The record of a puzzle: everything that commands need to know about it; solvers need none of it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, NamedTuple

from rich.text import Text

from fewest_pours.drawing.colors import Color, Look
from fewest_pours.files.bad_input import Place
from fewest_pours.files.validation import PuzzleFile
from fewest_pours.files.yaml_files import Data, write_yaml
from fewest_pours.running.solver_contract import Instance, Result, Settings, Solve, Watch

Step = Any  # Pour, or the colour of a block that is clicked; in answers of puzzles that are filled in, a grid
Options = Mapping[str, tuple[type, int | float, str]]  # option -> type, default, help
Export = Callable[[Instance], dict[str, str]]


class RuleBroken(Exception):
    """A plan or a solution that breaks a rule of its puzzle; the message says where and how."""


class Frame(NamedTuple):
    """A step in words, the instance after it, what it touched (beakers, blocks, or cells filled in), and its colour."""

    caption: str
    instance: Instance
    touched: tuple[object, ...]
    color: Color | None = None


class OtherReading(NamedTuple):
    """What a file may also mean, as its text does not say which; it is solved too, and answered in a line.

    OtherReading('if y grows downward', level, 'write `y: down`', only_if_unsolvable=True): the condition, the instance,
    how to settle it, and whether it is of interest only where the file as it was read has no plan.
    """

    condition: str
    instance: Instance
    settle: str
    only_if_unsolvable: bool


@dataclass(frozen=True)
class Game:
    """A game in progress: the steps played, and the positions before each of them and after the last."""

    steps: tuple[Step, ...]
    positions: tuple[Instance, ...]

    @property
    def position(self) -> Instance:
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
class Asking:
    """Solves further positions of a game, within the limits of its request; plans are replayed.

    explains: a solver that explains, if there is one.
    """

    request: Extras
    watch: Watch
    solve: Solve
    explains: Solve | None

    def __call__(self, position: Instance, any_plan: bool) -> Result:
        """The result for another position; any_plan: stop at the first plan."""
        settings = replace(self.request.settings, horizon=None, any_plan=any_plan, explain=False)
        return self.solve(position, settings, self.watch.rest())

    def explained(self, position: Instance, result: Result) -> Result:
        """The result, or that of the solver that explains. Raises LimitReached."""
        self.watch.check()
        if result.explanation is not None or self.explains is None:
            return result
        settings = replace(self.request.settings, horizon=None, any_plan=result.plan is not None)
        return self.explains(position, settings, self.watch)


@dataclass(frozen=True)
class Playing:
    """How a puzzle is played move by move, and the extras for players.

    read      text -> moves as people count them; raises ValueError
    play      instance, moves -> the game; raises RuleBroken for an illegal one, with the legal moves
    known     instance, moves -> the instance with what they uncovered
    extend    instance, number of empty beakers -> the instance with these added
    findings  game, the result for its position, Asking -> the extras of its request that apply
    """

    read: Callable[[str], Sequence[Any]]
    play: Callable[[Instance, Iterable[Any]], Game]
    known: Callable[[Instance, Sequence[Any]], Instance]
    extend: Callable[[Instance, int], Instance]
    findings: Callable[[Game, Result, Asking], Findings]


Move = Sequence[int]  # as the board's page sends it, counted from 0: [3, 0], a pour of the fourth beaker onto the first


@dataclass(frozen=True)
class Taps:
    """How a puzzle is played on the board.

    after   start, position, move -> the next position; raises RuleBroken
    moves   position -> every move with the position after it; none for puzzles that are filled in
    remark  position -> what is wrong so far, in a sentence; '' if nothing
    """

    after: Callable[[Instance, Instance, Move], Instance]
    moves: Callable[[Instance], Iterator[tuple[Move, Instance]]]
    remark: Callable[[Instance], str] = lambda position: ""

    def played(self, start: Instance, moves: Sequence[Move]) -> list[Instance]:
        """All positions, the start first. Raises RuleBroken."""
        positions = [start]
        for move in moves:
            positions.append(self.after(start, positions[-1], move))
        return positions


@dataclass(frozen=True)
class Drawing:
    """What the page's script draws a puzzle from.

    script  the part of the script that draws it: 'beakers'
    scene   instance -> plain data of what stays the same
    state   position -> plain data of what changes
    colors  instance -> its colours with their looks, in the order of their CSS classes c0, c1, ...; {} without colours
    """

    script: str
    scene: Callable[[Instance], Data]
    state: Callable[[Instance], Sequence[object]]
    colors: Callable[[Instance], dict[str, Look]] = lambda instance: {}


@dataclass(frozen=True)
class Puzzle:
    """
    name        'watersort', the value of `puzzle:` in its files
    steps       what a plan counts: 'pours', 'clicks'; None for puzzles that are filled in
    Document    the schema of its files
    parse       checked document -> instance; raises Misfit for faults that a schema cannot express
    advice      checked document that parses -> notes on likely slips, each with its place
    other_reading  checked document that parses -> what it may also mean; None if it says which
    document    instance -> plain data for a file, the inverse of parse
    picture     instance, and what a step touched -> text to print; str() of it is the plain picture
    read_picture plain picture, name -> the instance; None for text that is no picture of this puzzle.
                Raises Misfit, or LookupError, ValueError for a damaged picture
    drawing     what the page draws it from
    verify      instance, Result.plan or Result.solutions -> None; raises RuleBroken
    answer      plan or solutions -> plain data for JSON
    read_answer plain data -> plan or solutions, the inverse of answer; raises ValueError for any other data
    frames      instance, plan or solutions -> a frame for each step or solution
    options     the keyword options of a random instance
    generate    options and seed -> a random instance, always the same; ValueError if the options allow none.
                None if that needs a search, as in fewest_pours/design/designs.py
    unknown     instance -> why it cannot be solved yet (units are hidden) and what to do; None if all is known
    formats     'pddl' -> instance -> {ending: text} of the files to export; ValueError if there are none
    playing     moves, hints and reviews; None for puzzles without them
    taps        how it is played on the board
    farthest    steps to the farthest positions that a certificate lists
    """

    name: str
    steps: str | None
    Document: type[PuzzleFile]
    parse: Callable[[Any], Instance]
    document: Callable[[Instance], Data]
    picture: Callable[..., Text]
    drawing: Drawing
    verify: Callable[[Instance, tuple[Step, ...]], None]
    answer: Callable[[tuple[Step, ...]], list[Any]]
    read_answer: Callable[[Any], tuple[Step, ...]]
    frames: Callable[[Instance, tuple[Step, ...]], list[Frame]]
    options: Options
    taps: Taps
    advice: Callable[[Any], list[tuple[Place, str]]] = lambda document: []
    other_reading: Callable[[Any], OtherReading | None] = lambda document: None
    read_picture: Callable[[str, str], Instance] = lambda text, name: None
    generate: Callable[..., Instance] | None = None
    unknown: Callable[[Instance], str | None] = lambda instance: None
    formats: Mapping[str, Export] = field(default_factory=dict)
    playing: Playing | None = None
    farthest: float = inf

    def file(self, instance: Instance) -> str:
        """The text of a file of the instance."""
        return write_yaml(self.document(instance))
