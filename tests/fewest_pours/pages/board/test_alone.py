"""The page without a server, from `fewest-pours page`, in a browser."""

import pytest

from helpers.boards import running_board
from helpers.commands import command


@pytest.fixture
def alone(page, tmp_path):
    done = command("fewest_pours", "page", "--out", "board.html", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "board.html").stat().st_size <= 200_000
    page.open((tmp_path / "board.html").as_uri(), 360, phone=True)
    page.until(lambda: page.find("#fresh").is_displayed())
    return page


def test_a_level_is_pasted_answered_and_played_without_a_server(alone):
    alone.find("#by-text summary").click()
    alone.find("#paste").send_keys("red teal\nblue teal\npink red\npink blue\nempty")
    alone.touch("#open")
    alone.shows("verdict", "Can be won")
    alone.shows("count", "5 pours left, proven fewest")
    alone.driver.refresh()
    alone.touch("#orders button", 1)
    alone.until(lambda: alone.beakers()[0] == "Beaker 1: 1 teal, 1 red; full")
    alone.run("openText(arguments[0])", "red teal\nblue teal\npink red\npink blue\nempty")
    alone.until(lambda: alone.beakers()[0] == "Beaker 1: 1 red, 1 teal; full")
    alone.touch("#orders button")
    alone.shows("count", "5 pours left, proven fewest")
    alone.until(lambda: alone.every("#board .badge", "textContent")[0] == "loses")
    alone.shows("moves", "best")
    alone.touch("#show-plan")
    alone.shows("now", "Solved.")
    alone.touch("#from-here")
    alone.shows("verdict", "Solved!")
    assert alone.errors() == []
    loaded = alone.run("return performance.getEntriesByType('resource').map(({name}) => name.split(':')[0])")
    assert {*loaded} <= {"blob"}


def test_levels_are_dealt_and_refused_without_a_server(alone):
    alone.run("openText('{')")
    alone.shows("wrong", "expected a line such as")
    word = '"</script><img/src=x>\\u2028"'
    alone.run("openText(arguments[0])", f"puzzle: watersort\ncapacity: 2\nbeakers: [[{word}, b], [b, {word}], []]")
    alone.shows("verdict", "Can be won")
    assert alone.every("main img", "src") == [""]
    alone.run("document.querySelector('#options input').value = 2.5")
    alone.click("deal")
    alone.shows("wrong", "expected 1 to 40 colours")
    alone.run("const [a, b] = document.querySelectorAll('#options input'); a.value = 28; b.value = 4")
    alone.click("designed")
    alone.until(lambda: len(alone.beakers()) == 32)
    alone.shows("verdict", "Can be won")
    alone.until(lambda: {"safe", "best"} & {*alone.every("#board .badge", "textContent")})
    covered = "puzzle: watersort\ncapacity: 2\nbeakers: [[red, blue], [blue, red], [], []]\ncovered: {3: red}"
    alone.run("openText(arguments[0])", covered)
    alone.until(lambda: alone.beakers()[0] == "Beaker 1: 1 red, 1 blue; full")
    alone.shows("verdict", "is not decided here")


def test_a_board_whose_program_has_ended_still_plays(page):
    with running_board("sample-three-colours") as board:
        page.open(board.address, 360)
        page.shows("count", "7 pours left")
        page.run("openText('puzzle: squares\\nblocks: [{color: red, position: [0, 0], direction: up, goal: [0, 2]}]')")
        page.shows("title", "pasted")
        page.click("undo")
        page.shows("count", "7 pours left")
        board.process.terminate()
        board.process.wait()
        page.click("redo")
        page.shows("now", "Only water sort can be played without the board's program.")
        page.tap(2, 4)
        page.until(lambda: page.find("#gone").is_displayed())
        page.shows("count", "6 pours left, proven fewest, 1 made")
        page.click("undo")
        page.shows("moves", "best")
        assert page.every("#undo", "disabled") == [True]
        page.click("hint")
        page.shows("hint-steps", "Every shortest plan begins")
        page.click("best")
        page.shows("count", "6 pours left, proven fewest, 1 made")
