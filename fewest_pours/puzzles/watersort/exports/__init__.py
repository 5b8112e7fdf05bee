"""Water sort for general-purpose planners, SAT and constraint solvers: PDDL, DIMACS and MiniZinc."""
