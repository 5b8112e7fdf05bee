"""Puzzles as constraint models for OR-Tools CP-SAT."""

from instances import NAMES
from instances.harness.side import sides

SIDES = sides("cpmodel", "--formulation", ("auto", "phases", "removal", "timeline"), NAMES)
