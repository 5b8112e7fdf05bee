"""The fast solver: a plan soon, then better ones, then the proof that none is shorter.

Three searches take turns, each turn twice as long as the one before:

- *layers*, A*: lower bounds, and at the end a shortest plan. They continue where their last turn ended.
- *beams*: short plans, also where the layers are wide.
- *depths* (depth_search.py): whether there is a plan at all, and which depths are dead; the other two then prune these.
  With few empty beakers the depths decide early. With more they start after the layers have run for a while, with very
  many colours after the layers' first turn; while no plan is known, narrow listings of growing width look for one.

Their proofs hold for deals without covers; others are left to plain A*.
"""

from typing import TYPE_CHECKING

from fewest_pours.puzzles.watersort.lower_bounds import lower_bound
from fewest_pours.puzzles.watersort.numbered_deal import numbered
from fewest_pours.puzzles.watersort.rules import Deal, Plan
from fewest_pours.running.search_lookout import Lookout
from fewest_pours.running.solver_contract import LimitReached, Outcome, Result, Settings, Watch
from search_baseline.astar import answer
from search_baseline.watersort.beakers import counted, placed
from search_baseline.watersort.layers.beam import beam
from search_baseline.watersort.layers.layered_astar import LayeredAstar
from search_baseline.watersort.plain_astar import solve_plain

if TYPE_CHECKING:
    from search_baseline.watersort.depth_search import DepthSearch

LAYERS, BEAM, DEPTHS = "A* by layers", "beam search", "listed depths"
TURN = 1000  # expansions in a search's first turn
FEW = 2  # empty beakers; with no more, the depths decide early
DEPTHS_FOR_FEW, DEPTHS_FOR_MORE = 64, 24  # depths for each expansion, which takes ten times as long
MANY = 100  # colours; with more, the depths' first narrow listing finds a plan long before the other searches
NARROWEST = 32  # depths of each layer that the first narrow listing keeps; the next keeps twice as many
PATIENCE = 32 * TURN  # expansions before depths are tried with more empty beakers
NUMPY = 16 << 20  # bytes of memory that loading it takes, with some to spare


def solve_fast(deal: Deal, settings: Settings, watch: Watch) -> Result:
    """A shortest plan, or the proof that none exists; any_plan: the best plan of the first turns that find one."""
    if result := counted(deal):
        return result
    if deal.covered:
        return solve_plain(deal, settings, watch)
    search = Search(deal, settings, Lookout(watch))
    try:
        outcome = search.in_turns()
    except LimitReached as limit:
        outcome = limit.outcome
    if outcome is Outcome.SOLVED and search.proven:
        outcome = Outcome.OPTIMAL
    layers, statistics = search.layers, search.layers.statistics() | search.statistics
    lower_by = LAYERS if layers.lower == layers.f else search.least_by
    return answer(outcome, search.plan, layers.lower, statistics, lower_by, search.plan_by)


class Search:
    """What is known about a deal so far: the best plan, and a lower bound over all plans."""

    def __init__(self, deal: Deal, settings: Settings, lookout: Lookout) -> None:
        self.deal, self.settings, self.lookout = deal, settings, lookout
        self.plan: Plan | None = None
        self.plan_by = ""
        self.depths: DepthSearch | None = None
        self.decided = False  # the depths have shown that there is a plan
        self.statistics = dict[str, int]()
        self.few = deal.beakers.count(()) <= FEW
        self.width = 0 if self.few else NARROWEST  # of the next narrow listing; 0 for none
        least, self.least_by = lower_bound(deal)
        game = numbered(deal)
        self.many = len(game.filled) > MANY
        self.layers = LayeredAstar(game, least, settings.seed)

    @property
    def longest(self) -> int | None:
        """The most pours of a plan that is still of use; None for any number."""
        return self.settings.horizon if self.plan is None else len(self.plan) - 1

    @property
    def proven(self) -> bool:
        return self.plan is not None and len(self.plan) <= self.layers.lower

    @property
    def enough(self) -> bool:
        return self.proven or (self.plan is not None and self.settings.any_plan)

    def offer(self, plan: Plan | None, by: str) -> None:
        """Keep a plan if it is of use, and report it."""
        if plan is not None and (self.longest is None or len(plan) <= self.longest):
            self.plan = plan
            self.plan_by = by
            self.lookout.watch.found(plan)
            self.lookout.watch.report(self.layers.lower, len(plan), by)

    def in_turns(self) -> Outcome:
        """The outcome. Raises LimitReached."""
        turn = TURN
        while True:
            outcome = self.layers.run(self.lookout, self.longest, turn)
            if outcome is Outcome.OPTIMAL:
                self.offer(placed(self.deal, self.layers.path()), LAYERS)
            elif outcome is None:
                # This beam expands about as many states as the layers in their turn.
                limit = 2 * self.layers.lower + 1 if self.longest is None else self.longest + 1
                if steps := beam(self.layers, 1 + turn // limit, limit, self.lookout):
                    self.offer(placed(self.deal, steps), BEAM)
                if not self.enough:
                    outcome = self.by_depths()
            if self.enough:
                return Outcome.SOLVED
            if outcome is not None:
                return outcome
            turn *= 2

    def by_depths(self) -> Outcome | None:
        """Continue with the depths, up to their share of the layers' expansions; UNSOLVABLE, or None.

        Raises LimitReached.
        """
        expansions = self.layers.expansions
        waits = not self.few and not self.many and expansions < PATIENCE
        if self.decided or waits or self.lookout.room() < NUMPY:
            return None
        from fewest_pours.puzzles.watersort.depths.listing import STEPS_KEPT  # loads NumPy
        from search_baseline.watersort.depth_search import DepthSearch

        if self.depths is None:
            self.depths = DepthSearch(self.deal)
        most = max(expansions, NARROWEST * (1 + self.depths.steps))
        while self.plan is None and 0 < self.width * (1 + self.depths.steps) <= min(most, STEPS_KEPT):
            narrow = DepthSearch(self.deal, self.width)
            self.width *= 2
            if narrow.run(self.lookout) is Outcome.SOLVED:
                self.offer(narrow.plan(), DEPTHS)
                self.width = 0
        if self.enough:
            return None
        outcome = self.depths.run(self.lookout, expansions * (DEPTHS_FOR_FEW if self.few else DEPTHS_FOR_MORE))
        self.statistics["depths"] = self.depths.states
        if outcome is not Outcome.SOLVED:
            return outcome
        self.decided = True
        if self.plan is None:
            self.offer(self.depths.plan(), DEPTHS)
        self.layers.dead = self.depths.dead(self.lookout)
        self.depths = None
        return None
