"""The board in a real browser, on a real server."""

import pytest

from helpers.boards import running_board
from helpers.browser import NARROW


@pytest.fixture(scope="module")
def address():
    with running_board("sample-three-colours") as board:
        yield board.address


@pytest.fixture
def board(page, address, request):
    """The board without a game; afterwards nothing went wrong, and nothing is wider than a window of any width."""
    width = getattr(request, "param", NARROW)
    page.open(address, width)
    page.shows("verdict", "Can be won")
    yield page
    assert page.run("return document.documentElement.scrollWidth") <= width
    assert [error for error in page.errors() if " 422 " not in error] == []
