"""The board in a real browser, on a real server."""

import pytest

from fewest_pours.puzzles.watersort.generator import generate
from helpers.boards import new_level, opened
from helpers.browser import NARROW, WIDE
from helpers.cases import case
from helpers.deals import named, typed
from helpers.paths import text_of

STUCK = "red teal\nblue teal\npink red\npink blue\nEMPTY"  # a first pour of red or blue onto the empty beaker loses
DROP = """
const moved = new DataTransfer();
moved.items.add(new File([arguments[0]], "level.txt"));
dispatchEvent(new DragEvent("drop", {dataTransfer: moved}));
"""


@pytest.mark.parametrize("board", [NARROW, case(WIDE, slow=True)], indirect=True)
def test_every_position_is_answered_until_it_is_solved(board):
    board.shows("count", "7 pours left, proven fewest")
    board.shows("moves", "best")
    board.shows("sides-words", "CP-SAT: optimal")
    board.shows("more", "With one more empty beaker: ")
    assert len(board.every("#chart path", "id")) > 2
    board.click("hint")
    board.shows("hint-steps", "Every shortest plan begins with")
    assert "→" not in board.text("hint-steps")
    board.click("hint", "hint", "hint")
    board.shows("hint-steps", "And then: ")
    assert board.text("hint-steps").count("→") == 3
    for left in range(6, -1, -1):
        board.click("best")
        board.shows("verdict", "Can be won" if left else "Solved!")
        board.shows("count", f"{left} pours left" if left > 1 else "made")
        board.shows("moves", "best" if left else "")
    board.click("undo", "undo", "redo")
    board.shows("count", "1 pour left, proven fewest, 6 made")
    board.driver.refresh()
    board.shows("count", "1 pour left, proven fewest, 6 made")
    board.run("window.fetch = async () => Response.json({error: 'too many games'}, {status: 503})")
    board.click("undo")
    board.shows("count", "too many games")


def test_a_page_whose_server_is_busy_says_so_and_begins_again_once_an_entry_is_left(board, address):
    busy = {"source": "window.fetch = async () => Response.json({error: 'too many games'}, {status: 503})"}
    script = board.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", busy)
    board.open(address, NARROW)
    board.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    board.shows("now", "too many games")
    board.run("byId('new').click(); document.querySelector('#level-list button').click()")
    board.shows("wrong", "too many games")
    board.run("enterByHand(2); byId('cancel').click()")
    board.shows("verdict", "Can be won")


@pytest.mark.parametrize("board", [NARROW, case(WIDE, slow=True)], indirect=True)
def test_a_lost_game_is_recognized_at_once_and_explained(board):
    opened(board, STUCK, "Can be won")
    board.find("#orders button + button").click()
    board.until(lambda: board.beakers()[0] == "Beaker 1: 1 teal, 1 red; full")
    opened(board, STUCK, "Can be won")
    board.shows("moves", "loses")
    board.tap(1)
    assert board.every("#board .badge", "textContent")[4] == "loses"
    board.tap(5)
    board.shows("verdict", "Lost since pour 1")
    board.shows("why-first", "No top run can leave its place: each needs 6 beakers or more, and there are 5.")
    board.click("why-next")
    assert len(board.every(".unit.pointed", "id")) == 1
    opened(board, text_of("instances/watersort/deal-9c1e4h-7015.yaml"), "Cannot be won")
    board.shows("why-steps", "can never leave.")
    board.shows("more", "With one more empty beaker: ")


def test_a_level_is_dropped_shared_and_downloaded(board, tmp_path):
    board.run(DROP, "#ff8800 rebeccapurple\nrebeccapurple #ff8800\nEMPTY")
    board.shows("count", "3 pours left")
    hues = "return [...document.querySelectorAll('.c0 .paint, .c1 .paint')].map((unit) => getComputedStyle(unit).fill)"
    assert set(board.run(hues)) == {"rgb(255, 136, 0)", "rgb(102, 51, 153)"}
    assert set(board.every("#board .unit text", "textContent")) == {"ff", "rb", ""}
    board.tap(1, 3)
    board.shows("count", "2 pours left, proven fewest, 1 made")
    board.open(board.driver.current_url, NARROW, dark=True)
    board.shows("count", "2 pours left, proven fewest, 1 made")
    address = board.driver.current_url
    for text in ("game.text", "game.text.replace('pasted', 'other')"):
        board.run(f"location.hash = btoa(JSON.stringify([{text}, [[0, 0]]]))")
        board.shows("now", "These moves do not fit the level.")
        board.until(lambda: board.driver.current_url == address)
    board.run("location.hash = btoa(JSON.stringify([levels[0].text, []]))")
    board.shows("title", "sample-three-colours")
    board.click("undo")
    board.shows("count", "2 pours left, proven fewest, 1 made")
    allowed = {"behavior": "allow", "downloadPath": str(tmp_path)}
    board.driver.execute_cdp_cmd("Browser.setDownloadBehavior", allowed)
    board.click("download")
    board.until(lambda: list(tmp_path.glob("*.yaml")))
    assert named(next(tmp_path.iterdir())).beakers == (("rebeccapurple",), ("#ff8800", "rebeccapurple"), ("#ff8800",))


def test_pours_over_hidden_units_are_judged_and_uncovered_colours_requested(board):
    opened(board, "red ?\nblue ?\ngreen ?\nEMPTY", "Units are hidden")
    board.shows("count", "1 → 4: safe in all 6 ways; uncovers one unit")
    assert board.run("answer.judged = {ways: 5e3, won: new Map([['0,3', 1]])}; return shareOf([0, 3]).words") == "0.1 %"
    board.click("best")
    board.shows("now", "What appeared on beaker 1?")
    board.find("#values [aria-label=green]").click()
    board.shows("count", "3 → 1: safe in all 2 ways; uncovers one unit")
    board.click("undo")
    board.shows("now", "What appeared on beaker 1?")
    board.find("#values [aria-label=green]").click()
    board.click("restart")
    board.shows("verdict", "Units are hidden: 1 of 3 known")
    assert board.beakers()[0] == "Beaker 1: 1 red, 1 green; full"
    board.driver.refresh()
    board.shows("verdict", "Units are hidden: 1 of 3 known")
    board.click("forget")
    board.shows("verdict", "Units are hidden: 0 of 3 known")
    opened(board, "capacity: 1\npuzzle: watersort\nunseen: [pink, teal]\nbeakers: [['?'], ['?']]", "Units are hidden")
    assert (board.every("#values button", "ariaLabel"), board.every("#best", "disabled")) == (["pink", "teal"], [False])
    opened(board, "red ?\nblue ?\ngreen ?\nEMPTY\nEMPTY", "Units are hidden")
    board.run("playOn([[0, 3], [0, 'green'], [3, 4], [2, 0], [2, 'blue'], [1, 2], [1, 'red'], [1, 4]])")
    board.shows("review-words", "5 pours, in hindsight 4 is best: pour 2 costs 1.")
    board.shows("count", "5 made, in hindsight 4 is best")
    opened(board, "red ?\nblue tan\ngreen ?\nblue green\nempty", "Units are hidden")
    board.run("playOn([[0, 4], [0, 'red'], [0, 4], [2, 0], [2, 'tan']])")
    board.shows("verdict", "Lost since pour 3")
    behind = "capacity: 2\npuzzle: watersort\nbeakers: [[red, '?'], [blue, '?'], [tan, '?'], [], []]\ncovered: {5: tan}"
    opened(board, behind, "Units are hidden")
    board.tap(1)
    board.until(lambda: "--hint only" in board.text("count") and "…" not in board.text("moves"))


def test_when_no_pour_can_win_the_game_starts_over_with_what_was_seen(board):
    opened(board, "green ? ?\nred ? ?\nblue ? ?\nempty", "Units are hidden: 0 of 6 known")
    board.tap(1, 4)
    board.shows("now", "What appeared on beaker 1?")
    board.shows("count", "1 made")  # whichever it is can still be poured, though no other top can
    opened(board, "green ? ?\nred ? ?\nred ? ?\nempty", "Units are hidden: 0 of 6 known")
    board.run("playOn([[0, 3], [0, 'green'], [3, 0], [1, 3], [1, 'green']])")
    board.shows("count", "No pour can win any more.")
    board.click("rescue")
    board.shows("verdict", "Units are hidden: 2 of 6 known")
    assert board.beakers()[:2] == ["Beaker 1: 2 green, 1 ?; full", "Beaker 2: 1 red, 1 green, 1 ?; full"]


@pytest.mark.parametrize("board", [WIDE], indirect=True)
def test_the_board_is_played_by_keys(board):
    control, escape, tab, enter, right = "\ue009", "\ue00c", "\ue004", "\ue007", "\ue014"
    board.keys("1", "4")
    board.shows("count", "1 made")
    board.keys("u")
    board.shows("count", "7 pours left")
    board.keys("r", "h", "?")
    board.shows("count", "1 made")
    assert board.find("#hint-steps").is_displayed()
    assert board.find("#keys").is_displayed()
    board.keys(enter, "u", right, enter, right, right, right, enter)  # 1 to 4
    board.shows("count", "1 made")
    board.keys("n", tab, tab, tab, enter, tab)  # a text
    board.driver.switch_to.active_element.send_keys("{", control + enter)
    board.shows("wrong", "expected")
    board.keys(escape, "s", "mine", enter)
    board.until(lambda: not board.find("#saving").is_displayed())
    board.keys("n", tab, tab, enter, tab, enter)  # the first of the saved levels
    board.until(lambda: not board.find("#fresh").is_displayed())
    board.shows("count", "7 pours left, proven fewest")
    board.keys("e")
    board.shows("verdict", "Tap a unit to change it")
    board.keys(escape, "p")
    board.shows("now", "Solved.")
    board.keys("b", escape)  # what the game would do is not offered beside a plan
    for left in range(6, 0, -1):
        board.keys("b")
        board.shows("count", f"{left} pour")
    board.keys("b")
    board.shows("verdict", "Solved!")


def test_the_print_view_has_every_step(board):
    board.shows("count", "7 pours left, proven fewest")
    board.run("window.print = () => {}")
    board.click("print")
    last = board.run("return moveInWords(answer.plan[6])")
    assert board.every("#printed figcaption", "textContent")[::7] == ["Start", f"7. {last}"]


@pytest.mark.parametrize("kind", ["watersort", "squares", "futoshiki", "pipes"])
def test_random_levels_of_all_puzzles_are_answered(board, kind):
    board.run("byId('kind').value = arguments[0]; showOptions(); Math.random = () => 0.7", kind)
    new_level(board, "designed", "Can be")
    board.shows("sides-words", "search: optimal")


def test_squares_are_clicked_and_cells_are_checked_as_they_are_filled_in(board):
    opened(board, text_of("instances/squares/level-02.yaml"), "Can be won")
    board.shows("moves", "best")
    board.run("for (const block of tappable().slice(0, 2)) block.onclick()")  # the second before the first is answered
    board.shows("count", "2 made")
    board.keys("\ue014", "\ue015", "\ue012", "\ue007")  # right, down, left (where no block lies), Enter
    board.until(lambda: board.run("return game.moves.join()") == "0,1,1")
    level = "puzzle: squares\nblocks: [{color: red, position: [0, 0], direction: up, goal: [0, -2]}]"
    opened(board, level, "Cannot be won")
    board.run("return play([0]).then(undoMove).then(() => byId('orders').lastChild.click())")
    board.shows("count", "2 clicks left, proven fewest")
    assert (board.text("order"), board.every("#redo", "disabled")) == ("", [True])
    opened(board, text_of("instances/futoshiki/sp-5x5-easy10.yaml"), "Can be completed")
    board.shows("count", "one solution")
    board.keys("p")  # its button is hidden
    assert board.text() == ""
    board.find(".cell.found").click()
    board.find("#values button").click()
    board.shows("count", "1 made")
    board.keys("\ue014", "1")
    board.shows("now", "has 1 twice")
    board.shows("verdict", "Cannot be completed any more")
    board.run("enterByHand(2); byId('cancel').click()")
    board.shows("now", "has 1 twice")
    opened(board, text_of("instances/pipes/concentric-4x4.yaml"), "Can be completed")
    for left in reversed(range(len(board.every(".left-over", "id")))):
        board.click("best")
        board.until(lambda left=left: len(board.every(".left-over:not([style*=none])", "id")) == left)
        board.shows("verdict", "Can be completed" if left else "Solved!")


@pytest.mark.parametrize(("width", "dark"), [case(240, True, slow=True), (NARROW, False), case(WIDE, True, slow=True)])
def test_all_text_is_legible_and_all_targets_are_large_and_apart(page, address, width, dark):
    page.open(address, width, dark)
    page.shows("verdict", "Can be won")
    page.run("openText(arguments[0])", typed(generate(20, 2)))
    page.until(lambda: len(page.beakers()) == 22)
    page.shows("verdict", "be won")
    page.click("hint", "hint")
    assert page.flaws() == []
    page.run("answer.plan ??= [legalPours(position(), data.capacity)[0]]")
    page.click("show-plan")
    assert page.flaws() == []
    page.click("close-plan", "edit")
    assert page.flaws() == []
    page.click("cancel", "new")
    page.run("document.querySelectorAll('#fresh details').forEach((way) => (way.name = '', way.open = true))")
    assert [flaw for flaw in page.flaws() if "overlap" not in flaw] == []
