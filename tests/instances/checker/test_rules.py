"""The checker's own rules, against those of the project; and the certificates of squares, futoshiki and pipes."""

import random
from itertools import pairwise

import pytest

from helpers.certificates import verdict
from instances.checker import read_instance, watersort
from instances.puzzles.futoshiki.rules import Futoshiki
from instances.puzzles.loading import PUZZLES, load
from instances.puzzles.squares import rules as squares_rules
from instances.puzzles.watersort import rules as watersort_rules
from instances.running.contract import Outcome, Result, Settings, Watch
from instances.solving.certificates import seen
from search_baseline.solvers import SIDE

SMALL = [
    *(f"squares/level-{number:02}" for number in (*range(17), 35)),
    *(f"futoshiki/{name}" for name in ("gen-6x6-a", "gen-8x8-a", "kafsemo-9x9-impossible", "seed-7x7-hard")),
    *(f"pipes/{name}" for name in ("blog-5x5", "blog-6x6", "concentric-4x4", "concentric-6x6")),
]


@pytest.mark.parametrize("name", SMALL)
def test_answers_are_certified_and_true(name):
    puzzle, instance = load(name)
    result = SIDE.solver(puzzle.name).load()(instance, Settings(), Watch())
    clicks = getattr(instance.known, "clicks", None)
    solved = "the only solution" if clicks is None else f"optimal {clicks}"
    assert verdict(instance, result) == (solved if instance.known.solvable else "unsolvable")


def test_two_solutions_are_certified():
    both = Result(Outcome.OPTIMAL, solutions=(((1, 2), (2, 1)), ((2, 1), (1, 2))), unique=False)
    assert verdict(Futoshiki("empty", ((0, 0), (0, 0)), ()), both) == "2 different solutions"


def test_the_checkers_clicks_are_those_of_the_rules_and_its_bound_falls_by_one_at_most():
    """On walks that like to click the same block again, so that blocks run far out."""
    rng = random.Random(0)
    for seed in range(300):
        dealt = PUZZLES["squares"].generate(rng.randint(1, 4), rng.randint(2, 4), rng.randint(0, 4), seed)
        level = seen(PUZZLES["squares"], dealt)
        level = level._replace(circles=tuple(rng.choice([circle, circle, None]) for circle in level.circles))
        states, clicked = [level.blocks], 0
        for _ in range(30):
            blocks = tuple(squares_rules.Block((x, y), way) for x, y, way in states[-1])
            for i, after in enumerate(level.successors(states[-1])):
                moved = squares_rules.after(dealt, blocks, i)
                assert after == tuple((*block.position, block.direction) for block in moved)
            clicked = rng.choice([clicked, rng.randrange(len(blocks))])
            states.append(level.clicked(states[-1], clicked))
        for state, after in pairwise(states):
            assert level.bound(state) <= 1 + level.bound(after)
            assert level.bound(state) <= 0 or not level.solved(state)


def test_the_checkers_pours_are_those_of_the_rules():
    def spelt(state):
        return tuple(sorted("".join(letter[color] for color in reversed(beaker)) for beaker in state))

    rng = random.Random(0)
    for seed in range(100):
        deal = PUZZLES["watersort"].generate(rng.randint(1, 5), rng.randint(0, 2), rng.randint(1, 5), seed)
        letter = {color: chr(ord("a") + c) for c, color in enumerate(watersort_rules.units_of(deal))}
        state, game = deal.beakers, watersort.Pouring(seen(PUZZLES["watersort"], deal))
        for _ in range(20):
            pours = watersort_rules.pours(state, deal.capacity)
            after = [watersort_rules.after(state, pour) for pour in pours]
            assert {*game.successors(spelt(state)), spelt(state)} == {spelt(other) for other in (*after, state)}
            state = rng.choice(after) if after else state


def test_the_checker_repairs_files_as_solvers_do(tmp_path):
    path = tmp_path / "f.yaml"
    path.write_text("puzzle: watersort\ncapacity: +02\nbeakers: [[light blue, ?], [light-blue, red], []]\n")
    assert read_instance(path) == ("watersort", seen(*load(path)))
