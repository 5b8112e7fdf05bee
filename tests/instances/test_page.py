"""The page in a real browser: watched to the end, played, resized; nothing that people write becomes markup."""

import json
import random
import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml

from helpers.browser import chromium, resize
from helpers.paths import INSTANCES
from instances.drawing.colors import NAMES
from instances.page import page
from instances.puzzle_commands import main
from instances.puzzles import PUZZLES, load
from instances.solving.limits import Settings, Watch
from instances.text import printable
from instances.watersort.bounds import interned
from instances.watersort.files import generate
from instances.watersort.rules import Deal, Pour, after, canonical, pours
from instances.watersort.rules import solved as solved_state
from search_baseline.solvers import SIDE

GRIDS = ["squares/level-02", "futoshiki/sp-5x5-easy10", "pipes/blog-5x5"]
Open = Callable[..., Any]
HOSTILE = (
    "</script><script>window.hit=1</script>",
    "<img/src=x/onerror=window.hit=2>",
    "&lt;",
    "$title",
    "`${1}`",
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    yield from chromium(tmp_path_factory.mktemp("profile"))


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Opens the page of an instance and its steps; afterwards the console must hold no error."""

    def open_page(puzzle: str, instance: Any, steps: tuple[Any, ...] = (), **rest: Any) -> Any:
        path = tmp_path / "page.html"
        path.write_text(page(PUZZLES[puzzle], instance, steps, **rest), encoding="utf-8")
        resize(browser, 800)
        browser.get(path.as_uri())
        return browser

    yield open_page
    assert [entry["message"] for entry in browser.get_log("browser")] == []


def solved(path: Path) -> tuple[str, Any, tuple[Any, ...]]:
    puzzle, instance = load(path)
    result = SIDE.solver(puzzle.name).load()(instance, Settings(), Watch(60))
    return puzzle.name, instance, result.plan or result.solutions


def now(browser: Any) -> str:
    return str(browser.find_element("id", "now").text)


def click(browser: Any, *names: str) -> None:
    for name in names:
        browser.find_element("id", name).click()


def tap(browser: Any, *beakers: int) -> None:
    for beaker in beakers:
        browser.find_elements("class name", "beaker")[beaker - 1].click()


def contents(browser: Any) -> list[str]:
    return [beaker.get_attribute("aria-label") for beaker in browser.find_elements("class name", "beaker")]


def still(browser: Any) -> None:
    """Nothing moves, and nothing ever waits: every animation takes no time."""
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    )


def test_a_plan_is_clicked_through_to_solved(opened: Open) -> None:
    name, deal, plan = solved(INSTANCES / "watersort" / "sample-three-colours.yaml")
    browser = opened(name, deal, plan, answer="7 pours, proven shortest", fewest=7, proven=True)
    still(browser)
    assert now(browser) == "Start; 7 pours to go."
    for number in range(1, 8):
        click(browser, "next")
        assert now(browser).startswith(f"Pour {number} of 7: ")
        assert browser.find_element("id", "slider").get_attribute("value") == str(number)
        assert browser.find_element("css selector", "[aria-current=step] .count").text == f"{number}."
    assert now(browser).endswith(". Solved.")
    assert sum("; full" in beaker for beaker in contents(browser)) == 3
    click(browser, "first")
    assert contents(browser)[3] == "Beaker 4: empty"
    assert contents(browser)[0] == "Beaker 1: 1 red, 1 green, 1 blue, 1 red; full"


def test_a_plan_plays_by_itself_and_every_pour_is_seen(opened: Open) -> None:
    name, deal, plan = solved(INSTANCES / "watersort" / "sample-three-colours.yaml")
    browser = opened(name, deal, plan, fewest=7, proven=True)
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": ""}]}
    )
    browser.execute_script(
        "window.angles = 0; const animate = Element.prototype.animate;"
        "Element.prototype.animate = function (...all) { window.angles += 1; return animate.apply(this, all); }"
    )
    browser.execute_script("document.getElementById('speed').value = '4'")
    browser.find_element("tag name", "body").send_keys(" ")
    wait_for(browser, lambda: now(browser).endswith("Solved."))
    assert browser.execute_script("return window.angles") >= 4 * 6
    browser.find_element("tag name", "body").send_keys("\ue011")  # Home
    assert now(browser).startswith("Start")
    browser.find_element("tag name", "body").send_keys("\ue014\ue014\ue012")  # right, right, left
    assert now(browser).startswith("Pour 1 of 7")


def wait_for(browser: Any, condition: Callable[[], bool]) -> None:
    from selenium.webdriver.support.wait import WebDriverWait

    WebDriverWait(browser, 60).until(lambda _: condition())


def test_one_plays_undoes_and_goes_back_to_the_plan(opened: Open) -> None:
    deal = Deal("two", 2, (("red", "blue"), ("blue", "red"), ()))
    plan = (Pour(0, 2, "blue", 1), Pour(1, 0, "red", 1), Pour(1, 2, "blue", 1))
    browser = opened("watersort", deal, plan, fewest=3, proven=True)
    still(browser)
    before = contents(browser)
    tap(browser, 1, 2)
    assert now(browser) == "Beaker 2 is full."
    assert contents(browser) == before
    tap(browser, 3)
    assert now(browser) == "Beaker 3 is empty."
    tap(browser, 2, 3)
    assert now(browser) == "2 → 3, 1 red. It can still be won. 1 pour so far; the fewest is 3."
    tap(browser, 1, 3)
    assert now(browser) == "blue does not go onto red."
    click(browser, "undo")
    assert contents(browser) == before
    assert not browser.find_element("id", "undo").is_enabled()
    tap(browser, 1, 3, 2, 1, 2, 3)
    assert now(browser) == "2 → 3, 1 blue. Solved! 3 pours so far; the fewest is 3."
    click(browser, "plan")
    assert contents(browser) == before
    assert now(browser) == "Start; 3 pours to go."


def test_taps_faster_than_the_pours_end_where_they_should(opened: Open) -> None:
    browser = opened("watersort", Deal("two", 2, (("red", "blue"), ("blue", "red"), (), ())), fewest=3, proven=True)
    browser.execute_script("for (const beaker of [0, 2, 1, 3, 0, 3]) tap(beaker)")
    assert now(browser) == "1 → 4, 1 red. It can still be won. 3 pours so far; the fewest is 3."
    expected = ["empty", "1 blue", "1 blue", "2 red; full"]
    wait_for(browser, lambda: contents(browser) == [f"Beaker {i}: {words}" for i, words in enumerate(expected, 1)])
    wait_for(browser, lambda: not browser.find_elements("css selector", ".moving, .stream.on"))


def test_the_pages_rules_are_the_rules(opened: Open) -> None:
    """Every pour of positions along random games, solved and stuck ones among them."""
    stream, states = random.Random(1), [generate(3, 0, 3).beakers]
    for seed in range(12):
        states.append(generate(3, 1, 3, seed=seed).beakers)
        for _ in range(20):
            states.append(after(states[-1], stream.choice(list(pours(states[-1], 3)))))
    number = {color: i for i, color in enumerate(PUZZLES["watersort"].drawing.colors(generate(3, 1, 3)))}
    numbered = [[[number[unit] for unit in beaker] for beaker in state] for state in states]
    found = opened("watersort", generate(3, 1, 3)).execute_script(
        "return arguments[0].map((state) => [isSolved(state, 3), isStuck(state, 3), state.flatMap((source, i) =>"
        " state.flatMap((target, j) => i !== j && poured(source, target, 3)"
        " ? [[i, j, afterPour(state, i, j, 3)]] : []))]);",
        numbered,
    )
    for state, (page_solved, page_stuck, page_pours) in zip(states, found, strict=True):
        legal = list(pours(state, 3))
        assert (page_solved, page_stuck) == (solved_state(state, 3), not legal)
        assert page_pours == [
            [p.source, p.target, [[number[unit] for unit in beaker] for beaker in after(state, p)]] for p in legal
        ]
    assert {page_solved for page_solved, _, _ in found} == {page_stuck for _, page_stuck, _ in found} == {True, False}


def test_the_page_knows_what_can_be_won(opened: Open) -> None:
    """All positions of whole games, by plain breadth-first search: 10,000 and more, of eight sizes."""
    positions, truth = [], []
    sizes = [(2, 0, 4), (3, 1, 3), (3, 1, 4), (4, 1, 3), (4, 1, 4), (5, 1, 3), (5, 1, 4)]
    for size, seed in product(sizes, range(80)):
        won = winnable(generate(*size, seed=seed))
        positions += [[state, size[2]] for state in won]
        truth += won.values()
    assert len(positions) >= 10_000
    assert min(truth.count(True), truth.count(False)) > 1_000
    browser = opened("watersort", generate(4, 1, 4))
    number = {color: i for i, color in enumerate(NAMES)}
    numbered = [[[[number[unit] for unit in beaker] for beaker in state], most] for state, most in positions]
    found = browser.execute_script("return arguments[0].map((each) => canBeWon(...each))", numbered)
    assert found == truth


def winnable(deal: Deal) -> dict[tuple[tuple[str, ...], ...], bool]:
    """Every position that pours lead to, and whether it can be won, from the solved ones backwards."""
    before: dict[Any, list[Any]] = {canonical(deal.beakers): []}
    waiting = list(before)
    for state in waiting:
        for pour in pours(state, deal.capacity):
            later = canonical(after(state, pour))
            if later not in before:
                waiting.append(later)
            before.setdefault(later, []).append(state)
    won = [state for state in waiting if solved_state(state, deal.capacity)]
    seen = set(won)
    for state in won:
        won += [each for each in dict.fromkeys(before[state]) if each not in seen]
        seen.update(before[state])
    return {state: state in seen for state in waiting}


def test_what_is_too_large_to_decide_is_not_decided(opened: Open) -> None:
    browser = opened("watersort", generate(3, 0, 4))
    for colors, looks in ((24, 10_000), (1000, 4_000_000)):
        _, beakers = interned(generate(colors, 2, 4, seed=16))
        assert browser.execute_script("return canBeWon(arguments[0], 4, arguments[1])", beakers, looks) is None


STUCK = Deal("stuck", 2, (("x", "red"), ("x", "blue"), ("red", "pink"), ("blue", "pink"), ()))


def test_a_lost_game_leads_back_to_what_can_be_won(opened: Open) -> None:
    browser = opened("watersort", STUCK)
    still(browser)
    assert now(browser) == "Play yourself: tap a beaker, then another."
    tap(browser, 1, 5)
    assert now(browser) == "1 → 5, 1 red. No pour is left. Lost since pour 1. 1 pour so far."
    click(browser, "rescue")
    assert now(browser) == "It can still be won. 0 pours so far."


def test_moves_that_lost_are_named_on_their_page(opened: Open) -> None:
    browser = opened("watersort", STUCK, (Pour(0, 4, "red", 1),))
    still(browser)
    assert not browser.find_element("id", "rescue").is_displayed()
    click(browser, "next")
    assert now(browser) == "Pour 1 of 1: 1 → 5, 1 red. Lost since pour 1."
    click(browser, "rescue")
    assert now(browser) == "You play from step 0. It can still be won. 0 pours so far."


def test_a_game_that_began_lost_says_so_from_the_start(opened: Open) -> None:
    deal = Deal("lost", 2, (("x", "red"), ("x", "blue"), ("red", "blue")))
    browser = opened("watersort", deal)
    assert now(browser) == "Play yourself: tap a beaker, then another. It cannot be won: lost from the start."


def test_the_position_is_copied_as_a_file_that_loads(opened: Open, tmp_path: Path) -> None:
    words = ("on", "1", "~", "é", "a'b", 'q"q', "#x", "☃")
    deal = Deal('x: "y" \u2028 é', 4, (words[:4], words[4:], ()))
    browser = opened("watersort", deal)
    still(browser)
    tap(browser, 1, 3)
    click(browser, "copy")
    path = tmp_path / "copied.yaml"
    path.write_text(browser.find_element("id", "yaml").get_attribute("value"), encoding="utf-8")
    copied = load(path)[1]
    assert copied.beakers == (words[:3], words[4:], words[3:4])
    assert yaml.safe_load(path.read_text(encoding="utf-8"))["name"] == deal.name


@pytest.mark.parametrize("colors", [5, 40])
@pytest.mark.parametrize("width", [360, 800, 1600])
def test_every_width_holds_all_beakers(opened: Open, width: int, colors: int) -> None:
    deal = generate(colors, 2, 4)
    browser = opened("watersort", deal, (next(pours(deal.beakers, 4)),))
    for dark in (False, True):
        resize(browser, width, dark=dark)
        wide, inside = browser.execute_async_script(
            "const done = arguments[0], seen = () => {"
            "const boxes = [...document.querySelectorAll('.beaker')].map((each) => each.getBoundingClientRect());"
            "done([document.documentElement.scrollWidth,"
            " boxes.every((box) => box.left >= 0 && box.right <= innerWidth && box.width >= 38)]);"
            "}; requestAnimationFrame(() => requestAnimationFrame(seen));"
        )
        assert wide <= width
        assert inside


def test_hostile_names_stay_text(opened: Open) -> None:
    colors = HOSTILE
    deal = Deal("".join(HOSTILE) + "\u2028", 2, (colors[:2], colors[2:4], colors[4:], ()))
    browser = opened("watersort", deal, (Pour(0, 3, colors[1], 1),), answer="</p><script>window.hit=3</script>")
    still(browser)
    assert browser.find_element("tag name", "h1").get_attribute("textContent") == printable(deal.name)
    assert [item.text for item in browser.find_elements("css selector", "#legend span")] == sorted(colors)
    click(browser, "next")
    assert colors[1] in now(browser)
    assert browser.execute_script("return window.hit") is None
    assert browser.execute_script("return performance.getEntriesByType('resource').length") == 0
    assert len(browser.find_elements("tag name", "script")) == 2


@pytest.mark.parametrize("file", GRIDS)
def test_the_other_puzzles_play_to_their_end(opened: Open, file: str) -> None:
    browser = opened(*solved(INSTANCES / f"{file}.yaml"))
    still(browser)
    start = browser.find_element("id", "board").get_attribute("innerHTML")
    click(browser, "next")
    wait_for(browser, lambda: browser.find_element("id", "board").get_attribute("innerHTML") != start)
    click(browser, "last")
    assert now(browser).endswith("Solved.") or now(browser) == "Solution 1."


def test_a_page_is_one_small_file_that_asks_for_nothing() -> None:
    deal = generate(12, 2, 4, seed=1)
    result = SIDE.solver("watersort").load()(deal, Settings(), Watch(60))
    assert result.plan is not None
    assert len(result.plan) > 35
    text = page(PUZZLES["watersort"], deal, result.plan)
    assert len(text.encode()) < 150_000
    assert not re.findall(r"https?://(?!www\.w3\.org/)|@import|src=|<link", text)


@pytest.mark.parametrize(
    "file", ["watersort/level-133", "squares/level-12", "futoshiki/sp-5x5-easy10", "pipes/blog-5x5"]
)
def test_a_drawing_is_well_formed_and_holds_no_script(file: str, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    assert main(["show", str(INSTANCES / f"{file}.yaml"), "--svg", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    root = xml(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "script" not in text


def xml(text: str) -> Any:
    from xml.etree import ElementTree

    return ElementTree.fromstring(text)


def test_hostile_names_are_text_in_a_drawing() -> None:
    deal = Deal("a<b>&\x00\ud800", 2, (("</style>", "<b>"), ("]]>", '"'), ()))
    text = PUZZLES["watersort"].drawing.svg(deal)
    assert {"</style>", "<b>", "]]>", '"'} <= {element.text for element in xml(text).iter()}


def test_what_is_too_large_to_draw_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    big = tmp_path / "big.yaml"
    beakers = "\n".join("- [" + ", ".join(["red"] * 50) + "]" for _ in range(1000))
    big.write_text(f"puzzle: watersort\nname: big\ncapacity: 1000000\nbeakers:\n{beakers}\n", encoding="utf-8")
    assert main(["show", str(big), "--svg", str(tmp_path / "big.svg")]) == 31
    assert "too many to draw" in capsys.readouterr().err
    assert main(["show", str(big), "--page", str(tmp_path / "none" / "page.html")]) == 31


def test_answers_that_are_none_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(INSTANCES / "watersort" / "one-pour.yaml")
    answer = tmp_path / "answer.json"
    for text in ("", "[]", "{}", '{"plan": 3}', '{"plan": [{}]}', json.dumps({"plan": [{"from": 9, "to": 1}]})):
        answer.write_text(text, encoding="utf-8")
        assert main(["show", file, "--answer", str(answer), "--page", str(tmp_path / "page.html")]) == 31
        assert re.fullmatch(r"\S+answer.json:\d+:\d+: .*expected .*\n", capsys.readouterr().err)
