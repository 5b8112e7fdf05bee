"""Two solvers that do nothing (`compare.py --overhead`): what a run costs before anything is solved.

A solver of ours runs in a fork of a warm process; a program is started anew and reads a file.
"""

from fewest_pours.puzzles.loading import NAMES
from fewest_pours.running.solver_contract import Instance, Outcome, Result, Settings, Watch
from fewest_pours.solving.outside_solvers import Outside

FUNCTION = "no-op"
PROGRAM = "no-op-program"
NO_OPS = (FUNCTION, PROGRAM)


def give_up(instance: Instance, settings: Settings, watch: Watch) -> Result:
    return Result(Outcome.OUT_OF_TIME)


SOLVERS = {puzzle: {FUNCTION: give_up} for puzzle in NAMES}
OUTSIDE = {
    FUNCTION: Outside("module", f"{__name__}:SOLVERS"),
    PROGRAM: Outside("command", """echo '{"outcome": "out_of_time"}'"""),
}
