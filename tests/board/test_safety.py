"""What reaches the board's server: other sites, other names, nonsense, crowds, and clients that leave."""

import json
import random
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import psutil
import pytest

from helpers.boards import Running, running_board
from helpers.paths import INSTANCES

httpx = pytest.importorskip("httpx", reason="httpx is not installed: pip install '.[test]'")
pytest.importorskip("starlette", reason="the board's server is not installed: pip install '.[board]'")

FILE = INSTANCES / "watersort" / "sample-three-colours.yaml"
YAML = FILE.read_text(encoding="utf-8")
HARD = (INSTANCES / "watersort" / "deal-24c2e4h-7047.yaml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def board() -> Iterator[Running]:
    with running_board(FILE) as running:
        yield running


def ask(board: Running, path: str, body: Any, **more: Any) -> Any:
    return httpx.post(board.address.partition("?")[0].rstrip("/") + path, json=body, timeout=120, **more)


def test_an_answer_comes_line_by_line(board: Running) -> None:
    events = [json.loads(line) for line in ask(board, "/answer", {"yaml": YAML, "moves": [[1, 3]]}).text.splitlines()]
    ended = {event["by"]: (event["outcome"], event["upper"]) for event in events if event.get("kind") == "ended"}
    assert ended == {"search": ("optimal", 6), "CP-SAT": ("optimal", 6)}
    assert {event.get("kind") for event in events} >= {"bounds", "plan", "ended", "rated", "more"}


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"}, {"Host": "evil.example:80"}],
)
def test_other_sites_and_rebound_names_are_refused(board: Running, headers: dict[str, str]) -> None:
    assert ask(board, "/level", {"text": YAML}, headers=headers).status_code == 403
    assert httpx.get(board.address, headers=headers).status_code == 403
    assert "access-control-allow-origin" not in ask(board, "/level", {"text": YAML}).headers


def test_a_form_of_another_site_sends_nothing_that_is_read(board: Running) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        sent = httpx.post(board.address + "level", content=b'{"text":"x"}', headers={"Content-Type": kind})
        assert sent.status_code == 415


def test_the_page_loads_nothing_from_elsewhere(board: Running) -> None:
    page = httpx.get(board.address)
    assert "default-src 'none'; script-src 'self'" in page.headers["content-security-policy"]
    files = [httpx.get(board.address + name).content for name in ("", "board.js", "board.css")]
    assert sum(map(len, files)) < 120_000
    assert b"http" not in b"".join(files).replace(b"http://www.w3.org/2000/svg", b"")


def test_a_classroom_needs_the_token() -> None:
    with running_board(FILE, "--host", "127.0.0.2") as running:
        whole, bare = running.address, running.address.partition("?")[0]
        assert httpx.get(whole).status_code == 200
        assert httpx.get(bare).status_code == httpx.get(bare + "?token=x").status_code == 403
        assert ask(running, "/level", {"text": YAML}).status_code == 403
        token = whole.partition("token=")[2]
        assert ask(running, "/level", {"text": YAML}, headers={"X-Token": token}).status_code == 200


def test_nonsense_is_refused_in_one_line(board: Running, request: pytest.FixtureRequest) -> None:
    """Two hundred requests, ten thousand with --slow: valid ones with a part cut out, doubled, or changed."""
    stream, bodies = random.Random(1), [{"text": YAML}, {"yaml": YAML, "moves": [[0, 3]]}, {"puzzle": "pipes"}]
    with httpx.Client(base_url=board.address, timeout=60) as client:
        for _ in range(10_000 if request.config.getoption("--slow") else 200):
            raw = bytearray(json.dumps(stream.choice(bodies)).encode())
            for _ in range(stream.randrange(1, 4)):
                start = stream.randrange(len(raw))
                end = start + stream.randrange(8)
                raw[start:end] = stream.choice(
                    [b"", raw[start:end] * 2, stream.randbytes(2), b"-1", b"[" * 60, b"1e99"]
                )
            answer = client.post(
                stream.choice(["/level", "/play"]), content=bytes(raw), headers={"Content-Type": "application/json"}
            )
            assert answer.status_code in (200, 400, 422), (bytes(raw), answer.text)
            assert answer.status_code == 200 or "\n" not in answer.json()["error"]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/level", {"text": "x" * 300_000}, 413),
        ("/answer", {"yaml": YAML, "moves": [[0, 3]] * 3_000}, 422),
        ("/answer", {"yaml": YAML, "moves": [[0, 99]]}, 422),
        ("/answer", {"yaml": YAML, "moves": [[0]]}, 422),
        ("/level", {"options": {"colors": 10**9}}, 422),
        ("/level", {"options": {"no": 1}}, 422),
        ("/level", {"puzzle": "chess"}, 422),
        ("/level", {"text": "/etc/passwd"}, 422),
        ("/elsewhere", {}, 404),
    ],
)
def test_what_is_too_large_or_wrong_is_refused(board: Running, path: str, body: Any, status: int) -> None:
    assert ask(board, path, body).status_code == status


def test_many_clients_are_all_answered_and_leave_nothing_behind(board: Running, request: pytest.FixtureRequest) -> None:
    answers, many = list[str](), 50 if request.config.getoption("--slow") else 8

    def client() -> None:
        answers.append(ask(board, "/answer", {"yaml": YAML}).text)

    crowd = [threading.Thread(target=client) for _ in range(many)]
    for each in crowd:
        each.start()
    for each in crowd:
        each.join()
    assert len(answers) == many
    assert all('"outcome": "optimal"' in answer for answer in answers)
    assert idle(board)


def test_work_ends_when_a_client_leaves(board: Running) -> None:
    assert idle(board)
    before = len(board.processes)
    with httpx.stream("POST", board.address + "answer", json={"yaml": HARD}, timeout=60) as answer:
        next(answer.iter_lines())
        assert len(board.processes) > before
    assert idle(board)


def idle(board: Running) -> bool:
    """Soon nothing is left but the server, what forks for it, and multiprocessing's own."""
    until = time.monotonic() + 60
    while len(board.processes) > 3 and time.monotonic() < until:
        time.sleep(0.1)
    return len(board.processes) <= 3


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_board(kind: signal.Signals) -> None:
    with (
        running_board(FILE) as running,
        httpx.stream("POST", running.address + "answer", json={"yaml": HARD}, timeout=60) as answer,
    ):
        next(answer.iter_lines())
        all_of_it = running.processes
        running.process.send_signal(kind)
        assert psutil.wait_procs(all_of_it, timeout=60)[1] == []


def test_it_says_what_is_missing_or_wrong(capfd: pytest.CaptureFixture[str]) -> None:
    import compare

    assert compare.main(["board", "no-such-file.yaml"]) == 31
    assert compare.main(["board", "--host", "203.0.113.9"]) == 2
    assert "expected an address of this machine" in capfd.readouterr().err
