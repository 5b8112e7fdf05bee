"""The board's server: the page and its answers, for browsers on this machine or for a classroom that has the token.

It reads and writes no file once it has started. A request from another site is refused: its Origin, or the Host that a
rebound name sends, is not the board's, and what a form can send is no JSON.
"""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from importlib.resources import files
from string import Template
from typing import Any, TypeVar

import msgspec
from anyio import to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from instances.board.answering import SECONDS, Deal, Load, deal_one, works
from instances.board.levels import level_data
from instances.board.processes import events
from instances.drawing import svg
from instances.page import island
from instances.puzzle import Puzzle, RuleBroken
from instances.puzzles import loaded
from instances.reading.yaml_files import BadInput

PASTED = "pasted"  # the name of what has none
MOST_BYTES = 1 << 18  # of a request
MOST_MOVES = 2_000
SLOWEST = 10.0  # seconds for a request to arrive
AT_ONCE, MOST_WAITING = 4, 100  # positions that are worked on; requests that wait for that
PAGE = ("beakers", "blocks", "cells", "game", "depths", "verdict", "legend")
OWN = ("address", "game", "taps", "answers", "hidden", "hints", "chart", "why", "build", "print", "board")
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


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


Asked = TypeVar("Asked", Level, Position)


class Refused(Exception):
    """A request that gets a status and a line."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


@dataclass
class Board:
    """
    level    what the page opens with, as level_data makes it; None for an empty page
    hosts    names with ports that it is called by
    token    what a classroom knows; None on this machine alone
    solvers  a name -> what loads its solver of a puzzle, the quicker side first
    """

    level: dict[str, Any] | None
    hosts: frozenset[str]
    token: str | None
    solvers: Mapping[str, Load]
    deal: Deal

    def app(self) -> Starlette:
        self.free, self.waiting = asyncio.Semaphore(AT_ONCE), 0
        page = Template(text("board/board.html")).substitute(level=island(self.level))
        names = [*(f"page/{name}.js" for name in PAGE), *(f"board/{name}.js" for name in OWN)]
        script = "\n".join(['"use strict";', *map(text, names)])
        style = "\n".join([svg.STYLE, text("page/page.css"), text("board/board.css")])
        fixed = {"/": (page, "text/html"), "/board.js": (script, "text/javascript"), "/board.css": (style, "text/css")}
        asked = {
            "/level": receiving(Level, self.level_of),
            "/play": receiving(Position, play),
            "/answer": receiving(Position, self.answer),
        }
        return Starlette(
            routes=[
                *(Route(path, self.guarded(sending(*found))) for path, found in fixed.items()),
                *(Route(path, self.guarded(respond), methods=["POST"]) for path, respond in asked.items()),
            ]
        )

    def guarded(self, respond: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """With the checks of where a request comes from; a refusal or a fault of ours is one line of JSON."""

        async def guard(request: Request) -> Response:
            try:
                self.check(request)
                response = await respond(request)
            except Refused as refused:
                response = JSONResponse({"error": str(refused)}, refused.status)
            except (BadInput, RuleBroken, ValueError) as wrong:
                response = JSONResponse({"error": str(wrong)}, 422)
            except TimeoutError:
                response = JSONResponse({"error": "it took too long"}, 503)
            except Exception as error:
                response = JSONResponse({"error": f"the board failed: {type(error).__name__}"}, 500)
            response.headers.update(HEADERS)
            return response

        return guard

    def check(self, request: Request) -> None:
        """Raises Refused."""
        if request.headers.get("host", "") not in self.hosts:
            raise Refused(403, "not the board's address")
        if request.headers.get("origin", f"http://{request.headers['host']}") != f"http://{request.headers['host']}":
            raise Refused(403, "from another site")
        if self.token is not None and request.url.path in ("/", "/level", "/play", "/answer"):
            given = request.query_params.get("token", request.headers.get("x-token", ""))
            if not secrets.compare_digest(given.encode(), self.token.encode()):
                raise Refused(403, "the token is missing or wrong: open the whole address that was printed")
        if request.url.path in ("/level", "/answer") and self.waiting >= MOST_WAITING:
            raise Refused(503, "too many are waiting: try again soon")

    async def level_of(self, asked: Level) -> Response:
        if asked.text is not None:
            pasted = asked.text
        else:
            pasted = await self.dealt(asked)
        found = await to_thread.run_sync(loaded, PASTED, pasted)
        return JSONResponse(await to_thread.run_sync(level_data, *found))

    async def dealt(self, asked: Level) -> str:
        """The file of a random level."""
        async with (
            self.place(),
            aclosing(
                events([(deal_one, (self.deal, asked.puzzle, asked.options, asked.seed, asked.designed))])
            ) as heard,
            asyncio.timeout(SECONDS),
        ):
            async for event in heard:
                if "error" in event:
                    raise Refused(422, event["error"])
                if event:
                    return str(event["yaml"])
        raise Refused(422, "no such level was found")

    async def answer(self, asked: Position) -> Response:
        puzzle, positions = await to_thread.run_sync(game_of, asked)

        async def lines() -> AsyncIterator[bytes]:
            async with self.place(), aclosing(events(works(puzzle.name, positions[-1], self.solvers))) as heard:
                async for event in heard:
                    yield json.dumps(event).encode() + b"\n"

        return StreamingResponse(lines(), media_type="application/x-ndjson")

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """One of the places of those that are worked for."""
        self.waiting += 1
        try:
            await self.free.acquire()
        finally:
            self.waiting -= 1
        try:
            yield
        finally:
            self.free.release()


def text(name: str) -> str:
    return files("instances").joinpath(name).read_text(encoding="utf-8")


def sending(content: str, kind: str) -> Callable[[Request], Awaitable[Response]]:
    async def send(_: Request) -> Response:
        return Response(content, media_type=kind)

    return send


def receiving(
    kind: type[Asked], respond: Callable[[Asked], Awaitable[Response]]
) -> Callable[[Request], Awaitable[Response]]:
    """Reads a request of that kind, within the limits."""

    async def receive(request: Request) -> Response:
        if request.headers.get("content-type", "").partition(";")[0] != "application/json":
            raise Refused(415, "expected JSON")
        body = b""
        async with asyncio.timeout(SLOWEST):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MOST_BYTES:
                    raise Refused(413, f"over {MOST_BYTES >> 10} kB")
        try:
            asked = msgspec.json.decode(body, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Refused(400, str(error)) from None
        return await respond(asked)

    return receive


def game_of(asked: Position) -> tuple[Puzzle, list[Any]]:
    """The puzzle, and all positions. Raises BadInput, RuleBroken, ValueError."""
    if len(asked.moves) > MOST_MOVES or any(part < 0 for move in asked.moves for part in move):
        raise ValueError(f"expected at most {MOST_MOVES} moves, of numbers from 0")
    puzzle, level, notes = loaded(PASTED, asked.yaml)
    level_data(puzzle, level, notes)
    return puzzle, puzzle.taps.played(level, asked.moves)


async def play(asked: Position) -> Response:
    """The position after the moves, and what there is to say of it."""
    puzzle, positions = await to_thread.run_sync(game_of, asked)
    taps, last = puzzle.taps, positions[-1]
    states = [puzzle.drawing.state(position) for position in positions]
    return JSONResponse({"states": states, "remark": taps.remark(last), "done": taps.done(last)})
