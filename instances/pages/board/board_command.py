"""`compare.py board [FILE]`: start the server and open the browser."""

import argparse
import logging
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence

from instances.pages.board.answering import Generate, Sides
from instances.puzzles.loading import opened
from instances.reading.yaml_files import write_yaml

HOME = "127.0.0.1"


def parser() -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(description="Play in the browser, with both solvers at work on every position.")
    arguments.prog += " board"
    arguments.add_argument("file", metavar="FILE", nargs="?", help="the puzzle to open")
    arguments.add_argument("--port", type=int, default=0, help="(any free port)")
    arguments.add_argument("--host", default=HOME, help=f"address to listen on, to serve other machines too ({HOME})")
    arguments.add_argument("--no-browser", action="store_true", help="only print the address")
    return arguments


def board(argv: Sequence[str], sides: Sides, generate: Generate, modules: Sequence[str]) -> int:
    """Serve until Ctrl-C, which ends the program at once. Returns an exit code."""
    options = parser().parse_args(argv)
    try:
        import uvicorn

        from instances.pages.board.server import Board
    except ImportError as missing:
        print(f"the board needs {missing.name}, expected: pip install '.[board]'", file=sys.stderr)
        return 2
    level = None
    if options.file is not None:
        puzzle, instance = opened(options.file)
        level = write_yaml(puzzle.document(instance))
    try:
        listening = socket.create_server((options.host, options.port))
    except (OSError, OverflowError) as error:
        print(f"{options.host}:{options.port}: {error}, expected an address of this machine", file=sys.stderr)
        return 2
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else every answer waits 40 ms for an ACK
    port = listening.getsockname()[1]
    alone = options.host in (HOME, "localhost")
    token = "" if alone else secrets.token_urlsafe(12)
    names = (options.host, HOME, "localhost" if alone else socket.gethostname())
    address = f"http://{options.host}:{port}/" + (token and f"?token={token}")
    print(f"{address}  (Ctrl-C ends it)", flush=True)
    if token:
        print("Anyone who can reach this machine and knows this address can use it to solve puzzles.", flush=True)
    hosts = frozenset(f"{name}:{port}" for name in names)
    app = Board(level, hosts, token, sides, generate, modules).app()
    config = uvicorn.Config(
        app, log_config=None, access_log=False, lifespan="off", limit_concurrency=100, timeout_keep_alive=5,
        ws="none", server_header=False, h11_max_incomplete_event_size=16 << 10,
    )  # fmt: skip
    logging.disable()  # it would only report clients that leave: failures are shown on the page
    if not options.no_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    # In the main thread the server would handle Ctrl-C itself and wait for pending answers.
    serving = threading.Thread(target=uvicorn.Server(config).run, args=([listening],), daemon=True)
    serving.start()
    serving.join()
    return 1
