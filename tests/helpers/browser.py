"""A headless Chromium with its driver, for tests of the page; where there is none they are skipped and say so."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


def chromium(profile: Path) -> Iterator[Any]:
    """The driver of a fresh browser, which ends with the test that asked for it."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed: pip install '.[test]'")
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or driver is None:
        pytest.skip("no chromium with chromedriver on this machine: the page is not tested")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    running = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    running.set_page_load_timeout(60)
    running.set_script_timeout(300)
    yield running
    running.quit()


def resize(running: Any, width: int, height: int = 800, dark: bool = False) -> None:
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    running.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    running.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
