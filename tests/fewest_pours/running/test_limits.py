"""Limits hold whether or not the code checks them, and the best bound and plan are kept."""

import json
import os
import re
import threading
import time
from contextlib import suppress
from inspect import getsource

import pytest

from fewest_pours.__main__ import PUZZLE_WORDS, main
from fewest_pours.puzzles.loading import load
from fewest_pours.puzzles.watersort.rules import Pour
from fewest_pours.running.forced_stop import enforced, unbroken
from fewest_pours.running.limits import MIB
from fewest_pours.running.processes import resident_bytes
from fewest_pours.running.solver_contract import LimitReached, Outcome, Settings, Watch
from fewest_pours.solving.answer import run_checked
from helpers.commands import command

PUZZLE, DEAL = load("one-pour")
PLAN = (Pour(0, 1, "red", 2),)


def busy(seconds=60):
    """Code that never checks a watch, but ends."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sum(range(1000))


def ended(watch, grace, work=busy):
    with pytest.raises(LimitReached) as reached, enforced(watch, grace):
        work()
    return reached.value.outcome


def test_limits_are_enforced_on_code_that_never_checks_them():
    watch = Watch(0.2)
    assert ended(watch, 0.1) is Outcome.OUT_OF_TIME
    assert watch.elapsed() >= 0.3
    watch = Watch()
    threading.Timer(0.1, watch.interrupted.set).start()
    assert ended(watch, 0.1) is Outcome.INTERRUPTED
    taken = []

    def take():
        while len(taken) < 1000:
            taken.append(b"x" * MIB)
            busy(0.005)

    assert ended(Watch(memory_limit=resident_bytes() / MIB + 30), 0.3, take) is Outcome.OUT_OF_MEMORY
    assert 30 <= len(taken) < 300


def test_without_grace_there_is_no_spare_time():
    watch = Watch(100, started=time.monotonic() - 101)
    assert ended(watch, 0, lambda: busy(2)) is Outcome.OUT_OF_TIME


def test_a_limit_lets_a_message_be_finished():
    sent, watch = [], Watch(0.05)

    def send():
        with unbroken():
            busy(0.3)
            sent.append("all")
        busy()

    ended(watch, 0, send)
    assert sent == ["all"]


def test_a_limit_that_is_reached_in_a_destructor_is_enforced_after_it(monkeypatch):
    """There Python prints and drops every exception."""
    printed = []
    monkeypatch.setattr("sys.unraisablehook", printed.append)

    class Slow:
        def __del__(self):
            busy()

    def work():
        Slow()
        busy()

    assert ended(Watch(0.05), 0, work) is Outcome.OUT_OF_TIME
    assert printed == []


def found_then(ending, plan, lower=1):
    """A solver that reports bounds and a plan, and then raises `ending`, or runs on without checking limits."""

    def solve(deal, settings, watch):
        watch.report(lower, None, "searching")
        watch.report(lower - 1, None, "still searching")
        watch.found(plan)
        if ending is None:
            busy()
            raise AssertionError
        raise ending

    return solve


@pytest.mark.parametrize(
    ("ending", "outcome"),
    [
        (None, Outcome.OUT_OF_TIME),
        (LimitReached(Outcome.INTERRUPTED), Outcome.INTERRUPTED),
        (MemoryError(), Outcome.OUT_OF_MEMORY),
    ],
)
def test_a_solver_that_is_stopped_keeps_the_bound_and_the_plan_it_reported(ending, outcome):
    result = run_checked(PUZZLE, found_then(ending, PLAN), DEAL, Settings(), Watch(0.1))
    assert (result.outcome, result.plan, result.lower_bound, result.upper_bound) == (outcome, PLAN, 1, 1)


def test_a_limit_stays_that_limit_if_a_library_raises_its_own_error_instead():
    def solve(deal, settings, watch):
        with suppress(LimitReached):
            busy()
        raise ImportError("initialization failed")

    assert run_checked(PUZZLE, solve, DEAL, Settings(), Watch(0.1)).outcome is Outcome.OUT_OF_TIME


@pytest.mark.parametrize(("plan", "lower"), [((PLAN[0]._replace(units=1),), 1), (PLAN, 2)])
def test_a_stopped_solvers_plan_is_replayed_and_compared_with_the_bound(plan, lower):
    result = run_checked(PUZZLE, found_then(MemoryError(), plan, lower), DEAL, Settings(), Watch())
    assert (result.outcome, result.broken) == (Outcome.SOLVER_FAILED, True)
    assert "a plan that breaks a rule" in str(result.reason)


READERS = {  # every command that reads a file, and one of its kind that takes seconds to read; "" if there is none
    "fewest_pours show {}": "pack.json#5",
    "fewest_pours import {}": "pack.json#5",
    "fewest_pours export {} --format json": "pack.json",
    "fewest_pours check {} proof": "pack.json",
    "fewest_pours check one-pour {}": "",
    "fewest_pours solve {}": "pack.json#5",
    "fewest_pours solve one-pour --moves {}": "",
    "fewest_pours rate {}": "pack.json",
    "fewest_pours design watersort --colors 2 --not-in {}": "pack.json",
    "fewest_pours page {} --out page.html": "pack.json",
    "fewest_pours page {} --site site": "pack.json",
    "fewest_pours board {} --no-browser": "pack.json",
    "fewest_pours compare {} --out runs.jsonl": "pack.json",
    "fewest_pours compare report {}": "",
    "cpmodel {}": "pack.json#5",
    "cpmodel {} --write-model m.pb": "pack.json#5",
    "search_baseline {}": "pack.json#5",
}
READ_NOTHING = {"deal", "schema"}
ENDLESS = "/dev/stdin"  # a pipe to which nobody writes
AIR = [[0, 1, 2, 0], [2, 1, 1, 2], []]  # 0 may be air: each level of a pack is asked whether it shows an order


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A folder with a pack that takes many seconds to read, and a pipe."""
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "pack.json").write_text(json.dumps({"levels": [{"tubes": AIR, "title": str(n)} for n in range(60_000)]}))
    os.mkfifo(folder / "pipe")
    return folder


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe without an end")
@pytest.mark.parametrize("reader", READERS)
def test_every_command_reads_within_its_limits(reader, hostile):
    """However fast the machine is: nothing ends by itself before these limits."""
    slow = READERS[reader] or ENDLESS
    cases = [(ENDLESS, "--time-limit 0.1", 23, "out of time"), (slow, "--memory-limit 1", 22, "out of memory")]
    if reader.startswith("fewest_pours compare {}"):
        cases.append((slow, "--cpu-limit 0.1", 23, "out of time"))
    for file, limit, code, words in cases:
        with open(hostile / "pipe", "r+b", buffering=0) as pipe:
            done = command(f"{reader.format(file)} {limit}", folder=hostile, stdin=pipe)
        assert (done.returncode, done.stdout) == (code, ""), (file, limit, done.stderr)
        assert re.fullmatch(rf"\S+: {words}( (while|before) .*|: 0 of .*)\n|{words}: 0 of .*\n", done.stderr)


def test_no_command_that_reads_files_is_forgotten():
    words = {*PUZZLE_WORDS, *re.findall(r'word == "(\w+)"', getsource(main))}
    assert words - READ_NOTHING == {reader.split()[1] for reader in READERS if reader.startswith("fewest_pours ")}
