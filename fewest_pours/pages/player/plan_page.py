"""A page to watch a plan and to play: one self-contained HTML file, drawn by the puzzle's own drawing.

Whatever people wrote reaches the page escaped, or as data that its script inserts as text.
"""

from collections.abc import Sequence
from string import Template

from fewest_pours.drawing.colors import Look, spoken
from fewest_pours.files.wording import printable
from fewest_pours.files.yaml_files import Data
from fewest_pours.pages.page_parts import island, script, style, text, xml_text
from fewest_pours.puzzles.puzzle import Puzzle
from fewest_pours.running.solver_contract import Instance


def page(
    puzzle: Puzzle,
    instance: Instance,
    steps: tuple[object, ...],
    answer: str = "",
    fewest: int | None = None,
    proven: bool = False,
    marks: Sequence[Data] = (),
    explanation: Sequence[str] = (),
) -> str:
    """The page of an instance with a plan or its solutions, which the caller has already replayed.

    answer: in words. fewest: length of the best known plan; proven: no plan is shorter. marks: the review's verdict on
    each step, {'mark': 'costs 2', 'lost': False}. explanation: why there is no plan, in sentences.
    Raises ValueError if the instance is too large to draw.
    """
    frames = puzzle.frames(instance, steps)
    drawing = puzzle.drawing
    data = shown(puzzle, instance, drawing.colors(instance)) | {
        "frames": [
            {
                "caption": printable(frame.caption),
                "state": drawing.state(frame.instance),
                "touched": frame.touched,
                "word": frame.color,
            }
            for frame in frames
        ],
        "marks": marks,
        "fewest": fewest,
        "proven": proven,
        "why": explanation,
    }
    return Template(text("player/plan_page.html")).substitute(
        title=xml_text(instance.name),
        answer=xml_text(answer),
        script=drawing.script,
        style=style("player/page.css"),
        player=text("player/player.html"),
        data=island(data),
        code=script("player/plan_page.js"),
    )


def shown(puzzle: Puzzle, instance: Instance, looks: dict[str, Look]) -> Data:
    """The data from which a page draws an instance. Raises ValueError if it is too large.

    In each colour, `word` goes into the files that the page writes, `name` is displayed.
    """
    draw = puzzle.drawing
    return {
        "title": instance.name,
        "script": draw.script,
        "step": puzzle.step,
        "state": draw.state(instance),
        "colors": [{"word": color, "name": printable(spoken(color)), **vars(look)} for color, look in looks.items()],
        **draw.scene(instance),
    }
