"""Some hundred damaged files, answers and results; `python tests/fuzz/yaml.py` and its like try many more of them."""

import os
import runpy
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fuzz import answers, results, trial, yaml
from fuzz.trial import MIB, trials
from helpers.commands import forked
from helpers.paths import ROOT

KINDS: dict[str, tuple[Any, int]] = {
    "yaml": (yaml.damaged_file, 1500),
    "answers": (answers.damaged_answer, 600),
    "results": (results.damaged_results, 1500),
}


@pytest.mark.parametrize("share", [5, pytest.param(1, marks=pytest.mark.slow)], ids=["some", "all"])
@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_damaged_is_read_or_refused_in_one_line(kind: str, share: int) -> None:
    case, cases = KINDS[kind]
    cases //= share
    tally = trials(case, cases, seed=1)
    assert tally.cases == cases
    assert tally.failures == []
    assert tally.grown_mib < MIB
    assert len(tally.ends) > 3  # some are sound still, and the others differ in what is wrong with them


def test_a_traceback_and_a_hang_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "SECONDS", 0.3)

    def case(stream: Random, number: int) -> tuple[int, Callable[[], str]]:
        return number, endless if number else broken

    def broken() -> str:
        raise KeyError("plan")

    def endless() -> str:
        while True:
            try:
                sum(range(1000))
            except Exception:
                continue

    tally = trials(case, 2, seed=0)
    assert [given for given, _ in tally.failures] == [0, 1]


@pytest.mark.parametrize("script", ["answers", "certificates", "deals", "formulations", "results", "yaml"])
def test_a_reader_who_has_seen_enough_ends_a_script_without_a_word(script: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = forked(partial(help_of, ROOT / "tests" / "fuzz" / f"{script}.py"), stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def help_of(script: Path) -> None:
    sys.argv = [str(script), "--help"]
    runpy.run_path(str(script), run_name="__main__")
