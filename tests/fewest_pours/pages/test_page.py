"""The page in a real browser: watched to the end, played, resized; no text that people write becomes markup."""

import re

import pytest
import yaml

from fewest_pours import puzzle_of
from fewest_pours.files.wording import printable
from fewest_pours.pages.player.plan_page import page as page_of
from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.rules import Deal, Pour
from helpers.deals import deal_of, named, searched

TWO = deal_of("red blue", "blue red", "")
PLAN = (Pour(0, 2, "blue", 1), Pour(1, 0, "red", 1), Pour(1, 2, "blue", 1))
STUCK = deal_of("x red", "x blue", "red pink", "blue pink", "")
HOSTILE = ("</script><script>window.hit=1</script>", "<img/src=x/onerror=window.hit=2>", "&lt;", "$title", "`${1}`")


@pytest.fixture
def opened(page, tmp_path):
    """Opens the page of an instance and its steps; afterwards the console must hold no error."""

    def open_page(instance, steps=(), width=800, dark=False, still=True, **rest):
        path = tmp_path / "page.html"
        path.write_text(page_of(puzzle_of(instance), instance, steps, **rest), encoding="utf-8")
        page.open(path.as_uri(), width, dark, still)
        return page

    yield open_page
    assert page.errors() == []


def solved(file):
    instance = named(file)
    result = searched(instance)
    return instance, result.plan or result.solutions


def test_a_plan_is_clicked_through_to_solved(opened):
    page = opened(*solved("watersort/sample-three-colours"), answer="7 pours, proven shortest", fewest=7, proven=True)
    assert page.text() == "Start; 7 pours to go."
    for number in range(1, 8):
        page.click("next")
        assert page.text().startswith(f"Pour {number} of 7: ")
        assert page.every("#slider", "value") == [str(number)]
        assert page.every("[aria-current=step] .count", "textContent") == [f"{number}."]
    assert page.text().endswith(". Solved.")
    assert sum("; full" in beaker for beaker in page.beakers()) == 3
    page.click("first")
    assert page.beakers()[::3] == ["Beaker 1: 1 red, 1 green, 1 blue, 1 red; full", "Beaker 4: empty"]


def test_a_plan_plays_by_itself_and_every_pour_is_seen(opened):
    page = opened(*solved("watersort/sample-three-colours"), still=False)
    page.run(
        "window.moves = 0; const animate = Element.prototype.animate; byId('speed').value = '4';"
        "Element.prototype.animate = function (...all) { window.moves += 1; return animate.apply(this, all); }"
    )
    page.keys(" ")
    page.until(lambda: page.text().endswith("Solved."))
    assert page.run("return window.moves") >= 4 * 6
    page.run("player.go(player.last - 1); player.play(); player.next()")
    assert page.every("#play.running", "id") == []
    page.keys("\ue011")  # Home
    assert page.text().startswith("Start")
    page.keys("\ue014\ue014\ue012")  # right, right, left
    assert page.text().startswith("Pour 1 of 7")


def test_playing_undoing_and_going_back_to_the_plan(opened):
    page = opened(TWO, PLAN, fewest=3, proven=True)
    before = page.beakers()
    for beakers, words in (
        ((1, 2), "Beaker 2 is full."),
        ((3,), "Beaker 3 is empty."),
        ((2, 3), "2 → 3, 1 red. It can still be won. 1 pour so far; the fewest is 3."),
        ((1, 3), "blue does not go onto red."),
    ):
        page.tap(*beakers)
        assert page.text() == words
    page.click("back")
    assert page.beakers() == before
    assert not page.find("#back").is_enabled()
    page.tap(1, 3, 2, 1, 2, 3)
    assert page.text() == "2 → 3, 1 blue. Solved! 3 pours: the fewest possible."
    page.click("plan")
    assert (page.beakers(), page.text()) == (before, "Start; 3 pours to go.")


def test_taps_faster_than_the_animation_end_in_the_right_position(opened):
    page = opened(deal_of("red blue", "blue red", "", ""), fewest=3, proven=True, still=False)
    page.run("for (const beaker of [0, 2, 1, 3, 0, 3]) stage.buttons[beaker].click()")
    assert page.text() == "1 → 4, 1 red. It can still be won. 3 pours so far; the fewest is 3."
    expected = ["empty", "1 blue", "1 blue", "2 red; full"]
    page.until(lambda: page.beakers() == [f"Beaker {i}: {words}" for i, words in enumerate(expected, 1)])
    page.until(lambda: not page.every(".moving, .stream.on", "id"))


def test_a_position_too_large_to_decide_is_left_undecided(opened):
    for deal, looks in ((generate(24, 2, 4, seed=16), 10_000), (generate(1000, 2, 4), 4_000_000)):
        script = "return canBeWon(arguments[0], 4, arguments[1])"
        assert opened(TWO).run(script, PUZZLE.drawing.state(deal), looks) is None


def test_a_lost_game_leads_back_to_what_can_be_won(opened):
    page = opened(STUCK)
    assert page.text() == "Play yourself: tap a beaker, then another."
    page.tap(1, 5)
    assert page.text() == "1 → 5, 1 red. No pour is left. Lost since pour 1. 1 pour so far."
    page.click("rescue")
    assert page.text() == "It can still be won. 0 pours so far."
    page = opened(STUCK, (Pour(0, 4, "red", 1),))
    assert not page.find("#rescue").is_displayed()
    page.click("next")
    assert page.text() == "Pour 1 of 1: 1 → 5, 1 red. Lost since pour 1."
    page.click("rescue")
    assert page.text() == "It can still be won. 0 pours so far."
    page = opened(deal_of("x red", "x blue", "red blue"))
    assert page.text() == "Play yourself: tap a beaker, then another. It cannot be won: lost from the start."


def test_the_position_is_copied_as_a_file_that_loads(opened, tmp_path):
    words = ("on", "1", "~", "é", "a'b", 'q"q', "#x", "☃")
    deal = Deal('x: "y" \u2028 é', 4, (words[:4], words[4:], ()))
    page = opened(deal)
    page.tap(1, 3)
    page.click("copy")
    path = tmp_path / "copied.yaml"
    path.write_text(page.every("#yaml", "value")[0], encoding="utf-8")
    assert named(path).beakers == (words[:3], words[4:], words[3:4])
    assert yaml.safe_load(path.read_text(encoding="utf-8"))["name"] == deal.name


@pytest.mark.parametrize(("width", "colors", "dark"), [(360, 5, False), (360, 40, True), (1600, 5, True)])
def test_every_width_holds_all_beakers(opened, width, colors, dark):
    page = opened(generate(colors, 2, 4), width=width, dark=dark)
    page.until(lambda: min(page.every(".beaker", "clientWidth")) >= 38)
    assert page.run("return document.documentElement.scrollWidth") <= width


def test_hostile_names_stay_text(opened):
    deal = Deal("".join(HOSTILE) + "\u2028", 2, (HOSTILE[:2], HOSTILE[2:4], HOSTILE[4:], ()))
    page = opened(deal, (Pour(0, 3, HOSTILE[1], 1),), answer="</p><script>window.hit=3</script>")
    assert page.every("h1", "textContent") == [printable(deal.name)]
    assert page.every("#legend span", "textContent") == sorted(HOSTILE)
    page.click("next")
    assert HOSTILE[1] in page.text()
    assert page.run("return window.hit") is None
    assert len(page.every("script", "id")) == 2


@pytest.mark.parametrize("file", ["squares/level-02", "futoshiki/sp-5x5-easy10", "pipes/blog-5x5"])
def test_the_other_puzzles_play_to_their_end(opened, file):
    page = opened(*solved(file))
    start = page.every("#board", "innerHTML")
    page.click("next")
    page.until(lambda: page.every("#board", "innerHTML") != start)
    page.click("last")
    assert page.text().endswith("Solved.") or page.text() == "Solution 1."


def test_a_page_is_one_small_file_that_loads_nothing():
    deal, plan = solved("watersort/level-133")
    text = page_of(PUZZLE, deal, plan)
    assert len(plan) > 35
    assert len(text.encode()) < 150_000
    assert not re.findall(r"https?://(?!www\.w3\.org/)|@import|src=|<link", text)


def test_a_deal_too_large_to_draw_is_refused():
    with pytest.raises(ValueError, match="too many to draw"):
        page_of(PUZZLE, deal_of(*"a" * 1000, "a" * 50, capacity=1_000_000), ())
