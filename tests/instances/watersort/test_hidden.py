"""Hidden units: what they may be, and pours judged over all that they may be."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from helpers.commands import command
from helpers.truth import shortest
from instances.watersort.files import generate
from instances.watersort.playing.hidden import fillings, judge
from instances.watersort.rules import Deal, after
from instances.watersort.slips import HIDDEN


@pytest.mark.parametrize("size", [(3, 1, 2), (3, 1, 3)])
def test_a_pour_is_judged_by_all_ways_to_fill_the_hidden_units(size: tuple[int, int, int]) -> None:
    for seed in range(6):
        whole = generate(*size, seed=seed)
        deal = replace(whole, beakers=tuple((*[HIDDEN] * (len(b) - 1), *b[-1:]) for b in whole.beakers))
        ways, count, sampled = fillings(deal, 0)
        states = list(ways)
        units = [unit for beaker in whole.beakers for unit in beaker[:-1]]
        assert len(set(states)) == count == len(set(permutations(units)))
        assert not sampled
        judgment = judge(deal)
        assert judgment.ways == count
        for pour, wins, _ in judgment.pours:
            later = [replace(deal, beakers=after(state, pour)) for state in states]
            assert wins == sum(shortest(position) is not None for position in later)


def test_more_ways_than_can_be_looked_at_are_drawn_by_seed() -> None:
    whole = generate(7, 2, 4)
    deal = replace(whole, beakers=tuple((*[HIDDEN] * (len(b) - 1), *b[-1:]) for b in whole.beakers))
    first, again, other = (list(fillings(deal, seed, 20)[0]) for seed in (1, 1, 2))
    assert first == again != other
    assert all(set(Counter(unit for beaker in state for unit in beaker).values()) == {4} for state in first)


def test_colours_that_nobody_has_seen_are_counted() -> None:
    ways, count, _ = fillings(Deal("unseen", 2, (("?", "red"), ("?", "?"), ())), 0)
    assert count == 3
    assert {tuple(sorted(unit for beaker in state for unit in beaker)) for state in ways} == {
        ("red", "red", "unseen1", "unseen1")
    }


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "several.yaml"
    path.write_text(
        "puzzle: watersort\ncapacity: 2\nbeakers:\n- [red, '?']\n- [blue, '?']\n- [green, '?']\n- []\n",
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize("side", ["cpmodel", "search_baseline"])
def test_a_solve_says_what_to_do_and_a_hint_judges(side: str, file: Path) -> None:
    done = command(side, file)
    assert done.returncode == 34
    assert "3 units hidden ('?'): --hint judges each pour" in done.stdout
    done = command(side, file, "--hint")
    assert "hint: 1 -> 4  1 red: safe in all 6 ways; uncovers one unit" in done.stdout
    done = command(side, file, "--hint", "--moves", "1-4=green")
    assert "hint: 3 -> 1  1 green: safe in all 2 ways; uncovers one unit" in done.stdout
    done = command(side, file, "--moves", "1-4=green 3-1=blue 2-3=red")
    assert "1 -> " in done.stdout or done.returncode == 0


@pytest.mark.parametrize(
    "words", ["instances export FILE --format pddl", "cpmodel FILE --write-model x.pb --formulation phases --excess 0"]
)
def test_what_knows_no_hidden_units_refuses_them(words: str, file: Path, tmp_path: Path) -> None:
    done = command(*words.replace("FILE", str(file)).split(), folder=tmp_path)
    assert done.returncode == 31
    assert "hidden units ('?'), expected all of them by name" in done.stderr


@pytest.mark.parametrize(
    ("moves", "wrong"),
    [
        ("1-4", "uncovers a hidden unit, expected 1-4=COLOUR"),
        ("1-4=pink", "pink appears, expected one of"),
        ("1-4=green 3-1=blue 2-3=green", "green appears, expected one of red"),
    ],
)
def test_moves_on_hidden_units_are_checked(file: Path, moves: str, wrong: str) -> None:
    done = command("search_baseline", file, "--moves", moves)
    assert done.returncode == 31
    assert wrong in done.stderr
