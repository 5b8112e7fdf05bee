"""Water sort's rules: pours, covered beakers, hidden units. Covers and solvers: tests/fuzz/covers.py."""

import json
import os
import signal
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest_pours.checker.certificate_lines import Refused
from fewest_pours.checker.watersort.states import BeakerStates
from fewest_pours.puzzles.loading import loaded
from fewest_pours.puzzles.puzzle import RuleBroken
from fewest_pours.puzzles.watersort import PUZZLE, rules
from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.playing import hidden_units
from fewest_pours.puzzles.watersort.playing.hidden_units import fillings, judge, lacking
from fewest_pours.puzzles.watersort.rules import HIDDEN, Pour, legal_pour, replay
from fewest_pours.running.solver_contract import Outcome, Result, Watch
from fuzz.covers import check_judgment
from helpers.certificates import as_checked, check, read_instance, verdict, written
from helpers.commands import command
from helpers.deals import deal_of, deals, named, searched
from helpers.truth import distances


@pytest.mark.parametrize(
    ("source", "target", "units"),
    [
        ("rrbg", "rbg", 1),
        ("rrgg", "rg", 2),
        ("rrgg", "rrg", 1),  # only one unit fits
        ("gg", "", 2),
        ("rrbg", "rgb", 0),  # different colours on top
        ("rrbg", "rgbg", 0),  # the target is full
        ("", "g", 0),
        ("", "", 0),
    ],
)
def test_a_pour_moves_as_much_as_fits(source, target, units):
    assert rules.poured(tuple(source), tuple(target), capacity=4) == units


@given(deals(), st.data())
def test_replay_refuses_a_pour_that_breaks_a_rule(deal, data):
    places = st.integers(-1, len(deal.beakers))
    pour = Pour(data.draw(places), data.draw(places), data.draw(st.sampled_from(["red", "blue"])), data.draw(places))
    if pour not in set(rules.pours(deal.beakers, deal.capacity)):
        with pytest.raises(RuleBroken, match="pour 1"):
            rules.replay(deal, [pour])


def test_verify_refuses_a_plan_that_does_not_end_solved():
    with pytest.raises(RuleBroken, match="neither empty nor full"):
        rules.verify(deal_of("ab", "ba", ""), (Pour(0, 2, "b", 1),))


FILE = """puzzle: watersort
capacity: 2
beakers:
- [red, blue]
- [blue, green]
- [green, red]
- []
- []
covered: {COVERS}
"""


def covered(covers):
    return loaded("small.yaml", FILE.replace("COVERS", covers)).instance


def test_a_cover_opens_once_its_colour_fills_a_beaker():
    deal = covered("2: red, 4: red")
    for source, target in ((1, 2), (2, 1), (0, 3)):
        with pytest.raises(RuleBroken, match=r"^beaker (2|4) is covered until red fills a beaker$"):
            legal_pour(deal, source, target)
    free = covered("2: red")
    plan = searched(free).plan
    assert [position.covered for position in replay(free, plan)] == [((1, "red"),)] * 2 + [()] * (len(plan) - 1)


def test_a_plan_that_ignores_covers_is_no_certificate():
    plan = (Pour(1, 3, "blue", 1),)
    with pytest.raises(Refused, match="expected beakers that are not covered, but 2 or 4 is"):
        verdict(covered("2: red"), Result(Outcome.SOLVED, plan, upper_bound=1))


def test_commands_and_the_page_know_covers(page, tmp_path):
    file = tmp_path / "small.yaml"
    file.write_text(FILE.replace("COVERS", "2: red"))
    words = ("--moves", "3-4 1-3", "--review", "--page", tmp_path / "page.html")
    assert command("search_baseline", file, *words).returncode == 0
    page.open((tmp_path / "page.html").as_uri())
    assert page.beakers()[1] == "Beaker 2: covered until red fills a beaker; behind it 1 blue, 1 green; full"
    page.tap(2)
    assert page.text() == "Beaker 2 is covered until red fills a beaker."
    page.tap(3, 4)
    assert page.text() == "3 → 4, 1 green. Whether it can be won is not decided here. 1 pour so far; the fewest is 4."
    page.click("plan", "next", "next")
    page.until(lambda: page.beakers()[1] == "Beaker 2: 1 blue, 1 green; full")
    assert page.errors() == []


def test_a_witness_that_forgets_what_opens_is_refused(tmp_path):
    """All positions that can be reached without the cover's beaker do not prove that there is no plan."""
    deal = covered("2: red")
    file, certificate = written(deal, Result(Outcome.UNSOLVABLE, reason="claimed"), tmp_path)
    game = BeakerStates(as_checked(deal))
    shut = distances(
        [game.start],
        lambda state: (later for later in game.successors(state) if any(":" in beaker for beaker in later)),
    )
    lines = [json.dumps(game.line(state, so_far)) for state, so_far in shut.items()]
    certificate.write_text(certificate.read_text() + "\n".join(lines) + "\n")
    with pytest.raises(Refused, match="leads to a state that is not listed"):
        check(file, certificate)


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


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a fork")
def test_judging_ends_when_it_is_asked_to(tmp_path, monkeypatch):
    def winning(*arguments):
        os.kill(os.getpid(), signal.SIGTERM)
        return hidden_units_winning(*arguments)

    hidden_units_winning = hidden_units.winning
    monkeypatch.setattr(hidden_units, "winning", winning)
    done = command("fewest_pours solve", many_hidden(tmp_path), "--hint", "--json")
    assert (done.returncode, json.loads(done.stdout)["hint"]["limit"]) == (130, "interrupted")
