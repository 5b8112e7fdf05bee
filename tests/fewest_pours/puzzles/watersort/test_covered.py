"""Covered beakers: files, pouring, moves, pages. Solvers and certificates: tests/fuzz/covers.py."""

import json

import pytest

from fewest_pours.checker.certificate_lines import Refused
from fewest_pours.checker.watersort.states import BeakerStates
from fewest_pours.puzzles.loading import loaded
from fewest_pours.puzzles.puzzle import RuleBroken
from fewest_pours.puzzles.watersort.rules import Pour, legal_pour, replay
from fewest_pours.running.solver_contract import Outcome, Result
from helpers.certificates import as_checked, check, verdict, written
from helpers.commands import command
from helpers.search import searched
from helpers.truth import distances

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
    done = command("search_baseline", file, "--moves", "3-4 2-5")
    assert done.returncode == 31
    assert (
        "move 2 (2 -> 5): beaker 2 is covered until red fills a beaker, expected one of 1-3 1-5 3-5 4-5" in done.stderr
    )
    done = command("search_baseline", file, "--moves", "3-4 1-3", "--review", "--page", tmp_path / "page.html")
    assert done.returncode == 0
    assert "   2.   1 -> 3                3      2" in done.stdout
    page.open((tmp_path / "page.html").as_uri())
    closed = "Beaker 2: covered until red fills a beaker; behind it 1 blue, 1 green; full"
    assert page.beakers()[1] == closed
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
