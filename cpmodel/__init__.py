"""Puzzles as constraint models for OR-Tools CP-SAT. A puzzle's first solver is its default."""

from cpmodel import futoshiki, pipes, squares, watersort
from instances.command import Choice
from instances.running import Solve

SOLVERS: dict[str, dict[str, Solve]] = {
    "watersort": {
        "cp": watersort.solve_auto,
        "cp-phases": watersort.solve_phases,
        "cp-removal": watersort.solve_removal,
        "cp-timeline": watersort.solve_timeline,
    },
    "futoshiki": {"cp": futoshiki.solve},
    "squares": {"cp": squares.solve},
    "pipes": {"cp": pipes.solve},
}

CHOICE = Choice(
    "--formulation", {"auto": "cp", "phases": "cp-phases", "removal": "cp-removal", "timeline": "cp-timeline"}
)
