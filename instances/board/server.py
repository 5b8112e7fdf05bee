"""The board's server: the page and its answers, for browsers on this machine or for a classroom that has the token.

It reads and writes no file once it has started. A request from another site is refused: its Origin, or the Host that a
rebound name sends, is not the board's, and what a form can send is no JSON.
"""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from string import Template
from typing import Any

import msgspec
from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from instances.board.answering import SECONDS, Generate, Sides, deal_one, works
from instances.board.levels import level_data
from instances.board.workers import Workers
from instances.drawing import svg
from instances.page import island, text
from instances.puzzle import Puzzle, RuleBroken
from instances.puzzles import loaded
from instances.reading.yaml_files import BadInput

PASTED = "pasted"  # the name of what has none
MOST_BYTES = 1 << 18  # of a request
MOST_MOVES = 2_000
SLOWEST = 10.0  # seconds for a request to arrive
AT_ONCE = 4  # positions that are worked on
SCRIPTS = (
    *(f"page/{name}.js" for name in ("beakers", "blocks", "cells", "game", "depths", "verdict", "legend")),
    *(f"board/{name}.js" for name in ("address", "game", "taps", "answers", "hidden", "hints", "chart", "why")),
    *(f"board/{name}.js" for name in ("build", "print", "board")),
)
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}

Respond = Callable[[Request], Awaitable[Response]]


class Level(msgspec.Struct):
    """POST /level: anything that import reads; or, without a text, what a random level is made from."""

    text: str | None = None
    puzzle: str = "watersort"
    options: dict[str, int] = {}
    seed: int = 0
    designed: bool = False


class Position(msgspec.Struct):
    """POST /play, /answer: a level as its file, and the moves that were made."""

    yaml: str
    moves: list[list[int]] = []


@dataclass
class Board:
    """
    level     what the page opens with, as level_data makes it; None for an empty page
    hosts     names with ports that it is called by
    token     what a classroom knows; None on this machine alone
    generate  makes random levels
    """

    level: dict[str, Any] | None
    hosts: frozenset[str]
    token: str | None
    sides: Sides
    generate: Generate
    workers: Workers

    def app(self) -> Starlette:
        self.places = asyncio.Semaphore(AT_ONCE)
        page = Template(text("board/board.html")).substitute(level=island(self.level))
        script = "\n".join(['"use strict";', *map(text, SCRIPTS)])
        style = "\n".join([svg.STYLE, text("page/page.css"), text("board/board.css")])
        fixed = {"/": (page, "text/html"), "/board.js": (script, "text/javascript"), "/board.css": (style, "text/css")}
        posted = {"/level": self.open, "/play": play, "/answer": self.answer}
        return Starlette(
            routes=[
                *(Route(path, self.guarded(partial(send, *content))) for path, content in fixed.items()),
                *(Route(path, self.guarded(respond), methods=["POST"]) for path, respond in posted.items()),
            ]
        )

    def guarded(self, respond: Respond) -> Respond:
        """With the checks of where a request comes from; a refusal or a fault of ours is one line of JSON."""

        async def guard(request: Request) -> Response:
            try:
                self.check(request)
                response = await respond(request)
            except Exception as error:
                response = refusal(error)
            response.headers.update(HEADERS)
            return response

        return guard

    def check(self, request: Request) -> None:
        """Raises HTTPException."""
        host = request.headers.get("host", "")
        if host not in self.hosts:
            raise HTTPException(403, "not the board's address")
        if request.headers.get("origin", f"http://{host}") != f"http://{host}":
            raise HTTPException(403, "from another site")
        if self.token is not None and request.url.path not in ("/board.js", "/board.css"):
            given = request.query_params.get("token", request.headers.get("x-token", ""))
            if not secrets.compare_digest(given.encode(), self.token.encode()):
                raise HTTPException(403, "the token is missing or wrong: open the whole address that was printed")

    async def open(self, request: Request) -> Response:
        level = await received(request, Level)
        pasted = await self.dealt(level) if level.text is None else level.text
        return JSONResponse(await to_thread.run_sync(lambda: level_data(loaded(PASTED, pasted))))

    async def dealt(self, level: Level) -> str:
        """The file of a random level."""
        work = partial(deal_one, self.generate, level.puzzle, level.options, level.seed, level.designed)
        async with self.places, aclosing(self.workers.lines([work])) as lines, asyncio.timeout(SECONDS):
            async for line in lines:
                found = json.loads(line)
                if "error" in found:
                    raise ValueError(found["error"])
                return str(found["yaml"])
        raise ValueError("no such level was found")

    async def answer(self, request: Request) -> Response:
        puzzle, positions = await game_of(request)

        async def lines() -> AsyncIterator[bytes]:
            work = works(puzzle.name, positions[-1], self.sides)
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
    """The body of a request, of that kind. Raises HTTPException, and TimeoutError where it comes too slowly."""
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


async def game_of(request: Request) -> tuple[Puzzle, list[Any]]:
    """The puzzle, and all positions. Raises HTTPException, BadInput, RuleBroken, ValueError."""
    game: Position = await received(request, Position)
    if len(game.moves) > MOST_MOVES or any(part < 0 for move in game.moves for part in move):
        raise ValueError(f"expected at most {MOST_MOVES} moves, of numbers from 0")

    def played() -> tuple[Puzzle, list[Any]]:
        found = loaded(PASTED, game.yaml)
        level_data(found)  # refuses what is too large
        return found.puzzle, found.puzzle.taps.played(found.instance, game.moves)

    return await to_thread.run_sync(played)


async def play(request: Request) -> Response:
    """The position after the moves, and what there is to say of it."""
    puzzle, positions = await game_of(request)
    taps, last = puzzle.taps, positions[-1]
    states = [puzzle.drawing.state(position) for position in positions]
    return JSONResponse({"states": states, "remark": taps.remark(last), "done": taps.done(last)})
