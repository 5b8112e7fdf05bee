"""Worker processes for one position: forked with the solvers already loaded, and ended together.

The server has threads and so must not fork. Another process, without threads, imports the solvers once and forks the
*workers*. All workers of a position write to one socket, each message a line of JSON, a long one in pieces. A worker
ends when the server closes its end of the socket: because the position has changed, or because the server has ended.
"""

import asyncio
import gc
import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from instances.running.supervisor import end_everything_below

Say = Callable[[dict[str, Any]], None]
Work = Callable[[Say], None]
MOST, PIECE = 1 << 20, 1 << 17  # bytes of an order; bytes that a worker sends at once


def pair() -> tuple[socket.socket, socket.socket]:
    """The two ends of a connection that keeps each message whole, even with several writers."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


class Workers:
    """Starts the process that imports these modules and forks workers; starts a new one if it dies."""

    def __init__(self, modules: Sequence[str]) -> None:
        self.modules = list(modules)
        self.start()

    def start(self) -> None:
        self.orders, there = pair()
        life = f"import sys; sys.path = {sys.path}; from {__name__} import fork_workers; fork_workers({self.modules})"
        with there:
            subprocess.Popen([sys.executable, "-c", life], stdin=there.fileno(), stderr=subprocess.DEVNULL)

    def order(self, works: bytes, there: socket.socket) -> None:
        """Have one worker forked for each piece of work; they write to `there`. works: a pickled sequence of Work"""
        try:
            socket.send_fds(self.orders, [works], [there.fileno()])
        except ConnectionError:
            self.start()
            self.order(works, there)

    async def pieces(self, works: Sequence[Work]) -> AsyncGenerator[bytes]:
        """Fork a worker for each piece of work; yield their messages as they come, until all workers have ended.

        Longer ones than PIECE are whole only if there is one worker. Closing the generator ends the workers.
        """
        here, there = pair()
        with here:
            here.setblocking(False)
            with there:
                self.order(pickle.dumps(works), there)
            while piece := await asyncio.get_running_loop().sock_recv(here, PIECE):
                yield piece


def fork_workers(modules: Sequence[str]) -> NoReturn:
    """Fork workers as ordered through the socket on standard input, until the server ends."""
    orders = socket.socket(fileno=0)
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for workers
        for module in modules:
            import_module(module)
        gc.freeze()  # a garbage collection in a worker then copies none of these pages
        while (received := socket.recv_fds(orders, MOST, 1))[0]:
            with socket.socket(fileno=received[1][0]) as server:
                for work in pickle.loads(received[0]):
                    if not os.fork():
                        orders.close()
                        become_worker(work, server)
    finally:
        os._exit(0)


def become_worker(work: Work, server: socket.socket) -> NoReturn:
    """Run a worker. A solver's failure is reported as an outcome; nobody would read any other error."""

    def end_with_server() -> None:
        server.recv(1)
        end_everything_below()  # including processes that a solver stopped (SIGSTOP) in order to end them
        os._exit(0)

    def say(event: dict[str, Any]) -> None:
        line = json.dumps(event).encode() + b"\n"
        for start in range(0, len(line), PIECE):
            server.sendall(line[start : start + PIECE])

    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        threading.Thread(target=end_with_server, daemon=True).start()
        work(say)
    finally:
        os._exit(0)
