"""Water sort: pour coloured water between beakers until every beaker holds one colour or nothing."""

from dataclasses import replace

from instances.puzzle import Puzzle
from instances.watersort import deal, picture, rules


def frames(start: rules.Deal, plan: tuple[rules.Pour, ...]) -> list[tuple[str, rules.Deal]]:
    """Each pour in words, with the beakers after it."""
    states = rules.replay(start, plan)[1:]
    return [(pour_text(pour), replace(start, beakers=state)) for pour, state in zip(plan, states, strict=True)]


def pour_text(pour: rules.Pour) -> str:
    return f"{pour.source + 1} -> {pour.target + 1}  {pour.units} {pour.color}"


PUZZLE = Puzzle(
    name="watersort",
    steps="pours",
    Document=deal.Document,
    parse=deal.parse,
    document=deal.document,
    picture=picture.picture,
    verify=rules.verify,
    answer=deal.plan_data,
    read_answer=deal.read_plan,
    frames=frames,
    options=deal.OPTIONS,
    generate=deal.generate,
)
