"""Water sort as domain-independent dynamic programming, solved by didppy: an opponent that neither side wrote.

The model is ours, the searches are not: CAASDy (A* over states) and CABS (beams of growing width, which find plans on
the way). Nothing here is imported unless didppy is installed and asked for.
"""

from functools import partial

from instances.harness.side import Solver
from search_baseline.watersort.didp.model import RULES
from search_baseline.watersort.didp.solver import solve

SOLVERS = (
    Solver("didp", "didp", partial(solve, search="CAASDy", rules=RULES)),
    Solver("didp-cabs", "didp-cabs", partial(solve, search="CABS", rules=RULES)),
    *(
        Solver(f"didp-no-{rule}", f"didp-no-{rule}", partial(solve, search="CAASDy", rules=RULES - {rule}))
        for rule in sorted(RULES)
    ),
)
