"""What the page keeps: over reloads, closed tabs, back and forward, with damaged or full storage; and the site."""

import http.server
import threading
from contextlib import contextmanager
from functools import partial

import pytest

from helpers.commands import command

STUCK = "red teal\nblue teal\npink red\npink blue\nempty"
ACTIVE = "return navigator.serviceWorker.ready.then(({active}) => active.state)"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"


@contextmanager
def serving(folder):
    """The address of a web host that serves this folder, until it ends."""
    handler = partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_address[1]}/"
        host.shutdown()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the site in a folder of its own."""
    folder = tmp_path_factory.mktemp("host")
    done = command("fewest_pours", "page", "--site", "games/pours", folder=folder)
    assert done.returncode == 0, done.stderr
    assert sum(file.stat().st_size for file in (folder / "games" / "pours").iterdir()) <= 250_000
    return folder


@pytest.fixture
def site(page, folder):
    with serving(folder) as address:
        page.open(f"{address}games/pours/", 360, phone=True)
        page.shows("title", "Level 1")
        yield page
    assert page.errors() == []


def enter_stuck(page):
    page.run("openText(arguments[0])", STUCK)
    page.shows("count", "5 pours left, proven fewest")


def test_the_levels_of_a_site_are_chosen_solved_and_marked(site):
    assert site.run("return levels.length") == 12
    site.run("byId('language').value = 'de'; byId('language').dispatchEvent(new Event('change'))")
    site.shows("count", "noch 13 Züge, bewiesen minimal")
    site.run("playOn([[0, 4], [4, 5]])")
    for left in range(12, 0, -1):
        site.shows("count", f"noch {left} ")
        site.click("best")
    site.shows("verdict", "Gelöst!")
    site.shows("review-words", "14 Züge, am besten 13: Zug 2 kostet 1.")
    site.shows("count", "14 gemacht, am besten 13")
    site.run("document.querySelectorAll('#review-steps button')[1].click()")
    site.shows("now", "Besser: ")
    site.run("document.querySelectorAll('#review-steps button')[12].click()")
    site.shows("count", "noch 2 Züge, bewiesen minimal, 12 gemacht")
    site.click("undo", "undo")
    site.shows("verdict", "Gelöst!")
    site.touch("#next-level")
    site.shows("title", "Level 2")
    site.run("levels[1].other = `# turned\n${game.text}`; openText(levels[1].other)")
    site.until(lambda: site.run("return game.text === levels[1].other && answer.plan"))
    site.run("playOn(answer.plan)")
    site.until(lambda: site.find("#next-level").is_displayed())
    site.touch("#new")
    site.touch("#by-level summary")
    assert site.every("#level-list .solved-mark", "textContent")[:3] == ["✓", "✓", ""]
    site.touch("#level-list button", 2)
    site.shows("title", "Level 3")
    assert site.run("return document.documentElement.scrollWidth") <= 360


def test_a_site_opens_without_a_network(page, folder):
    with serving(folder) as address:
        page.open(f"{address}games/pours/", 360)
        page.until(lambda: page.run(ACTIVE) == "activated")
        assert page.every("link[rel=manifest]", "href") == [f"{address}games/pours/manifest.json"]
    page.driver.refresh()
    page.shows("title", "Level 1")
    page.shows("count", "13 pours left, proven fewest")


def test_a_game_survives_a_reload_a_closed_tab_and_back_which_undoes_pours(site):
    enter_stuck(site)
    site.click("edit", "begin")
    site.until(lambda: site.run("return history.state.kind") == "position")
    for made, source in ((1, 2), (2, 3)):
        site.touch(".beaker", source)
        site.touch(".beaker", 4)
        site.shows("count", f"{made} made")
    for entries, count in ((-1, "1 made"), (1, "2 made")):
        site.run("history.go(arguments[0])", entries)
        site.shows("count", count)
    site.click("undo")
    for entries, count in ((-1, "5 pours left, proven fewest"), (2, "1 made")):  # two places hold 1 pour
        site.run("history.go(arguments[0])", entries)
        site.shows("count", count)
    site.driver.refresh()
    site.shows("count", "1 made")
    site.run("history.go(-3)")
    site.shows("count", "5 pours left, proven fewest")
    for _ in range(4):
        site.driver.back()
    assert site.text("title") == "pasted"
    site.touch(".beaker", 0)
    site.touch(".beaker", 4)
    site.shows("verdict", "Lost since pour 1")
    site.touch("#why-next")
    site.shows("now", "cannot leave now")
    site.touch("#rescue")
    site.shows("verdict", "Can be won")
    site.touch("#undo")
    site.shows("verdict", "Lost since pour 1")
    address = site.driver.current_url.partition("#")[0]
    site.open(address, 360, phone=True, fresh=False)
    site.shows("verdict", "Lost since pour 1")


def test_a_level_that_is_half_entered_survives_a_reload_and_the_switch_of_costs_too(site):
    site.click("costs")
    site.run("enterByHand(3)")
    for color in ("red", "blue", "green"):
        site.touch(f"#palette [title={color}]")
    units = site.beakers()
    site.driver.refresh()
    site.until(lambda: site.beakers() == units)
    assert "9 units to go" in site.text("count")
    site.driver.back()
    site.shows("verdict", "Can be won")
    site.driver.refresh()
    site.shows("title", "Level 1")
    site.driver.forward()
    site.until(lambda: site.beakers() == units)
    site.touch("#cancel")
    site.shows("verdict", "Can be won")
    site.driver.forward()
    site.driver.refresh()
    site.shows("title", "Level 1")
    assert site.every("#costs", "checked") == [False]


def save(site, name):
    """Save the level under a name; what the dialog says of the name, and then of the saving."""
    site.run("byId('keep-level').scrollIntoView({block: 'center'})")
    site.touch("#keep-level")
    site.run("byId('name').value = arguments[0]", name)
    site.find("#name").send_keys(" ")
    said = site.text("saving-words")
    site.touch("#save")
    return said, site.text("saving-words")


def test_levels_are_saved_under_names_opened_and_removed(site):
    hostile = "</li><img src=x onerror=alert(1)> \u202e 🎉"
    assert save(site, hostile) == ("", "")
    enter_stuck(site)
    assert save(site, "mine") == ("", "")
    assert save(site, "mine")[0].startswith("This replaces")
    site.driver.refresh()
    site.shows("title", "pasted")
    site.run("scrollTo(0, 0)")
    site.touch("#new")
    site.touch("#by-saved summary")
    assert site.every("#saved-list bdi", "textContent") == ["mine", hostile]
    site.touch("#saved-list li:first-child button", 1)
    site.touch("#saved-list li:first-child button")  # puts it back
    site.touch("#saved-list li:first-child button", 1)
    site.touch("#saved-list li:last-child button")
    site.shows("title", "Level 1")
    site.touch("#new")
    assert site.every("#saved-list bdi", "textContent") == [hostile]
    site.run("byId('fresh').close()")
    site.run(FULL)
    assert save(site, "other")[1].startswith("Not saved")


@pytest.mark.parametrize("poison", ["{", "7", '{"cells": [[99]], "covers": [null], "level": {}, "doubts": 3}', "null"])
def test_damaged_and_full_storage_are_harmless(site, poison):
    for name in ("draft", "game", "solved", "costs", "saved", "order"):
        site.run("localStorage.setItem(`fewest-pours:${arguments[0]}`, arguments[1])", name, poison)
    address = site.driver.current_url.partition("#")[0]
    site.open(address, 360, fresh=False)
    site.shows("title", "Level 1")
    site.shows("verdict", "Can be won")
    site.run(FULL)
    enter_stuck(site)
