"""The page without a server, from `fewest-pours page`: in a browser, and its logic in node against the search."""

import json
import shutil
import subprocess
from itertools import product
from random import Random

import pytest

from fewest_pours.pages.player.plan_page import text
from fewest_pours.puzzles.loading import loaded
from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.puzzles.watersort.file_format import generate
from fewest_pours.puzzles.watersort.rules import legal_pour, poured_on, pours, solved
from fuzz.notations import notation, same
from helpers.boards import running_board
from helpers.cases import few_or_many
from helpers.commands import command
from helpers.paths import text_of
from helpers.search import searched
from helpers.truth import random_games

LOGIC = ("player/beakers", "player/rules", "player/winnable", "board/hidden", "board/safe_pours")
NODE = """
const data = {colors: []}, levels = JSON.parse(require("fs").readFileSync(0));
const legal = (state, capacity) => state.flatMap((source, i) => state.flatMap((target, j) =>
  i !== j && poured(source, target, capacity) ? [[i, j, afterPour(state, i, j, capacity)]] : []));
console.log(JSON.stringify(levels.map(([state, capacity]) => [
  [isSolved(state, capacity), isStuck(state, capacity), canBeWon(state, capacity), legal(state, capacity)],
  safePlan([state], capacity, Infinity),
])));
"""
PALETTE = """
const palette = {colors: [...Array(60).keys()].map((n) => ({word: `free${n}`})), capacity: 12}, toYaml = () => "";
const blankLevel = (capacity) => ({capacity}), byId = () => ({textContent: JSON.stringify(palette)});
"""
READ = """
const read = (text) => { try { return readHere(text); } catch (error) { return null; } };
console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0)).map(read)));
"""


def in_node(code, given):
    """What a script prints that reads this from its standard input."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine: the logic is tested in the browser only")
    done = subprocess.run([node, "-e", code], input=json.dumps(given), capture_output=True, text=True, timeout=600)
    assert done.stderr == ""
    return json.loads(done.stdout)


@pytest.fixture
def alone(page, tmp_path):
    done = command("fewest_pours", "page", "--out", "board.html", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "board.html").stat().st_size <= 150_000
    page.open((tmp_path / "board.html").as_uri(), 360, phone=True)
    page.until(lambda: page.find("#fresh").is_displayed())
    return page


def test_a_level_is_pasted_played_shared_and_lost_without_a_server(alone):
    alone.find("#fresh details:nth-of-type(1) summary").click()
    alone.find("#paste").send_keys("red teal\nblue teal\npink red\npink blue\nempty")
    alone.touch("#open")
    alone.shows("verdict", "Can be won")
    alone.shows("count", "fewest-pours solve FILE")
    alone.until(lambda: alone.every("#board .badge", "textContent")[0] == "loses")
    alone.touch("#hint")
    alone.shows("hint-steps", "is safe")
    alone.touch(".beaker", 0)
    alone.touch(".beaker", 4)
    alone.shows("verdict", "Lost since pour 1")
    alone.driver.refresh()
    alone.shows("verdict", "Lost since pour 1")
    alone.touch("#rescue")
    alone.shows("verdict", "Can be won")
    alone.touch("#show-plan")
    alone.shows("now", "Solved.")
    alone.touch("#from-here")
    alone.shows("verdict", "Solved!")
    assert alone.errors() == []
    assert alone.run("return performance.getEntriesByType('resource').length") == 0


def test_levels_are_dealt_and_refused_without_a_server(alone):
    alone.run("openText('{')")
    alone.shows("wrong", "expected a line such as")
    alone.run("openText('puzzle: squares')")
    alone.shows("wrong", "without the board's program")
    word = '"</script><img/src=x>\\u2028"'
    alone.run("openText(arguments[0])", f"capacity: 2\nbeakers: [[{word}, b], [b, {word}], []]")
    alone.shows("verdict", "Can be won")
    assert alone.every("main img", "src") == [""]
    alone.run("byId('options').querySelector('input').value = 40")
    alone.run("byId('options').querySelectorAll('input')[1].value = 5")
    alone.click("designed")
    alone.until(lambda: len(alone.beakers()) == 45)
    alone.shows("verdict", "Can be won")
    alone.until(lambda: "safe" in alone.every("#board .badge", "textContent"))
    covered = "puzzle: watersort\ncapacity: 2\nbeakers: [[red, blue], [blue, red], []]\ncovered: {2: red}"
    for level, first in (
        (text_of("instances/watersort/sample-three-colours.yaml"), "Beaker 1: 1 red, 1"),
        (covered, "Beaker 1: 1 red, 1 blue"),
    ):
        alone.run("openText(arguments[0])", level)
        alone.until(lambda first=first: "".join(alone.beakers()).startswith(first))


def test_a_board_whose_program_has_ended_still_plays(page):
    with running_board("sample-three-colours") as board:
        page.open(board.address, 360)
        page.shows("count", "7 pours left")
        board.process.terminate()
        board.process.wait()
        page.tap(2, 4)
        page.until(lambda: page.find("#gone").is_displayed())
        page.shows("count", "1 made")
        page.until(lambda: "safe" in page.every("#board .badge", "textContent"))
        page.click("undo", "hint")
        page.shows("hint-steps", "is safe")
        page.click("best")
        page.shows("count", "1 made")


def test_lists_that_the_page_reads_by_itself_are_the_same_levels():
    stream = Random(0)
    texts = [notation(stream)[0] for _ in range(3_000)]
    found = in_node(PALETTE + text("board/without_server.js") + READ, texts)
    assert sum(map(bool, found)) > 100
    for level, typed in zip(found, texts, strict=True):
        if level:
            assert same(loaded("x", typed)[1], [beaker[::-1] for beaker in level["state"]]), typed


@few_or_many(100)
def test_rules_verdicts_and_safe_plans_agree_with_the_search_on_a_thousand_levels(of):
    sizes = product((4, 5, 6, 7, 8), (1, 2), (4,), range(100))
    deals = [*of(generate(*size, seed=seed) for *size, seed in sizes)]
    deals += [position for game in random_games()[::4] for position in game.positions]
    numbered = PUZZLE.drawing.state
    code = "\n".join([*(text(f"{name}.js") for name in LOGIC), NODE])
    found = in_node(code, [(numbered(deal), deal.capacity) for deal in deals])
    seen = set()
    for deal, (facts, plan) in zip(deals, found, strict=True):
        won = searched(deal, any_plan=True).plan is not None
        legal = [[p.source, p.target, numbered(poured_on(deal, p))] for p in pours(deal.beakers, deal.capacity)]
        assert facts == [solved(deal.beakers, deal.capacity), not legal, won, legal], deal
        assert (plan is not None) == won, deal
        for source, target in plan or ():
            deal = poured_on(deal, legal_pour(deal, source, target))
        assert won == solved(deal.beakers, deal.capacity)
        seen.add(tuple(facts[:3]))
    assert all(set(values) == {True, False} for values in zip(*seen, strict=True))
