"""The board's server: the page and its answers, for browsers on this machine or for a classroom that has the token.

Once started, it reads and writes no files. It refuses requests from other sites: by Origin, by Host (which exposes DNS
rebinding), and by accepting only JSON, which no HTML form can send.
"""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from string import Template
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from instances.drawing import svg
from instances.drawing.colors import NAMES, looks
from instances.pages.board.answering import SECONDS, Generate, Sides, deal_one, works
from instances.pages.board.workers import Workers
from instances.pages.page import island, shown, text
from instances.puzzles.loading import PUZZLES, loaded
from instances.puzzles.puzzle import RuleBroken
from instances.puzzles.watersort.rules import HIDDEN, Deal
from instances.reading.yaml_files import BadInput, write_yaml

PASTED = "pasted"  # name of a level that has none
MOST_BYTES = 1 << 17  # in the body of a request
MOST_PARTS = 5_000  # of a level: units and beakers, blocks, or cells
SLOWEST = 10.0  # seconds within which a request must arrive
AT_ONCE = 4  # positions solved at the same time
SCRIPTS = (
    "page/beakers", "page/blocks", "page/cells", "page/game", "page/depths", "page/verdict", "page/legend",
    "board/address", "board/game", "board/taps", "board/answers", "board/hidden", "board/hints", "board/chart",
    "board/why", "board/build", "board/print", "board/board",
)  # fmt: skip
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class Wish(msgspec.Struct):
    """POST /deal: the options of a random level."""

    puzzle: str = "watersort"
    options: dict[str, int] = {}
    seed: int = 0
    designed: bool = False


class Game(msgspec.Struct):
    """POST /play, /answer: a level in any notation that `import` reads, and the moves made."""

    text: str
    moves: Annotated[list[list[Annotated[int, Meta(ge=0)]]], Meta(max_length=2_000)] = []


@dataclass
class Board:
    """
    level     YAML text of the level that the page opens with; None: the page deals one
    hosts     accepted Host headers: '127.0.0.1:8000'
    token     the secret in a classroom's address; empty if only this machine is served
    generate  makes random levels
    modules   imported once, before workers are forked
    """

    level: str | None
    hosts: frozenset[str]
    token: str
    sides: Sides
    generate: Generate
    modules: Sequence[str]

    def app(self) -> Starlette:
        self.places, self.workers = asyncio.Semaphore(AT_ONCE), Workers(self.modules)
        page = Template(text("board/board.html")).substitute(level=island(self.level))
        script = "\n".join(['"use strict";', *(text(f"{name}.js") for name in SCRIPTS)])
        style = "\n".join([svg.STYLE, text("page/page.css"), text("board/board.css")])
        self.responses: dict[str, Callable[[Request], Awaitable[Response]]] = {
            "/": partial(send, page, "text/html"),
            "/board.js": partial(send, script, "text/javascript"),
            "/board.css": partial(send, style, "text/css"),
            "/deal": self.deal,
            "/play": play,
            "/answer": self.answer,
        }
        return Starlette(routes=[Route("/{path:path}", self.respond, methods=["GET", "POST"])])

    async def respond(self, request: Request) -> Response:
        """Check where a request comes from and respond; refusals and internal errors become one line of JSON."""
        try:
            self.check(request)
            response = await self.responses[request.url.path](request)
        except Exception as error:
            response = refusal(error)
        response.headers.update(HEADERS)
        return response

    def check(self, request: Request) -> None:
        """Raises HTTPException for a wrong origin, host, path or token."""
        host, path = request.headers.get("host", ""), request.url.path
        if host not in self.hosts or request.headers.get("origin", f"http://{host}") != f"http://{host}":
            raise HTTPException(403, "from another site, or not by the board's address")
        if path not in self.responses:
            raise HTTPException(404)
        if self.token and path not in ("/board.js", "/board.css"):
            token = request.query_params.get("token", request.headers.get("x-token", ""))
            if not secrets.compare_digest(token.encode(), self.token.encode()):
                raise HTTPException(403, "the token is missing or wrong: open the full address that was printed")

    async def deal(self, request: Request) -> Response:
        work = partial(deal_one, self.generate, *msgspec.structs.astuple(await received(request, Wish)))
        async with self.places, aclosing(self.workers.lines([work])) as lines, asyncio.timeout(SECONDS):
            found = json.loads(await anext(lines, '{"error": "no such level was found"}'))
        return JSONResponse(found, 422 if "error" in found else 200)

    async def answer(self, request: Request) -> Response:
        level, positions = await asyncio.to_thread(played, await received(request, Game))

        async def lines() -> AsyncIterator[bytes]:
            work = works(level["puzzle"], positions[-1], self.sides)
            async with self.places, aclosing(self.workers.lines(work)) as found:
                async for line in found:
                    yield line

        return StreamingResponse(lines(), media_type="application/x-ndjson")


def refusal(error: Exception) -> Response:
    status, reason = 500, f"the board failed: {type(error).__name__}"
    if isinstance(error, HTTPException):
        status, reason = error.status_code, error.detail
    elif isinstance(error, BadInput | RuleBroken | ValueError):
        status, reason = 422, str(error)
    elif isinstance(error, TimeoutError):
        status, reason = 503, "it took too long"
    return JSONResponse({"error": reason}, status)


async def send(content: str, kind: str, _: Request) -> Response:
    return Response(content, media_type=kind)


async def received(request: Request, kind: type[Any]) -> Any:
    """The body of a request as `kind`. Raises HTTPException, or TimeoutError if it arrives too slowly."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise HTTPException(415, "expected JSON")
    body = b""
    async with asyncio.timeout(SLOWEST):
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_BYTES:
                raise HTTPException(413, f"over {MOST_BYTES >> 10} kB")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise HTTPException(400, str(error)) from None


def played(game: Game) -> tuple[dict[str, Any], list[Any]]:
    """The level as the page shows it, and the positions before and after each move.

    Raises BadInput, RuleBroken, and ValueError for a level that is too large.
    """
    found = loaded(PASTED, game.text)
    puzzle, instance = found.puzzle, found.instance
    parts = puzzle.drawing.state(instance)
    if len(parts) + sum(len(part) for part in parts if isinstance(part, list)) > MOST_PARTS:
        raise ValueError(f"a {puzzle.name} level of over {MOST_PARTS} parts")
    colors = puzzle.drawing.colors(instance)
    if isinstance(instance, Deal):  # the editor may add any other colour
        colors = colors | looks([*instance.unseen, *NAMES, HIDDEN]) | colors
    level = {"puzzle": puzzle.name, "text": write_yaml(puzzle.document(instance)), "notes": found.notes}
    return level | shown(puzzle, instance, colors), puzzle.taps.played(instance, game.moves)


async def play(request: Request) -> Response:
    """The level, its positions, and which rule the last one breaks, if any."""
    level, positions = await asyncio.to_thread(played, await received(request, Game))
    puzzle, last = PUZZLES[level["puzzle"]], positions[-1]
    states = [puzzle.drawing.state(position) for position in positions]
    return JSONResponse(level | {"states": states, "remark": puzzle.taps.remark(last), "done": puzzle.taps.done(last)})
