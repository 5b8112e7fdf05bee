"""Hidden units: which colours they may have, and pours judged over all ways to fill them in."""

import json
import time
from dataclasses import replace
from itertools import permutations

import pytest

from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.playing.hidden_units import fillings, judge, lacking
from fewest_pours.puzzles.watersort.rules import HIDDEN
from fewest_pours.running.solver_contract import Watch
from fuzz.covers import check_judgment
from helpers.certificates import read_instance
from helpers.commands import command, fresh_words, started
from helpers.deals import named


def tops_only(whole):
    return replace(whole, beakers=tuple((*[HIDDEN] * (len(b) - 1), *b[-1:]) for b in whole.beakers))


@pytest.mark.parametrize("size", [(3, 1, 2), (3, 1, 3), (3, 0, 2)])
def test_a_pour_is_judged_by_all_ways_to_fill_the_hidden_units(size):
    for seed in range(6):
        whole = generate(*size, seed=seed)
        deal = tops_only(whole)
        ways, sampled = fillings(deal)
        states = list(ways)
        units = [unit for beaker in whole.beakers for unit in beaker[:-1]]
        assert (len(set(states)), len(states), sampled) == (*[len(set(permutations(units)))] * 2, False)
        assert judge(deal, Watch()).ways == len(states)
        check_judgment(deal)


def test_unseen_colours_are_counted_or_named_in_the_file(tmp_path):
    file, head = tmp_path / "several.yaml", "puzzle: watersort\ncapacity: 2\n"
    file.write_text(f"{head}beakers: [[red, '?'], ['?', '?'], ['?', '?'], []]\n")
    assert lacking(named(file)) == {"red": 1, "unseen1": 2, "unseen2": 2}
    file.write_text(f"{head}beakers: [[red, '?'], ['?', '?'], ['?', '?'], []]\nunseen: [pink, pink]\n")
    assert lacking(named(file)) == {"red": 1, "pink": 4}
    file.write_text(f"{head}beakers: [[red, red], ['?', '?'], ['?', '?'], []]\nunseen: [pink, pink]\n")
    assert named(file).beakers[1] == ("pink", "pink") == read_instance(file)[1][1][1]


def many_hidden(folder):
    """A level whose ways to fill in hidden units take far longer than a second to judge."""
    file = folder / "tops.yaml"
    file.write_text(PUZZLE.file(tops_only(generate(60, 3, seed=1))))
    return file


def test_judging_ends_at_a_limit_and_says_what_it_has_judged(tmp_path):
    done = command("fewest_pours solve", many_hidden(tmp_path), "--hint", "--quiet", "--time-limit", 1)
    assert done.returncode == 23
    assert "no way was judged within the limits" in done.stdout or "(sampled)" in done.stdout


def test_judging_ends_when_it_is_asked_to(tmp_path):
    words = fresh_words("fewest_pours", "solve", many_hidden(tmp_path), "--hint", "--json")
    with started(words) as process:
        time.sleep(3)
        process.terminate()
        printed, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert not printed or json.loads(printed)["hint"]["limit"] == "interrupted"
