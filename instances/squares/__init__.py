"""Game About Squares: click blocks, each the way it looks, until they are on their circles."""

from dataclasses import replace

from instances.puzzle import Frame, Puzzle
from instances.squares import drawing, files, picture, rules, taps


def frames(start: rules.Level, plan: tuple[rules.Click, ...]) -> list[Frame]:
    """Each click in words, with the board after it."""
    states = rules.replay(start, plan)
    return [
        Frame(click_text(start, state, color), replace(start, blocks=later), tuple(moved(start, state, color)), color)
        for state, later, color in zip(states, states[1:], plan, strict=False)
    ]


def click_text(start: rules.Level, state: rules.State, color: rules.Color) -> str:
    """'red right', or 'red right, pushes blue and navy'"""
    clicked, *pushed = moved(start, state, color)
    text = f"{color} {state[clicked].direction}"
    return text + (", pushes " + " and ".join(start.colors[i] for i in pushed) if pushed else "")


def moved(start: rules.Level, state: rules.State, color: rules.Color) -> list[int]:
    return rules.run(state, start.colors.index(color))


PUZZLE = Puzzle(
    name="squares",
    steps="clicks",
    Document=files.SquaresLevel,
    parse=files.parse,
    advice=files.advice,
    document=files.document,
    picture=picture.picture,
    read_picture=picture.read_picture,
    drawing=drawing.DRAWING,
    verify=rules.verify,
    answer=files.plan_data,
    read_answer=files.read_plan,
    frames=frames,
    size=lambda level: f"{len(level.blocks)} blocks",
    taps=taps.TAPS,
    options=files.OPTIONS,
    generate=files.generate,
)
