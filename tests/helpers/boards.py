"""The board as a person starts it: a server in its own process."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psutil

from helpers.browser import Page
from helpers.commands import fresh_words, started
from helpers.paths import ROOT


@dataclass
class Running:
    address: str
    process: Any

    @property
    def processes(self) -> list[psutil.Process]:
        """Those of the board and of everything that it has started."""
        whole = psutil.Process(self.process.pid)
        return [whole, *whole.children(recursive=True)]


@contextmanager
def running_board(*arguments) -> Iterator[Running]:
    """A board, ended afterwards; it must have printed no more than its address, and left no process."""
    process = started(fresh_words("fewest_pours", "board", "--no-browser", *arguments), cwd=ROOT)
    board = Running(process.stdout.readline().split(" ")[0].strip(), process)
    seen = board.processes
    try:
        yield board
    finally:
        seen += board.processes if process.poll() is None else []
        process.terminate()
        _, errors = process.communicate(timeout=60)
    assert errors == "", errors
    assert psutil.wait_procs(seen, timeout=60)[1] == []


def opened(page: Page, text: str, verdict: str):
    page.run("byId('paste').value = arguments[0]", text)
    new_level(page, "open", verdict)


def new_level(page: Page, button: str, verdict: str):
    """Click the button and wait for its level, and its verdict."""
    page.run("byId('title').textContent = ''")
    page.click(button)
    page.until(lambda: page.text("title"))
    page.shows("verdict", verdict)
