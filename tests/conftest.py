"""Property tests run the same examples every time and are never timed. What is marked slow runs with --slow only."""

from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("project", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("project")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run what is marked slow, too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--slow"):
        for item in items:
            if item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.skip(reason="slow: runs with --slow"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Side by side (pytest -n 2), whoever has nothing left to do takes half of what another one still has."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)
