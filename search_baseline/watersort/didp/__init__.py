"""Water sort as domain-independent dynamic programming, solved by didppy: an opponent that neither side wrote.

The model is ours, the searches are not: CAASDy (A* over states) and CABS (beams of growing width, which find plans on
the way). Nothing here is imported unless didppy is installed and used.
"""

from functools import partial

from search_baseline.watersort.didp.solver import solve

RULES = frozenset({"finish", "one-home"})  # of dominance, see didp_model.py

caasdy = partial(solve, search="CAASDy", rules=RULES)
cabs = partial(solve, search="CABS", rules=RULES)
no_finish = partial(solve, search="CAASDy", rules=RULES - {"finish"})
no_one_home = partial(solve, search="CAASDy", rules=RULES - {"one-home"})
