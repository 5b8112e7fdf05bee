"""The fast solver: a plan soon, then better ones, then the proof that none is shorter.

Four searches take turns, each turn twice as long as the one before:

- *layers*, A*: bounds, and at the end a shortest path. What they have done is never done again.
- *beams*: far down at once, so they find short plans where the layers lie wide.
- *a dive*, until there is any plan: the layers' search in depth, which also ends with the proof that there is none.
- *depths* (depth_layers.py), on few empty beakers: soon, whether there is a plan at all, and which depths are dead. The
  others leave these out from then on.

Before them, where there are very many colours, beams over depths find a first plan (depth_beam.py).

The others search the pooled game (pooled_game.py), whose paths are made into pours. It decides solvability and gives a
lower bound over all plans, nearly always the fewest pours. Where the plan is longer, layers and beams search the game
itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from instances.solving.limits import LimitReached, Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.watersort.bounds import Beaker, bottoms_bound_of, filled_of, interned
from instances.watersort.depth_theorem import plan_of
from instances.watersort.rules import Deal
from search_baseline.lookout import Lookout
from search_baseline.watersort.beakers import chains
from search_baseline.watersort.dead_depths import DeadDepths
from search_baseline.watersort.depth_keys import depth_keys
from search_baseline.watersort.layers.beam import beam
from search_baseline.watersort.layers.game import Exact
from search_baseline.watersort.layers.groups import World
from search_baseline.watersort.layers.layered_astar import Layers, State
from search_baseline.watersort.placing import EXHAUSTED, Step, counted, placed, unplaced
from search_baseline.watersort.pooled_game import Pooled
from search_baseline.watersort.pours_along_path import poured_along, steps_along

if TYPE_CHECKING:
    from search_baseline.watersort.depth_layers import DepthLayers

POOLED, EXACT = "A* by layers, pooled", "A* by layers"
NARROW = 7  # a colour of so many units has at most 25,406 groups, twice that with promises: fewer than 2 ** 16
TURN = 1000  # expansions in a search's first turn
MANY = 40  # colours; where there are more, an expansion takes longer and the first turn is shorter
WIDTH = 8  # of the first beam
DEPTHS = 64  # depths for each expansion: they take four times as long, and mostly are soon done
FEW = 2  # empty beakers; with more there are too many depths
LARGE = 100  # colours; where there are more, the first plan comes from beams over depths
DEPTH_WIDTHS = (32, 128)  # of these beams


def solve_fast(deal: Deal, settings: Settings, watch: Watch) -> Result:
    """Fewest pours, or the proof that no plan exists; any_plan: the best plan of the first turns that find one."""
    if result := counted(deal):
        return result
    known = Known(deal, settings, Lookout(watch))
    try:
        if len(known.filled) > LARGE:
            known.plan_by_depths()
        outcome = in_turns(known, Pooled(deal.capacity, known.filled), POOLED)
        if outcome is None:
            outcome = in_turns(known, Exact(deal.capacity, known.filled), EXACT)
        assert outcome is not None
    except LimitReached as limit:
        outcome = limit.outcome
    return known.result(outcome)


@dataclass
class Known:
    """What is known about a deal so far: the best plan, and a lower bound over all plans."""

    deal: Deal
    settings: Settings
    lookout: Lookout
    steps: list[Step] | None = None
    steps_by: str = ""
    lower: int = 0
    lower_by: str = POOLED
    statistics: dict[str, int] = field(default_factory=dict)
    depths: "DepthLayers | None" = None  # while they are asked
    decided: Outcome | None = None  # by depths: UNSOLVABLE, or SOLVED if there is a plan
    dead: DeadDepths | None = None

    def __post_init__(self) -> None:
        self.beakers, self.filled = interned(self.deal)[1], filled_of(self.deal)
        self.bound(bottoms_bound_of(tuple(self.beakers), self.filled), POOLED)

    @property
    def longest(self) -> int | None:
        """Pours of a plan that would be of use; None for any."""
        return self.settings.horizon if self.steps is None else len(self.steps) - 1

    @property
    def proven(self) -> bool:
        return self.steps is not None and len(self.steps) <= self.lower

    def bound(self, lower: int, by: str) -> None:
        """No plan has fewer pours."""
        if lower > self.lower:
            self.lower, self.lower_by = lower, by
            self.lookout.watch.report(lower, self.lookout.upper, by)

    def offer(self, steps: list[Step], by: str) -> None:
        """A plan, kept if it is of use."""
        if self.longest is None or len(steps) <= self.longest:
            self.steps, self.steps_by, self.lookout.upper = steps, by, len(steps)
            self.lookout.watch.found(placed(self.deal, steps))
            self.lookout.watch.report(self.lower, len(steps), by)

    def ask_depths(self, budget: int) -> None:
        """Let so many depths more say whether there is a plan, and which are dead. Raises LimitReached."""
        from search_baseline.watersort.depth_layers import DepthLayers  # loading numpy takes longer than many a solve

        self.depths = self.depths or DepthLayers(self.deal)
        self.decided = self.depths.run(self.lookout, budget)
        self.statistics["depths"] = self.depths.states
        if self.decided is Outcome.SOLVED:
            self.dead = DeadDepths(depth_keys(self.beakers), self.depths.dead(self.lookout))
            self.depths = None

    def plan_by_depths(self) -> None:
        """A plan soon, mostly far from a shortest one. Raises LimitReached."""
        from search_baseline.watersort.depth_beam import depth_path
        from search_baseline.watersort.depth_layers import DepthLayers

        search = DepthLayers(self.deal)
        for width in () if search.too_wide else DEPTH_WIDTHS:
            path = depth_path(search, width, self.lookout)
            if path is not None:
                self.offer(unplaced(self.deal, plan_of(self.deal, path)), "beam search over depths")
                return

    def result(self, outcome: Outcome) -> Result:
        if outcome is Outcome.UNSOLVABLE:
            return Result(outcome, reason=EXHAUSTED, statistics=self.statistics)
        if outcome is Outcome.SOLVED and self.proven:
            outcome = Outcome.OPTIMAL
        return Result(
            outcome,
            None if self.steps is None else placed(self.deal, self.steps),
            lower_bound=self.lower,
            upper_bound=None if self.steps is None else len(self.steps),
            lower_bound_by=self.lower_by,
            upper_bound_by=None if self.steps is None else self.steps_by,
            statistics=self.statistics,
        )


def in_turns(known: Known, world: World, what: str) -> Outcome | None:
    """What comes out; None if the shortest path in this world is no plan. Raises LimitReached."""
    layers = layers_of(world, known.beakers, known.filled, known.deal.capacity, known.settings.seed)
    dive = layers_of(world, known.beakers, known.filled, known.deal.capacity, known.settings.seed)
    layers.dead = dive.dead = known.dead
    turn, width = max(1, TURN * MANY // max(MANY, len(known.filled))), WIDTH
    try:
        while True:
            known.bound(layers.f, what)
            outcome = layers.run(known.lookout, what, known.longest, turn)
            known.bound(layers.f, what)
            if outcome is Outcome.OPTIMAL:
                known.offer(steps_of(known, layers, layers.path()), what)
                return outcome if known.proven else None
            if known.proven:
                return Outcome.OPTIMAL
            if outcome is not None:
                return outcome
            limit = 2 * layers.f + 1 if known.longest is None else known.longest + 1
            if path := beam(layers, width, limit, known.lookout, what):
                known.offer(steps_of(known, layers, path), f"beam search, {what}")
            if known.proven:
                return Outcome.OPTIMAL
            if known.steps is None:
                outcome = dive.run(known.lookout, f"{what}, dive", None, -(-turn // 4), dive=True)
                if outcome is Outcome.UNSOLVABLE:
                    return outcome
                if outcome is Outcome.SOLVED:
                    known.offer(steps_of(known, dive, dive.path()), f"dive, {what}")
            if known.steps is not None and known.settings.any_plan:
                return Outcome.SOLVED
            if known.decided is None and known.beakers.count(()) <= FEW:
                known.ask_depths(DEPTHS * turn)
                if known.decided is Outcome.UNSOLVABLE:
                    return known.decided
                layers.dead = dive.dead = known.dead
            turn, width = 2 * turn, 2 * width
    finally:
        earlier = known.statistics.get("expansions", 0)  # of the pooled game
        known.statistics |= layers.statistics()
        known.statistics["expansions"] += earlier


def steps_of(known: Known, layers: Layers, path: list[State]) -> list[Step]:
    """The pours of a path. Raises LimitReached."""
    contents, capacity = layers.contents(path), known.deal.capacity
    if isinstance(layers.world, Exact):
        return steps_along(contents, len(known.beakers), capacity)
    return poured_along(tuple(sorted(known.beakers)), contents, capacity, known.lookout)


def layers_of(world: World, beakers: Sequence[Beaker], filled: list[int], capacity: int, seed: int) -> Layers:
    """The search of a world from these beakers."""
    holding: list[list[Beaker]] = [[] for _ in filled]
    for beaker in beakers:
        for color in set(beaker):
            holding[color].append(beaker)
    start = []
    for color, holders in enumerate(holding):
        group = world.concealed(chains(holders, color))
        for beaker in holders:
            if beaker[-1] == color:
                group = world.shown(group, beaker)
        start.append(group)
    width = 16 if max(filled, default=0) * capacity <= NARROW else 32
    return Layers(world, start, beakers.count(()), bottoms_bound_of(tuple(beakers), filled), width, seed)
