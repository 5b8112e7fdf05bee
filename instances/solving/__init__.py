"""Running solvers: limits, outcomes, races, outside programs, the command line."""
