"""What constraint programming has for each puzzle."""

from instances import NAMES
from instances.harness.side import sides

SIDES = sides("cpmodel", "--formulation", ("auto", "phases", "invariant", "removal", "timeline"), NAMES)
