"""A page to watch a plan and to play: one HTML file that needs nothing else, drawn by the puzzle's own drawing.

Everything that people write reaches the page as data that its script puts in as text, or escaped.
"""

import json
from collections.abc import Sequence
from importlib.resources import files
from string import Template
from typing import Any

from instances.drawing import svg
from instances.drawing.colors import Look
from instances.drawing.svg import color_style, xml_text
from instances.puzzle import Puzzle
from instances.text import printable

SCRIPTS = {
    "beakers": ("beakers", "game", "depths", "verdict", "legend", "player", "own"),
    "blocks": ("blocks", "legend", "player"),
    "cells": ("cells", "legend", "player"),
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
    step what a review says of it, {'mark': 'costs 2', 'lost': False}. explanation: why there is no plan, in sentences.
    Raises ValueError for what is too large to draw.
    """
    frames = puzzle.frames(instance, steps)
    looks = puzzle.drawing.colors(instance)
    picture = shown(puzzle, instance, looks, [frame.instance for frame in frames])
    style, stage, script = (picture.pop(name) for name in ("style", "stage", "script"))
    colors = list(looks)
    data = picture | {
        "unit": puzzle.steps.removesuffix("s") if puzzle.steps else "solution",
        "frames": [
            {
                "caption": printable(frame.caption),
                "state": puzzle.drawing.state(frame.instance),
                "touched": frame.touched,
                "color": frame.color and colors.index(frame.color),
            }
            for frame in frames
        ],
        "marks": marks,
        "fewest": fewest,
        "proven": proven,
        "ends": puzzle.taps.done(frames[-1].instance if frames else instance),
        "why": explanation,
    }
    return Template(text("page/page.html")).substitute(
        title=xml_text(instance.name),
        answer=xml_text(answer),
        script=script,
        style="\n".join([svg.STYLE, text("page/page.css"), style]),
        stage=stage,
        data=island(data),
        code="\n".join([f"const makeStage = {script}Stage;", *(text(f"page/{name}.js") for name in SCRIPTS[script])]),
    )


def shown(puzzle: Puzzle, instance: Any, looks: dict[str, Look], later: Sequence[Any] = ()) -> dict[str, Any]:
    """What a page draws an instance with; later: positions that the drawing must have room for.

    Of a colour, word is for files that the page makes, name is what it shows.
    """
    draw = puzzle.drawing
    colors = [{"word": color, "name": printable(color), "code": look.code} for color, look in looks.items()]
    return {
        "title": instance.name,
        "script": draw.script,
        "style": f"{draw.style}\n{color_style(looks.values())}",
        "stage": draw.stage([instance, *later]),
        "state": draw.state(instance),
        "colors": colors,
        "capacity": getattr(instance, "capacity", None),
        "unseen": getattr(instance, "unseen", ()),
    }


def text(name: str) -> str:
    """One of the files of the page or the board: 'page/page.css'"""
    return files("instances").joinpath(name).read_text(encoding="utf-8")


def island(data: Any) -> str:
    """JSON that may stand in a script element: no markup in it, and no character beyond ASCII."""
    return json.dumps(data, separators=(",", ":")).translate({ord(c): f"\\u{ord(c):04x}" for c in "<>&"})
