"""Solutions of the exercises of docs/lesson.md: the textbook model with one more constraint, or solved otherwise.

    python compare.py --deals 3..4x1..2 --count 2 --solvers astar cp-textbook first-empty never-back from-base \\
        --module docs/examples/exercises.py

Exercise 5 is minimise.py.
"""

from functools import partial

from cpmodel.horizon_deepening import deepen
from cpmodel.watersort import textbook
from cpmodel.watersort.textbook import AIR, TextbookModel
from fewest_pours.puzzles.watersort.lower_bounds import lower_bound
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import Result, Settings, Watch


def first_empty(deal: Deal, horizon: int) -> TextbookModel:
    """Exercise 2: of several empty beakers, the first is poured onto. Empty beakers differ in their numbers only."""
    model = textbook.build(deal, horizon)
    covered = dict(deal.covered)
    open_beakers = [b for b in model.beakers if b not in covered]
    for t in model.over:
        for place, later in enumerate(open_beakers):
            for earlier in open_beakers[:place]:
                both_empty = [model.holds[earlier, 0, t][AIR], model.holds[later, 0, t][AIR]]
                model.cp.add_bool_or(~model.target[later, t], *(~empty for empty in both_empty))
    return model


def never_back(deal: Deal, horizon: int) -> TextbookModel:
    """Exercise 3: no step pours back onto the source of the step before; not with covers, which the first may open."""
    model = textbook.build(deal, horizon)
    if deal.covered:
        return model
    for (b, t), source in model.source.items():
        for c in model.beakers:
            if (c, t + 1) in model.source:
                model.cp.add_bool_or(~source, ~model.target[c, t], ~model.source[c, t + 1], ~model.target[b, t + 1])
    return model


def solve_first_empty(deal: Deal, settings: Settings, watch: Watch) -> Result:
    return deepen(partial(first_empty, deal), 0, settings, watch)


def solve_never_back(deal: Deal, settings: Settings, watch: Watch) -> Result:
    return deepen(partial(never_back, deal), 0, settings, watch)


def solve_from_base(deal: Deal, settings: Settings, watch: Watch) -> Result:
    """Exercise 4: no horizon below the bottoms bound (Lemma 2) is solved."""
    first, _ = lower_bound(deal)
    return deepen(partial(textbook.build, deal), first, settings, watch)


SOLVERS = {
    "watersort": {
        "first-empty": solve_first_empty,
        "never-back": solve_never_back,
        "from-base": solve_from_base,
    }
}
