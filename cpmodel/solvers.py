"""The record of this side: its solvers of each puzzle."""

from fewest_pours.running.solver_record import Side, Solver

SIDE = Side(
    name="cpmodel",
    option="--formulation",
    solvers={
        "watersort": (
            Solver("cp", "auto", "cpmodel.watersort.default_strategy:solve", explains=True),
            Solver("cp-schedule", "schedule", "cpmodel.watersort.default_strategy:solve_schedule"),
            Solver("cp-invariant", "invariant", "cpmodel.watersort.default_strategy:solve_invariant", explains=True),
            Solver("cp-timeline", "timeline", "cpmodel.watersort.default_strategy:solve_timeline"),
            Solver("cp-textbook", "textbook", "cpmodel.watersort.textbook:solve"),
        ),
        "squares": (Solver("cp", "auto", "cpmodel.squares:solve"),),
        "futoshiki": (Solver("cp", "auto", "cpmodel.futoshiki:solve"),),
        "pipes": (Solver("cp", "auto", "cpmodel.pipes:solve"),),
    },
    facts={"watersort": "cpmodel.watersort.invariant.certificate:witness"},
    parameters="cpmodel.solving:parameter",
)
