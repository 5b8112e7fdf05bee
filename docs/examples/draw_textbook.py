"""Draws the variables of the textbook model that are true in a solution, as docs/lesson.md shows them.

    python docs/examples/draw_textbook.py > docs/pictures/textbook.svg

A column of beakers for each time, and between them what the step does: units that leave have a broken border, and the
places where they arrive a thick one.
"""

from ortools.sat.python import cp_model

from cpmodel.watersort.textbook import AIR, TextbookModel, build
from fewest_pours import Deal, deal

EXAMPLE = deal([["red", "blue"], ["blue", "red"], []], name="two colours")
HORIZON = 4  # one step more than the plan needs, which is over then
HUES = {"red": "#d1495b", "blue": "#30638e", AIR: "none"}
# Lengths in pixels
UNIT = 34
GAP = 12  # between beakers
BETWEEN = 96  # between times
TEXT = 13  # height of letters
TOP = 56


def solution(level: Deal, horizon: int) -> tuple[TextbookModel, cp_model.CpSolver]:
    """The model, and the solver that holds its solution with the fewest steps."""
    model = build(level, horizon)
    model.cp.minimize(sum(~over for over in model.over.values()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.solve(model.cp)
    return model, solver


def drawing(model: TextbookModel, solver: cp_model.CpSolver) -> str:
    """The picture, as SVG."""
    parts = []
    beakers_wide = len(model.beakers) * (UNIT + GAP) - GAP
    height = TOP + model.deal.capacity * UNIT + 56
    for t in range(model.horizon + 1):
        left = 12 + t * (beakers_wide + BETWEEN)
        parts.append(text(left + beakers_wide / 2, 24, f"time {t}", bold=True))
        for b in model.beakers:
            x = left + b * (UNIT + GAP)
            for p in model.places:
                y = TOP + (model.deal.capacity - 1 - p) * UNIT
                parts.append(place(x, y, *seen(model, solver, b, p, t)))
            bottom = TOP + model.deal.capacity * UNIT
            glass = f"M{x} {TOP - 8} V{bottom} H{x + UNIT} V{TOP - 8}"
            parts.append(f'<path d="{glass}" fill="none" stroke="#555" stroke-width="2"/>')
            parts.append(text(x + UNIT / 2, bottom + 18, str(b)))
        if t < model.horizon:
            middle = left + beakers_wide + BETWEEN / 2
            for line, words in enumerate(step(model, solver, t)):
                parts.append(text(middle, TOP + 6 + line * (TEXT + 5), words, bold=line == 0))
    width = 24 + (model.horizon + 1) * beakers_wide + model.horizon * BETWEEN
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    style = f'font-family="sans-serif" font-size="{TEXT}" text-anchor="middle">'
    return "\n".join([f"{head} {style}", f'<rect width="{width}" height="{height}" fill="white"/>', *parts, "</svg>"])


def seen(model: TextbookModel, solver: cp_model.CpSolver, b: int, p: int, t: int) -> tuple[str, str]:
    """The colour that a place holds, and how its border looks: what leaves, and where units arrive."""
    held = next(thing for thing, holds in model.holds[b, p, t].items() if solver.value(holds))
    if t < model.horizon and solver.value(model.leaves[b, p, t]):
        return held, 'stroke="#111" stroke-width="3" stroke-dasharray="5 4"'
    if t < model.horizon and solver.value(model.arrives[b, p, t]):
        return held, 'stroke="#111" stroke-width="3"'
    return held, 'stroke="#bbb" stroke-width="1"'


def step(model: TextbookModel, solver: cp_model.CpSolver, t: int) -> list[str]:
    """What a step does, in lines."""
    if solver.value(model.over[t]):
        return [f"step {t}", "over"]
    source = next(b for b in model.beakers if solver.value(model.source[b, t]))
    target = next(b for b in model.beakers if solver.value(model.target[b, t]))
    color = next(color for color, poured in model.color[t].items() if solver.value(poured))
    return [f"step {t}", f"source {source}", f"target {target}", f"color {color}"]


def place(x: float, y: float, held: str, border: str) -> str:
    return f'<rect x="{x + 3}" y="{y + 2}" width="{UNIT - 6}" height="{UNIT - 5}" rx="4" fill="{HUES[held]}" {border}/>'


def text(x: float, y: float, words: str, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}"{weight}>{words}</text>'


if __name__ == "__main__":
    print(drawing(*solution(EXAMPLE, HORIZON)))
