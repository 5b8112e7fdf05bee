"""What the puzzles are: rules, files and pictures. Nothing here knows a solver."""
