"""A page to watch a plan and to play: one HTML file that needs nothing else, drawn by the puzzle's own drawing.

Everything that people write reaches the page as data that its script puts in as text, or escaped.
"""

import json
from collections.abc import Iterator, Sequence
from importlib.resources import files
from string import Template
from typing import Any

from instances.drawing import svg
from instances.drawing.colors import Look
from instances.drawing.svg import color_style, definitions, safe_definitions, safe_style, xml_text
from instances.puzzle import Frame, Puzzle, RuleBroken
from instances.text import printable

LABELS = {"beakers": "Beakers", "blocks": "Board", "cells": "Grid"}
SCRIPTS = {
    "beakers": ("beakers.js", "game.js", "depths.js", "verdict.js", "legend.js", "player.js", "own.js"),
    "blocks": ("blocks.js", "legend.js", "player.js"),
    "cells": ("cells.js", "legend.js", "player.js"),
}


def page(
    puzzle: Puzzle,
    instance: Any,
    steps: tuple[Any, ...],
    answer: str = "",
    fewest: int | None = None,
    proven: bool = False,
    marks: Sequence[dict[str, Any]] = (),
    explanation: Sequence[str] = (),
) -> str:
    """The page of an instance, and of a plan or its solutions; the caller has replayed them.

    answer: in words. fewest: the steps of the best plan that is known, proven: that none is shorter. marks: for each
    step what a review says of it, {'mark': 'costs 2', 'note': 'costs 2 pours', 'lost': False}. explanation: why there
    is no plan, in sentences.
    Raises ValueError for what is too large to draw.
    """
    draw = puzzle.drawing
    frames = puzzle.frames(instance, steps)
    looks = draw.colors(instance)
    data: dict[str, Any] = {
        "title": instance.name,  # for files that the page makes; the rest is shown
        "unit": puzzle.steps.removesuffix("s") if puzzle.steps else "solution",
        "frames": [{"caption": "", "state": draw.state(instance), "touched": []}, *frames_data(puzzle, looks, frames)],
        "colors": color_data(looks),
        "safe": sum(look.named for look in looks.values()) < len(looks) / 2,
        "fewest": fewest,
        "proven": proven,
        "ends": ends(puzzle, instance, steps),
    }
    for step, mark in zip(data["frames"][1:], marks, strict=False):
        step.update(mark)
    if draw.script == "beakers" and instance.beakers:
        data["capacity"] = instance.capacity
    shown = list(looks.values())
    return Template(text("page.html")).substitute(
        title=xml_text(instance.name),
        answer=xml_text(answer),
        why=why(explanation),
        label=LABELS[draw.script],
        script=draw.script,
        style="\n".join([svg.STYLE, draw.style, text("page.css"), color_style(shown), safe_style(len(shown))]),
        stage=pattern_box(definitions(shown) + safe_definitions(len(shown)))
        + draw.stage([instance, *(frame.instance for frame in frames)]),
        data=island(data),
        code="\n".join([f"const makeStage = {draw.script}Stage;", *map(text, SCRIPTS[draw.script])]),
    )


def color_data(looks: dict[str, Look]) -> list[dict[str, str]]:
    """word: for files that the page makes; name: what it shows."""
    return [{"word": color, "name": printable(color), "code": look.code} for color, look in looks.items()]


def frames_data(puzzle: Puzzle, looks: dict[str, Look], frames: Sequence[Frame]) -> Iterator[dict[str, Any]]:
    number = {color: i for i, color in enumerate(looks)}
    for frame in frames:
        data = {
            "caption": printable(frame.caption),
            "state": puzzle.drawing.state(frame.instance),
            "touched": frame.touched if puzzle.steps else (),
        }
        yield data | ({} if frame.color is None else {"color": number[frame.color]})


def ends(puzzle: Puzzle, instance: Any, steps: tuple[Any, ...]) -> bool:
    """The steps solve the puzzle."""
    try:
        puzzle.verify(instance, steps)
    except RuleBroken:
        return False
    return True


def why(explanation: Sequence[str]) -> str:
    """The sentences, to be unfolded."""
    if not explanation:
        return ""
    first, *rest = (xml_text(sentence) for sentence in explanation)
    return f'<details id="why" open><summary>{first}</summary>{"".join(f"<p>{each}</p>" for each in rest)}</details>'


def text(name: str) -> str:
    """One of the files beside this one."""
    return files(__name__).joinpath(name).read_text(encoding="utf-8")


def pattern_box(definitions: str) -> str:
    """Patterns that the page's drawings share, in a drawing that takes no room."""
    return f'<svg class="none" aria-hidden="true">{definitions}</svg>' if definitions else ""


def island(data: Any) -> str:
    """JSON that may stand in a script element: no markup in it, and no character beyond ASCII."""
    return json.dumps(data, separators=(",", ":")).translate({ord(c): f"\\u{ord(c):04x}" for c in "<>&"})
