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

from fewest_pours.puzzles.watersort.depths.paths import NO_DEPTH_PATH
from fewest_pours.puzzles.watersort.lower_bounds import lower_bound
from fewest_pours.puzzles.watersort.numbered_deal import numbered
from fewest_pours.puzzles.watersort.rules import Deal, Plan, Pour
from fewest_pours.running.search_lookout import Lookout
from fewest_pours.running.solver_contract import LimitReached, Outcome, Result, Settings, Watch
from search_baseline.astar import EXHAUSTED, result_of_search
from search_baseline.watersort.beakers import plan_of_steps, refuted_by_counting
from search_baseline.watersort.layers.beam import beam
from search_baseline.watersort.layers.layered_astar import LayeredAstar
from search_baseline.watersort.plain_astar import solve_plain

if TYPE_CHECKING:
    from search_baseline.watersort.depth_search import DepthSearch

# What found a plan or a bound, in answers.
LAYERS = "A* by layers"
BEAM = "beam search"
DEPTHS = "listed depths"
TURN = 1000  # expansions in a search's first turn
FEW = 2  # empty beakers; with no more, the depths decide early
DEPTHS_FOR_FEW = 64  # depths listed for each expansion of the layers; a depth takes a tenth of an expansion's time
DEPTHS_FOR_MORE = 24  # the same with more empty beakers
MANY = 100  # colours; with more, the depths' first narrow listing finds a plan long before the other searches
NARROWEST = 32  # depths of each layer that the first narrow listing keeps; the next keeps twice as many
LONGEST_FIRST = 2  # while no plan is known, a beam looks for plans of up to this many times the lower bound
PATIENCE = 32 * TURN  # expansions before depths are tried with more empty beakers
NUMPY = 16 << 20  # bytes of memory that loading it takes, with some to spare


def solve_fast(deal: Deal, settings: Settings, watch: Watch) -> Result[Pour]:
    """A shortest plan, or the proof that none exists; any_plan: the best plan of the first turns that find one."""
    unsolvable = refuted_by_counting(deal)
    if unsolvable is not None:
        return unsolvable
    if deal.beyond_theory:
        return solve_plain(deal, settings, watch)
    search = SearchesInTurns(deal, settings, Lookout(watch))
    try:
        outcome = search.in_turns()
    except LimitReached as limit:
        outcome = limit.outcome
    if search.is_proven:  # also if a limit was noticed just after
        outcome = Outcome.OPTIMAL
    layers = search.layers
    lower_by = LAYERS if layers.lower == layers.f else search.least_by
    statistics = layers.statistics() | search.statistics
    return result_of_search(outcome, search.plan, layers.lower, statistics, lower_by, search.plan_by, search.reason)


class SearchesInTurns:
    """What is known about a deal so far: the best plan, and a lower bound over all plans.

    are_depths_decided: the depths have shown that there is a plan, and which of them are dead. width: of the next
    narrow listing, 0 for none. reason: why there is no plan, once that is proven.
    """

    def __init__(self, deal: Deal, settings: Settings, lookout: Lookout) -> None:
        self.deal = deal
        self.settings = settings
        self.lookout = lookout
        self.plan: Plan | None = None
        self.plan_by = ""
        self.reason = EXHAUSTED
        self.depths: DepthSearch | None = None
        self.are_depths_decided = False
        self.statistics: dict[str, int] = {}
        self.has_few_empties = deal.beakers.count(()) <= FEW
        self.width = 0 if self.has_few_empties else NARROWEST
        game = numbered(deal)
        self.has_many_colors = len(game.filled) > MANY
        least, self.least_by = lower_bound(deal)
        self.layers = LayeredAstar(game, least, settings.seed)

    @property
    def longest(self) -> int | None:
        """The most pours of a plan that is still of use; None for any number."""
        return self.settings.horizon if self.plan is None else len(self.plan) - 1

    @property
    def is_proven(self) -> bool:
        return self.plan is not None and len(self.plan) <= self.layers.lower

    @property
    def is_enough(self) -> bool:
        return self.is_proven or (self.plan is not None and self.settings.any_plan)

    @property
    def is_time_for_depths(self) -> bool:
        return self.has_few_empties or self.has_many_colors or self.layers.expansions >= PATIENCE

    def offer(self, plan: Plan | None, by: str) -> None:
        """Keep a plan if it is of use, and report it."""
        if plan is None or (self.longest is not None and len(plan) > self.longest):
            return
        self.plan = plan
        self.plan_by = by
        self.lookout.watch.found(plan)
        self.lookout.watch.report(self.layers.lower, len(plan), by)

    def in_turns(self) -> Outcome:
        """The outcome. Raises LimitReached."""
        turn = TURN
        while True:
            outcome = self.take_turn(turn)
            # First, as the layers may have just shown that no plan is shorter: to them that is "none within horizon".
            if self.is_enough:
                return Outcome.SOLVED  # solve_fast makes it OPTIMAL if it is proven
            if outcome is not None:
                return outcome
            turn *= 2

    def take_turn(self, turn: int) -> Outcome | None:
        """A turn of each search; the outcome that one of them has proven, or None. Raises LimitReached."""
        outcome = self.layers.run(self.lookout, self.longest, turn)
        if outcome is Outcome.OPTIMAL:
            self.offer(plan_of_steps(self.deal, self.layers.path()), LAYERS)
        if outcome is not None:
            return outcome
        self.by_beam(turn)
        return None if self.is_enough else self.by_depths()

    def by_beam(self, turn: int) -> None:
        """Look for a shorter plan with a beam that expands about as many states as the layers in their turn."""
        longest = LONGEST_FIRST * self.layers.lower if self.longest is None else self.longest
        levels = longest + 1  # of states, that of the start included
        width = 1 + turn // levels
        steps = beam(self.layers, width, longest, self.lookout)
        if steps:
            self.offer(plan_of_steps(self.deal, steps), BEAM)

    def by_depths(self) -> Outcome | None:
        """Continue with the depths, up to their share of the layers' expansions; UNSOLVABLE, or None.

        Raises LimitReached.
        """
        if self.are_depths_decided or not self.is_time_for_depths or self.lookout.room() < NUMPY:
            return None
        from search_baseline.watersort.depth_search import DepthSearch  # loads NumPy

        if self.depths is None:
            self.depths = DepthSearch(self.deal)
        self.by_narrow_listings(self.depths.steps)
        if self.is_enough:
            return None
        depths_each = DEPTHS_FOR_FEW if self.has_few_empties else DEPTHS_FOR_MORE
        outcome = self.depths.run(self.lookout, self.layers.expansions * depths_each)
        self.statistics["depths"] = self.depths.states
        if outcome is Outcome.SOLVED:
            self.use_depths(self.depths)
            return None
        if outcome is Outcome.UNSOLVABLE:
            self.reason = NO_DEPTH_PATH
        return outcome

    def by_narrow_listings(self, steps: int) -> None:
        """Look for a plan, while none is known, with narrow listings of growing width. steps: of a depth path.

        A listing meets about as many depths as its width times its layers. It is tried if these are no more than the
        expansions of A* so far; the narrowest one at any time. All its steps must be kept, or it has no plan to offer.
        """
        from fewest_pours.puzzles.watersort.depths.listing import STEPS_KEPT
        from search_baseline.watersort.depth_search import SPARE, DepthSearch

        depth_layers = steps + 1
        affordable = max(self.layers.expansions, NARROWEST * depth_layers)
        while self.plan is None and self.width > 0 and self.width * depth_layers <= affordable:
            most_steps = self.width * (depth_layers + SPARE)  # SPARE: in the last layer, before it is narrowed
            if most_steps > STEPS_KEPT:
                return
            narrow = DepthSearch(self.deal, self.width)
            self.width *= 2
            if narrow.run(self.lookout) is Outcome.SOLVED:
                self.offer(narrow.plan(), DEPTHS)
                self.width = 0

    def use_depths(self, depths: "DepthSearch") -> None:
        """Offer the plan of the listed depths, and have the layers prune those that are dead."""
        self.are_depths_decided = True
        if self.plan is None:
            self.offer(depths.plan(), DEPTHS)
        self.layers.dead = depths.dead(self.lookout)
        self.depths = None
