"""Processes: their endings are reported, their limits hold, and nothing that they started stays behind."""

import os
import random
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from fewest_pours.running.forced_stop import enforced
from fewest_pours.running.limits import MIB, LimitReached, Limits
from fewest_pours.running.outcomes import Outcome
from fewest_pours.running.processes import descendants, resident_bytes
from fewest_pours.running.start_methods import METHOD
from fewest_pours.running.start_methods.child import Message
from fewest_pours.running.supervisor import Supervisor, guard, keep
from helpers.commands import NAP, alive, started
from helpers.comparisons import wait_until

ORPHANS = pytest.mark.skipif(METHOD != "linux", reason="only Linux keeps orphans below those that started them")


def sleep(say):
    time.sleep(1000)


def hog(size, say):
    taken = bytearray(size)
    taken[::4096] = taken[::4096].replace(b"\0", b"\1")
    time.sleep(1000)


def start_hog_and_leave(size, say):
    """An orphan in its own session takes the memory."""
    if not os.fork():
        os.setsid()
        if not os.fork():
            hog(size, say)
        os._exit(0)
    time.sleep(1000)


def ignore_signals(say):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    say("ready")
    time.sleep(1000)


def fork_and_return(say):
    """Both processes send a message and return; only those of the original arrive."""
    say("copy" if not os.fork() else "original")
    return "value"


class Unreadable:
    """Can be sent, but not received."""

    def __reduce__(self):
        return int, ("no number",)


def endings(work):
    with Supervisor(Limits(60)) as supervisor:
        supervisor.call("child", work)
        events = []
        while supervisor.running:
            events.append(supervisor.next())
    return events


def test_messages_arrive_in_order_and_the_value_last():
    message, ending = endings(fork_and_return)
    assert message == Message("child", "original")
    assert (ending.name, ending.outcome, ending.value) == ("child", None, "value")


@pytest.mark.parametrize(
    ("work", "reason"),
    [
        (lambda say: 1 // 0, "ZeroDivisionError: integer division or modulo by zero"),
        (lambda say: sys.exit("no"), "SystemExit: no"),
        (lambda say: os._exit(3), "the process died (exit code 3)"),
        (lambda say: os.kill(os.getpid(), signal.SIGKILL), "the process died (signal 9)"),
        (lambda say: Unreadable(), "it sent what cannot be read (ValueError)"),
        (lambda say: lambda: None, "AttributeError: "),
    ],
)
def test_a_failure_is_reported_with_its_reason(work, reason):
    [ending] = endings(work)
    assert ending.outcome is Outcome.SOLVER_FAILED
    assert ending.reason.startswith(reason)


@pytest.mark.parametrize("work", [hog, pytest.param(start_hog_and_leave, marks=ORPHANS)])
def test_the_memory_of_all_that_a_child_has_started_counts(work):
    most = 3 * resident_bytes() + 200 * MIB  # forks share what this process holds
    with Supervisor(Limits(60, most / MIB)) as supervisor:
        supervisor.call("child", partial(work, most))
        with pytest.raises(LimitReached, match="out of memory"):
            supervisor.next()


@pytest.mark.parametrize("limits", [{"time_limit": 0.2}, {"memory_limit": 100}])
def test_at_a_limit_of_the_watch_all_children_are_ended(limits):
    before = set(descendants(os.getpid()))
    with pytest.raises(LimitReached), Supervisor(Limits(**limits)) as supervisor:  # noqa: PT012
        for number, work in enumerate([sleep, partial(hog, 300 * MIB), ignore_signals]):
            supervisor.call(number, work)
        while True:
            supervisor.next()
    assert set(descendants(os.getpid())) <= before


@pytest.mark.parametrize("seed", range(3))
def test_a_limit_at_any_moment_leaves_no_process(seed):
    """The limit is reached while children are started, awaited and ended."""
    before = set(descendants(os.getpid()))
    limits = Limits()
    with pytest.raises(LimitReached), enforced(limits, 0), Supervisor(limits) as supervisor:  # noqa: PT012
        limits.time_limit = limits.elapsed() + random.Random(seed).uniform(0.001, 0.05)
        for number in range(10**6):
            supervisor.call(number, sleep)
            supervisor.end(number)
            if number % 20 == 19:  # a limit waits until a child is started or ended; here it need not
                time.sleep(0.05)
    assert set(descendants(os.getpid())) <= before


def run_program(folder, words, limits):
    """The value with which a program ends: its exit code, or the error that kept it from starting."""
    with Supervisor(limits) as supervisor:
        supervisor.call("program", partial(keep, words.split(" ", 2) if words else ["/no/such"], folder))
        return supervisor.next().value


def test_a_program_has_an_exit_code_and_its_output_in_files(tmp_path):
    assert run_program(tmp_path, "sh -c echo answer; echo complaint >&2; exit 5", Limits(60)) == 5
    assert [(tmp_path / name).read_text("ascii") for name in ("out", "err")] == ["answer\n", "complaint\n"]
    assert run_program(tmp_path, "sh -c kill -9 $$", Limits(60)) == -9
    assert isinstance(run_program(tmp_path, "", Limits(60)), FileNotFoundError)


STRAYS = "sh -c ( setsid sleep {0} & ); setsid sh -c 'trap \"\" TERM INT; sleep {0}; sleep {0}' & "


def test_a_program_that_is_ended_by_force_leaves_the_folders_of_those_above(tmp_path):
    own, programs = tmp_path / "worker", tmp_path / "program"

    def run(say):
        with Supervisor(Limits(60)) as supervisor:
            supervisor.call("program", partial(keep, ["sleep", NAP], programs))
            supervisor.next()

    def worker(say):
        guard(own)
        with Supervisor(Limits(60)) as supervisor:
            supervisor.call("run", run)
            wait_until((programs / "out").exists)
            supervisor.end("run")
        return own.exists(), programs.exists()

    own.mkdir()
    programs.mkdir()
    assert endings(worker)[-1].value == (True, False)


@ORPHANS
def test_all_that_a_program_has_started_ends_with_it(tmp_path):
    strays = STRAYS.format(NAP)
    assert run_program(tmp_path, strays + "sleep 0.2", Limits(60)) == 0
    assert alive(NAP) == []
    with pytest.raises(LimitReached):
        run_program(tmp_path, strays + "sleep 1000", Limits(0.3))
    assert alive(NAP) == []


OWNER = """
import sys
from functools import partial
from pathlib import Path
from fewest_pours.running.limits import Limits
from fewest_pours.running.supervisor import Supervisor, keep

def work(say):
    with Supervisor(Limits()) as supervisor:
        supervisor.call("program", partial(keep, sys.argv[2].split(" ", 2), Path(sys.argv[1])))
        supervisor.next()

with Supervisor(Limits()) as supervisor:
    supervisor.call("nested", work)
    supervisor.next()
"""


@ORPHANS
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=str)
def test_everything_ends_with_an_owner_that_is_killed(number, tmp_path):
    words = STRAYS.format(NAP) + f"sleep {NAP}"
    owner = started([sys.executable, "-c", OWNER, tmp_path, words], stderr=subprocess.DEVNULL)
    wait_until(lambda: len([command for command in alive(NAP) if command.startswith("sleep")]) == 3)
    owner.send_signal(number)
    owner.wait()
    wait_until(lambda: not alive(NAP))
