"""Where processes are spawned, what tests define gets there by cloudpickle; the project's functions go by name."""

import pickle
import sys
from functools import partial

import cloudpickle


def start_closures():
    from fewest_pours.running import start_methods, supervisor

    if start_methods.METHOD != "spawn":
        return

    def start(work):
        try:
            goes_by_name = b"test_" not in pickle.dumps(work)
        except (AttributeError, pickle.PicklingError, TypeError):
            goes_by_name = False
        if not goes_by_name:
            for name, module in list(sys.modules.items()):
                if name.rpartition(".")[2].startswith("test_"):
                    cloudpickle.register_pickle_by_value(module)
            work = partial(called, cloudpickle.dumps(work))
        return start_methods.start(work)

    supervisor.start = start


def called(work: bytes, say):
    start_closures()  # for what the work itself starts
    return cloudpickle.loads(work)(say)
