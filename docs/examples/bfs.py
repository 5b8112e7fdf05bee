"""A solver as a program: breadth-first search. It prints its answer as JSON in the last line."""

import json
import sys
from pathlib import Path

import yaml

deal = yaml.safe_load(Path(sys.argv[1]).read_text())
start = tuple(tuple(map(str, reversed(beaker))) for beaker in deal["beakers"])  # bottom first
plans = {start: []}
queue = [start]
full = deal["capacity"]
for state in queue:
    if all(not beaker or (len(beaker) == full and len(set(beaker)) == 1) for beaker in state):
        print(json.dumps({"outcome": "optimal", "plan": plans[state]}))
        break
    for i, source in enumerate(state):
        for j, target in enumerate(state):
            if i == j or not source or len(target) == full or target[-1:] not in ((), source[-1:]):
                continue
            color = source[-1]
            units = 1
            while units < len(source) and source[-1 - units] == color and len(target) + units < full:
                units += 1
            pouring = list(state)
            pouring[i] = source[:-units]
            pouring[j] = target + source[-units:]
            after = tuple(pouring)
            if after not in plans:
                plans[after] = [*plans[state], {"from": i + 1, "to": j + 1, "color": color, "units": units}]
                queue.append(after)
else:
    print(json.dumps({"outcome": "unsolvable"}))
