"""Results of runs: kept in files, cross-checked, and summarized in tables, plots and pages. Knows no solver.

A time-out is not an answer, and is never left out of a mean: it counts as a run of exactly the time limit, so every
ratio between two solvers understates the better one.
"""
