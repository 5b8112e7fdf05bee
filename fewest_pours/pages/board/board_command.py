"""`fewest-pours board [FILE]`: start the server and open the browser; `page`: one file that needs no server."""

import argparse
import logging
import re
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence

from fewest_pours.files.option_types import add_limits
from fewest_pours.files.output_files import folder, output, write_file, write_text
from fewest_pours.pages.board import board_page
from fewest_pours.pages.board.answering import Generate, Sides
from fewest_pours.pages.board.brought_levels import Brought, levels_in
from fewest_pours.pages.site.site_files import LEVELS, site_files
from fewest_pours.running.limits import Limits
from fewest_pours.running.read_within import read_within

HOME = "127.0.0.1"
HTTP = 80  # its port
PORT = 8137  # the same at each start, as browsers keep games and saved levels for an address with its port
EVERYWHERE = ("", "0.0.0.0", "::")  # hosts that stand for all addresses of this machine


def parser(program: str) -> argparse.ArgumentParser:
    description = "Play in the browser, with both solvers at work on every position."
    arguments = argparse.ArgumentParser(prog=f"{program} board", description=description)
    arguments.add_argument("file", metavar="FILE", nargs="?", help="the puzzle to open, or a pack to play through")
    arguments.add_argument("--port", type=int, help=f"({PORT}, or any free one if it is taken)")
    arguments.add_argument("--host", default=HOME, help=f"address to listen on, to serve other machines too ({HOME})")
    arguments.add_argument("--phone", action="store_true", help="serve phones in this network; prints a QR code")
    arguments.add_argument("--token", type=token, help="the secret in the address of --phone and --host (a new one)")
    arguments.add_argument("--no-browser", action="store_true", help="only print the address")
    add_limits(arguments, " for reading FILE")
    return arguments


def token(text: str) -> str:
    """The type of --token: what is hard to guess, and the same in an address."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{12,100}", text):
        raise argparse.ArgumentTypeError("expected at least 12 letters, digits, - or _")
    return text


def own_address() -> str:
    """The address of this machine in its network: a packet to another one would leave from it (none is sent)."""
    with socket.socket(type=socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens on the port; where none is wished, on the usual one, or on any free one. OSError."""
    if port is not None:
        return socket.create_server((host, port))
    try:
        return socket.create_server((host, PORT))
    except OSError:
        return socket.create_server((host, 0))


def endings(port: int) -> list[str]:
    """What follows the name in a Host header: browsers leave out the port of HTTP."""
    return [f":{port}", ""] if port == HTTP else [f":{port}"]


def brought(file: str | None, options: argparse.Namespace) -> list[Brought]:
    """The levels in a file, read within the limits of the options. Raises BadInput, NotRead."""
    if file is None:
        return []
    with read_within(Limits(options.time_limit, options.memory_limit), file):
        return levels_in(file)


def page(argv: Sequence[str], program: str) -> int:
    """Write a board that needs no server, as one HTML file or as a site. Returns an exit code."""
    description = "Write one HTML file to enter, play and check levels, without a server."
    arguments = argparse.ArgumentParser(prog=f"{program} page", description=description)
    arguments.add_argument("file", metavar="FILE", nargs="?", help="the water sort level to open, or a pack")
    ways = arguments.add_mutually_exclusive_group()
    ways.add_argument("--out", metavar="PAGE", type=output, default="fewest-pours.html", help="(%(default)s)")
    ways.add_argument("--site", metavar="DIR", type=folder, help="write a folder that any web host serves")
    add_limits(arguments, " for reading FILE")
    options = arguments.parse_args(argv)
    levels = brought(options.file or (str(LEVELS) if options.site else None), options)
    if options.site:
        options.site.mkdir(parents=True, exist_ok=True)
        for name, content in site_files(levels).items():
            write_file(str(options.site / name), [content])
        print(f"{options.site}: put this folder on any web host")
        return 0
    write_text(options.out, board_page.alone(levels))
    print(f"{options.out}: open it in a browser, or put it on any web host")
    return 0


def board(argv: Sequence[str], program: str, sides: Sides, generate: Generate, modules: Sequence[str]) -> int:
    """Serve until Ctrl-C, which ends the program at once. Returns an exit code."""
    options = parser(program).parse_args(argv)
    try:
        import segno
        import uvicorn

        from fewest_pours.pages.board.server import Board, Connection
    except ImportError as missing:
        print(f"the board needs {missing.name}, expected: pip install '.[board]'", file=sys.stderr)
        return 2
    levels = brought(options.file, options)
    host = options.host
    try:
        is_everywhere = options.phone or host in EVERYWHERE
        if is_everywhere:
            host = own_address()
        listening = listen("" if is_everywhere else host, options.port)
    except (OSError, OverflowError) as error:
        print(f"{host}:{options.port or PORT}: {error}, expected an address of this machine", file=sys.stderr)
        return 2
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else every answer waits 40 ms for an ACK
    port = listening.getsockname()[1]
    is_shared = options.phone or host not in (HOME, "localhost")
    address = f"http://{host}:{port}/"
    token = ""
    if is_shared:
        token = options.token or secrets.token_urlsafe(12)
        address += f"?token={token}"
    print(f"{address}  (Ctrl-C ends it)", flush=True)
    if options.phone:
        segno.make(address, error="l").terminal(compact=True)
    if is_shared:
        print("Anyone who can reach this machine and knows this address can use it to solve puzzles.", flush=True)
    names = (host, HOME, socket.gethostname() if is_shared else "localhost")
    hosts = frozenset(f"{name}{ending}" for name in names for ending in endings(port))
    app = Board(levels, hosts, token, address if is_shared else "", sides, generate, modules).app()
    config = uvicorn.Config(
        app, http=Connection, log_config=None, access_log=False, lifespan="off", limit_concurrency=100,
        timeout_keep_alive=5, ws="none", server_header=False, h11_max_incomplete_event_size=16 << 10,
    )  # fmt: skip
    logging.disable()  # it would only report clients that leave: failures are shown on the page
    if not (options.no_browser or options.phone):
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    # In the main thread the server would handle Ctrl-C itself and wait for pending answers.
    serving = threading.Thread(target=uvicorn.Server(config).run, args=([listening],), daemon=True)
    serving.start()
    serving.join()
    return 1
