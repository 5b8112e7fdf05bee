"""Water sort for programs that know nothing of it: PDDL and DIMACS."""
