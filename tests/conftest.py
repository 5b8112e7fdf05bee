"""Settings of the tests: properties run on the same examples every time, without deadlines, and on more with --slow.

Tests that are marked slow run only with --slow.
"""

import gc
import os
import re

import pytest
from hypothesis import settings

from helpers.browser import chromium
from helpers.closures import start_closures
from helpers.commands import ENVIRONMENT

collect_ignore_glob = [f"{folder}/*" for folder in ("fuzz", "helpers")]  # hold no tests
if not hasattr(os, "fork"):  # tests of signals, descriptors and limits of POSIX, and the ways that need them
    collect_ignore_glob += [
        "test_fuzz.py", "test_commands.py", "compare/test_runs.py", "compare/test_cluster.py",
        "fewest_pours/running/test_supervisor.py",
        "fewest_pours/commands/test_program.py", "fewest_pours/commands/test_solve_command.py",
        "fewest_pours/pages/board/test_safety.py", "*/start_methods/linux.py", "*/start_methods/fork.py",
    ]  # fmt: skip

PLAIN, ALL = 40, 100  # examples of a property, without and with --slow
FIRST = ("tests/fewest_pours/pages/", "tests/test_wheel", "tests/cpmodel/", "tests/test_agreement.py")
TOGETHER = (  # tests that share a server, a browser, what they have read: one process runs them all
    "tests/fewest_pours/pages/board/test_safety",
    "tests/fewest_pours/pages/(board/test_(board_page|entry|alone)|test_page)",
    "tests/(test_house|compare/test_command)",
)


def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="also run the tests that are marked slow")
    parser.addoption("--start-method", choices=("linux", "fork", "spawn"), help="how processes are started")


def pytest_configure(config):
    if method := config.getoption("--start-method"):
        os.environ["FEWEST_POURS_START_METHOD"] = ENVIRONMENT["FEWEST_POURS_START_METHOD"] = method
        start_closures()
    count = ALL if config.getoption("--slow") else PLAIN
    settings.register_profile("project", deadline=None, derandomize=True, max_examples=count)
    settings.load_profile("project")


def pytest_collection_finish():
    gc.freeze()  # what is loaded by now is never freed; forks need not look at it, which would copy it


def pytest_collection_modifyitems(config, items):
    """The longest come first, and those that fork a process for each solve: forks of a small process are cheap."""
    items.sort(key=lambda item: next((n for n, first in enumerate(FIRST) if item.nodeid.startswith(first)), len(FIRST)))
    for item in items:
        if item.get_closest_marker("slow") and not config.getoption("--slow"):
            item.add_marker(pytest.mark.skip(reason="slow: runs with --slow"))


@pytest.fixture(scope="session")
def page(tmp_path_factory):
    yield from chromium(tmp_path_factory.mktemp("profile"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """In parallel (pytest -n 3), tests and groups of them go one by one to whichever process is free."""
    from xdist.scheduler import LoadScopeScheduling

    class Scheduler(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return next((group for group in TOGETHER if re.match(group, nodeid)), nodeid)

    return Scheduler(config, log)
