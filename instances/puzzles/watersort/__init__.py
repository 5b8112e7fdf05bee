"""Water sort: pour coloured water between beakers until every beaker holds one colour or nothing."""

from instances.puzzles.puzzle import Frame, Playing, Puzzle
from instances.puzzles.watersort import drawing, files, picture, rules
from instances.puzzles.watersort.exports import dimacs, pddl
from instances.puzzles.watersort.playing import hints, moves


def frames(start: rules.Deal, plan: tuple[rules.Pour, ...]) -> list[Frame]:
    """Each pour in words, '4 -> 1  2 red' with numbers padded to equal width, and the beakers after it."""
    width = len(str(len(start.beakers)))
    return [
        Frame(
            f"{pour.source + 1:>{width}} -> {pour.target + 1:<{width}}  {pour.units} {pour.color}",
            position,
            (pour.source, pour.target),
            pour.color,
        )
        for pour, position in zip(plan, rules.replay(start, plan)[1:], strict=True)
    ]


PUZZLE = Puzzle(
    name="watersort",
    steps="pours",
    Document=files.WaterSortDeal,
    parse=files.parse,
    advice=files.advice,
    unknown=rules.why_unsolved,
    document=files.document,
    picture=picture.picture,
    read_picture=picture.read_picture,
    drawing=drawing.DRAWING,
    verify=rules.verify,
    answer=files.plan_data,
    read_answer=files.read_plan,
    frames=frames,
    taps=moves.TAPS,
    options=files.OPTIONS,
    generate=files.generate,
    formats={"pddl": pddl.files, "dimacs": dimacs.files},
    playing=Playing(moves.read_moves, moves.play, moves.known, moves.extend, hints.findings),
)
