"""The textbook model by other constraint solvers: python compare.py reproduce solvers

Each solves for horizons 0, 1, 2, ... until one has a plan, as cp-textbook does with one worker.
"""

import runpy
import subprocess
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from fewest_pours.puzzles.watersort.exports import minizinc
from fewest_pours.puzzles.watersort.rules import Deal, Plan, Pour, legal_pour, poured_on
from fewest_pours.running.solver_contract import Outcome, Result, Settings, Watch

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "textbook_cpmpy.py"
Within = Callable[[Deal, int], Plan | None]  # a plan of at most so many pours, if any


def deepen(within: Within, deal: Deal, settings: Settings, watch: Watch) -> Result:
    """Solve for growing horizons, and report each one that is refuted."""
    for horizon in count():
        plan = within(deal, horizon)
        if plan is not None:
            return Result(Outcome.OPTIMAL, plan, lower_bound=len(plan), upper_bound=len(plan))
        watch.report(horizon + 1, None, f"horizon {horizon + 1}")
    raise AssertionError("horizons never end")


def by_cpmpy(solver: str, deal: Deal, horizon: int) -> Plan | None:
    plan_within = runpy.run_path(str(EXAMPLE))["plan_within"]
    pours = plan_within(deal.beakers, deal.capacity, horizon, solver)
    if pours is None:
        return None
    return tuple(Pour(pour["from"] - 1, pour["to"] - 1, pour["color"], pour["units"]) for pour in pours)


def by_minizinc(model: str, deal: Deal, horizon: int) -> Plan | None:
    """model: its ending, ".mzn" for the textbook model."""
    exported = minizinc.files(deal)
    with TemporaryDirectory() as folder:
        files = []
        for ending in (model, ".dzn"):
            files.append(Path(folder, f"deal{ending}"))
            files[-1].write_text(exported[ending], encoding="utf-8")
        words = ["minizinc", "--solver", "gecode", *map(str, files), "-D", f"horizon={horizon}"]
        printed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    if "UNSATISFIABLE" in printed:
        return None
    position = deal
    plan: list[Pour] = []
    for ends in printed.splitlines()[0].split():
        source, target = map(int, ends.split("-"))
        plan.append(legal_pour(position, source - 1, target - 1))
        position = poured_on(position, plan[-1])
    return tuple(plan)


SOLVERS = {
    "watersort": {
        "cpmpy-ortools": partial(deepen, partial(by_cpmpy, "ortools")),
        "cpmpy-choco": partial(deepen, partial(by_cpmpy, "choco")),
        "minizinc-gecode": partial(deepen, partial(by_minizinc, ".mzn")),
        "minizinc-timeline": partial(deepen, partial(by_minizinc, "-timeline.mzn")),
    },
}
