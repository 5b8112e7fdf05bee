"""Game About Squares: click blocks, each the way it looks, until they are on their circles."""

from dataclasses import replace

from instances.puzzle import Puzzle
from instances.squares import level, picture, rules


def frames(start: rules.Level, plan: tuple[rules.Click, ...]) -> list[tuple[str, rules.Level]]:
    """Each click in words, with the board after it."""
    states = rules.replay(start, plan)
    return [
        (click_text(start, state, color), replace(start, blocks=later))
        for state, later, color in zip(states, states[1:], plan, strict=False)
    ]


def click_text(start: rules.Level, state: rules.State, color: rules.Color) -> str:
    """'red right', or 'red right, pushes blue and navy'"""
    clicked, *pushed = rules.run(state, start.colors.index(color))
    text = f"{color} {state[clicked].direction}"
    return text + (", pushes " + " and ".join(start.colors[i] for i in pushed) if pushed else "")


PUZZLE = Puzzle(
    name="squares",
    steps="clicks",
    Document=level.Document,
    parse=level.parse,
    document=level.document,
    picture=picture.picture,
    verify=rules.verify,
    answer=level.plan_data,
    read_answer=level.read_plan,
    frames=frames,
    options=level.OPTIONS,
    generate=level.generate,
)
