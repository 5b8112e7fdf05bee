"""What reaches the board's server: other sites, other names, nonsense, crowds, and clients that leave."""

import json
import random
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import cycle, product

import httpx
import psutil
import pytest

from fewest_pours.puzzles.watersort.generator import generate
from fuzz.mutation import damaged_text
from helpers.boards import running_board
from helpers.cases import case
from helpers.deals import typed
from helpers.paths import INSTANCES

FILE = INSTANCES / "watersort" / "sample-three-colours.yaml"
YAML = FILE.read_text(encoding="utf-8")
HARD = typed(generate(50, 3, seed=500))  # open after minutes
LEVEL, DEAL = {"text": YAML, "moves": [[2, 4]]}, {"puzzle": "pipes"}
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def board():
    with running_board(FILE) as running:
        yield running


@pytest.fixture(scope="module", autouse=True)
def unfinished(board):
    """Clients that send half a request, or take no response; connected while the other tests run."""
    host, port = board.address.strip("/").rpartition("/")[2].split(":")
    head = f"POST /play HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
    every = f"GET /board.js HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n" * 30
    clients = []
    for sent in (*[head[:60]] * 50, *["", head + "Content-Length: 9\r\n\r\n{", every] * 10):
        clients.append(socket.create_connection((host, int(port))))
        clients[-1].sendall(sent.encode())
    return clients


def post(board, path, body, **headers):
    """The answer to a request of these bytes, or of anything else as JSON."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    address = board.address.partition("?")[0] + path
    return httpx.post(address, content=content, headers=JSON | headers, timeout=120)


def test_an_answer_comes_line_by_line(board):
    answer = post(board, "answer", LEVEL)
    events = [json.loads(line) for line in answer.text.splitlines()]
    ended = {event["by"]: (event["outcome"], event["upper"]) for event in events if event["kind"] == "ended"}
    assert ended == {"search": ("optimal", 6), "CP-SAT": ("optimal", 6)}
    assert {event["kind"] for event in events} == {"bounds", "ended", "rated", "more"}
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    ("path", "body", "headers", "status", "message"),
    [
        ("play", LEVEL, {"Origin": "http://evil.example"}, 403, ""),
        ("play", LEVEL, {"Host": "evil.example"}, 403, ""),
        ("play", LEVEL, {"Content-Type": "text/plain"}, 415, ""),
        ("play", {"text": "x" * 300_000}, {}, 413, ""),
        ("play", {"text": "/etc/passwd"}, {}, 422, ""),
        ("deal", {"options": {"colors": 10**9}}, {}, 422, ""),
        ("deal", {"options": {"colors": 3, "capacity": 20_000}, "designed": True}, {}, 422, "of over 5000 parts"),
        ("deal", {"options": {"colours": 3}}, {}, 422, "no option colours, expected colors, empties, capacity"),
        ("answer", {"text": YAML, "moves": [[1, 4]] * 3_000}, {}, 400, ""),
        ("elsewhere", {}, {}, 404, ""),
        ("picture", b"x", {}, 415, ""),
        ("picture", b"x", {"Content-Type": "image/png"}, 422, ""),
        ("picture", b"\x89PNG\r\n\x1a\n" + bytes(13 << 20), {"Content-Type": "image/png"}, 413, ""),
    ],
)
def test_other_sites_and_wrong_or_too_large_requests_are_refused(board, path, body, headers, status, message):
    answer = post(board, path, body, **headers)
    assert answer.status_code == status
    assert message in answer.text


def test_the_page_loads_nothing_from_elsewhere(board):
    page = httpx.get(board.address)
    assert "default-src 'none'; script-src 'self'" in page.headers["content-security-policy"]
    assert httpx.get(board.address, headers={"Host": "evil.example"}).status_code == 403
    files = [httpx.get(board.address + name).content for name in ("", "board.js", "board.css")]
    assert sum(map(len, files)) < 200_000
    assert b"http" not in b"".join(files).replace(b"http://www.w3.org/2000/svg", b"")


@pytest.mark.parametrize("arguments", [["--phone"], case(["--host", "127.0.0.2"], slow=True)])
def test_others_get_an_address_that_they_can_reach_and_keep_and_need_its_token(arguments):
    with running_board(FILE, *arguments) as running:
        address, _, token = running.address.partition("?token=")
        assert token
        assert "0.0.0.0" not in address
        for part, wrong in product(("", "manifest.json"), ("", "?token=x")):
            assert httpx.get(address + part + wrong).status_code == 403
        page, manifest = httpx.get(running.address).text, httpx.get(f"{address}manifest.json?token={token}").json()
        assert f'data-share="{running.address}"' in page
        assert manifest["start_url"] == f"/?token={token}"
        icons = {icon["type"]: httpx.get(address + icon["src"]) for icon in manifest["icons"]}
        assert {kind: icon.headers["content-type"] for kind, icon in icons.items()} == {kind: kind for kind in icons}
        levels = [post(running, "play", LEVEL, **headers) for headers in ({"X-Token": token}, {})]
        assert [level.status_code for level in levels] == [200, 403]


def test_nonsense_is_refused_in_one_line(board):
    def send(seed):
        stream = random.Random(seed)
        with httpx.Client(base_url=board.address, headers=JSON, timeout=60) as client:
            for _ in range(50):
                path, valid = stream.choice([("play", LEVEL), ("deal", DEAL)])
                body = damaged_text(json.dumps(valid).encode(), stream)
                answer = client.post(path, content=body)
                assert answer.status_code in (200, 400, 422), (body, answer.text)
                assert answer.status_code == 200 or "\n" not in answer.json()["error"]

    with ThreadPoolExecutor(4) as crowd:
        list(crowd.map(send, range(4)))
    assert idle(board)


HEAVY = [
    "a" + " " * 100_000 + "b",
    "puzzle: watersort\ncapacity: 4\nbeakers:\n- ['" + "a" * 20_000 + "'",
    "puzzle: watersort\ncapacity: 4\nbeakers:\n" + "- |\n  a\n" * 8_000,
    " ".join(["?"] * 60_000),
    "[" + '["a"],' * 12_000 + "[]]",
]


def foreman(board):
    """The process that starts the board's workers; it runs once a level was read."""
    post(board, "play", LEVEL)
    assert idle(board)
    [process] = [process for process in board.processes if "spawn_main" in " ".join(process.cmdline())]
    return process


@pytest.mark.slow
def test_a_client_that_sends_heavy_levels_does_not_delay_others(board):
    """They are read elsewhere: the page is served while nobody reads them."""
    reader = foreman(board)
    with ThreadPoolExecutor() as crowd, httpx.Client(timeout=60) as other:
        for text, path in zip(HEAVY, cycle(("play", "answer")), strict=False):
            reader.suspend()
            try:
                sent = crowd.submit(post, board, path, {"text": text})
                assert {other.get(board.address).status_code for _ in range(20)} == {200}
                assert not sent.done()
            finally:
                reader.resume()
            assert sent.result().status_code in (200, 422)
    assert idle(board)


def test_another_process_forks_when_the_first_has_died_before_or_after_it_got_the_order(board):
    first = foreman(board)
    first.suspend()
    with ThreadPoolExecutor() as crowd:
        sent = crowd.submit(post, board, "answer", LEVEL)
        time.sleep(0.3)
        first.kill()
        assert '"outcome": "optimal"' in sent.result().text
    assert idle(board)


def test_many_clients_are_all_answered_and_leave_nothing_behind(board):
    with ThreadPoolExecutor(4) as crowd:
        answers = list(crowd.map(lambda _: post(board, "answer", {"text": YAML}).text, range(4)))
    assert all('"outcome": "optimal"' in answer for answer in answers)
    assert idle(board)


def test_work_ends_when_a_client_leaves(board):
    assert idle(board)
    with httpx.stream("POST", board.address + "answer", json={"text": HARD}, timeout=60) as answer:
        next(answer.iter_lines())
        assert len(board.processes) > 3
    assert idle(board)


def test_levels_that_nobody_waits_for_any_more_keep_nobody_waiting(board):
    hopeless = DEAL | {"puzzle": "watersort", "options": {"colors": 60, "empties": 1}, "designed": True}
    for _ in range(8):
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(board.address + "deal", json=hopeless, timeout=httpx.Timeout(60, read=0.5))
    assert '"outcome": "optimal"' in post(board, "answer", LEVEL).text
    assert idle(board)


def test_clients_that_send_half_a_request_or_take_no_response_keep_nobody_waiting(board, unfinished):
    assert '"outcome": "optimal"' in post(board, "answer", LEVEL).text
    for client in unfinished:
        client.settimeout(120)
        with suppress(ConnectionError):  # closed with a reset where something was left unread
            while client.recv(1 << 16):
                pass
        client.close()
    assert idle(board)


def idle(board):
    """Soon nothing is left but the server, what starts workers for it, and Python's tracker of resources."""
    until = time.monotonic() + 60
    while len(board.processes) > 3 and time.monotonic() < until:
        time.sleep(0.1)
    return len(board.processes) <= 3


@pytest.mark.parametrize("kind", [case(signal.SIGINT, slow=True), case(signal.SIGTERM, slow=True), signal.SIGKILL])
def test_no_process_outlives_the_board(kind):
    with (
        running_board(FILE) as running,
        httpx.stream("POST", running.address + "answer", json={"text": HARD}, timeout=60) as answer,
    ):
        next(answer.iter_lines())
        all_of_it = running.processes
        running.process.send_signal(kind)
        assert psutil.wait_procs(all_of_it, timeout=60)[1] == []
