"""Shortest plans by the schedule model: solve it, with more payments and then with exact piles if need be.

1. Precedences are deduced from the diagram, unless they are switched off or three beakers or more are empty: there it
   is too wide for what it deduces, and solves took two to five times as long with it. With two empty beakers and few
   runs the first model does without them: it mostly is solved before the diagram would be made.
2. The model minimises the payments, and allows a few more than are refuted so far. If it is infeasible, all that it
   allows is refuted too: a next model allows more.
3. A schedule with the fewest payments whose piles find places is a shortest plan. If they find none, the same payments
   are tried with exact piles: if these are infeasible, every plan is longer. Then schedules can say no more: whether a
   plan of so many pours exists is for the timeline to say. A plan with a payment or two more is still looked for.

Where any plan will do and beakers are many, a loose search comes first, which does not decide the payments.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from cpmodel.solving import Hear, Progress, Response, Status, add_up, solve
from cpmodel.watersort.knowledge import News
from cpmodel.watersort.precedences import FEW_EMPTY, diagram, precedences_of
from cpmodel.watersort.runs import Runs, simplified
from cpmodel.watersort.schedule.model import build, search_loosely
from cpmodel.watersort.schedule.variables import Ideas, Pair
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.watersort.depths.paths import NO_DEPTH_PATH
from fewest_pours.puzzles.watersort.numbered_deal import base, threshold
from fewest_pours.puzzles.watersort.rules import Deal, Plan
from fewest_pours.running.limits import ignore
from fewest_pours.running.solver_contract import Settings

MORE = 2  # payments that a model allows beyond the fewest that are open: plans rarely have an excess above this
LOOSELY_MORE = 4  # payments that the loose search allows: with 1 it hardly ever finds a plan on deals of 100 colours
LOOSE_CONFLICTS = 4_000  # after which it gives up
FEW_RUNS = 40  # that leave their places: those of most deals of 12 colours

Answer = Response[tuple[int, Plan | None]]  # payments, and the plan if the schedule can be poured


def solve_schedule(deal: Deal, ideas: Ideas, settings: Settings, seconds: float | None, say: Hear) -> Response[News]:
    """What schedules can decide: a shortest plan, that no plan exists, or a bound beyond which the timeline decides."""
    return ScheduleSearch(deal, ideas, settings, seconds, say).run()


@dataclass
class ScheduleSearch:
    """fewest: no plan has a smaller excess, as far as models have shown; pairs: the precedences, None until deduced.

    Until `pour_exactly` raises it, no schedule has fewer payments either.
    """

    deal: Deal
    ideas: Ideas
    settings: Settings
    seconds: float | None
    say: Hear
    pairs: Sequence[Pair] | None = None
    fewest: int = 0
    started: float = field(default_factory=time.monotonic)
    statistics: Data = field(default_factory=dict)

    @cached_property
    def runs(self) -> Runs:
        return simplified(self.deal)

    @property
    def diagram_pays(self) -> bool:
        """Whether precedences are to be deduced before the next model."""
        empties = self.deal.beakers.count(())
        at_once = empties < FEW_EMPTY or len(self.runs.leaving) > FEW_RUNS
        return self.ideas.precedences and empties <= FEW_EMPTY and (at_once or self.fewest > 0)

    def run(self) -> Response[News]:
        if self.settings.any_plan and self.deal.beakers.count(()) > FEW_EMPTY:
            loose = self.answer(0, LOOSELY_MORE, self.ideas, loosely=True)
            self.hear(Progress(found=loose.found))  # what closes the gap was not passed on while it ran
        answer: Answer = Response(Status.INFEASIBLE)
        while answer.status is Status.INFEASIBLE:
            if self.pairs is None and self.diagram_pays and not self.deduce():
                return self.unsolvable("decision diagram", NO_DEPTH_PATH)
            if base(self.deal) + self.fewest > threshold(self.deal):
                return self.unsolvable("schedule", "schedules need more payments than any shortest plan")
            most = self.fewest + MORE
            answer = self.answer(self.fewest, most, self.ideas)
            if answer.status is Status.INFEASIBLE:
                self.raise_fewest(most + 1)
        if answer.found is None or answer.status is Status.IMPROVABLE:
            return Response(Status.UNKNOWN, None, self.statistics)
        payments, plan = answer.found
        if plan is not None:
            return self.shortest(plan)
        self.raise_fewest(payments)
        return self.pour_exactly()

    def deduce(self) -> bool:
        """Deduce the precedences; False if the diagram is empty, so that no plan exists."""
        found = diagram(self.runs.game)
        if not found.is_empty:
            self.say(News("decision diagram", solvable=found.is_whole))
            self.pairs = precedences_of(self.runs, found)
        return not found.is_empty

    def pour_exactly(self) -> Response[News]:
        """The plan of a schedule with the fewest payments; failing that, perhaps a longer one.

        If exact piles are infeasible with the fewest payments, every plan is longer (Lemma 17).
        """
        exact = replace(self.ideas, exact_piles=True)
        answer = self.answer(self.fewest, self.fewest, exact)
        if answer.found is not None and answer.found[1] is not None:
            return self.shortest(answer.found[1])
        if answer.status is Status.UNKNOWN:
            return Response(Status.UNKNOWN, None, self.statistics)
        longer = self.fewest + 1
        if answer.status is Status.INFEASIBLE:
            self.raise_fewest(longer)
        # If it is feasible, but some pile finds no place, then it pours out a mono. Lemma 17 is not about such
        # schedules, so this proves no bound.
        self.say(News("schedule", needs_timeline=True))
        # Schedules with fewer payments exist, so this model only looks for a plan.
        answer = self.answer(longer, longer + MORE, exact)
        if answer.status is Status.UNKNOWN:
            return Response(Status.UNKNOWN, None, self.statistics)
        plan = None if answer.found is None else answer.found[1]
        return Response(Status.NOTHING_FOUND, News("exact piles", plan=plan), self.statistics)

    def answer(self, least: int, most: int, ideas: Ideas, loosely: bool = False) -> Answer:
        """The answer of the model with `least` to `most` payments. A bound of exact piles is not one of all plans."""
        began = time.monotonic()
        model = build(self.deal, least, most, ideas, self.pairs or ())
        if loosely:
            search_loosely(model)
            model.parameters = {**model.parameters, "max_number_of_conflicts": LOOSE_CONFLICTS}
        built = round(time.monotonic() - began, 4)
        left = None if self.seconds is None else self.seconds - (time.monotonic() - self.started)
        answer = solve(model, self.settings, left, ignore if ideas.exact_piles else self.hear)
        sizes = {"variables": model.variable_counts(), "constraints": model.sizes}
        add_up(self.statistics, {"solves": 1, "build_seconds": built, **answer.statistics, **sizes})
        return answer

    def hear(self, progress: Progress[tuple[int, Plan | None]]) -> None:
        """Pass on what a solve of a model with an objective reports."""
        if progress.bound is not None:
            self.raise_fewest(progress.bound)
        if progress.found is not None and progress.found[1] is not None:
            self.say(News("schedule", plan=progress.found[1]))

    def raise_fewest(self, fewest: int) -> None:
        if fewest > self.fewest:
            self.fewest = fewest
            self.say(News("schedule", lower=base(self.deal) + fewest))

    def shortest(self, plan: Plan) -> Response[News]:
        """The answer that a plan is shortest.

        If covers, which schedules ignore, forbid this plan, the timeline looks for one of as many pours.
        """
        news = News("schedule", lower=len(plan), plan=plan, needs_timeline=True)
        return Response(Status.OPTIMAL, news, self.statistics)

    def unsolvable(self, by: str, reason: str) -> Response[News]:
        return Response(Status.INFEASIBLE, News(by, unsolvable=reason), self.statistics)
