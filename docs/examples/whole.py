"""A formulation of one's own: the textbook model without partial pours. Does it lose any plan?"""

from functools import partial

from cpmodel.horizon_deepening import deepen
from cpmodel.watersort import textbook
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import Result, Settings, Watch


def build(deal: Deal, horizon: int) -> textbook.TextbookModel:
    model = textbook.build(deal, horizon)
    for partial_pour in model.partial.values():
        model.cp.add(partial_pour == 0)
    return model


def solve(deal: Deal, settings: Settings, watch: Watch) -> Result:
    return deepen(partial(build, deal), 0, settings, watch)


SOLVERS = {"watersort": {"whole": solve}}
