"""What search has for each puzzle."""

from instances import NAMES
from instances.harness.side import sides

WORDS = ("bottoms", "bottoms-plain", "runs", "displacements", "manhattan", "narrowing", "raster")
SIDES = sides("search_baseline", "--heuristic", WORDS, NAMES)
