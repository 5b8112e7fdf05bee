"""Limits and Ctrl-C on very large instances, on an idle machine."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from helpers.paths import ROOT
from instances.pipes import PUZZLE as PIPES
from instances.reading.yaml_files import write_yaml
from instances.squares import PUZZLE as SQUARES
from instances.watersort import PUZZLE as WATERSORT
from search_baseline.pipes.generator import generate as generate_pipes

pytestmark = pytest.mark.slow
Made = tuple[Any, Callable[[], Any]]

LARGE: dict[str, Made] = {
    "squares 100": (SQUARES, lambda: SQUARES.generate(blocks=100, size=25)),  # type: ignore[misc]
    "water sort 2000 x 150": (WATERSORT, lambda: WATERSORT.generate(colors=2000, empties=150)),  # type: ignore[misc]
    "pipes 30": (PIPES, lambda: generate_pipes(size=30, count=0)),
}
CASES = [(name, module) for name in LARGE for module in ("search_baseline", "cpmodel")]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder, paths = tmp_path_factory.mktemp("large"), {}
    for number, (name, (puzzle, make)) in enumerate(LARGE.items()):
        paths[name] = folder / f"{number}.yaml"
        paths[name].write_text(write_yaml(puzzle.document(make())), encoding="utf-8")
    return paths


@pytest.mark.parametrize(("name", "module"), CASES)
def test_time_and_memory_are_kept(files: dict[str, Path], name: str, module: str) -> None:
    """Time within 10 % and half a second, memory within 10 % and 50 MiB; and the bounds so far are printed."""
    limits = ["--time-limit", "1", "--memory-limit", "300", "--json"]
    words = [sys.executable, "-m", module, str(files[name]), *limits]
    with subprocess.Popen(words, cwd=ROOT, stdout=-1, stderr=-1, text=True) as process:
        peak = 0
        while process.poll() is None:
            peak = max(peak, memory(process.pid))
            time.sleep(0.02)
        out, err = process.communicate()
    answer = json.loads(out)
    assert err == ""
    assert answer["outcome"] in ("out_of_time", "out_of_memory", "solved", "unsupported")
    assert answer["seconds"] <= 1.6
    assert peak <= 380 << 20
    if name.startswith("water") and answer["outcome"] != "unsupported":
        assert answer["lower_bound"] > 100


@pytest.mark.parametrize(("name", "module"), CASES)
def test_ctrl_c_is_answered(files: dict[str, Path], name: str, module: str) -> None:
    """Within a second, whatever the solver is doing."""
    words = [sys.executable, "-m", module, str(files[name]), "--json"]
    with subprocess.Popen(words, cwd=ROOT, stdout=-1, stderr=-1, text=True) as process:
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


def memory(process: int) -> int:
    try:
        parent = psutil.Process(process)
        return sum(each.memory_info().rss for each in (parent, *parent.children(recursive=True)))
    except psutil.Error:
        return 0
