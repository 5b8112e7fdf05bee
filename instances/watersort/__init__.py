"""Water sort: pour coloured water between beakers until every beaker holds one colour or nothing."""

import re
from dataclasses import replace

from instances.puzzle import Format, Frame, Playing, Puzzle
from instances.watersort import drawing, files, picture, rules
from instances.watersort.exports import dimacs, pddl
from instances.watersort.playing import hints, moves
from instances.watersort.playing.hidden import why_unsolved


def frames(start: rules.Deal, plan: tuple[rules.Pour, ...]) -> list[Frame]:
    """Each pour in words, with the beakers after it."""
    states = rules.replay(start, plan)[1:]
    width = len(str(len(start.beakers)))
    return [
        Frame(pour_text(pour, width), replace(start, beakers=state), (pour.source, pour.target), pour.color)
        for pour, state in zip(plan, states, strict=True)
    ]


def pour_text(pour: rules.Pour, width: int = 1) -> str:
    """'4 -> 1  2 red', beakers as wide as asked for."""
    return f"{pour.source + 1:>{width}} -> {pour.target + 1:<{width}}  {pour.units} {pour.color}"


def pddl_files(start: rules.Deal) -> dict[str, str]:
    return {"-domain.pddl": pddl.domain(start), "-problem.pddl": pddl.problem(start)}


def dimacs_files(start: rules.Deal) -> dict[str, str]:
    return {".cnf": dimacs.clauses(start)}


FOR_PLANNERS = Format(pddl_files, re.compile(r"\s*[(;]"), pddl.read_plan)
FOR_SAT_SOLVERS = Format(dimacs_files, re.compile(r"\s*([svc] |-?\d)"), dimacs.read_assignment)

PUZZLE = Puzzle(
    name="watersort",
    steps="pours",
    Document=files.WaterSortDeal,
    parse=files.parse,
    advice=files.advice,
    unknown=why_unsolved,
    document=files.document,
    picture=picture.picture,
    read_picture=picture.read_picture,
    drawing=drawing.DRAWING,
    verify=rules.verify,
    answer=files.plan_data,
    read_answer=files.read_plan,
    frames=frames,
    size=files.size,
    taps=moves.TAPS,
    options=files.OPTIONS,
    generate=files.generate,
    formats={"pddl": FOR_PLANNERS, "dimacs": FOR_SAT_SOLVERS},
    playing=Playing(moves.read_moves, moves.play, moves.extend, hints.findings),
)
