"""Limits are kept, whether what runs looks at them or not; who watches a run cannot change it."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from helpers.paths import INSTANCES
from instances.puzzles import load
from instances.solving.limits import LimitReached, Settings, Watch, resident_bytes
from instances.solving.outcome import Outcome, Result
from instances.solving.running import run
from instances.watersort.rules import Deal
from search_baseline.lookout import Lookout

MIB = 1 << 20
PUZZLE, DEAL = load(INSTANCES / "watersort" / "one-pour.yaml")


def busy(seconds: float = 20) -> None:
    """Code that never looks at a watch, but ends."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sum(range(1000))


def take(taken: list[bytes]) -> None:
    for _ in range(1000):
        taken.append(b"x" * MIB)
        busy(0.005)


def test_a_limit_that_nobody_looks_at_is_enforced() -> None:
    watch = Watch(seconds=0.2)
    with pytest.raises(LimitReached) as reached, watch.enforced(grace=0.1):
        busy()
    assert reached.value.outcome is Outcome.OUT_OF_TIME
    assert 0.3 <= watch.elapsed() < 5


def test_so_is_an_interrupt_and_memory() -> None:
    watch = Watch()
    threading.Timer(0.1, watch.interrupted.set).start()
    with pytest.raises(LimitReached) as reached, watch.enforced(grace=0.1):
        busy()
    assert reached.value.outcome is Outcome.INTERRUPTED
    taken: list[bytes] = []
    with pytest.raises(LimitReached) as reached, Watch(memory=resident_bytes() + 30 * MIB).enforced():
        take(taken)
    assert reached.value.outcome is Outcome.OUT_OF_MEMORY
    assert 30 <= len(taken) < 300


def test_a_wait_for_the_system_is_ended_too(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(LimitReached), Watch(seconds=0.1).enforced(grace=0):
        load(tmp_path / "pipe")


def test_what_is_said_is_said_whole_whichever_thread_the_beat_comes_to() -> None:
    ended = threading.Event()
    threading.Thread(target=ended.wait, daemon=True).start()
    said, watch = list[str](), Watch(seconds=0.05)

    def says() -> None:
        with watch.unbroken():
            busy(0.3)
            said.append("all")
        busy()

    with pytest.raises(LimitReached), watch.enforced(grace=0):
        says()
    ended.set()
    assert said == ["all"]
    assert watch.elapsed() < 5


def test_where_nothing_can_be_raised_it_is_told_again_and_not_printed(capfd: pytest.CaptureFixture[str]) -> None:
    class Slow:
        def __del__(self) -> None:
            busy(0.3)

    def makes_slow_things() -> None:
        Slow()
        busy()

    with pytest.raises(LimitReached), Watch(seconds=0.1).enforced(grace=0.05):
        makes_slow_things()
    assert capfd.readouterr().err == ""


def test_nothing_is_left_behind() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with Watch(seconds=0.05).enforced(grace=0.1):
        pass
    busy(0.3)
    with pytest.raises(LimitReached), Watch(seconds=0.01).enforced(grace=0.01):
        busy()
    busy(0.1)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_solver_that_never_looks_keeps_the_bound_that_it_told() -> None:
    def deaf(deal: Deal, settings: Settings, watch: Watch) -> Result:
        watch.report(3, None, "busy")
        watch.report(2, None, "still busy")
        busy()
        raise AssertionError

    result = run(PUZZLE, DEAL, deaf, Settings(), Watch(seconds=0.1))
    assert (result.outcome, result.lower_bound) == (Outcome.OUT_OF_TIME, 3)


def test_an_error_of_who_watches_is_no_error_of_the_run() -> None:
    def fails(*_: object) -> None:
        raise ValueError("closing tag '[/x]' matches nothing")

    def solve(deal: Deal, settings: Settings, watch: Watch) -> Result:
        watch.report(1, None, "busy")
        watch.check()
        watch.report(1, None, "busy")
        return Result(Outcome.UNSOLVABLE)

    result = run(PUZZLE, DEAL, solve, Settings(), Watch(report=fails, tick=fails))
    assert result.outcome is Outcome.UNSOLVABLE


def test_a_lookout_looks_by_the_clock_and_tells_the_bound() -> None:
    told: list[int | None] = []
    lookout = Lookout(Watch(seconds=0.1, report=lambda lower, upper, what: told.append(lower)))
    looks: list[float] = []
    with pytest.raises(LimitReached):
        keep_looking(lookout, looks)
    assert 2 <= len(looks) <= 12
    assert set(told) == {7}


def keep_looking(lookout: Lookout, looks: list[float]) -> None:
    while True:
        if lookout.due():
            looks.append(time.monotonic())
            lookout.look(7, "looking")


def test_a_table_that_would_have_to_move_past_the_limit_is_memory_that_ends() -> None:
    table = dict.fromkeys(range(170_000))  # full but for a few places, so that more keys make it twice as large
    lookout = Lookout(Watch(memory=resident_bytes() + 8 * MIB), (table,))
    with pytest.raises(LimitReached) as reached:
        grow(table, lookout)
    assert reached.value.outcome is Outcome.OUT_OF_MEMORY
    assert len(table) < 400_000


def grow(table: dict[int, None], lookout: Lookout) -> None:
    for number in range(170_000, 400_000):
        table[number] = None
        if lookout.due():
            lookout.look(None, "growing")
