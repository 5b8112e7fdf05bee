"""The textbook model (docs/lesson.md) in CPMpy, which hands it to OR-Tools, Choco and other constraint solvers.

pip install 'cpmpy[choco]'
fewest-pours export --format json sample-three-colours
python docs/examples/textbook_cpmpy.py sample-three-colours.json choco
"""

import json
import sys
from itertools import product

import cpmpy as cp

AIR = 0  # colours are numbered from 1


def plan_within(beakers, capacity, horizon, solver):
    """The pours of a plan of at most `horizon` steps, or None. A beaker lists its bottom first."""
    colors = sorted({color for contents in beakers for color in contents})
    places = list(product(range(len(beakers)), range(capacity)))
    holds = cp.intvar(0, len(colors), shape=(horizon + 1, len(beakers), capacity), name="holds")
    model = cp.Model()
    for b, p in places:  # the deal comes first, and at the end beakers are pure
        dealt = colors.index(beakers[b][p]) + 1 if p < len(beakers[b]) else AIR
        model += holds[0, b, p] == dealt
        model += holds[horizon, b, p] == holds[horizon, b, 0]
    steps = []
    for t in range(horizon):
        over = cp.boolvar(name=f"over{t}")
        partial = cp.boolvar(name=f"partial{t}")
        source, target = cp.intvar(0, len(beakers) - 1, shape=2, name=f"ends{t}")
        color = cp.intvar(1, len(colors), name=f"color{t}")
        leaves = cp.boolvar(shape=(len(beakers), capacity), name=f"leaves{t}")
        arrives = cp.boolvar(shape=(len(beakers), capacity), name=f"arrives{t}")
        before = holds[t]
        after = holds[t + 1]
        for b, p in places:
            # units leave from the top
            model += leaves[b, p].implies((source == b) & (before[b, p] == color) & (after[b, p] == AIR))
            if p + 1 < capacity:
                model += leaves[b, p].implies((before[b, p + 1] == AIR) | leaves[b, p + 1])
            # and arrive on their colour
            model += arrives[b, p].implies((target == b) & (before[b, p] == AIR) & (after[b, p] == color))
            if p > 0:
                model += arrives[b, p].implies(after[b, p - 1] == color)
                # as many as fit
                model += (leaves[b, p] & ~leaves[b, p - 1] & (before[b, p - 1] == color)).implies(partial)
            # all else stays
            model += (~leaves[b, p] & ~arrives[b, p]).implies(after[b, p] == before[b, p])
        for b in range(len(beakers)):
            model += (partial & (target == b)).implies(after[b, capacity - 1] != AIR)
        model += cp.sum(leaves) == cp.sum(arrives)
        model += (cp.sum(leaves) == 0) == over
        if steps:
            model += steps[-1]["over"].implies(over)
        steps.append({"over": over, "from": source, "to": target, "color": color, "units": cp.sum(leaves)})
    if not model.solve(solver=solver):
        return None
    pours = [{name: int(variable.value()) for name, variable in step.items()} for step in steps]
    return [
        {"from": pour["from"] + 1, "to": pour["to"] + 1, "color": colors[pour["color"] - 1], "units": pour["units"]}
        for pour in pours
        if not pour["over"]
    ]


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        level = json.load(file)
    bottom_first = [contents[::-1] for contents in level["beakers"]]
    plan = None
    horizon = 0
    while plan is None:  # for ever, if no plan exists
        plan = plan_within(bottom_first, level["capacity"], horizon, sys.argv[2])
        horizon += 1
    print(json.dumps({"outcome": "optimal", "plan": plan}))
