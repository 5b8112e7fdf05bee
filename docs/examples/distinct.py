"""A heuristic of one's own for plain A*: in each beaker all colours but one must leave, each by a pour of its own."""

from functools import partial

from search_baseline.watersort.plain_astar import Beakers, plain_astar


def distinct(state: Beakers) -> int:
    return sum(len(set(beaker)) - 1 for beaker in state if beaker)


SOLVERS = {"watersort": {"astar-distinct": partial(plain_astar, distinct, "A*, distinct colours")}}
