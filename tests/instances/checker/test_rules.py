"""The checker's own rules, against those of the project; and the certificates of squares, futoshiki and pipes."""

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from helpers.paths import INSTANCES
from instances.certificates.certificate_files import seen, write_certificate
from instances.checker import Unproven, check, squares, watersort
from instances.checker.lines import Refused
from instances.futoshiki.rules import Futoshiki, Less
from instances.pipes.rules import Pipes
from instances.puzzles import PUZZLES, load
from instances.reading.yaml_files import write_yaml
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import Outcome, Result
from instances.squares import rules as squares_rules
from instances.watersort import rules as watersort_rules
from search_baseline.solvers import SIDE

FILES = INSTANCES
SMALL = [
    *(f"squares/level-{number:02}" for number in (*range(17), 35)),
    *(f"futoshiki/{name}" for name in ("gen-6x6-a", "gen-8x8-a", "kafsemo-9x9-impossible", "seed-7x7-hard")),
    *(f"pipes/{name}" for name in ("blog-5x5", "blog-6x6", "concentric-4x4", "concentric-6x6")),
]


def answered(name: str) -> tuple[Path, Any, Result]:
    """The file of an instance, the instance, and the search's answer."""
    path = FILES / f"{name}.yaml"
    puzzle, instance = load(path)
    return path, instance, SIDE.solver(puzzle.name).load()(instance, Settings(), Watch())


def verdict(path: Path, instance: Any, result: Result, folder: Path, watch: Watch | None = None) -> str:
    certificate = folder / "certificate.jsonl"
    write_certificate(str(certificate), PUZZLES[path.parent.name], instance, result, watch or Watch())
    return check(path, certificate)


def true_verdict(instance: Any) -> str:
    if not instance.known.solvable:
        return "unsolvable"
    clicks = getattr(instance.known, "clicks", None)
    return "the only solution" if clicks is None else f"optimal {clicks}"


@pytest.mark.parametrize("name", SMALL)
def test_answers_are_certified_and_true(name: str, tmp_path: Path) -> None:
    path, instance, result = answered(name)
    assert verdict(path, instance, result, tmp_path) == true_verdict(instance)


@pytest.mark.parametrize(
    ("name", "proven"),
    [
        ("squares/level-11", "plan of 14 is proven; that no plan is shorter than 14"),
        ("futoshiki/gen-8x8-b", "a solution is proven; that it is the only one"),
        ("pipes/concentric-6x6", "a solution is proven; that it is the only one"),
    ],
)
def test_without_a_witness_a_claim_is_unproven(name: str, proven: str, tmp_path: Path) -> None:
    with pytest.raises(Unproven, match=proven):
        verdict(*answered(name), tmp_path, Watch(seconds=0))


@pytest.mark.parametrize(
    ("name", "expected"), [("squares/level-00", "optimal 2"), ("pipes/blog-5x5", "the only solution")]
)
def test_what_the_checker_sees_needs_no_witness(name: str, expected: str, tmp_path: Path) -> None:
    assert verdict(*answered(name), tmp_path, Watch(seconds=0)) == expected


@pytest.mark.parametrize("name", ["squares/level-11", "squares/level-35"])
def test_every_line_counts(name: str, tmp_path: Path) -> None:
    path, instance, result = answered(name)
    verdict(path, instance, result, tmp_path)
    certificate = tmp_path / "certificate.jsonl"
    lines = certificate.read_text().splitlines()
    assert len(lines) > 3
    for place in range(len(lines)):
        for spoilt in (lines[:place] + lines[place + 1 :], lines[: place + 1] + lines[place:]):
            certificate.write_text("".join(f"{line}\n" for line in spoilt))
            with pytest.raises(Refused):
                check(path, certificate)


@pytest.mark.parametrize(
    ("puzzle", "right", "wrong"),
    [
        (Futoshiki("given", ((2, 0), (0, 0)), ()), ((2, 1), (1, 2)), ((1, 2), (2, 1))),  # not the given value
        (Futoshiki("sign", ((0, 0), (0, 0)), (Less((0, 1), (0, 0)),)), ((2, 1), (1, 2)), ((1, 2), (2, 1))),
        (Pipes("ring", ((0, 0), (0, 0)), (3, 6, 9, 12)), ((6, 12), (3, 9)), ((9, 3), (12, 6))),  # over the border
        (Pipes("given", ((6, 0), (0, 0)), (3, 9, 12)), ((6, 12), (3, 9)), ((6, 12), (3, 3))),  # other tiles
    ],
    ids=lambda case: getattr(case, "name", ""),
)
def test_each_rule_of_a_grid_counts(puzzle: Any, right: Any, wrong: Any, tmp_path: Path) -> None:
    name = type(puzzle).__name__.lower()
    path = tmp_path / name / "small.yaml"
    path.parent.mkdir()
    path.write_text(write_yaml(PUZZLES[name].document(puzzle)), encoding="utf-8")
    claim = Result(Outcome.OPTIMAL, solutions=(right,), unique=True)
    assert verdict(path, puzzle, claim, tmp_path) == "the only solution"
    with pytest.raises(Refused, match="breaks a rule"):
        verdict(path, puzzle, replace(claim, solutions=(wrong,)), tmp_path)


def test_two_solutions_and_false_claims(tmp_path: Path) -> None:
    empty = Futoshiki("empty", ((0, 0), (0, 0)), ())
    path = tmp_path / "futoshiki" / "empty.yaml"
    path.parent.mkdir()
    path.write_text(write_yaml(PUZZLES["futoshiki"].document(empty)), encoding="utf-8")
    first, second = ((1, 2), (2, 1)), ((2, 1), (1, 2))
    both = Result(Outcome.OPTIMAL, solutions=(first, second), unique=False)
    assert verdict(path, empty, both, tmp_path) == "2 different solutions"
    for false in (
        Result(Outcome.OPTIMAL, solutions=(first,), unique=True),
        Result(Outcome.OPTIMAL, solutions=(first, first), unique=False),
        Result(Outcome.OPTIMAL, solutions=(first, second), unique=True),
        Result(Outcome.UNSOLVABLE),
    ):
        with pytest.raises(Refused):
            verdict(path, empty, false, tmp_path)


@pytest.mark.parametrize("name", ["futoshiki/gen-6x6-a", "pipes/blog-6x6", "pipes/concentric-6x6"])
def test_narrowing_keeps_every_solution(name: str) -> None:
    _, instance, result = answered(name)
    puzzle = seen(PUZZLES[name.split("/")[0]], instance)
    solution = [value for row in result.solutions[0] for value in row]
    rng = random.Random(name)
    for _ in range(100):
        cells = [
            {value, *rng.sample(sorted(left), rng.randrange(len(left) + 1))}
            for value, left in zip(solution, puzzle.start(), strict=True)
        ]
        narrowed = puzzle.narrow(cells)
        assert all(value in left for value, left in zip(solution, narrowed, strict=True))


def walk(level: squares.Level, rng: random.Random) -> list[squares.State]:
    """The states of a walk that likes to click the same block again, so that blocks run far out."""
    states, i = [level.blocks], 0
    for _ in range(30):
        i = rng.choice([i, rng.randrange(len(level.blocks))])
        states.append(level.clicked(states[-1], i))
    return states


def test_the_bound_of_squares_falls_by_one_at_most_and_is_zero_at_the_end() -> None:
    rng = random.Random(0)
    for seed in range(300):
        dealt = PUZZLES["squares"].generate(rng.randint(1, 4), rng.randint(2, 4), rng.randint(0, 4), seed)
        level = seen(PUZZLES["squares"], dealt)
        level = level._replace(circles=tuple(rng.choice([circle, circle, None]) for circle in level.circles))
        states = walk(level, rng)
        for state, after in pairwise(states):
            assert level.bound(state) <= 1 + level.bound(after)
            assert level.bound(state) <= 0 or not level.solved(state)


@pytest.mark.parametrize(
    ("others", "arrows", "clicks"),
    [
        ([(-1, 1, "right"), (0, 1, "left")], {}, 4),
        ([(-1, 2, "down"), (0, 1, "left")], {(-1, 1): "right"}, 5),
        ([(-1, 1, "right"), (0, 3, "down"), (0, 4, "down")], {(0, 2): "left"}, 6),
        ([(-1, 1, "right"), (0, -1, "up"), (0, -2, "up")], {(0, 0): "left"}, 6),  # the arrow is on the border itself
    ],
)
def test_a_block_that_others_can_bring_back_is_not_lost(
    others: list[squares.Block], arrows: dict[tuple[int, int], str], clicks: int, tmp_path: Path
) -> None:
    """One pushes another past the block, which steps in between; the other then pushes it back."""
    blocks = tuple(squares_rules.Block((x, y), way) for x, y, way in [*others, (1, 0, "up")])
    colors = ("red", "blue", "navy", "green")[-len(blocks) :]
    level = squares_rules.Level("rescue", colors, blocks, (*[None] * len(others), (0, 1)), arrows)
    path = tmp_path / "squares" / "rescue.yaml"
    path.parent.mkdir()
    path.write_text(write_yaml(PUZZLES["squares"].document(level)), encoding="utf-8")
    result = SIDE.solver("squares").load()(level, Settings(horizon=clicks), Watch())
    assert verdict(path, level, result, tmp_path) == f"optimal {clicks}"
    with pytest.raises(Refused):
        verdict(path, level, Result(Outcome.UNSOLVABLE), tmp_path)


def test_clicks_are_those_of_the_rules() -> None:
    rng = random.Random(0)
    for seed in range(300):
        dealt = PUZZLES["squares"].generate(rng.randint(1, 4), rng.randint(2, 4), rng.randint(0, 4), seed)
        level = seen(PUZZLES["squares"], dealt)
        for state in walk(level, rng):
            blocks = tuple(squares_rules.Block((x, y), way) for x, y, way in state)
            for i in range(len(state)):
                after = tuple((*block.position, block.direction) for block in squares_rules.after(dealt, blocks, i))
                assert level.clicked(state, i) == after


def test_pours_are_those_of_the_rules() -> None:
    def spelt(state: watersort_rules.State) -> watersort.State:
        return tuple(sorted("".join(letter[color] for color in reversed(beaker)) for beaker in state))

    rng = random.Random(0)
    for seed in range(100):
        deal = PUZZLES["watersort"].generate(rng.randint(1, 5), rng.randint(0, 2), rng.randint(1, 5), seed)
        letter = {color: chr(ord("a") + c) for c, color in enumerate(watersort_rules.units_of(deal))}
        state = deal.beakers
        for _ in range(20):
            pours = list(watersort_rules.pours(state, deal.capacity))
            after = [watersort_rules.after(state, pour) for pour in pours]
            found = set(watersort.Pouring(seen(PUZZLES["watersort"], deal)).successors(spelt(state)))
            assert found | {spelt(state)} == {spelt(other) for other in after} | {spelt(state)}
            state = rng.choice(after) if after else state
