"""Levels that come to the board: by hand, from a picture."""

import pytest

from fewest_pours.puzzles.watersort.generator import generate
from helpers.browser import NARROW
from helpers.cases import case
from helpers.screenshots import Look, draw, level


@pytest.mark.parametrize("colors", [5, case(12, slow=True)])
def test_a_phone_enters_a_level_and_plays_it_by_touch(page, address, colors):
    """Every tap is on a target that is on the screen: 12 colours on 2 empty beakers in at most 60 taps."""
    deal = generate(colors, 2, 4, seed=5)
    page.open(address, NARROW, phone=True)
    page.shows("verdict", "Can be won")
    page.touch("#hint")
    page.taps = 0
    page.touch("#new")
    page.touch("#by-hand summary")
    page.touch("#kinds button", colors - 2)
    page.until(lambda: len(page.beakers()) == colors + 2)
    assert page.text("hint-steps") == ""
    order = page.every("#palette button", "title")
    for number, unit in enumerate(unit for beaker in deal.beakers for unit in reversed(beaker)):
        if page.text("verdict") == "All units are entered":
            break
        assert page.text("verdict") == f"Beaker {number // 4 + 1}, unit {number % 4 + 1} from the top"
        page.touch(f"#palette [title={unit}]")
        left = f"{4 * colors - 1 - number} unit"
        page.until(lambda left=left: left in page.text("count") or not page.text("count"))
        assert page.every("#palette button", "title") == order
    assert page.text("verdict") == "All units are entered"
    page.touch("#begin")
    page.shows("count", "proven fewest")
    assert page.taps <= 5 * colors
    assert [load_state(words) for words in page.beakers()] == [list(beaker) for beaker in deal.beakers]
    for _ in range(3):
        page.touch("#hint")
    assert page.run("const {bottom} = byId('hint-steps').getBoundingClientRect(); return bottom <= innerHeight")
    marked = page.run("return ['from', 'to'].map((end) => stage.buttons.findIndex((b) => b.matches('.hint-' + end)))")
    assert f"{marked[0] + 1} → {marked[1] + 1}." in page.text("hint-steps")
    page.touch(".beaker", marked[0])
    page.touch(".beaker", marked[1])
    page.shows("count", "1 made")
    plan_is_stepped_through(page)
    assert page.run("return document.documentElement.scrollWidth") <= NARROW


def plan_is_stepped_through(page):
    """By touch, from a game of one pour; the game then goes on from the first step."""
    page.until(lambda: "proven fewest, 1 made" in page.text("count"))
    last = int(page.text("count").split()[0])
    page.touch("#show-plan")
    page.touch("#play")
    page.touch("#first")
    page.shows("now", f"A plan of {last} pours, proven fewest")
    page.touch("#steps button", 1)
    page.shows("now", f"Pour 1 of {last}: ")
    page.touch("#from-here")
    page.shows("count", "2 made")


def load_state(words):
    """load_state('Beaker 1: 2 red, 1 blue') == ['blue', 'red', 'red']"""
    contents = words.partition(": ")[2].removesuffix("; full")
    runs = [] if contents == "empty" else [run.split() for run in contents.split(", ")]
    return [color for count, color in reversed(runs) for _ in range(int(count))]


def test_a_level_entered_by_hand_is_corrected_and_counted(board):
    def units():
        return len(board.every("#board .unit[class*=' c']", "id"))

    def fill(*colors):
        for color in colors:
            board.find(f"#palette [title='{color}']").click()

    board.run("enterByHand(2)")
    fill("red", "red", "blue")
    assert board.text("count") == "5 units to go: 2 red missing, 3 blue missing"
    fill("blue", "blue", "red", "blue")
    assert (units(), board.text("count")) == (8, "")
    board.click("undo-entry", "begin")
    assert board.text() == "2 units to go: 1 red missing, 1 blue missing."
    board.run("tapPlace(0, {detail: 1, clientY: 1})")
    fill("hidden unit")
    board.click("more-beakers", "more-beakers", "fewer-beakers")
    assert (len(board.beakers()), units()) == (5, 6)
    board.run("tapPlace(1, {detail: 0})")
    fill("red", "blue")
    board.shows("count", "")
    board.click("begin")
    board.shows("verdict", "Can be won")  # only red can be hidden
    board.click("edit", "more-beakers")
    board.run("tapPlace(3, {detail: 0})")
    board.click("cover", "undo-entry", "more-beakers")
    board.run("tapPlace(5, {detail: 0}); draft.doubts.add('5,0')")
    board.click("fewer-beakers")
    assert (board.text("verdict"), board.text()) == ("Tap a unit to change it", "")
    board.click("cancel")
    assert board.beakers()[2] == "Beaker 3: empty"


def test_a_beaker_is_covered_by_touch_and_stays_covered(page, address):
    page.open(address, NARROW, phone=True)
    page.shows("verdict", "Can be won")
    page.run("enterByHand(2)")
    for color in ("red", "blue", "red", "red", "blue", "blue", "red"):
        page.touch(f"#palette [title={color}]")
    page.touch(".beaker", 2)
    page.touch("#cover")
    page.shows("now", "Which colour opens beaker 3?")
    page.touch("#palette [title=blue]")
    page.touch("#cover")
    page.touch("#undo-entry")
    assert page.beakers()[2] == "Beaker 3: covered until blue fills a beaker; behind it empty"
    page.touch("#begin")
    page.shows("verdict", "Can be won")
    assert page.beakers()[2:] == ["Beaker 3: covered until blue fills a beaker; behind it empty", "Beaker 4: empty"]


def test_a_picture_is_read_beside_it_corrected_and_played(board, tmp_path):
    shot = draw(level("0123 1230 2301 3012 - -"), Look())
    (tmp_path / "level.png").write_bytes(shot.data)
    board.find("#picture").send_keys(str(tmp_path / "level.png"))
    board.until(lambda: board.find("#entering").is_displayed())
    units = [len(beaker) for beaker in shot.beakers]
    assert [len(load_state(words)) for words in board.beakers()] == units
    assert board.run("return byId('picture-read').naturalWidth") > 0
    board.run("tapPlace(arguments[0], {detail: 1, clientY: 1e6})", units.index(max(units)))
    board.find("#palette [title='hidden unit']").click()
    assert "?" in board.beakers()[units.index(max(units))]
    board.click("undo-entry", "begin")
    board.shows("verdict", "be won")
    (tmp_path / "none.png").write_bytes(b"\x89PNG\r\n\x1a\nno picture")
    board.find("#picture").send_keys(str(tmp_path / "none.png"))
    board.shows("wrong", "expected")
    assert not board.text("wrong").startswith("picture:")


def test_doubts_remarks_and_refusals_are_in_the_language_of_the_page(board, tmp_path):
    board.run("keep('language', 'de'); location.reload()")
    board.shows("verdict", "Ist zu gewinnen")
    board.run("openText('red green\\nblue red\\ngreen')")
    board.shows("wrong", "Zeile 2, Spalte 1: vielleicht falsch gelesen, als 3 Gläser zu je 2 Einheiten, jeweils oben")
    assert "es fehlen: 1 blau" in board.text("wrong").lower()
    board.run("openText('red blue\\nblue red\\n\\nempty')")
    board.shows("notes", "1 leere Zeile")
    (tmp_path / "three.png").write_bytes(draw(level("0123 1230 -"), Look()).data)
    board.find("#picture").send_keys(str(tmp_path / "three.png"))
    board.until(lambda: board.find("#entering").is_displayed())
    board.find("#notes summary").click()
    board.shows("notes", "unsicher: weniger als vier Gläser: Zeigt das Bild das ganze Level?")
