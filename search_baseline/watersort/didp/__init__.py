"""Water sort as domain-independent dynamic programming, solved by didppy: an opponent that neither side wrote.

The model is ours, the searches are not: CAASDy (A* over states) and CABS (beams of growing width, which find plans on
the way). Nothing here is imported unless didppy is installed and asked for.
"""

from functools import partial

from instances.lazy import Later
from instances.solving.solvers import Solver

RULES = frozenset({"finish", "one-home"})  # of dominance, see model.py
solve = Later("search_baseline.watersort.didp.solver:solve")

SOLVERS = (
    Solver("didp", "didp", partial(solve, search="CAASDy", rules=RULES)),
    Solver("didp-cabs", "didp-cabs", partial(solve, search="CABS", rules=RULES)),
    *(
        Solver(f"didp-no-{rule}", f"didp-no-{rule}", partial(solve, search="CAASDy", rules=RULES - {rule}))
        for rule in sorted(RULES)
    ),
)
