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
from collections.abc import AsyncGenerator, Callable, Sequence
from functools import partial
from importlib import import_module
from itertools import count
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from instances.running.limits import Watch
from instances.running.supervisor import Supervisor
from instances.running.ways.child import Message
from instances.running.ways.spawn import spawned

Say = Callable[[dict[str, Any]], None]
Work = Callable[[Say], None]


class Workers:
    """Starts the foreman, which imports these modules; starts a new one if it dies."""

    def __init__(self, modules: Sequence[str]) -> None:
        self.modules, self.numbers = tuple(modules), count()
        self.waiting: dict[int, Callable[[bytes | None], object]] = {}  # order -> receives its messages, then None
        self.start()

    def start(self) -> None:
        self.foreman, there = Pipe()
        with there:
            spawned(oversee, there, self.modules)
        threading.Thread(target=self.pass_on, args=(self.foreman,), daemon=True).start()

    def pass_on(self, foreman: Connection) -> None:
        """In a thread: hand each message to the position that waits for it, until the foreman ends."""
        try:
            while True:
                number, event = foreman.recv()
                self.waiting.get(number, lambda _: None)(event)
        except (EOFError, OSError):
            for receive in list(self.waiting.values()):
                receive(None)

    def order(self, number: int, works: Sequence[Work]) -> None:
        try:
            self.foreman.send((number, works))
        except OSError:
            self.start()
            self.foreman.send((number, works))

    async def messages(self, works: Sequence[Work]) -> AsyncGenerator[bytes]:
        """Start a worker for each piece of work; yield their messages as they come, until all workers have ended.

        Closing the generator ends the workers.
        """
        number, queue, loop = next(self.numbers), asyncio.Queue[bytes | None](), asyncio.get_running_loop()
        self.waiting[number] = lambda event: loop.call_soon_threadsafe(queue.put_nowait, event)
        try:
            self.order(number, [partial(in_json, work) for work in works])
            while (event := await queue.get()) is not None:
                yield event
        finally:
            del self.waiting[number]
            self.order(number, ())


def in_json(work: Work, say: Callable[[bytes], None]) -> None:
    work(lambda event: say(json.dumps(event).encode() + b"\n"))


def oversee(server: Connection, modules: Sequence[str]) -> None:
    """The foreman's life: start the works of each order under its number, and end those of an order without works."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C
    for module in modules:
        import_module(module)
    gc.freeze()  # a garbage collection in a worker then copies none of these pages
    with Supervisor[tuple[int, int]](Watch()) as supervisor:
        while True:
            event = supervisor.next(beside=server)
            if event is None:
                try:
                    number, works = server.recv()
                except EOFError:
                    return
                for name in [name for name in supervisor.running if name[0] == number]:
                    supervisor.end(name)
                for part, work in enumerate(works):
                    supervisor.call((number, part), work)
            elif isinstance(event, Message):
                server.send((event.name[0], event.value))
            elif all(name[0] != event.name[0] for name in supervisor.running):
                server.send((event.name[0], None))
