"""One record for each puzzle and side: each is complete, and a fifth puzzle needs nothing else."""

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import cpmodel.sides
import search_baseline.sides
from instances import NAMES, PUZZLES, checker, load
from instances.harness.command import main
from instances.harness.side import Side
from search_baseline.design import DESIGNS

SIDES = {"cpmodel": cpmodel.sides.SIDES, "search_baseline": search_baseline.sides.SIDES}


@pytest.mark.parametrize("name", NAMES)
def test_a_puzzle_has_its_record_its_checker_both_sides_and_its_levels_to_order(name: str) -> None:
    puzzle = PUZZLES[name]
    assert puzzle.name == name
    rules = importlib.import_module(f"instances.checker.{name}")
    assert name in checker.PUZZLES
    for function in ("read", "verify", "no_answer" if puzzle.steps else "no_others"):
        assert callable(getattr(rules, function))
    for side in SIDES.values():
        record: Side = side.records[name]
        assert record.solvers
    assert puzzle.generate is not None or SIDES["search_baseline"].records[name].generate is not None
    assert DESIGNS[name].options


@pytest.mark.parametrize("side", SIDES)
def test_the_words_of_a_side_are_those_of_its_solvers(side: str) -> None:
    """The command line lists them without loading a puzzle."""
    words = {solver.word for name in NAMES for solver in SIDES[side].records[name].solvers}
    assert words == set(SIDES[side].words)


@pytest.fixture
def coins() -> Iterator[None]:
    """What docs/extending.md says to write in NAMES, done from outside."""
    places = [
        (PUZZLES, "helpers.coins:PUZZLE"),
        (SIDES["cpmodel"].records, "helpers.coins.model:SIDE"),
        (SIDES["search_baseline"].records, "helpers.coins.search:SIDE"),
    ]
    for registry, place in places:
        registry.places["coins"] = place  # type: ignore[attr-defined]
    yield
    for registry, _ in places:
        del registry.places["coins"]  # type: ignore[attr-defined]


@pytest.mark.usefixtures("coins")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("row", "code", "said"), [("HTTT", 0, "1 turn, proven"), ("HT", 11, "unsolvable")])
def test_a_fifth_puzzle(
    side: str, row: str, code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"puzzle: coins\nname: mine\ncoins: {row}\n")
    assert main(side, "", SIDES[side], [str(file)]) == code
    assert said in capsys.readouterr().out


@pytest.mark.usefixtures("coins")
def test_the_sides_of_the_fifth_puzzle_agree() -> None:
    from instances.harness.limits import Settings, Watch
    from instances.harness.running import run

    puzzle = PUZZLES["coins"]
    assert puzzle.generate is not None
    for seed in range(5):
        instance = puzzle.generate(length=6, seed=seed)
        results = []
        for side in SIDES.values():
            [solve] = side.records["coins"].named().values()
            results.append(run(puzzle, instance, solve, Settings(), Watch()))
        assert len({(result.outcome, result.upper_bound) for result in results}) == 1


@pytest.mark.usefixtures("coins")
def test_a_mistake_in_a_file_of_the_fifth_puzzle(tmp_path: Path) -> None:
    from instances.document import BadInput

    file = tmp_path / "mine.yaml"
    file.write_text("puzzle: coins\nname: mine\ncoins: HXT\n")
    with pytest.raises(BadInput, match=r"mine.yaml:3:1: 'HXT', expected H and T"):
        load(file)
