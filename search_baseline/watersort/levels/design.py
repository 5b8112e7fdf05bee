"""Water sort levels to order, by pours, by excess, by how hard they are."""

from collections import Counter
from collections.abc import Hashable
from dataclasses import replace

from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome
from instances.watersort.bounds import bottoms_bound, interned
from instances.watersort.files import OPTIONS, generate
from instances.watersort.rules import Deal, Known
from search_baseline.design import Design, Measures
from search_baseline.watersort.default_solver import solve_fast
from search_baseline.watersort.levels.rating import RATINGS, rate
from search_baseline.watersort.levels.regression import regress
from search_baseline.watersort.reachable_depths import closed_depths

ROUNDS = 3  # of telling colours and beakers apart by what they touch


def deal_of(colors: int, empties: int, capacity: int, backwards: bool, seed: int) -> Deal:
    """A random deal, or one made backwards from the solved position."""
    return (regress if backwards else generate)(colors, empties, capacity, seed)


def measured(deal: Deal, watch: Watch) -> tuple[Deal, Measures] | None:
    """The fewest pours, and those above the bottoms bound; None where there is no plan."""
    if closed_depths(deal, watch) is not None:
        return None
    result = solve_fast(deal, Settings(), watch)
    if result.outcome is not Outcome.OPTIMAL or result.upper_bound is None:
        return None
    base = bottoms_bound(deal)
    known = replace(deal, known=Known(pours=result.upper_bound))
    return known, {"pours": result.upper_bound, "excess": result.upper_bound - base}


def without_plan(deal: Deal, watch: Watch) -> tuple[Deal, Measures] | None:
    if closed_depths(deal, watch) is None:
        return None
    return replace(deal, known=Known(solvable=False)), {}


def alike(deal: Deal) -> Hashable:
    """The same for deals that differ in names of colours and the order of beakers only; nearly always for no others.

    Colours are told apart by where their units lie, then, in rounds, by the colours that they share beakers with.
    """
    _, beakers = interned(deal)
    mark: dict[int, Hashable] = dict.fromkeys((color for beaker in beakers for color in beaker), 0)
    for _ in range(ROUNDS):
        places: dict[int, list[Hashable]] = {color: [] for color in mark}
        for beaker in beakers:
            content = tuple(mark[color] for color in beaker)
            for height, color in enumerate(beaker):
                places[color].append((height, content, tuple(other == color for other in beaker)))
        mark = {color: hash(tuple(sorted(map(hash, where)))) for color, where in places.items()}
    return tuple(sorted(Counter(tuple(mark[color] for color in beaker) for beaker in beakers).items(), key=hash))


DESIGN = Design(
    options={**OPTIONS, "backwards": (bool, False, "made from the solved position: solvable by construction")},
    generate=deal_of,
    measure=measured,
    measures={"pours": "fewest pours", "excess": "pours above the bottoms bound"},
    alike=alike,
    rate=rate,
    ratings=RATINGS,
    unsolvable=without_plan,
)
