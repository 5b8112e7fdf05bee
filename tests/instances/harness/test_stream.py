"""--stream: bounds that only get better, and the answer at the end."""

import json
import subprocess
import sys

import pytest

from helpers.paths import INSTANCES, ROOT
from instances.harness.stream import Stream


@pytest.mark.parametrize("module", ["cpmodel", "search_baseline"])
def test_the_answer_is_the_last_line(module: str) -> None:
    file = str(INSTANCES / "watersort" / "level-133.yaml")
    command = [sys.executable, "-m", module, file, "--stream"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100)
    *improved, answer = [json.loads(line) for line in done.stdout.splitlines()]
    assert improved
    assert answer["outcome"] == "optimal"
    lower = [line["lower_bound"] for line in improved if line["lower_bound"] is not None]
    assert lower == sorted(lower)
    assert lower[-1] <= answer["lower_bound"] == 39


def test_only_what_got_better_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    heard = []
    stream = Stream("f", lambda *said: heard.append(said))
    for lower, upper in [(None, None), (3, None), (3, None), (2, 9), (5, 9), (5, 12), (7, 7)]:
        stream.report(lower, upper, "x")
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["lower_bound"], line["upper_bound"]) for line in lines] == [(3, None), (3, 9), (5, 9), (7, 7)]
    assert len(heard) == 7
