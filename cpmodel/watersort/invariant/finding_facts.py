"""Finds facts that prove that the goal is unreachable: guess, ask, and learn from the answers.

1. Look at reachable states, all of them unless they are too many. If the goal is among them, there is a plan.
   Otherwise guess all facts of one and two literals that none of them breaks, and one that the goal breaks.
2. Ask one_step.py for a step from a state that breaks no fact to one that breaks one. If none exists, the facts are
   proven.
3. Walk back from such a step over states that break no fact. If this leads to a seen state, the step is reachable:
   drop the facts that it breaks. Otherwise cut off all these states by a few new facts. Ask again.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np

from cpmodel.solving import Hear, Response, Status, several
from cpmodel.watersort.invariant.facts import Fact, SeenStates, broken
from cpmodel.watersort.invariant.one_step import question
from fewest_pours.puzzles.watersort.depths.atoms import DepthAtoms
from fewest_pours.puzzles.watersort.depths.tables import Array
from fewest_pours.puzzles.watersort.numbered_deal import numbered
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.limits import ignore
from fewest_pours.running.solver_contract import Settings

WIDEST = 20_000  # states of a layer to look at
AT_ONCE = 50  # answers to one question
TRIES = 8  # candidates for a fact, of which the one that cuts off the most states is added
WAVE = 200  # states followed at each step back; usually all

Steps = Sequence[Array]  # each a state and the next one


class FactSearch:
    """layers: of reachable states, the start among them."""

    def __init__(
        self, depths: DepthAtoms, layers: Sequence[Array], settings: Settings, random: np.random.Generator
    ) -> None:
        self.depths = depths
        self.settings = settings
        self.random = random
        self.seen = SeenStates(depths, depths.rows(np.concatenate(layers)))
        self.facts: list[Fact] = []
        self.statistics = Counter[str]()

    def prove(self, most: float = inf) -> Response[list[Fact]]:
        """INFEASIBLE, with facts that no step breaks, proven by CP-SAT, one of which the goal breaks.

        NOTHING_FOUND if the goal was seen, or with more than `most` facts; UNKNOWN if CP-SAT reaches a limit.

        It ends: each round either drops facts, and then sees a state for the first time, as no seen state breaks any
        fact; or it adds facts that further states break. It may take very long where a plan exists, so look at enough
        states at first.
        """
        while len(self.facts) <= most and self.exclude_goal():
            answer = several(question(self.depths, self.facts), self.settings, AT_ONCE)
            self.statistics.update({"questions": 1, **answer.statistics})
            if answer.status is Status.INFEASIBLE:
                return Response(answer.status, self.facts)
            if answer.found is None:
                return Response(answer.status)
            self.learn(answer.found)
        return Response(Status.NOTHING_FOUND)

    def exclude_goal(self) -> bool:
        """Add a fact that the goal breaks if there is none yet; return whether there is one now."""
        goal = set(self.depths.goal)
        if any(goal.issuperset(fact) for fact in self.facts):
            return True
        fact = self.seen.cut(self.depths.goal, self.random)
        if fact is None:
            return False
        self.facts.append(fact)
        return True

    def walk_back(self, steps: Steps) -> tuple[list[Array], list[Array]]:
        """The states that break no fact and lead to these steps, up to a wave with a seen state, or an empty one.

        waves[n]: those n removals before the steps begin. next_places[n]: the row of each one's successor in
        waves[n - 1]; for n = 0 the index of its step. With more than WAVE states in a wave, a random choice of them.
        """
        rows, step = np.unique(np.array([before for before, _ in steps]), axis=0, return_index=True)
        waves = [rows]
        next_places = [step]
        while len(rows) and not self.seen.contains(rows).any():
            earlier, place = self.depths.before(rows)
            breaks_none = np.nonzero(~broken(earlier, self.facts).any(axis=1))[0]
            _, once = np.unique(self.depths.keys(earlier[breaks_none]), return_index=True)
            chosen = breaks_none[self.random.permutation(once)[:WAVE]]
            rows = earlier[chosen]
            waves.append(rows)
            next_places.append(place[chosen])
        return waves, next_places

    def learn(self, steps: Steps) -> None:
        """If one of these steps is reachable, drop the facts that it breaks; otherwise add facts that forbid them."""
        waves, next_places = self.walk_back(steps)
        earliest = waves[-1]
        if not len(earliest):
            self.cut_off(np.concatenate(waves))
            return
        # Forwards from the seen states in the earliest wave: all these states are reachable.
        reached: list[Array] = []
        places = self.seen.contains(earliest).nonzero()[0]
        for wave, next_place in zip(reversed(waves), reversed(next_places), strict=True):
            reached.append(wave[places])
            places = next_place[places]
        # The last wave is of the states before the steps: after it, places are indices of steps.
        reached.append(np.array(steps)[places, 1])
        rows = np.concatenate(reached)
        self.seen.add(rows)
        wrong = set(broken(rows, self.facts).nonzero()[1].tolist())
        self.facts = [fact for i, fact in enumerate(self.facts) if i not in wrong]
        self.statistics["given_up"] += len(wrong)

    def cut_off(self, states: Array) -> None:
        """Add facts that these states break, taking the states with the fewest runs gone first."""
        left = states[np.argsort(states.sum(axis=1), kind="stable")]
        while len(left):
            literals = self.depths.strongest(left[0])
            # The state was not seen, so no seen state has all these literals, and each try finds a fact.
            tries = list(filter(None, (self.seen.cut(literals, self.random) for _ in range(TRIES))))
            cut = broken(left, tries)
            best = cut.sum(axis=0).argmax()
            self.facts.append(tries[best])
            left = left[~cut[:, best]]


def refute(deal: Deal, settings: Settings, _: float | None = None, say: Hear = ignore) -> Response[list[Fact]]:
    """Facts that prove that no plan exists, as an infeasible answer; nothing is found if one exists."""
    depths = DepthAtoms(numbered(deal))
    random = np.random.default_rng(settings.seed)
    layers = list(depths.layers(WIDEST, random))
    reaches_goal = len(layers) == depths.atoms + 1  # where all runs are gone
    if reaches_goal:
        return Response(Status.NOTHING_FOUND)
    search = FactSearch(depths, layers, settings, random)
    search.facts += search.seen.singles_and_pairs()
    answer = search.prove()
    statistics = {"states": sum(map(len, layers)), "facts": len(search.facts), **search.statistics}
    return replace(answer, statistics=statistics)
