"""What `fewest-pours design` and `rate` need of this side (fewest_pours/design/searches.py)."""

from collections.abc import Iterable

from fewest_pours.design.searches import PourGraph, Searches
from fewest_pours.puzzles.watersort.rules import Deal
from search_baseline.futoshiki.generator import generate as generate_futoshiki
from search_baseline.solvers import SIDE
from search_baseline.watersort.plain_astar import Beakers, base_in, states_of, successors, uncovered
from search_baseline.watersort.solvability import solvability, winnable


def pour_graph(deal: Deal) -> PourGraph[Beakers]:
    """The positions of a deal's game as plain A* has them."""
    base = base_in(deal)

    def followers(state: Beakers) -> Iterable[Beakers]:
        return (later for _, later in successors(state, deal.capacity))

    def lower_bound(state: Beakers) -> int:
        return base(uncovered(state))

    return PourGraph(states_of(deal), followers, lower_bound)


SEARCHES = Searches(
    solvers={puzzle: SIDE.solver(puzzle).load() for puzzle in SIDE.solvers},
    winnable=winnable,
    solvability=solvability,
    pour_graph=pour_graph,
    generate_futoshiki=generate_futoshiki,
)
