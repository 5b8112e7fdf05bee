"""One step of the pooled game in clauses, without time, for proofs that no walk with few payments clears all beakers.

Each walk of the game (bounds_game.py) with at most `payments` payments makes all clauses true at each of its steps, t
being 0 before the step and 1 after it. Literals are numbers, negative if negated:

    gone(b, k, t)      the k topmost runs of beaker b are gone; k is less than its number of runs
    monos(c, n, t)     colour c has n monos or more
    paid(j, t)         j payments were made or more
    digs(b), outs(c)   what the step does: the exposed run of the beaker goes, or a mono of the colour
    takes(c), parks    the run that goes has this colour; it goes into an empty beaker
    bares(b), rises(c) the beaker becomes a mono of its bottom colour; the colour has one mono more
    pays               the step is paid for. A payment without need is allowed: it leads nowhere sooner
    taken(j, k)        k or more of the first j terms of `beakers_suffice` are true

A colour has at most max(its bottoms at the start, m_c) + payments bottoms in such a walk, and not more monos: only a
park adds a bottom, and it is paid for once there are m_c.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import chain, combinations, count

from cpmodel.clauses import Clause, at_most, smallest_reasons
from cpmodel.watersort.invariant.bounds_game import PooledGame, State


class PooledStep:
    """The clauses of one step, and the number of each variable, in the order in which they are asked for."""

    def __init__(self, game: PooledGame, payments: int) -> None:
        self.game, self.payments = game, payments
        self.colors = sorted(range(len(game.names)), key=game.names.__getitem__)
        self.stacks = list(enumerate(game.beakers))
        bottoms = game.bottoms(game.start)
        self.most = [max(at_first, filled) + payments for at_first, filled in zip(bottoms, game.filled, strict=True)]
        self.numbers: defaultdict[tuple[object, ...], int] = defaultdict(count(1).__next__)

    def __call__(self, *name: object) -> int:
        return self.numbers[name]

    def cleared(self, b: int, t: int) -> int:
        return self("gone", b, len(self.game.beakers[b]) - 1, t)

    def standing_on(self, color: int) -> list[int]:
        """The beakers that stand at the start with this colour at the bottom."""
        return [b for b, runs in self.stacks if runs[-1].color == color]

    def atoms(self, t: int) -> list[int]:
        """The variables that say what the state is."""
        gone = [self("gone", b, k, t) for b, runs in self.stacks for k in range(1, len(runs))]
        monos = [self("monos", c, n, t) for c in self.colors for n in range(1, self.most[c] + 1)]
        return gone + monos + [self("paid", j, t) for j in range(1, self.payments + 1)]

    def values(self, state: State, paid: int) -> list[bool]:
        """Which atoms are true of a state."""
        gone = [state.gone[b] >= k for b, runs in self.stacks for k in range(1, len(runs))]
        monos = [state.monos[c] >= n for c in self.colors for n in range(1, self.most[c] + 1)]
        return gone + monos + [paid >= j for j in range(1, self.payments + 1)]

    def clauses(self) -> Iterator[Clause]:
        """In order: the variables are numbered as they are named first."""
        for t in (0, 1):
            yield from numbers_are_counts(self, t)
        yield from one_thing_happens(self)
        yield from runs_go_from_the_top(self)
        yield from monos_come(self)
        yield from monos_go(self)
        yield from monos_take_the_load(self)
        yield from beakers_suffice(self)
        yield from parks_are_paid(self)
        yield from outs_are_paid(self)
        yield from payments_are_counted(self)


def numbers_are_counts(x: PooledStep, t: int) -> Iterator[Clause]:
    """Who has two has one."""
    for b, runs in x.stacks:
        yield from ([-x("gone", b, k, t), x("gone", b, k - 1, t)] for k in range(2, len(runs)))
    for c in x.colors:
        yield from ([-x("monos", c, n, t), x("monos", c, n - 1, t)] for n in range(2, x.most[c] + 1))
    yield from ([-x("paid", j, t), x("paid", j - 1, t)] for j in range(2, x.payments + 1))


def one_thing_happens(x: PooledStep) -> Iterator[Clause]:
    """A beaker loses its exposed run, or a colour a mono. Parks are of the first kind."""
    digs = [x("digs", b) for b, _ in x.stacks]
    choices = digs + [x("outs", c) for c in x.colors]
    yield choices
    yield from ([-one, -other] for one, other in combinations(choices, 2))
    yield [-x("parks"), *digs]
    yield from ([-x("takes", c), -x("takes", d)] for c, d in combinations(x.colors, 2))


def runs_go_from_the_top(x: PooledStep) -> Iterator[Clause]:
    for b, runs in x.stacks:
        digs = x("digs", b)
        yield [-digs, -x.cleared(b, 0)]
        for k, run in enumerate(runs[:-1], 1):
            before, after = x("gone", b, k, 0), x("gone", b, k, 1)
            above = [x("gone", b, k - 1, 0)] if k > 1 else []
            yield [-before, after]
            yield [-after, before, digs]
            yield from ([-after, literal] for literal in above)
            yield [-digs, *(-literal for literal in above), after]
            yield [-digs, *(-literal for literal in above), before, x("takes", run.color)]
        yield [-x("bares", b), x.cleared(b, 1)]
        yield [-x("bares", b), -x.cleared(b, 0)]
        yield [x("bares", b), x.cleared(b, 0), -x.cleared(b, 1)]


def monos_come(x: PooledStep) -> Iterator[Clause]:
    """By a park, or when a bottom is bared; one at a time."""
    for c in x.colors:
        rises, bared = x("rises", c), [x("bares", b) for b in x.standing_on(c)]
        yield [-x("parks"), -x("takes", c), rises]
        yield from ([-literal, rises] for literal in bared)
        yield [-rises, *bared, x("parks")]
        yield [-rises, *bared, x("takes", c)]
        for n in range(1, x.most[c] + 1):
            less = [x("monos", c, n - 1, 0)] if n > 1 else []
            yield [-x("monos", c, n, 1), x("monos", c, n, 0), rises]
            yield from ([-x("monos", c, n, 1), literal] for literal in less)
            yield [-rises, *(-literal for literal in less), x("monos", c, n, 1)]
        yield [-rises, -x("monos", c, x.most[c], 0)]


def monos_go(x: PooledStep) -> Iterator[Clause]:
    for c in x.colors:
        outs = x("outs", c)
        yield [-outs, x("monos", c, 1, 0)]
        for n in range(1, x.most[c] + 1):
            more = [x("monos", c, n + 1, 0)] if n < x.most[c] else []
            yield [-x("monos", c, n, 0), x("monos", c, n, 1), outs]
            yield from ([-literal, x("monos", c, n, 1)] for literal in more)
            yield [-outs, *more, -x("monos", c, n, 1)]


def monos_take_the_load(x: PooledStep) -> Iterator[Clause]:
    """A colour has n monos or more, for each reason why its load is more than n - 1 hold."""
    for c in x.colors:
        for n in range(1, x.game.filled[c] + 1):
            for reason in reasons(x, c, x.game.capacity * (n - 1)):
                for t in (0, 1):
                    yield [*(-sign * x("gone", b, k, t) for sign, b, k in reason), x("monos", c, n, t)]


def reasons(x: PooledStep, color: int, hold: int) -> Iterator[list[tuple[int, int, int]]]:
    """The smallest sets of (1, b, k), gone, and (-1, b, k), not gone, that leave no load of `hold` or less.

    An exposed run lowers the load by its room, a run below another does not, a run that is gone raises it by its units.
    A bottom is gone when its beaker is cleared, and has no room.
    """
    least, choices = x.game.lying[color], list[list[tuple[int, tuple[int, int, int] | None]]]()
    for b, runs in x.stacks:
        for k, run in enumerate(runs, 1):
            if run.color == color and k == len(runs):
                choices.append([(0, None), (run.units, (1, b, k - 1))])
            elif run.color == color:
                room = x.game.capacity - run.below - run.units
                least -= room
                covered = [(room, (-1, b, k - 1))] if k > 1 else []
                choices.append([(0, None), *covered, (room + run.units, (1, b, k))])
    yield from smallest_reasons(choices, least, hold)


def beakers_suffice(x: PooledStep) -> Iterator[Clause]:
    """Standing beakers and monos, and one more for a park, are no more than the beakers."""
    terms = [-x.cleared(b, 0) for b, _ in x.stacks]
    terms += [x("monos", c, n, 0) for c in x.colors for n in range(1, x.most[c] + 1)]
    yield from at_most(x.game.number, [*terms, x("parks")], partial(x, "taken"))


def parks_are_paid(x: PooledStep) -> Iterator[Clause]:
    """With as many bottoms as the colour fills beakers, or more."""
    for c in x.colors:
        under, filled = x.standing_on(c), x.game.filled[c]
        for standing in chain.from_iterable(combinations(under, s) for s in range(min(len(under), filled) + 1)):
            monos = [-x("monos", c, filled - len(standing), 0)] if len(standing) < filled else []
            yield [-x("parks"), -x("takes", c), *(x.cleared(b, 0) for b in standing), *monos, *pays(x)]


def outs_are_paid(x: PooledStep) -> Iterator[Clause]:
    """With as many bottoms as the colour fills beakers, or fewer."""
    for c in x.colors:
        under, filled = x.standing_on(c), x.game.filled[c]
        for s in range(min(len(under), filled - 1) + 1):
            more = filled - s + 1
            monos = [x("monos", c, more, 0)] if more <= x.most[c] else []
            for cleared in combinations(under, len(under) - s):
                yield [-x("outs", c), *(-x.cleared(b, 0) for b in cleared), *monos, *pays(x)]


def pays(x: PooledStep) -> Clause:
    return [x("pays")] if x.payments else []


def payments_are_counted(x: PooledStep) -> Iterator[Clause]:
    for j in range(1, x.payments + 1):
        before, after = x("paid", j, 0), x("paid", j, 1)
        less = [x("paid", j - 1, 0)] if j > 1 else []
        yield [-before, after]
        yield [-after, before, x("pays")]
        yield from ([-after, literal] for literal in less)
        yield [-x("pays"), *(-literal for literal in less), after]
    if x.payments:
        yield [-x("pays"), -x("paid", x.payments, 0)]
