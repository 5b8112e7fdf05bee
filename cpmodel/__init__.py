"""Puzzles as constraint models for OR-Tools CP-SAT. A puzzle's first solver is its default."""

from cpmodel import futoshiki, pipes
from instances.command import Choice
from instances.running import Solve

SOLVERS: dict[str, dict[str, Solve]] = {
    "watersort": {},
    "futoshiki": {"cp": futoshiki.solve},
    "pipes": {"cp": pipes.solve},
}

CHOICE = Choice(
    "--formulation", {"auto": "cp", "phases": "cp-phases", "removal": "cp-removal", "timeline": "cp-timeline"}
)
