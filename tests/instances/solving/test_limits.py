"""Limits are kept whether the code looks at them or not, and keep the best bound and plan; listeners change nothing."""

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.paths import INSTANCES
from instances.puzzles import load
from instances.solving.limits import LimitReached, Settings, Solve, Watch, resident_bytes
from instances.solving.outcome import Outcome, Result
from instances.solving.running import run
from instances.watersort.rules import Deal, Pour
from search_baseline.lookout import Lookout

MIB = 1 << 20
PUZZLE, DEAL = load(INSTANCES / "watersort" / "one-pour.yaml")
PLAN = (Pour(0, 1, "red", 2),)


def busy(seconds: float = 20) -> None:
    """Code that never looks at a watch, but ends."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sum(range(1000))


def ended(watch: Watch, grace: float, work: Callable[[], None] = busy) -> Outcome:
    """How the watch ends the work, which has to take less than five seconds."""
    with pytest.raises(LimitReached) as reached, watch.enforced(grace):
        work()
    assert watch.elapsed() < 5
    return reached.value.outcome


def test_limits_that_nobody_looks_at_are_enforced() -> None:
    watch = Watch(seconds=0.2)
    assert ended(watch, 0.1) is Outcome.OUT_OF_TIME
    assert watch.elapsed() >= 0.3
    watch = Watch()
    threading.Timer(0.1, watch.interrupted.set).start()
    assert ended(watch, 0.1) is Outcome.INTERRUPTED
    taken: list[bytes] = []

    def take() -> None:
        while len(taken) < 1000:
            taken.append(b"x" * MIB)
            busy(0.005)

    assert ended(Watch(memory=resident_bytes() + 30 * MIB), 0.3, take) is Outcome.OUT_OF_MEMORY
    assert 30 <= len(taken) < 300


def test_a_wait_for_the_system_is_ended_too(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert ended(Watch(seconds=0.1), 0, lambda: load(tmp_path / "pipe")) is Outcome.OUT_OF_TIME  # type: ignore[arg-type, return-value]


def test_a_message_is_finished_whichever_thread_the_beat_comes_to() -> None:
    end = threading.Event()
    threading.Thread(target=end.wait, daemon=True).start()
    sent, watch = list[str](), Watch(seconds=0.05)

    def send() -> None:
        with watch.unbroken():
            busy(0.3)
            sent.append("all")
        busy()

    ended(watch, 0, send)
    end.set()
    assert sent == ["all"]


def test_where_nothing_can_be_raised_the_next_beat_raises_and_nothing_is_printed(
    capfd: pytest.CaptureFixture[str],
) -> None:
    class Slow:
        def __del__(self) -> None:
            busy(0.3)

    def makes_slow_things() -> None:
        Slow()
        busy()

    ended(Watch(seconds=0.1), 0.05, makes_slow_things)
    assert capfd.readouterr().err == ""


def test_nothing_is_left_behind() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with Watch(seconds=0.05).enforced(grace=0.1):
        pass
    busy(0.3)
    ended(Watch(seconds=0.01), 0.01)
    busy(0.1)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def found_then(ending: Exception | None, plan: tuple[Pour, ...], lower: int = 1) -> Solve:
    """A solver that reports what it has, and then looks at no limit, or ends."""

    def solve(deal: Deal, settings: Settings, watch: Watch) -> Result:
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
def test_a_solver_that_is_stopped_keeps_the_bound_and_the_plan_it_reported(
    ending: Exception | None, outcome: Outcome
) -> None:
    result = run(PUZZLE, DEAL, found_then(ending, PLAN), Settings(), Watch(seconds=0.1))
    assert (result.outcome, result.plan, result.lower_bound, result.upper_bound) == (outcome, PLAN, 1, 1)


@pytest.mark.parametrize(("plan", "lower"), [((PLAN[0]._replace(units=1),), 1), (PLAN, 2)])
def test_such_a_plan_is_replayed_and_compared_with_the_bound(plan: tuple[Pour, ...], lower: int) -> None:
    result = run(PUZZLE, DEAL, found_then(MemoryError(), plan, lower), Settings(), Watch())
    assert (result.outcome, result.broken) == (Outcome.SOLVER_FAILED, True)
    assert "a plan that breaks a rule" in str(result.reason)


def test_an_error_of_a_listener_is_no_error_of_the_run() -> None:
    def fails(*_: object) -> None:
        raise ValueError("closing tag '[/x]' matches nothing")

    def solve(deal: Deal, settings: Settings, watch: Watch) -> Result:
        for _ in range(2):
            watch.report(1, None, "busy")
            watch.check()
            watch.found(PLAN)
        return Result(Outcome.UNSOLVABLE)

    result = run(PUZZLE, DEAL, solve, Settings(), Watch(report=fails, tick=fails, plans=fails))
    assert result.outcome is Outcome.UNSOLVABLE


def test_a_lookout_looks_by_the_clock_and_reports_the_bound() -> None:
    bounds: list[int | None] = []
    lookout = Lookout(Watch(seconds=0.5, report=lambda lower, upper, what: bounds.append(lower)))
    with pytest.raises(LimitReached):
        look_until(lookout, range(1 << 40))
    assert 2 <= len(bounds) <= 60
    assert set(bounds) == {7}


def test_a_table_that_would_have_to_move_past_the_limit_is_out_of_memory() -> None:
    table = dict.fromkeys(range(170_000))  # full but for a few places, so that more keys make it twice as large
    lookout = Lookout(Watch(memory=resident_bytes() + 8 * MIB), (table,))
    with pytest.raises(LimitReached) as reached:
        look_until(lookout, range(170_000, 400_000), table)
    assert reached.value.outcome is Outcome.OUT_OF_MEMORY
    assert len(table) < 400_000


def look_until(lookout: Lookout, numbers: range, table: dict[int, None] | None = None) -> None:
    for number in numbers:
        if table is not None:
            table[number] = None
        if lookout.due():
            lookout.look(7, "looking")
