"""Processes that work for one position: started together, heard as they find something, ended with it.

They are forked by a server of processes that has no threads and has loaded the solvers; it and they end with this one.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import suppress
from multiprocessing import forkserver
from multiprocessing.connection import Connection, wait
from typing import Any

Work = tuple[Callable[..., None], tuple[Any, ...]]  # what runs, and its arguments before `say`
Event = dict[str, Any]
SILENCE = 0.5  # seconds after which an empty event is sent, which shows whether anybody still listens
CONTEXT = multiprocessing.get_context("forkserver")


def get_ready(modules: Sequence[str]) -> None:
    """Start what forks them, with these modules loaded. The terminal and its Ctrl-C are for this process alone."""
    before, terminal = signal.signal(signal.SIGINT, signal.SIG_IGN), os.dup(2)
    CONTEXT.set_forkserver_preload(list(modules))
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
        forkserver.ensure_running()
    os.dup2(terminal, 2)
    os.close(terminal)
    signal.signal(signal.SIGINT, before)


async def events(works: Sequence[Work]) -> AsyncGenerator[Event]:
    """What they say, in the order in which it comes; an empty event now and then."""
    loop, heard = asyncio.get_running_loop(), asyncio.Queue[Event | None]()
    children: list[tuple[Any, Connection]] = []

    def hear(connection: Connection) -> None:
        try:
            heard.put_nowait(connection.recv())
        except (EOFError, OSError):
            loop.remove_reader(connection.fileno())
            heard.put_nowait(None)

    try:
        for body, arguments in works:
            here, there = CONTEXT.Pipe(duplex=False)
            process = CONTEXT.Process(target=child, args=(there, body, arguments))
            process.start()
            there.close()
            children.append((process, here))
            loop.add_reader(here.fileno(), hear, here)
        left = len(children)
        while left:
            try:
                event = await asyncio.wait_for(heard.get(), SILENCE)
            except TimeoutError:
                event = {}
            if event is None:
                left -= 1
            else:
                yield event
    finally:
        for process, connection in children:
            loop.remove_reader(connection.fileno())
            process.kill()
            process.join()
            connection.close()


def end_with_parent() -> None:
    """For a thread: the parent here is this program, not the server of processes, and may be killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def child(connection: Connection, body: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    threading.Thread(target=end_with_parent, daemon=True).start()
    with suppress(Exception):  # nobody listens any more; what solvers do wrong is an answer
        body(*arguments, connection.send)
