"""What the puzzles are: rules, files and pictures. Nothing here knows a solver."""

__version__ = "0.2.0"
