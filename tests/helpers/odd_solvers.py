"""Solvers for compare.py, by --module: slow, wrong, or out to harm the worker that runs them and later runs."""

import functools
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))  # of a process that compare.py starts

from fewest_pours.puzzles.watersort import rules
from fewest_pours.running.solver_contract import Outcome, Result
from helpers.commands import NAP, alive
from search_baseline.watersort.plain_astar import solve_runs


def steady(deal, settings, watch):
    """Right, but slow enough to be killed; it reports its worker."""
    time.sleep(0.05)
    result = solve_runs(deal, settings, watch)
    result.statistics["worker"] = os.getppid()
    return result


def deny(deal, settings, watch):
    return Result(Outcome.UNSOLVABLE, reason="it looks hard")


@functools.cache
def slowly(deal):
    time.sleep(0.3)
    rules.verify = None


def remember(deal, settings, watch):
    slowly(deal)
    return solve_runs(deal, settings, watch)


def leaves(deal, settings, watch):
    os.system(f"( setsid sleep {NAP} & )")
    return solve_runs(deal, settings, watch)


def dies(deal, settings, watch):
    os.system(f"sleep {NAP}{os.getppid()} &")
    os._exit(3)


def exits(deal, settings, watch):
    sys.exit("a leftover" if alive(f"sleep {NAP}{os.getppid()}") else 5)


def stops(deal, settings, watch):
    os.kill(os.getppid(), signal.SIGSTOP)
    time.sleep(1000)


def chain(deal, settings, watch):
    Path("chain").touch()
    if not os.fork():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while not os.fork():
            os.setsid()
            os.utime("chain")
            time.sleep(0.0005)
        os._exit(0)
    return solve_runs(deal, settings, watch)


def group(deal, settings, watch):
    os.kill(0, signal.SIGKILL)


def hangs(deal, settings, watch):
    os.system(f"( setsid sleep {NAP} & ) ; sleep 1000")


def writes(deal, settings, watch):
    for descriptor in range(3, 50):
        with suppress(OSError):
            os.write(descriptor, bytes(5))
    time.sleep(1000)


def spins(deal, settings, watch):
    while True:
        pass


def fails(deal, settings, watch):
    raise KeyError("of a solver")


def named(*solvers):
    return {"watersort": {solver.__name__: solver for solver in solvers}}


STEADY, DENY, SPINS = named(steady), named(deny), named(spins, fails)
ISOLATED, HARMS = named(remember, leaves, dies, exits), named(stops, chain, group, hangs, writes)
