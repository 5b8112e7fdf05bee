"""Where processes are spawned, the tests' own closures get there by cloudpickle; the project's functions go by name."""

import pickle
from functools import partial

import cloudpickle


def start_closures():
    from fewest_pours.running import start_methods, supervisor

    if start_methods.METHOD != "spawn":
        return

    def start(work):
        try:
            pickle.dumps(work)
        except (AttributeError, pickle.PicklingError, TypeError):
            work = partial(called, cloudpickle.dumps(work))
        return start_methods.start(work)

    supervisor.start = start


def called(work: bytes, say):
    return cloudpickle.loads(work)(say)
