"""Worker processes for one position: started with the solvers already loaded, and ended together.

The server has threads and so must not fork. Another process, the *foreman*, imports the solvers once, starts the
workers, and passes on what they report. It ends those of a position that nobody asks about any more, and all of them
when the server has ended.
"""

import asyncio
import gc
import json
import signal
import threading
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import suppress
from enum import Enum, auto
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import NamedTuple

from fewest_pours.files.bad_input import BadInput, message_of
from fewest_pours.files.wording import spoken_data
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.puzzle import RuleBroken
from fewest_pours.running.limits import Limits
from fewest_pours.running.start_methods.child import Message
from fewest_pours.running.start_methods.spawn import spawned
from fewest_pours.running.supervisor import Supervisor

AT_ONCE = 4  # positions solved at the same time, and levels read, and pictures read

Say = Callable[[Data], None]
Work = Callable[[Say], None]
Receive = Callable[["bytes | End"], None]

ATTEMPTS = 2  # an order is given again once: its works may be what the foreman died of


class WorkerName(NamedTuple):
    """The foreman's name for a worker: the number of its order, and of its work in this."""

    order: int
    work: int


class End(Enum):
    """Why no more messages come."""

    WORKERS_ENDED = auto()
    FOREMAN_DIED = auto()


class Workers:
    """Starts the foreman, which imports these modules; starts a new one if it dies.

    solving, dealing, reading, looking: to be acquired for work of these kinds, of which so much runs at the same time.
    """

    def __init__(self, modules: Sequence[str]) -> None:
        self.modules = tuple(modules)
        self.numbers = count()
        self.solving = asyncio.Semaphore(AT_ONCE)
        self.dealing = asyncio.Semaphore(AT_ONCE)
        self.reading = asyncio.Semaphore(AT_ONCE)
        self.looking = asyncio.Semaphore(AT_ONCE)
        self.start()

    def start(self) -> None:
        """Start a foreman. The thread of a dead one keeps the receivers that it knows, and tells them that it died."""
        self.receivers: dict[int, Receive] = {}  # by the number of the order
        self.foreman, process = spawned(oversee, self.modules)
        threading.Thread(target=pass_on, args=(self.foreman, process, self.receivers), daemon=True).start()

    def order(self, number: int, works: Sequence[Work]) -> "asyncio.Queue[bytes | End]":
        """Have the foreman start these works, or a new one if it has died; return the queue of what is reported.

        Each foreman gets a queue of its own: the thread of a dead one may still write into the queue that it knows.
        """
        queue = self.queue_of(number)
        while not self.send(number, works):
            queue = self.queue_of(number)
        return queue

    def queue_of(self, number: int) -> "asyncio.Queue[bytes | End]":
        """A new queue, which receives what the foreman reports on an order."""
        queue = asyncio.Queue[bytes | End]()
        loop = asyncio.get_running_loop()

        def receive(message: bytes | End) -> None:
            loop.call_soon_threadsafe(queue.put_nowait, message)

        self.receivers[number] = receive
        return queue

    def end(self, number: int) -> None:
        """Have the foreman end the works of an order, of which nothing is received any more."""
        self.receivers.pop(number, None)  # a new foreman has no receivers of earlier orders
        self.send(number, ())

    def send(self, number: int, works: Sequence[Work]) -> bool:
        """Send works to the foreman, none to end those of this number; False if it had died: now there is another."""
        try:
            self.foreman.send((number, [partial(in_json, work) for work in works]))
        except OSError:
            self.start()
            return False
        return True

    async def messages(self, works: Sequence[Work]) -> AsyncGenerator[bytes]:
        """Start a worker for each piece of work; yield their messages as they come, until all workers have ended.

        If the foreman dies before anything is reported, another one gets the same order. Closing the generator ends
        the workers.
        """
        number = next(self.numbers)
        try:
            for _ in range(ATTEMPTS):
                queue = self.order(number, works)
                is_reported = False
                message = await queue.get()
                while isinstance(message, bytes):
                    is_reported = True
                    yield message
                    message = await queue.get()
                if is_reported or message is End.WORKERS_ENDED:
                    break
        finally:
            self.end(number)


def pass_on(foreman: Connection, process: BaseProcess, receivers: Mapping[int, Receive]) -> None:
    """In a thread: hand each message to the order that waits for it, until the foreman ends."""
    try:
        while True:
            number, message = foreman.recv()
            receive = receivers.get(number)
            if receive:
                receive(message)
    except (EOFError, OSError):
        process.join()  # else it stays in the system's list of processes
        for receive in list(receivers.values()):
            receive(End.FOREMAN_DIED)


def in_json(work: Work, say: Callable[[bytes], None]) -> None:
    """Report the messages of the work as lines of JSON, and what is wrong with its level, moves or options."""

    def say_line(event: Data) -> None:
        say(json.dumps(event).encode() + b"\n")

    try:
        work(say_line)
    except (BadInput, RuleBroken, ValueError) as error:
        said = spoken_data(message_of(error))
        say_line({"error": said.pop("words"), **said})  # the server looks for this key in front


def import_with_libraries(module: str) -> None:
    """Import a module unless a library that it needs is missing, which the work that needs it reports."""
    if find_spec(module) is None:  # else, after a renaming, every worker would import it anew
        raise ModuleNotFoundError(f"no module {module}, expected one of this project")
    with suppress(ImportError):
        import_module(module)


def oversee(server: Connection, modules: Sequence[str]) -> None:
    """The foreman's life: start the works of each order under its number, and end those of an order without works."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C
    for module in modules:
        import_with_libraries(module)
    gc.freeze()  # a garbage collection in a worker then copies none of these pages
    server_has_ended = suppress(EOFError, ConnectionError)
    with server_has_ended, Supervisor[WorkerName](Limits()) as supervisor:
        while True:
            event = supervisor.next(beside=server)
            if event is None:
                number, works = server.recv()
                for name in workers_of(number, supervisor):
                    supervisor.end(name)
                for part, work in enumerate(works):
                    supervisor.call(WorkerName(number, part), work)
                continue
            order = event.name.order
            if isinstance(event, Message):
                server.send((order, event.value))
            elif not workers_of(order, supervisor):
                server.send((order, End.WORKERS_ENDED))


def workers_of(order: int, supervisor: "Supervisor[WorkerName]") -> list[WorkerName]:
    """The workers of an order that have not ended."""
    return [name for name in supervisor.running if name.order == order]
