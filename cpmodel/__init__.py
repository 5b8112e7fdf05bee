"""Puzzles as constraint models for OR-Tools CP-SAT."""

from instances import NAMES
from instances.harness.side import sides

SIDES = sides("cpmodel", "--formulation", ("auto", "phases", "invariant", "removal", "timeline"), NAMES)
