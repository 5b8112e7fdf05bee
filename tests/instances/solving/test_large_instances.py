"""Limits and Ctrl-C on very large instances, on an idle machine."""

import json
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from helpers.commands import ENVIRONMENT, fresh_words
from helpers.paths import ROOT
from instances.pipes import PUZZLE as PIPES
from instances.puzzle import Puzzle
from instances.reading.yaml_files import write_yaml
from instances.solving.limits import resident_bytes
from instances.solving.supervisor import descendants
from instances.squares import PUZZLE as SQUARES
from instances.squares.files import generate as generate_level
from instances.watersort import PUZZLE as WATERSORT
from instances.watersort.files import generate as generate_deal
from search_baseline.pipes.generator import generate as generate_pipes

pytestmark = pytest.mark.slow
LARGE: dict[str, tuple[Puzzle, Callable[[], Any]]] = {
    "squares 100": (SQUARES, lambda: generate_level(blocks=100, size=25)),
    "water sort 2000 x 150": (WATERSORT, lambda: generate_deal(colors=2000, empties=150)),
    "pipes 30": (PIPES, lambda: generate_pipes(size=30, count=0)),
}


@pytest.fixture(scope="module", params=LARGE)
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    puzzle, make = LARGE[request.param]
    path = tmp_path_factory.mktemp("large") / f"{puzzle.name}.yaml"
    path.write_text(write_yaml(puzzle.document(make())), encoding="utf-8")
    return path


def start(module: str, file: Path, *options: str) -> "subprocess.Popen[str]":
    words = fresh_words(module, file, "--json", *options)
    return subprocess.Popen(words, cwd=ROOT, env=ENVIRONMENT, stdout=-1, stderr=-1, text=True)


@pytest.mark.parametrize("module", ["search_baseline", "cpmodel"])
def test_time_and_memory_are_kept(file: Path, module: str) -> None:
    """Time within 10 % and half a second, memory within 10 % and 50 MiB; and the bounds so far are printed."""
    with start(module, file, "--time-limit", "1", "--memory-limit", "300") as process:
        peak = 0
        while process.poll() is None:
            peak = max(peak, sum(map(resident_bytes, [process.pid, *descendants(process.pid)])))
            time.sleep(0.02)
        out, err = process.communicate()
    answer = json.loads(out)
    assert err == ""
    assert answer["outcome"] in ("out_of_time", "out_of_memory", "solved", "unsupported")
    assert answer["seconds"] <= 1.6
    assert peak <= 380 << 20
    if answer["puzzle"] == "watersort" and answer["outcome"] != "unsupported":
        assert answer["lower_bound"] > 100


@pytest.mark.parametrize("module", ["search_baseline", "cpmodel"])
def test_ctrl_c_is_answered_within_a_second(file: Path, module: str) -> None:
    with start(module, file) as process:
        time.sleep(3)
        if process.poll() is not None:
            return
        asked = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        seconds = time.monotonic() - asked
    assert err == ""
    assert json.loads(out)["outcome"] in ("interrupted", "solved")
    assert seconds <= 1
