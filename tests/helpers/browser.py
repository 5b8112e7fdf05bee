"""A page in a headless Chromium, used as a person would; without a browser the tests are skipped, with the reason."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.support.wait import WebDriverWait

from helpers.paths import text_of

FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
NARROW, WIDE = 360, 1400  # pixels
SECONDS, LOOK = 120, 0.05  # limit for anything on a page, and between two looks at it
SEEN = """
const item = document.getElementById(arguments[0]);
return item.checkVisibility() ? item.innerText.trim() : "";
"""
PLACE = """
const item = document.querySelectorAll(arguments[0])[arguments[1]];
const {left, top, width, height} = item.getBoundingClientRect();
const x = left + width / 2, y = top + height * arguments[2], under = document.elementFromPoint(x, y);
return {x, y, width, height, seen: item === under || item.contains(under)};
"""
FLAWS = text_of("tests/helpers/flaws.js").replace("export ", "") + "return flaws();"
STILL = {"name": "prefers-reduced-motion", "value": "reduce"}


@dataclass
class Page:
    driver: Any
    taps: int = 0

    def open(
        self,
        address: str,
        width: int = 800,
        dark: bool = False,
        still: bool = True,
        phone: bool = False,
        fresh: bool = True,
    ):
        """still: animations take no time. phone: a touch screen, 740 pixels high. fresh: without what pages kept."""
        size = {"width": width, "height": 740 if phone else 900, "deviceScaleFactor": 1, "mobile": phone}
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": phone})
        self.taps = 0
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        features = [scheme, STILL if still else STILL | {"value": ""}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        self.driver.get("about:blank")
        if fresh:
            forget = {"origin": "*", "storageTypes": "local_storage"}
            self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", forget)
            self.driver.execute_cdp_cmd("Page.resetNavigationHistory", {})  # a full one loses places of the page
        self.errors()  # discards those of the previous page
        self.driver.get(address)

    def find(self, selector: str):
        return self.driver.find_element("css selector", selector)

    def text(self, name: str = "now") -> str:
        """What is seen of the element with this id; read at once, as this is the most frequent question."""
        return str(self.run(SEEN, name))

    def run(self, script: str, *arguments):
        return self.driver.execute_script(script, *arguments)

    def every(self, selector: str, value: str) -> list[Any]:
        """A property of all these elements, read at once: the page may replace them at any time."""
        script = "return [...document.querySelectorAll(arguments[0])].map((each) => each[arguments[1]])"
        return list(self.run(script, selector, value))

    def beakers(self) -> list[str]:
        """['Beaker 1: 2 red, 1 blue', 'Beaker 2: empty']"""
        return self.every("#board .beaker", "ariaLabel")

    def click(self, *names: str):
        for name in names:
            self.run("document.getElementById(arguments[0]).click()", name)

    def tap(self, *beakers: int):
        for beaker in beakers:
            self.driver.find_elements("css selector", "#board .beaker")[beaker - 1].click()

    def touch(self, selector: str, number: int = 0, height: float = 0.5):
        """A thumb on one of these elements, which must be on the screen, uncovered, and large enough for it."""
        place = self.run(PLACE, selector, number, height)
        assert place["seen"], f"{selector} {number} is off the screen, or covered"
        assert min(place["width"], place["height"]) >= 44, f"{selector} {number} is {place}"
        point = {"x": place["x"], "y": place["y"]}
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.taps += 1

    def flaws(self) -> list[str]:
        """What is hard to read or to touch on the page as it is now."""
        return list(self.run(FLAWS))

    def keys(self, *keys: str):
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def until(self, holds: Callable[[], object]):
        WebDriverWait(self.driver, SECONDS, LOOK).until(lambda _: holds())

    def shows(self, name: str, text: str):
        """Wait until the element with this id contains the text."""
        self.until(lambda: text in self.text(name))

    def errors(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser")]


def chromium(profile: Path) -> Iterator[Page]:
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or driver is None:
        pytest.skip("no chromium with chromedriver on this machine: the page is not tested")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    running = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    running.set_page_load_timeout(SECONDS)
    running.set_script_timeout(SECONDS)
    yield Page(running)
    running.quit()
