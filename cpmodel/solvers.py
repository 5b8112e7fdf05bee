"""What constraint programming has for each puzzle."""

from instances.lazy import Later
from instances.solving.solvers import Side, Sides, Solver

PROOF = Later("cpmodel.watersort.invariant.certificate:witness")
WATERSORT = Side(
    solvers=(
        Solver("cp", "auto", Later("cpmodel.watersort.strategy:solve")),
        Solver("cp-phases", "phases", Later("cpmodel.watersort.strategy:solve_phases")),
        Solver("cp-invariant", "invariant", Later("cpmodel.watersort.strategy:solve_invariant")),
        Solver("cp-timeline", "timeline", Later("cpmodel.watersort.timeline.timeline_model:solve")),
    ),
    proof=PROOF,
)
SQUARES = Side((Solver("cp", "auto", Later("cpmodel.squares:solve")),))
FUTOSHIKI = Side((Solver("cp", "auto", Later("cpmodel.futoshiki:solve")),))
PIPES = Side((Solver("cp", "auto", Later("cpmodel.pipes:solve")),))

RECORDS = {"watersort": WATERSORT, "squares": SQUARES, "futoshiki": FUTOSHIKI, "pipes": PIPES}
SIDES = Sides("--formulation", RECORDS)
