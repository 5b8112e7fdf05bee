"""Nothing that a browser requests runs outside its limits: each request ends, with the outcome that names its limit."""

import asyncio
from functools import partial

import httpx
import psutil
import pytest

from fewest_pours.__main__ import BOARD_MODULES, constraint_side, level_designs, search_side
from fewest_pours.design.random_level import random_level
from fewest_pours.pages.board.answering import PlayedGame, RequestLimits, works
from fewest_pours.pages.board.server import Board
from fewest_pours.puzzles.watersort.generator import generate as random_deal
from helpers.deals import typed
from helpers.paths import ROOT

SIDES = {"search": search_side(), "CP-SAT": constraint_side()}
PICTURE = (ROOT / "docs" / "pictures" / "screenshot.png").read_bytes()
LONG = {"text": " ".join(["?"] * 60_000)}  # takes more than a MiB to read
HOPELESS = {"options": {"colors": 60, "empties": 1}, "designed": True}  # no such level is found
HARD = PlayedGame(typed(random_deal(50, 3, seed=500)))  # open after minutes
NO_TIME, NO_MEMORY = RequestLimits(seconds=0), RequestLimits(mebibytes=1)
TOO_LATE, TOO_MUCH = (503, "it took too long"), (422, "it takes too much time or memory")


@pytest.mark.parametrize(
    ("path", "sent", "limits", "expected"),
    [
        *[(path, {"json": LONG}, NO_TIME, TOO_LATE) for path in ("play", "answer")],
        *[(path, {"json": LONG}, NO_MEMORY, TOO_MUCH) for path in ("play", "answer")],
        ("deal", {"json": HOPELESS}, NO_TIME, TOO_LATE),
        ("deal", {"json": HOPELESS}, NO_MEMORY, TOO_MUCH),
        ("picture", {"content": PICTURE, "headers": {"Content-Type": "image/png"}}, NO_TIME, TOO_LATE),
    ],
)
def test_every_request_ends_at_its_limit(path, sent, limits, expected):
    async def answered():
        generate = partial(random_level, level_designs)
        board = Board([], frozenset(["board"]), "", "", SIDES, generate, BOARD_MODULES, limits)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(board.app()), base_url="http://board") as client:
            return await client.post(f"/{path}", timeout=None, **sent)

    before = psutil.Process().children()
    answer = asyncio.run(answered())
    for process in psutil.Process().children():
        if process not in before and "spawn_main" in " ".join(process.cmdline()):
            process.kill()  # the foreman, as its server has ended
    assert (answer.status_code, answer.json()["error"]) == expected


def test_all_work_on_a_position_ends_at_its_limit():
    said = []
    for work in works(HARD, SIDES, RequestLimits(seconds=0.05)):
        work(said.append)
    assert {event["outcome"] for event in said if event["kind"] == "ended"} == {"out_of_time"}
    assert {event["kind"] for event in said} >= {"ended", "rated", "more"}
    assert not any(event.get("lost") for event in said)
