"""A solver as a program: breadth-first search. It prints its answer as JSON in the last line."""

import json
import sys
from itertools import groupby
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
    for i, a in enumerate(state):
        for j, b in enumerate(state):
            if i != j and a and len(b) < full and (not b or b[-1] == a[-1]):
                units = min(len(list(next(groupby(reversed(a)))[1])), full - len(b))
                after = list(state)
                after[i] = a[:-units]
                after[j] = b + a[-units:]
                if tuple(after) not in plans:
                    plans[tuple(after)] = plans[state] + [{"from": i + 1, "to": j + 1, "color": a[-1], "units": units}]
                    queue.append(tuple(after))
else:
    print(json.dumps({"outcome": "unsolvable"}))
