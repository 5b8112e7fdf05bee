"""Everything that is tried: a generator of cases for each kind."""

from fuzz import deals, facts, files, forgeries, grids, squares
from fuzz.forgeries import Forge, forging
from fuzz.runner import Case

FORGERIES: dict[str, Forge] = {
    "lrat": forgeries.forged_proof,
    "clauses": facts.forged_clauses,
    "facts": facts.forged_facts,
    "dimacs": facts.forged_files,
    "depths": forgeries.forged_depths,
    "states": forgeries.forged_states,
    "plan": forgeries.forged_plan,
    "squares": squares.forged_states,
    "futoshiki": grids.forged_futoshiki,
    "pipes": grids.forged_pipes,
}
KINDS: dict[str, Case] = {name: forging(kind) for name, kind in FORGERIES.items()} | files.KINDS | deals.KINDS
