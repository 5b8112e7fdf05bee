"""Levels to order: as wished, proven, no two alike, the same for the same seed, and a clear end."""

import random
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest

from helpers.truth import shortest
from instances.puzzles import NAMES, load
from instances.solving.limits import Watch
from instances.watersort.files import generate
from instances.watersort.rules import Deal
from search_baseline.design import DESIGNS
from search_baseline.design.design_command import main, parser
from search_baseline.watersort.levels.design import alike


def ordered(words: str, folder: Path) -> list[Deal]:
    assert main([*words.split(), "--out", str(folder)]) == 0
    return [load(path)[1] for path in sorted(folder.iterdir())]


def test_levels_have_the_pours_that_were_wished_for(tmp_path: Path) -> None:
    levels = ordered("watersort --colors 3 --empties 1 --pours 6..8 --count 5", tmp_path)
    assert len(levels) == 5
    for level in levels:
        assert level.known is not None
        assert level.known.pours == shortest(level)
        assert 6 <= (level.known.pours or 0) <= 8


def test_levels_without_a_plan(tmp_path: Path) -> None:
    for level in ordered("watersort --colors 3 --empties 0 --unsolvable --count 3", tmp_path):
        assert shortest(level) is None
        assert level.known is not None
        assert not level.known.solvable


def test_the_same_seed_gives_the_same_levels(tmp_path: Path) -> None:
    words = "watersort --colors 4 --backwards --count 3 --seed 7"
    assert ordered(words, tmp_path / "one") == ordered(words, tmp_path / "two")
    assert ordered(words, tmp_path / "one again") != ordered(words.replace("7", "8"), tmp_path / "other")


def test_no_two_levels_are_alike(tmp_path: Path) -> None:
    """Of 2 colours and capacity 2 there are two mixed deals, up to names and order."""
    code = main(f"watersort --colors 2 --capacity 2 --count 9 --tries 200 --out {tmp_path}".split())
    levels = [load(path)[1] for path in sorted(tmp_path.iterdir())]
    assert code == 1
    assert len({alike(level) for level in levels}) == len(levels) < 9


def test_names_and_order_make_no_difference() -> None:
    deal = generate(6, 2, 4, seed=3)
    stream = random.Random(1)
    names = sorted({color for beaker in deal.beakers for color in beaker})
    other = dict(zip(names, stream.sample(names, len(names)), strict=True))
    beakers = [tuple(other[color] for color in beaker) for beaker in deal.beakers]
    stream.shuffle(beakers)
    assert alike(replace(deal, beakers=tuple(beakers))) == alike(deal)
    assert alike(generate(6, 2, 4, seed=4)) != alike(deal)


def test_a_wish_that_is_too_rare_has_a_clear_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(f"watersort --colors 3 --pours 90..99 --count 2 --tries 30 --out {tmp_path}".split()) == 1
    assert capsys.readouterr().err == "impossible or too rare: 0 of 2 levels found among 30 instances\n"


def test_files_that_are_there_are_left_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "watersort-001.yaml"
    mine.write_text("mine")
    assert main(f"watersort --colors 3 --out {tmp_path}".split()) == 2
    assert "expected a new file" in capsys.readouterr().err
    assert mine.read_text() == "mine"


def test_a_search_to_which_nobody_sets_a_limit_has_one() -> None:
    assert {parser().parse_args([puzzle]).time_limit for puzzle in DESIGNS} == {300}


def test_time_that_runs_out_is_told_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = f"watersort --colors 3 --pours 90..99 --tries 1000000000 --time-limit 0.3 --out {tmp_path}"
    assert main(words.split()) == 23
    assert capsys.readouterr().err.startswith("out of time: 0 of 1 levels found")


def test_time_also_runs_out_while_a_level_is_rated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    began = monotonic()
    assert main(f"watersort --colors 40 --empties 5 --seed 1 --rate --time-limit 2 --out {tmp_path}".split()) == 23
    assert capsys.readouterr().err.startswith("out of time: 0 of 1 levels found")
    assert monotonic() - began < 10  # without the limit: minutes


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("watersort --pours 9..8", "ends before it begins"),
        ("watersort --pours x", "is no range"),
        ("watersort --colors -1", "no deal of -1 colours"),
        ("watersort --colors 999999999", "more units and beakers than a file may have"),
        ("watersort --count 2", "--count takes --out"),
        ("watersort --unsolvable --rate", "--unsolvable levels have no plan"),
        ("watersort --unsolvable --pours 3", "--unsolvable levels have no plan"),
        ("chess", "invalid choice"),
    ],
)
def test_what_cannot_be_ordered(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(words.split())
    assert end.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("words", ["futoshiki --size 4", "pipes --size 4 --clues 0.5"])
def test_puzzles_that_are_filled_in_have_one_solution(words: str, tmp_path: Path) -> None:
    [puzzle] = ordered(words, tmp_path)
    assert puzzle.known is not None
    name = words.split()[0]
    from search_baseline.solvers import SIDES

    solve = SIDES.records[name].solvers[0].solve
    from instances.solving.limits import Settings

    assert solve(puzzle, Settings(), Watch()).unique is True


def test_squares_by_clicks(tmp_path: Path) -> None:
    for level in ordered("squares --blocks 2 --size 4 --clicks 4..6 --count 2", tmp_path):
        assert level.known is not None


def test_every_puzzle_has_its_design() -> None:
    assert list(DESIGNS) == list(NAMES)
    for design in DESIGNS.values():
        assert (design.rate is None) == (design.ratings is None)
        assert design.measures
