"""The board in a real browser, on a real server, as wide as a telephone and as a desk."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from helpers.boards import running_board
from helpers.browser import chromium, resize
from helpers.paths import INSTANCES

pytest.importorskip("starlette", reason="the board's server is not installed: pip install '.[board]'")
wait = pytest.importorskip("selenium.webdriver.support.wait", reason="selenium is not installed: pip install '.[test]'")
STUCK = "red x\nblue x\npink red\npink blue\nEMPTY"  # a first pour of red or blue onto the empty beaker loses
LOST = "red x\nblue x\nblue red"
Board = Callable[..., Any]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    yield from chromium(tmp_path_factory.mktemp("profile"))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running_board(INSTANCES / "watersort" / "sample-three-colours.yaml") as board:
        yield board.address


@pytest.fixture(params=[360, 1400])
def board(browser: Any, address: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    """The board at a width, without a game; afterwards nothing went wrong and nothing is wider than the window."""
    resize(browser, request.param, 900)
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    )
    browser.get("about:blank")
    browser.get(address)
    seen(browser, "verdict", "Can be won")
    yield browser
    assert browser.execute_script("return document.documentElement.scrollWidth") <= request.param
    assert [entry["message"] for entry in browser.get_log("browser") if " 422 " not in entry["message"]] == []


def until(browser: Any, holds: Callable[[], object]) -> None:
    wait.WebDriverWait(browser, 120).until(lambda _: holds())


def seen(browser: Any, name: str, text: str) -> None:
    until(browser, lambda: text in browser.find_element("id", name).text)


def click(browser: Any, *names: str) -> None:
    for name in names:
        browser.execute_script("document.getElementById(arguments[0]).click()", name)


def tap(browser: Any, *beakers: int) -> None:
    for beaker in beakers:
        browser.find_elements("css selector", "#board .beaker")[beaker - 1].click()


def badges(browser: Any) -> list[str]:
    return every(browser, "#board .badge", "textContent")


def every(browser: Any, selector: str, value: str) -> list[Any]:
    """A property of all these elements, read at once: the page may replace them at any time."""
    script = "return [...document.querySelectorAll(arguments[0])].map((each) => each[arguments[1]])"
    return list(browser.execute_script(script, selector, value))


def opened(browser: Any, text: str, verdict: str) -> None:
    browser.execute_script("document.getElementById('paste').value = arguments[0]", text)
    new_level(browser, "open", verdict)


def new_level(browser: Any, button: str, verdict: str) -> None:
    """Click the button and wait for its level, and its verdict."""
    browser.execute_script("document.getElementById('title').textContent = ''")
    click(browser, button)
    until(browser, lambda: browser.find_element("id", "title").text)
    seen(browser, "verdict", verdict)


def test_every_position_is_answered_until_it_is_solved(board: Any) -> None:
    seen(board, "count", "7 pours left, proven fewest")
    seen(board, "moves", "best")
    seen(board, "first", "CP-SAT: optimal")
    seen(board, "more", "With one more empty beaker")
    assert "best" in badges(board)
    assert len(board.find_elements("css selector", "#chart path")) > 2
    for left in range(6, -1, -1):
        click(board, "best")
        seen(board, "verdict", "Can be won" if left else "Solved!")
        seen(board, "count", f"{left} pours left" if left > 1 else "made")
        seen(board, "moves", "best" if left else "")
    click(board, "undo", "undo", "redo")
    seen(board, "count", "1 pour left, proven fewest, 6 made")
    board.refresh()
    seen(board, "count", "1 pour left, proven fewest, 6 made")


def test_hints_spoil_little_by_little(board: Any) -> None:
    seen(board, "moves", "best")
    click(board, "hint")
    seen(board, "hint-steps", "Every shortest plan begins with")
    assert "→" not in board.find_element("id", "hint-steps").text
    click(board, "hint-more", "hint-more", "hint-more")
    seen(board, "hint-steps", "And then: ")
    assert board.find_element("id", "hint-steps").text.count("→") == 3


def test_a_lost_game_is_seen_at_once_and_explained(board: Any) -> None:
    opened(board, STUCK, "Can be won")
    seen(board, "moves", "loses")
    tap(board, 1)
    assert badges(board)[4] == "loses"
    tap(board, 5)
    seen(board, "verdict", "Lost since pour 1")
    seen(board, "why-first", "No top run can leave its place: each needs 6 beakers or more, and there are 5.")
    click(board, "why-next")
    assert len(board.find_elements("css selector", ".unit.pointed")) == 1
    click(board, "rescue")
    seen(board, "verdict", "Can be won")
    opened(board, LOST, "Cannot be won")
    seen(board, "more", "With one more empty beaker")


def test_a_level_is_built_by_tapping(board: Any) -> None:
    click(board, "edit", "clear")
    seen(board, "verdict", "Solved!")
    for color, beakers in (("red", (1, 2)), ("blue", (1, 2))):
        board.find_element("css selector", f"#palette [aria-label={color}]").click()
        for beaker in beakers:
            count = len(units(board))
            tap(board, beaker)
            seen_units(board, count + 1)
    click(board, "edit")
    assert contents(board)[:2] == ["Beaker 1: 1 blue, 1 red", "Beaker 2: 1 blue, 1 red"]
    seen(board, "why-first", "2 units of red cannot fill beakers of 4.")
    click(board, "undo")
    seen_units(board, 3)
    click(board, "more-beakers")
    until(board, lambda: len(contents(board)) == 5)
    board.execute_script("byId('capacity').value = 1; byId('capacity').dispatchEvent(new Event('change'))")
    until(board, lambda: contents(board)[0] == "Beaker 1: 1 red; full")


def contents(board: Any) -> list[str]:
    return every(board, "#board .beaker", "ariaLabel")


def seen_units(board: Any, count: int) -> None:
    until(board, lambda: len(units(board)) == count)


def units(board: Any) -> list[Any]:
    return every(board, "#board .unit[class*=' c']", "tagName")


def test_hidden_units_are_judged_and_asked_for(board: Any) -> None:
    opened(board, "red ?\nblue ?\ngreen ?\nEMPTY", "Units are hidden")
    seen(board, "count", "1 → 4: safe in all 6 ways; uncovers one unit")
    click(board, "best")
    seen(board, "now", "What appeared on beaker 1?")
    board.find_element("css selector", "#values [aria-label=green]").click()
    seen(board, "count", "3 → 1: safe in all 2 ways; uncovers one unit")
    click(board, "undo")
    seen(board, "now", "What appeared on beaker 1?")


def test_keys_play(board: Any) -> None:
    body = board.find_element("tag name", "body")
    body.send_keys("1", "4")
    seen(board, "count", "1 made")
    body.send_keys("u")
    seen(board, "count", "7 pours left")
    body.send_keys("r", "h")
    seen(board, "count", "1 made")
    assert board.find_element("id", "hints").is_displayed()
    body.send_keys("?")
    assert board.find_element("id", "keys").is_displayed()
    board.find_element("css selector", "#keys button").click()
    body.send_keys("\ue014")  # right
    assert board.switch_to.active_element.get_attribute("aria-label").startswith("Beaker 1")


def test_the_print_view_has_every_step(board: Any) -> None:
    seen(board, "count", "7 pours left, proven fewest")
    board.execute_script("window.print = () => {}")
    click(board, "print")
    board.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert not board.find_element("tag name", "main").is_displayed()
    assert all(each.is_displayed() for each in board.find_elements("css selector", "#printed figure"))
    board.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    last = board.execute_script("return moveInWords(answer.plan[6])")
    assert every(board, "#printed figcaption", "textContent")[::7] == ["Start", f"7. {last}"]


def test_what_is_no_level_is_one_line(board: Any) -> None:
    board.execute_script("openPasted('{')")
    seen(board, "now", "expected")
    board.execute_script("openPasted('red red red red\\n</script><b>hit</b>')")
    seen(board, "verdict", "Cannot be won")
    assert not board.find_elements("css selector", "main b")


@pytest.mark.parametrize("kind", ["watersort", "squares", "futoshiki", "pipes"])
def test_random_levels_of_all_puzzles_are_answered(board: Any, kind: str) -> None:
    board.execute_script("byId('kind').value = arguments[0]; showOptions(); Math.random = () => 0.7", kind)
    new_level(board, "designed", "Can be")
    seen(board, "first", "search: optimal")


def test_squares_are_clicked_and_cells_filled_in_with_a_check(board: Any) -> None:
    opened(board, (INSTANCES / "squares" / "level-02.yaml").read_text(encoding="utf-8"), "Can be won")
    seen(board, "moves", "best")
    click(board, "best")
    seen(board, "count", "1 made")
    opened(board, (INSTANCES / "futoshiki" / "sp-5x5-easy10.yaml").read_text(encoding="utf-8"), "Can be completed")
    seen(board, "count", "one solution")
    for cell in (0, 1):
        board.execute_script(
            "document.querySelectorAll('.cell.found')[arguments[0]].dispatchEvent(new Event('click'))", cell
        )
        board.execute_script("document.querySelectorAll('#values button')[0].click()")
        seen(board, "count", f"{cell + 1} made")
    seen(board, "now", "has 1 twice")
    seen(board, "verdict", "Cannot be solved any more")
