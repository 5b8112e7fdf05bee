"""The board in a real browser, on a real server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.boards import running_board
from helpers.browser import Page
from helpers.paths import INSTANCES
from instances.puzzles.loading import load

pytest.importorskip("starlette", reason="the board's server is not installed: pip install '.[board]'")
STUCK = "red x\nblue x\npink red\npink blue\nEMPTY"  # a first pour of red or blue onto the empty beaker loses
NARROW, WIDE = 360, 1400
DROP = """
const moved = new DataTransfer();
moved.items.add(new File([arguments[0]], "level.txt"));
dispatchEvent(new DragEvent("drop", {dataTransfer: moved}));
"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running_board(INSTANCES / "watersort" / "sample-three-colours.yaml") as board:
        yield board.address


@pytest.fixture
def board(page: Page, address: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The board without a game; afterwards nothing went wrong, and nothing is wider than a window of any width."""
    width = getattr(request, "param", NARROW)
    page.open(address, width)
    page.shows("verdict", "Can be won")
    yield page
    assert page.run("return document.documentElement.scrollWidth") <= width
    assert [error for error in page.errors() if " 422 " not in error] == []


def opened(board: Page, text: str, verdict: str) -> None:
    board.run("byId('paste').value = arguments[0]", text)
    new_level(board, "open", verdict)


def new_level(board: Page, button: str, verdict: str) -> None:
    """Click the button and wait for its level, and its verdict."""
    board.run("byId('title').textContent = ''")
    board.click(button)
    board.until(lambda: board.text("title"))
    board.shows("verdict", verdict)


@pytest.mark.parametrize("board", [NARROW, WIDE], indirect=True)
def test_every_position_is_answered_until_it_is_solved(board: Page) -> None:
    board.shows("count", "7 pours left, proven fewest")
    board.shows("moves", "best")
    board.shows("first", "CP-SAT: optimal")
    board.shows("more", "With one more empty beaker: ")
    assert "best" in board.every("#board .badge", "textContent")
    assert len(board.every("#chart path", "id")) > 2
    for left in range(6, -1, -1):
        board.click("best")
        board.shows("verdict", "Can be won" if left else "Solved!")
        board.shows("count", f"{left} pours left" if left > 1 else "made")
        board.shows("moves", "best" if left else "")
    board.click("undo", "undo", "redo")
    board.shows("count", "1 pour left, proven fewest, 6 made")
    board.driver.refresh()
    board.shows("count", "1 pour left, proven fewest, 6 made")


def test_hints_reveal_more_step_by_step(board: Page) -> None:
    board.shows("moves", "best")
    board.click("hint")
    board.shows("hint-steps", "Every shortest plan begins with")
    assert "→" not in board.text("hint-steps")
    board.click("hint", "hint", "hint")
    board.shows("hint-steps", "And then: ")
    assert board.text("hint-steps").count("→") == 3


@pytest.mark.parametrize("board", [NARROW, WIDE], indirect=True)
def test_a_lost_game_is_recognized_at_once_and_explained(board: Page) -> None:
    opened(board, STUCK, "Can be won")
    board.shows("moves", "loses")
    board.tap(1)
    assert board.every("#board .badge", "textContent")[4] == "loses"
    board.tap(5)
    board.shows("verdict", "Lost since pour 1")
    board.shows("why-first", "No top run can leave its place: each needs 6 beakers or more, and there are 5.")
    board.click("why-next")
    assert len(board.every(".unit.pointed", "id")) == 1
    board.click("rescue")
    board.shows("verdict", "Can be won")
    opened(board, text_of("watersort/deal-9c1e4h-7015"), "Cannot be won")
    board.shows("why-steps", "can never leave.")
    board.shows("more", "With one more empty beaker: ")


def test_a_level_is_built_by_tapping(board: Page) -> None:
    def units() -> int:
        return len(board.every("#board .unit[class*=' c']", "id"))

    board.click("edit", "clear")
    board.shows("verdict", "Solved!")
    for count, (color, beaker) in enumerate([("red", 1), ("red", 2), ("blue", 1), ("blue", 2)], 1):
        board.find(f"#palette [aria-label={color}]").click()
        board.tap(beaker)
        board.until(lambda count=count: units() == count)
    assert board.beakers()[:2] == ["Beaker 1: 1 blue, 1 red", "Beaker 2: 1 blue, 1 red"]
    board.shows("why-first", "2 units of red cannot fill beakers of 4.")
    board.click("undo")
    board.until(lambda: units() == 3)
    board.click("more-beakers")
    board.until(lambda: len(board.beakers()) == 5)
    board.click("fewer-beakers")
    board.until(lambda: len(board.beakers()) == 4)
    for color, left in (("'?'", 4), ("remove", 3)):
        board.find(f"#palette [aria-label={color}]").click()
        board.tap(3)
        board.until(lambda left=left: units() == left)
    board.run("byId('capacity').value = 1; changeCapacity()")
    board.until(lambda: board.beakers()[0] == "Beaker 1: 1 red; full")


def test_a_level_is_dropped_shared_and_downloaded(board: Page, tmp_path: Path) -> None:
    board.run(DROP, "#ff8800 rebeccapurple\nrebeccapurple #ff8800\nEMPTY")
    board.shows("count", "3 pours left")
    hues = "return [...document.querySelectorAll('.c0 .paint, .c1 .paint')].map((unit) => getComputedStyle(unit).fill)"
    assert set(board.run(hues)) == {"rgb(255, 136, 0)", "rgb(102, 51, 153)"}
    assert set(board.every("#board .unit text", "textContent")) == {"ff", "rb", ""}
    board.tap(1, 3)
    board.shows("count", "2 pours left, proven fewest, 1 made")
    board.open(board.driver.current_url, NARROW, dark=True)
    board.shows("count", "2 pours left, proven fewest, 1 made")
    allowed = {"behavior": "allow", "downloadPath": str(tmp_path)}
    board.driver.execute_cdp_cmd("Browser.setDownloadBehavior", allowed)
    board.click("download")
    board.until(lambda: list(tmp_path.glob("*.yaml")))
    assert load(next(tmp_path.iterdir()))[1].beakers == (("rebeccapurple",), ("#ff8800", "rebeccapurple"), ("#ff8800",))


def test_pours_over_hidden_units_are_judged_and_uncovered_colours_requested(board: Page) -> None:
    opened(board, "red ?\nblue ?\ngreen ?\nEMPTY", "Units are hidden")
    board.shows("count", "1 → 4: safe in all 6 ways; uncovers one unit")
    board.click("best")
    board.shows("now", "What appeared on beaker 1?")
    board.find("#values [aria-label=green]").click()
    board.shows("count", "3 → 1: safe in all 2 ways; uncovers one unit")
    board.click("undo")
    board.shows("now", "What appeared on beaker 1?")
    opened(board, "capacity: 1\npuzzle: watersort\nunseen: [pink, teal]\nbeakers: [['?'], ['?']]", "Units are hidden")
    assert board.every("#values button", "ariaLabel") == ["pink", "teal"]


def test_the_board_is_played_by_keys(board: Page) -> None:
    board.keys("1", "4")
    board.shows("count", "1 made")
    board.keys("u")
    board.shows("count", "7 pours left")
    board.keys("r", "h", "?")
    board.shows("count", "1 made")
    assert board.find("#hints").is_displayed()
    assert board.find("#keys").is_displayed()
    board.find("#keys button").click()
    board.keys("u", "\ue014", "\ue007", "\ue014", "\ue014", "\ue014", "\ue007")  # right, Enter: 1 to 4
    board.shows("count", "1 made")


def test_the_print_view_has_every_step(board: Page) -> None:
    board.shows("count", "7 pours left, proven fewest")
    board.run("window.print = () => {}")
    board.click("print")
    last = board.run("return moveInWords(answer.plan[6])")
    assert board.every("#printed figcaption", "textContent")[::7] == ["Start", f"7. {last}"]


def test_text_that_is_no_level_is_refused_in_one_line(board: Page) -> None:
    board.run("openPasted('{')")
    board.shows("now", "expected")
    board.run("openPasted('red red red red\\n</script><b>hit</b>')")
    board.shows("verdict", "Cannot be won")
    assert not board.every("main b", "id")


@pytest.mark.parametrize("kind", ["watersort", "squares", "futoshiki", "pipes"])
def test_random_levels_of_all_puzzles_are_answered(board: Page, kind: str) -> None:
    board.run("byId('kind').value = arguments[0]; showOptions(); Math.random = () => 0.7", kind)
    new_level(board, "designed", "Can be")
    board.shows("first", "search: optimal")


def test_squares_are_clicked_and_cells_are_checked_as_they_are_filled_in(board: Page) -> None:
    opened(board, text_of("squares/level-02"), "Can be won")
    board.shows("moves", "best")
    board.find(".block").click()
    board.shows("count", "1 made")
    board.keys("\ue014", "\ue007")  # right, Enter
    board.shows("count", "2 made")
    opened(board, text_of("futoshiki/sp-5x5-easy10"), "Can be completed")
    board.shows("count", "one solution")
    board.find(".cell.found").click()
    board.find("#values button").click()
    board.shows("count", "1 made")
    board.keys("\ue014", "1")
    board.shows("now", "has 1 twice")
    board.shows("verdict", "Cannot be completed any more")
    opened(board, text_of("pipes/blog-5x5"), "Can be completed")
    for left in reversed(range(len(board.every(".left-over", "id")))):
        board.click("best")
        board.until(lambda left=left: len(board.every(".left-over:not([style*=none])", "id")) == left)
        board.shows("verdict", "Can be completed" if left else "Solved!")


def text_of(file: str) -> str:
    return (INSTANCES / f"{file}.yaml").read_text(encoding="utf-8")
