"""Everything that is tried: a generator of cases for each kind."""

from functools import partial

from cpmodel.watersort.schedule.model import unsupported
from fuzz import covers, deals, files, forgeries, grids, notations, pictures, results, squares, water
from fuzz.runner import Kind

KINDS: dict[str, Kind] = {
    "lrat": forgeries.forged_proof,
    "facts": water.forged_facts,
    "depths": water.forged_depths,
    "states": water.forged_pours,
    "squares": squares.forged,
    "futoshiki": partial(grids.forged, "futoshiki", grids.futoshiki),
    "pipes": partial(grids.forged, "pipes", grids.pipes),
    "pictures": pictures.pictures,
    "puzzles": files.damaged_puzzle,
    "results": results.damaged_results,
    "notations": notations.notation,
    "growing": files.growing,
    "largest": files.largest,
    "search": deals.against(deals.check_search),
    "schedule": deals.against(deals.check_schedule, usable=lambda deal: unsupported(deal) is None),
    "covers": deals.against(covers.check, covers.covered, covers.can_open, covers.shortest),
    "decided": deals.against(
        covers.check_decided, covers.decided, covers.counts_decide, lambda deal: covers.shortest(covers.opened(deal))
    ),
}
