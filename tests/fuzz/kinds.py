"""Everything that is tried: a generator of cases for each kind."""

from fuzz import covers, deals, files, forgeries, grids, notations, pictures, repeats, squares, water
from fuzz.runner import Kind

KINDS: dict[str, Kind] = {
    "lrat": forgeries.forged_proof,
    "facts": water.forged_facts,
    "depths": water.forged_depths,
    "states": water.forged_states,
    "squares": squares.forged_states,
    "futoshiki": grids.forged_futoshiki,
    "pipes": grids.forged_pipes,
    "pictures": pictures.pictures,
    "puzzles": files.damaged_puzzle,
    "notations": notations.notation,
    "growing": repeats.growing,
    "largest": repeats.largest,
    "search": deals.search,
    "phases": deals.phases,
    "covers": covers.covers,
    "orderings": deals.kept_orderings,
}
