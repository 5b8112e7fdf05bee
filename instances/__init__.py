"""The puzzles: rules, files, pictures, and how solvers are run. Nothing here imports a solver."""

__version__ = "0.3.0"
