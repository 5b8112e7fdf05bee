"""Water sort for general-purpose planners and SAT solvers: PDDL and DIMACS."""
