"""Small deals with covered beakers against a breadth-first search that states their rules once more."""

from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from cpmodel.solving import Status, run
from cpmodel.watersort import textbook, timeline
from fewest_pours.files.bad_input import BadInput, Misfit
from fewest_pours.files.yaml_files import write_yaml
from fewest_pours.puzzles.loading import loaded
from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.puzzles.watersort.file_format import expect_covers_open, only_color
from fewest_pours.puzzles.watersort.numbered_deal import base
from fewest_pours.puzzles.watersort.playing.hidden_units import fillings, judge
from fewest_pours.puzzles.watersort.rules import (
    HIDDEN,
    Beaker,
    Deal,
    after,
    still_closed,
    units_of,
    unsolvable_by_counting,
    verify,
)
from fewest_pours.running.solver_contract import Settings, Watch
from fuzz.deals import LARGEST, check_solver, dealt, hold
from helpers.certificates import as_checked, read_instance
from helpers.truth import fewest_steps
from search_baseline.watersort.plain_astar import solve_plain, solve_runs

State = tuple[tuple[Beaker, str], ...]  # beakers, bottom first, each with the colour that opens it ("" if it is open)
FEW = 16  # units of levels whose hints are checked: every way after every pour is searched through


def covered(rng: Random) -> Deal:
    deal = shut(rng)
    return replace(deal, covered=still_closed(deal.covered, deal.beakers, deal.capacity))


def shut(rng: Random) -> Deal:
    """A deal with covers, some perhaps open."""
    deal = dealt(rng)
    units, places = list(units_of(deal)), range(len(deal.beakers))
    closed = [(place, rng.choice(units)) for place in places if units and rng.random() < rng.choice((0.2, 0.5))]
    return replace(deal, covered=tuple(closed))


def can_open(deal: Deal) -> bool:
    with suppress(Misfit):
        expect_covers_open(deal)
        return bool(deal.covered)
    return False


def state_of(deal: Deal) -> State:
    closed = dict(deal.covered)
    return tuple(sorted((beaker, closed.get(place, "")) for place, beaker in enumerate(deal.beakers)))


def fewest_from(state: State, capacity: int) -> int | None:
    """The fewest pours that solve a state; None if no plan exists. Raises TooLarge."""
    return fewest_steps(
        state,
        lambda state: following(state, capacity),
        lambda state: all(not beaker or is_full(beaker, capacity) for beaker, _ in state),
        LARGEST,
    )


def shortest(deal: Deal) -> int | None:
    return fewest_from(state_of(deal), deal.capacity)


def is_full(beaker: Beaker, capacity: int) -> bool:
    return len(beaker) == capacity and len(set(beaker)) == 1


def following(state: State, capacity: int) -> list[State]:
    found = []
    for i, (source, closed) in enumerate(state):
        for j, (target, shut) in enumerate(state):
            left, filled = list(source), list(target)
            while left and len(filled) < capacity and (not filled or filled[-1] == left[-1]):
                filled.append(left.pop())
            if i != j and not closed and not shut and len(filled) > len(target):
                opened = filled[0] if is_full(tuple(filled), capacity) else None
                later = [(beaker, "" if color == opened else color) for beaker, color in state]
                later[i], later[j] = (tuple(left), ""), (tuple(filled), "")
                found.append(tuple(sorted(later)))
    return found


def check_hints(deal: Deal, rng: Random):
    """Units behind covers and elsewhere, hidden."""
    closed = dict(deal.covered)
    below = [(i, j) for i, beaker in enumerate(deal.beakers) for j in range(len(beaker) - (i not in closed))]
    check_judgment(masked(replace(deal, hidden=tuple(rng.sample(below, min(len(below), 4))))))


def check_judgment(deal: Deal):
    """Each pour is judged rightly over all ways to fill in the hidden units."""
    for judged in judge(deal, Watch()).pours:
        later = [after(state, judged.pour) for state in fillings(deal)[0]]
        left = [still_closed(deal.covered, state, deal.capacity) for state in later]
        ways = [replace(deal, beakers=state, covered=each) for state, each in zip(later, left, strict=True)]
        assert judged.wins == sum(shortest(way) is not None for way in ways)


def decided(rng: Random) -> Deal:
    """A deal with every cover that its file has, open ones too, and the units marked that its file hides."""
    deal = shut(rng)
    same = rng.choice([*units_of(deal)] or [""])
    places = [(i, j) for i, beaker in enumerate(deal.beakers) for j, unit in enumerate(beaker) if unit == same]
    few = rng.randint(1, deal.capacity)
    return replace(deal, hidden=tuple(sorted(rng.sample(places, min(few, len(places))))))


def opened(deal: Deal) -> Deal:
    """The level that a file of such a deal stands for."""
    return replace(deal, covered=still_closed(deal.covered, deal.beakers, deal.capacity), hidden=())


def masked(deal: Deal) -> Deal:
    """What the file of such a deal says."""
    beakers = tuple(
        tuple(HIDDEN if (i, j) in deal.hidden else unit for j, unit in enumerate(beaker))
        for i, beaker in enumerate(deal.beakers)
    )
    return replace(deal, beakers=beakers, hidden=())


def counts_decide(deal: Deal) -> bool:
    return bool(deal.covered) and only_color(masked(deal)) is not None


def check_decided(deal: Deal, truth: int | None, rng: Random) -> str:
    """Whoever reads a level whose hidden units the counts decide reads the level that they leave, or refuses it."""
    whole, drawn = opened(deal), str(PUZZLE.picture(masked(deal)))
    with TemporaryDirectory() as folder:
        file = Path(folder, "dealt.yaml")
        file.write_text(write_yaml(PUZZLE.document(masked(deal))), encoding="utf-8")
        if whole.covered and not can_open(whole):
            for name, text in ((file, None), ("dealt", drawn)):
                with pytest.raises(BadInput, match="expected covers that can open"):
                    loaded(name, text)
            return "refused"
        assert loaded(file).instance == whole == loaded("dealt", drawn).instance
        assert read_instance(file)[1] == as_checked(whole)
    hold(whole, solve_runs(whole, Settings(), Watch()), truth)
    return f"{len(deal.covered) - len(whole.covered)} open"


def check(deal: Deal, truth: int | None, rng: Random) -> str:
    """A*, with either bound and any plan; models on both sides of the truth; files, pictures, certificates."""
    text, drawn = write_yaml(PUZZLE.document(deal)), str(PUZZLE.picture(deal))
    assert loaded("deal.yaml", text).instance == deal == loaded("dealt", drawn).instance
    hold(deal, solve_runs(deal, Settings(), Watch()), truth)
    if rng.random() < 0.1 and unsolvable_by_counting(deal) is None and sum(map(len, deal.beakers)) <= FEW:
        check_hints(deal, rng)
    if rng.random() < 0.1 and unsolvable_by_counting(deal) is None:
        for pours in (base(deal) + 1,) if truth is None else range(max(0, truth - 1), truth + 1):
            for build in (timeline.build, textbook.build) if pours < 9 else (timeline.build,):
                answer = run(partial(build, deal, pours), Settings(), None)
                assert answer.status is (Status.FEASIBLE if pours == truth else Status.INFEASIBLE)
                if answer.found:
                    verify(deal, answer.found)
    return check_solver(deal, truth, rng, solve_plain)
