"""Why no plan exists, as a proof that others can check: the depths in clauses, refuted by CP-SAT with a log in LRAT.

The removal formulation says "unsolvable", but says not why. Here its core is said once more in nothing but clauses, the
only models whose refutation CP-SAT can write down. They are numbered as in instances/checker/lrat.py, where the
format and its meaning stand; the checker there derives them from the deal by itself, so that a mistake here costs the
certificate and never its truth.

*Every plan makes all clauses true* (docs/theory.md, lemma 26). Let step t be the pour after which t + 1 of
the runs to remove are gone. A run is `gone` before step t or not; `digs` names the beaker that loses a run; `home` n of
a colour says n <= homes_c; `opens` says that the step raises homes_c of the colour that it takes, which is by 1 at
most, as what goes into a beaker left room for it there. With these values each family below is a plain fact about the
depth path that every plan gives; there are no dominance rules.

*No plan, no values.* There are as many steps as runs to remove, and each removes one. So values that satisfy all
clauses are a depth path, and by theorem 7 there is a plan: where there is none, the clauses can be refuted.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations, count, islice
from typing import Any

from ortools.sat.python import cp_model

from cpmodel.clauses import Clause, at_most, clause_model, smallest_reasons
from cpmodel.lrat_log import refutation
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import NoWitness
from instances.watersort.bounds import PlacedRun, filled_beakers, interned, placed_runs
from instances.watersort.rules import Deal

MOST_CLAUSES = 100_000  # 9 colours, 1 empty beaker: 13,000, 0.2 s and 0.1 MB; 16 and 2: 60,000, 4 s and 22 MB
MOST_CONFLICTS = 100_000  # each is a line of the proof, or two; 16 and 2: less than 20,000
MOST_RUNS = 9  # of one colour: 3 ** MOST_RUNS sets are looked through for the reasons of a home


@dataclass(frozen=True)
class Numbered:
    """The deal's runs, and the number of each variable, in the order in which they are asked for.

    beakers: of each beaker that has a run to remove, its runs, topmost first. colors: in the order of their names.
    steps: that the clauses speak of.
    """

    deal: Deal
    runs: list[PlacedRun]
    beakers: list[list[PlacedRun]]
    colors: list[int]
    filled_beakers: dict[int, int]
    steps: int
    numbers: defaultdict[tuple[Any, ...], int]

    def gone(self, run: PlacedRun, t: int) -> int:
        """Of a run that is no bottom."""
        return self.numbers["gone", run.beaker, run.level, t]

    def cleared(self, beaker: list[PlacedRun], t: int) -> int:
        return self.gone(beaker[-2], t)

    def digs(self, beaker: list[PlacedRun], t: int) -> int:
        return self.numbers["digs", beaker[0].beaker, t]

    def home(self, color: int, n: int, t: int) -> int:
        return self.numbers["home", color, n, t]

    def opens(self, t: int) -> int:
        return self.numbers["opens", t]


def numbered(deal: Deal, steps: int | None = None) -> Numbered:
    """steps: as many as runs to remove, if not told otherwise."""
    names, beakers = interned(deal)
    runs = placed_runs(beakers)
    stacks = [[run for run in reversed(runs) if run.beaker == b] for b in range(len(beakers))]
    colors = sorted(range(len(names)), key=names.__getitem__)
    filled = filled_beakers(beakers, deal.capacity)
    standing = [stack for stack in stacks if len(stack) > 1]
    if steps is None:
        steps = sum(len(stack) - 1 for stack in standing)
    return Numbered(deal, runs, standing, colors, filled, steps, defaultdict(count(1).__next__))


def clauses(model: Numbered) -> Iterator[Clause]:
    """All of them, in order: nonzero numbers of variables, negative if negated."""
    yield from ([-model.gone(run, 0)] for beaker in model.beakers for run in beaker[:-1])
    yield from steps_are_removals(model)


def steps_are_removals(model: Numbered) -> Iterator[Clause]:
    """What is true of each step, wherever it starts from."""
    steps = range(model.steps)
    yield from chain.from_iterable(one_run_goes(model, t) for t in steps)
    for color in model.colors:
        for n in range(1, model.filled_beakers[color] + 1):
            yield from homes_take_the_load(model, color, n)
    yield from chain.from_iterable(opening_takes_a_home(model, t) for t in steps)
    yield from chain.from_iterable(beakers_suffice(model, t) for t in steps)


def one_run_goes(model: Numbered, t: int) -> Iterator[Clause]:
    """One beaker that is not cleared loses its exposed run; nothing comes back, and nothing goes otherwise."""
    choices = [model.digs(beaker, t) for beaker in model.beakers]
    yield choices
    yield from ([-one, -other] for one, other in combinations(choices, 2))
    for beaker, digs in zip(model.beakers, choices, strict=True):
        yield [-digs, -model.cleared(beaker, t)]
        exposed = None  # None: always
        for run in beaker[:-1]:
            before, after = model.gone(run, t), model.gone(run, t + 1)
            yield [-before, after]
            yield [-after, before, digs]
            if exposed is None:
                yield [-digs, after]
            else:
                yield [-after, exposed]
                yield [-digs, -exposed, after]
            exposed = before


def homes_take_the_load(model: Numbered, color: int, n: int) -> Iterator[Clause]:
    """homes_c >= n, for each reason why load_c is more than n - 1 homes hold."""
    for reason in reasons(model, color, model.deal.capacity * (n - 1)):
        for t in range(model.steps + 1):
            yield [*(-sign * model.gone(run, t) for run, sign in reason), model.home(color, n, t)]


def reasons(model: Numbered, color: int, hold: int) -> Iterator[list[tuple[PlacedRun, int]]]:
    """The smallest sets of runs that are gone (1) or still there (-1) that leave no load_c of `hold` or less.

    An exposed run lowers the load by its room, a run below another does not, a run that is gone raises it by its units.
    A bottom is gone when its beaker is cleared, and has no room; a beaker of one run is cleared from the start.
    """
    in_layers = {run.beaker for beaker in model.beakers for run in beaker}
    least = sum(run.units for run in model.runs if run.color == color and run.beaker not in in_layers)
    ways: list[list[tuple[int, tuple[PlacedRun, int] | None]]] = []
    for beaker in model.beakers:
        for above, run in zip([None, *beaker], beaker, strict=False):
            if run.color == color and run.level == 0 and above is not None:
                ways.append([(0, None), (run.units, (above, 1))])
            elif run.color == color:
                room = model.deal.capacity - run.below - run.units
                least -= room
                below_another = [] if above is None else [(room, (above, -1))]
                ways.append([(0, None), *below_another, (room + run.units, (run, 1))])
    yield from smallest_reasons(ways, least, hold)


def opening_takes_a_home(model: Numbered, t: int) -> Iterator[Clause]:
    """If the colour that goes needs one home more after the step, the step opens it."""
    for run in (run for beaker in model.beakers for run in beaker[:-1]):
        for n in range(1, model.filled_beakers[run.color] + 1):
            goes = [model.gone(run, t), -model.gone(run, t + 1)]
            before, after = -model.home(run.color, n, t + 1), model.home(run.color, n, t)
            yield [*goes, before, after, model.opens(t)]


def beakers_suffice(model: Numbered, t: int) -> Iterator[Clause]:
    """(beakers not cleared) + (homes) + (opened by the step) <= beakers; ("taken", j, k, t): k of the first j terms."""
    terms = [-model.cleared(beaker, t) for beaker in model.beakers]
    terms += [model.home(color, n, t) for color in model.colors for n in range(1, model.filled_beakers[color] + 1)]
    yield from at_most(len(model.deal.beakers), [*terms, model.opens(t)], lambda j, k: model.numbers["taken", j, k, t])


def few_runs(model: Numbered) -> None:
    """Raises NoWitness if a colour has too many runs, in beakers that have a run to remove, for a proof by clauses."""
    most = max(Counter(run.color for beaker in model.beakers for run in beaker).values(), default=0)
    if most > MOST_RUNS:
        raise NoWitness(f"{most} runs of one colour, a proof by clauses may have {MOST_RUNS}")


def witness(deal: Deal, settings: Settings, watch: Watch) -> Iterator[dict[str, Any]]:
    """The lines that prove that no plan exists. Raises LimitReached, NoWitness."""
    model = numbered(deal)
    few_runs(model)
    given = list(islice(clauses(model), MOST_CLAUSES + 1))
    if len(given) > MOST_CLAUSES:
        raise NoWitness(f"over {MOST_CLAUSES} clauses, too many for a proof")
    if not given:
        raise NoWitness("there is nothing to prove")
    watch.check()
    shortest_first = sorted(model.beakers, key=len)
    decisions = [model.digs(beaker, t) for t in range(model.steps) for beaker in shortest_first]
    build = partial(
        clause_model,
        given,
        decisions,
        search_branching=cp_model.FIXED_SEARCH,
        max_number_of_conflicts=MOST_CONFLICTS,
    )
    for line in refutation(build, settings, watch):
        yield {"lrat": line}
        if line.split()[1] == "0":
            return
