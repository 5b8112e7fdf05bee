"""Game About Squares: click blocks, each the way it looks, until they are on their circles."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from fewest_pours.drawing.colors import looks
from fewest_pours.files.validation import read_as
from fewest_pours.puzzles.puzzle import Drawing, Frame, Move, Playing, Puzzle, RuleBroken
from fewest_pours.puzzles.squares import file_format, generator, terminal_picture
from fewest_pours.puzzles.squares.rules import Click, Level, after, moved_by, replay, verify


def frames(start: Level, plan: tuple[Click, ...]) -> list[Frame[Level]]:
    """Each click in words, 'red right, pushes blue and navy', with the board after it."""
    states = replay(start, plan)
    found: list[Frame[Level]] = []
    for state, later, color in zip(states, states[1:], plan, strict=False):
        moved = moved_by(state, start.colors.index(color))
        clicked, *pushed = moved
        pushes = f", pushes {' and '.join(start.colors[i] for i in pushed)}" if pushed else ""
        caption = f"{color} {state[clicked].direction}{pushes}"
        found.append(Frame(caption, replace(start, blocks=later), tuple(moved), color))
    return found


def step(start: Level, position: Level, move: Move) -> tuple[Click, Level]:
    """The colour clicked and the position after it; (2,) is a click on the second block. Raises RuleBroken."""
    (number,) = move
    if not isinstance(number, int):
        raise ValueError(f"{number!r}, expected the number of a block")
    if not 1 <= number <= len(position.blocks):
        raise RuleBroken(f"there is no block {number}")
    block = number - 1
    return position.colors[block], replace(position, blocks=after(position, position.blocks, block), known=None)


def moves(position: Level) -> Iterator[tuple[Move, Level]]:
    for number in range(1, len(position.blocks) + 1):
        _, later = step(position, position, (number,))
        yield (number,), later


PUZZLE = Puzzle[Level, Click](
    name="squares",
    title="Squares",
    Instance=Level,
    steps="clicks",
    Document=file_format.SquaresLevel,
    parse=file_format.parse,
    advice=file_format.advice,
    other_reading=file_format.other_reading,
    document=file_format.document,
    picture=terminal_picture.picture,
    read_picture=terminal_picture.read_picture,
    drawing=Drawing(
        "blocks",
        scene=lambda level: {"goals": level.goals, "arrows": [(*at, way) for at, way in level.arrows.items()]},
        state=lambda level: [(*at, way) for at, way in level.blocks],  # (2, -1, 'up')
        colors=lambda level: looks(level.colors),
    ),
    verify=verify,
    answer=list,
    read_answer=partial(read_as, tuple[str, ...]),
    frames=frames,
    playing=Playing(step, moves, key=lambda level: level.blocks),
    options=generator.OPTIONS,
    generate=generator.generate,
    farthest=500,  # without a plan, blocks may move away for ever
)
