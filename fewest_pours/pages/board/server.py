"""The board's server: the page and its answers, for browsers on this machine or for a classroom that has the token.

Once started, it reads and writes no files. It refuses requests from other sites: by Origin, by Host (which exposes DNS
rebinding), and by accepting only JSON, which no HTML form can send.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeVar

import h11
import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from fewest_pours.files.input_files import MAX_PICTURE
from fewest_pours.pages.board import board_page
from fewest_pours.pages.board.answering import (
    Generate,
    PlayedGame,
    RequestLimits,
    Sides,
    deal_one,
    picture,
    play,
    works,
)
from fewest_pours.pages.board.brought_levels import Brought
from fewest_pours.pages.board.workers import Work, Workers
from fewest_pours.pages.page_parts import raw, script
from fewest_pours.puzzles.loading import NAMES

LIMITS = RequestLimits()
MOST_BYTES = 1 << 17  # of JSON, in the body of a request
SLOWEST = 10.0  # seconds within which a request must arrive, and for which a client may take nothing of its response
CLIENT_LEFT = 499  # which nobody reads
Kind = TypeVar("Kind", bound=msgspec.Struct)
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; img-src 'self' blob:; worker-src blob:; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class Wish(msgspec.Struct):
    """POST /deal: the options of a random level."""

    puzzle: Literal[NAMES] = NAMES[0]  # type: ignore[valid-type]
    options: dict[str, int] = {}
    seed: int = 0
    designed: bool = False


@dataclass
class Board:
    """
    levels    those that the page brings along; it opens with the first, or deals one
    share     the address under which other machines reach the board; empty if they do not
    hosts     accepted Host headers: '127.0.0.1:8000'
    token     the secret in a classroom's address; empty if only this machine is served
    generate  makes random levels
    modules   imported once, before workers are forked
    limits    of each request
    """

    levels: Sequence[Brought]
    hosts: frozenset[str]
    token: str
    share: str
    sides: Sides
    generate: Generate
    modules: Sequence[str]
    limits: RequestLimits = LIMITS

    def app(self) -> Starlette:
        self.workers = Workers(self.modules)
        self.public = {
            "/board.js": (script(board_page.SERVED), "text/javascript"),
            "/board.css": (board_page.board_style(), "text/css"),
            "/icon.svg": (raw("board/icon.svg"), "image/svg+xml"),
            "/icon.png": (raw("board/icon.png"), "image/png"),
        }
        self.files = self.public | {
            "/": (board_page.served(self.levels, self.token, self.share), "text/html"),
            "/manifest.json": (board_page.manifest(f"/?token={self.token}"), "application/manifest+json"),
        }
        self.actions = {"/deal": self.deal, "/play": self.play, "/picture": self.picture, "/answer": self.answer}
        return Starlette(routes=[Route("/{path:path}", self.respond, methods=["GET", "POST"])])

    async def respond(self, request: Request) -> Response:
        """Check where a request comes from and respond; refusals and internal errors become one line of JSON."""
        try:
            self.check(request)
            path = request.url.path
            if path in self.files:
                content, kind = self.files[path]
                response = Response(content, media_type=kind)
            else:
                response = await self.actions[path](request)
        except Exception as error:
            response = refusal(error)
        response.headers.update(HEADERS)
        return response

    def check(self, request: Request) -> None:
        """Raises HTTPException for a wrong origin, host, path or token."""
        host = request.headers.get("host", "")
        path = request.url.path
        if host not in self.hosts or request.headers.get("origin", f"http://{host}") != f"http://{host}":
            raise HTTPException(403, "from another site, or not by the board's address")
        if path not in self.files and path not in self.actions:
            raise HTTPException(404)
        if self.token and path not in self.public:
            token = request.query_params.get("token", request.headers.get("x-token", ""))
            if not secrets.compare_digest(token.encode(), self.token.encode()):
                raise HTTPException(403, "the token is missing or wrong: open the full address that was printed")

    async def deal(self, request: Request) -> Response:
        wish = msgspec.structs.astuple(await received(request, Wish))
        work = partial(deal_one, self.generate, self.limits, *wish)
        return await self.reply(request, work, self.workers.dealing)

    async def play(self, request: Request) -> Response:
        work = partial(play, await received(request, PlayedGame), self.limits)
        return await self.reply(request, work, self.workers.reading)

    async def picture(self, request: Request) -> Response:
        content = await body(request, "image/", MAX_PICTURE)
        return await self.reply(request, partial(picture, content), self.workers.looking)

    async def reply(self, request: Request, work: Work, places: asyncio.Semaphore) -> Response:
        """The message of one worker, which ends when the client leaves.

        Raises HTTPException if a limit or the client ended it before, TimeoutError.
        """
        working = asyncio.create_task(self.first_message(work, places))
        leaving = asyncio.create_task(departure(request))
        try:
            await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                raise HTTPException(CLIENT_LEFT, "the client has left")
            message = working.result()
        finally:
            working.cancel()
            leaving.cancel()
            await asyncio.gather(working, leaving, return_exceptions=True)
        if not message:
            raise HTTPException(422, "it takes too much time or memory")
        return Response(message, 422 if message.startswith(b'{"error"') else 200, media_type="application/json")

    async def first_message(self, work: Work, places: asyncio.Semaphore) -> bytes:
        """Of a worker; empty if it has ended without one. Raises TimeoutError, also if all places are taken."""
        async with asyncio.timeout(self.limits.seconds), places, aclosing(self.workers.messages([work])) as messages:
            return await anext(messages, b"")

    async def answer(self, request: Request) -> Response:
        game = await received(request, PlayedGame)
        played = await self.reply(request, partial(play, game, self.limits), self.workers.reading)
        if played.status_code != 200:
            return played

        async def messages() -> AsyncIterator[bytes]:
            async with (
                self.workers.solving,
                aclosing(self.workers.messages(works(game, self.sides, self.limits))) as found,
            ):
                async for message in found:
                    yield message

        return StreamingResponse(messages(), media_type="application/x-ndjson")


class Connection(H11Protocol):
    """A connection that is closed if the head of a request does not arrive in time, or a response is not taken.

    uvicorn closes a connection when `timeout_keep_alive_task` is due. It sets this timer after each response, and
    cancels it at the next byte, so a client that sends a byte now and then would keep its connection for ever. Here the
    timer is set from the start, and is only cancelled when the head of a request is complete.
    """

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.timeout_keep_alive_task = self.loop.call_later(SLOWEST, self.timeout_keep_alive_handler)

    def data_received(self, data: bytes) -> None:
        timer = self.timeout_keep_alive_task
        self.timeout_keep_alive_task = None  # so that uvicorn finds none to cancel
        super().data_received(data)
        if timer is None:
            return
        has_whole_head = self.conn.their_state is not h11.IDLE
        if has_whole_head:
            timer.cancel()
        else:
            self.timeout_keep_alive_task = timer

    def pause_writing(self) -> None:
        super().pause_writing()
        self.untaken = self.loop.call_later(SLOWEST, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.untaken.cancel()


async def departure(request: Request) -> None:
    """Wait until the client of a request, whose body has arrived, closes the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def refusal(error: Exception) -> Response:
    status = 500
    reason = f"the board failed: {type(error).__name__}"
    if isinstance(error, HTTPException):
        status = error.status_code
        reason = error.detail
    elif isinstance(error, TimeoutError):
        status = 503
        reason = "it took too long"
    return JSONResponse({"error": reason}, status)


async def body(request: Request, kind: str, most: int) -> bytes:
    """The body of a request of this type. Raises HTTPException, or TimeoutError if it arrives too slowly."""
    if not request.headers.get("content-type", "").startswith(kind):
        raise HTTPException(415, f"expected {kind}")
    content = bytearray()
    async with asyncio.timeout(SLOWEST):
        async for chunk in request.stream():
            content += chunk
            if len(content) > most:
                raise HTTPException(413, f"over {most >> 10} kB")
    return bytes(content)


async def received(request: Request, kind: type[Kind]) -> Kind:
    """The JSON in the body of a request as `kind`. Raises HTTPException, TimeoutError."""
    try:
        return msgspec.json.decode(await body(request, "application/json", MOST_BYTES), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise HTTPException(400, str(error)) from None
