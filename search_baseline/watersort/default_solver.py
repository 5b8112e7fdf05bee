"""The fast solver: a plan soon, then better ones, then the proof that none is shorter.

Three searches take turns, each turn twice as long as the one before:

- *layers*, A*: lower bounds, and at the end a shortest plan. Nothing that they have done is done again.
- *beams*: far down at once, so they find short plans where the layers are wide.
- *depths* (depths.py): whether there is a plan at all, and which depths are dead. The others leave these out from then
  on. On few empty beakers they decide soon; on more they start once the layers have run for a while, and where no plan
  was found until then, a narrow listing of depths finds one.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.watersort.bounds import filled_of, interned
from instances.watersort.depth_theorem import plan_of
from instances.watersort.rules import Deal, Pour
from search_baseline.lookout import Lookout
from search_baseline.watersort.layers.beam import beam
from search_baseline.watersort.layers.dead_depths import DeadDepths
from search_baseline.watersort.layers.game import steps_along
from search_baseline.watersort.layers.layered_astar import Layers, State
from search_baseline.watersort.placing import answer, counted, placed

if TYPE_CHECKING:
    from search_baseline.watersort.depths import DepthSearch

LAYERS, BEAM, DEPTHS = "A* by layers", "beam search", "listed depths"
TURN = 1000  # expansions in a search's first turn
FEW = 2  # empty beakers, on which depths are decided soon
DEPTHS_FOR_FEW, DEPTHS_FOR_MORE = 64, 24  # depths for each expansion; one takes a tenth as long
PATIENCE = 32 * TURN  # expansions before depths are tried on more empty beakers


def solve_fast(deal: Deal, settings: Settings, watch: Watch) -> Result:
    """Fewest pours, or the proof that no plan exists; any_plan: the best plan of the first turns that find one."""
    if result := counted(deal):
        return result
    search = Search(deal, settings, Lookout(watch))
    try:
        outcome = search.in_turns()
    except LimitReached as limit:
        outcome = limit.outcome
    if outcome is Outcome.SOLVED and search.proven:
        outcome = Outcome.OPTIMAL
    return answer(outcome, search.plan, search.lower, search.statistics, LAYERS, search.plan_by)


@dataclass
class Search:
    """What is known about a deal so far: the best plan, and a lower bound over all plans."""

    deal: Deal
    settings: Settings
    lookout: Lookout
    plan: tuple[Pour, ...] | None = None
    plan_by: str = ""
    lower: int = 0
    statistics: dict[str, int] = field(default_factory=dict)
    depths: "DepthSearch | None" = None
    decided: Outcome | None = None  # by depths: UNSOLVABLE, or SOLVED if there is a plan

    def __post_init__(self) -> None:
        self.beakers, filled = interned(self.deal)[1], filled_of(self.deal)
        self.layers = Layers(self.deal.capacity, self.beakers, filled, self.settings.seed)

    @property
    def longest(self) -> int | None:
        """Pours of a plan that would be of use; None for any."""
        return self.settings.horizon if self.plan is None else len(self.plan) - 1

    @property
    def proven(self) -> bool:
        return self.plan is not None and len(self.plan) <= self.lower

    def bound(self, lower: int) -> None:
        """No plan has fewer pours."""
        if lower > self.lower:
            self.lower = lower
            self.lookout.watch.report(lower, self.lookout.upper, LAYERS)

    def offer(self, plan: tuple[Pour, ...], by: str) -> None:
        """Keep a plan if it is of use."""
        if self.longest is None or len(plan) <= self.longest:
            self.plan, self.plan_by, self.lookout.upper = plan, by, len(plan)
            self.lookout.watch.found(plan)
            self.lookout.watch.report(self.lower, len(plan), by)

    def offer_path(self, path: list[State], by: str) -> None:
        steps = steps_along(self.layers.contents(path), len(self.beakers), self.deal.capacity)
        self.offer(placed(self.deal, steps), by)

    def in_turns(self) -> Outcome:
        """What comes out. Raises LimitReached."""
        turn = TURN
        while True:
            self.bound(self.layers.f)
            outcome = self.layers.run(self.lookout, self.longest, turn)
            self.bound(self.layers.f)
            self.statistics |= self.layers.statistics()
            if outcome is Outcome.OPTIMAL:
                self.offer_path(self.layers.path(), LAYERS)
            if outcome is None:
                self.run_beam(turn)
            if self.proven:
                return Outcome.OPTIMAL
            if outcome is None:
                self.ask_depths()
                outcome = Outcome.UNSOLVABLE if self.decided is Outcome.UNSOLVABLE else None
            if outcome is not None:
                return outcome
            if self.plan is not None and self.settings.any_plan:
                return Outcome.SOLVED
            turn *= 2

    def run_beam(self, turn: int) -> None:
        """A beam that expands about as many states as the layers in their turn. Raises LimitReached."""
        limit = 2 * self.layers.f + 1 if self.longest is None else self.longest + 1
        if path := beam(self.layers, 1 + turn // limit, limit, self.lookout):
            self.offer_path(path, BEAM)

    def ask_depths(self) -> None:
        """Go on with the depths, up to their share of what the layers have done. Raises LimitReached."""
        few, expansions = self.beakers.count(()) <= FEW, self.layers.expansions
        if self.decided is not None or (not few and expansions < PATIENCE):
            return
        from search_baseline.watersort.depths import NARROW, DepthSearch, depth_keys  # loads NumPy

        if self.depths is None:
            self.depths = DepthSearch(self.deal)
            if not few and self.plan is None:
                self.offer_depth_path(DepthSearch(self.deal, NARROW))
        self.decided = self.depths.run(self.lookout, expansions * (DEPTHS_FOR_FEW if few else DEPTHS_FOR_MORE))
        self.statistics["depths"] = self.depths.states
        if self.decided is Outcome.SOLVED:
            if self.plan is None:
                self.offer_depth_path(self.depths)
            self.layers.dead = DeadDepths(depth_keys(self.beakers), self.depths.dead(self.lookout))
            self.depths = None

    def offer_depth_path(self, depths: "DepthSearch") -> None:
        """The plan that follows from depths, where they lead to the end. Raises LimitReached."""
        if depths.run(self.lookout) is Outcome.SOLVED and (path := depths.path()) is not None:
            self.offer(plan_of(self.deal, path), DEPTHS)
