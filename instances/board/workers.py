"""Processes that work on one position, forked ready to run and ended together.

The server has threads, so it forks none itself. A process without threads, forked before the server has any, loads the
solvers once and forks the *workers*. All workers of a position write to one socket, a line of JSON a message. A worker
ends when the server closes its end of it: because the position has changed, or because the server itself has ended.
"""

import asyncio
import gc
import json
import os
import pickle
import signal
import socket
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from instances.solving.supervisor import end_everything_below

Say = Callable[[dict[str, Any]], None]
Work = Callable[[Say], None]
MOST = 1 << 20  # bytes of a message


def pair() -> tuple[socket.socket, socket.socket]:
    """Two ends of a connection that keeps messages whole, whoever else writes to it."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


class Workers:
    """Starts the process that loads these modules; to be made while this process has no threads."""

    def __init__(self, modules: Sequence[str]) -> None:
        self.orders, there = pair()
        if not os.fork():
            self.orders.close()
            fork_workers(there, modules)
        there.close()

    async def lines(self, works: Sequence[Work]) -> AsyncGenerator[bytes]:
        """Fork a worker for each; yields what they find, in the order in which it comes, until all have ended.

        They are ended when the generator is closed.
        """
        here, there = pair()
        with here:
            here.setblocking(False)
            with there:
                socket.send_fds(self.orders, [pickle.dumps(works)], [there.fileno()])
            while line := await asyncio.get_running_loop().sock_recv(here, MOST):
                yield line


def fork_workers(orders: socket.socket, modules: Sequence[str]) -> NoReturn:
    """The life of the process that forks workers: as long as the server's. Ctrl-C and the terminal are the server's."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for workers
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
        for module in modules:
            import_module(module)
        gc.freeze()  # a collection in a worker copies none of this
        while (received := socket.recv_fds(orders, MOST, 1))[0]:
            with socket.socket(fileno=received[1][0]) as server:
                for work in pickle.loads(received[0]):
                    if not os.fork():
                        orders.close()
                        become_worker(work, server)
    finally:
        os._exit(0)


def become_worker(work: Work, server: socket.socket) -> NoReturn:
    """The life of a worker. What solvers do wrong is an answer; nothing else that fails here has a reader."""

    def end_with_server() -> None:
        server.recv(1)
        end_everything_below()  # a solver's process that is stopped to be ended would stay so
        os._exit(0)

    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        threading.Thread(target=end_with_server, daemon=True).start()
        work(lambda event: server.sendall(json.dumps(event).encode() + b"\n"))
    finally:
        os._exit(0)
