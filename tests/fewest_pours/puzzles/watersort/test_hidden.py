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


def test_when_no_pour_can_win_the_next_game_begins_with_what_was_seen(tmp_path):
    (tmp_path / "l.yaml").write_text("green ? ?\nred ? ?\nred ? ?\nempty\n")
    moves = "1-4=green,4-1,2-4=green"
    done = command("search_baseline", "l.yaml", "--hint", "--moves", moves, "--out", "next.yaml", folder=tmp_path)
    assert "no pour can win any more; 2 of 6 hidden units known" in done.stdout
    known = (("?", "green", "green"), ("?", "green", "red"), ("?", "?", "red"), ())
    assert named(tmp_path / "next.yaml").beakers == known


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        ("cpmodel FILE", 34, "3 units hidden ('?'): --hint judges each pour"),
        ("cpmodel FILE --hint", 0, "hint: 1 -> 4  1 red: safe in all 6 ways; uncovers one unit"),
        ("search_baseline FILE --hint --moves 1-4=green", 0, "hint: 3 -> 1  1 green: safe in all 2 ways; uncovers"),
        ("fewest_pours solve FILE --hint --quiet", 0, "several.yaml: hint: 1 -> 4  1 red: safe in all 6 ways"),
        ("search_baseline FILE --moves 1-4", 31, "uncovers a hidden unit, expected 1-4=COLOUR"),
        ("search_baseline FILE --moves 1-4=pink", 31, "pink appears, expected one of"),
        ("fewest_pours export FILE --format pddl", 31, "hidden units ('?'), expected all of them by name"),
    ],
)
def test_commands_judge_hidden_units_or_refuse_them(words, code, text, tmp_path):
    (tmp_path / "several.yaml").write_text("red ?\nblue ?\ngreen ?\nempty\n")
    done = command(words.replace("FILE", "several.yaml"), folder=tmp_path)
    assert done.returncode == code
    assert text in done.stdout + done.stderr
    assert code == 34 or "not for this solver" not in done.stdout


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
