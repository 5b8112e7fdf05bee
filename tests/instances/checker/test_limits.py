"""Certificates that are made to be slow: a check stays within its limits, and proves nothing if it reaches one."""

import json

import pytest

from helpers.commands import fresh_command
from helpers.paths import INSTANCES
from instances.checker import fingerprint, read_instance
from instances.checker.lines import Line
from instances.checker.watersort.clauses import DepthClauses
from instances.checker.watersort.facts import one_step, read_facts

FILE = INSTANCES / "watersort" / "deal-6c1e4h-7006.yaml"
WIDE = list(range(10**5, 2 * 10**5))


@pytest.fixture
def slow(tmp_path):
    """A proof whose second step has 50,000 hints, each of them a clause of 100,000 literals."""
    x, fact = DepthClauses(read_instance(FILE)[1], steps=1), {"fact": [[1, 1]]}
    facts, _ = read_facts(x, iter([Line(1, fact), Line(2, {})]))
    given = list(one_step(x, facts))
    wide = f"{len(given) + 1} {' '.join(map(str, given[0] + WIDE))} 0 1 0"
    hints = f"{len(given) + 1} " * 50_000
    steps = [wide, f"{len(given) + 2} {' '.join(map(str, given[0] + WIDE[1:]))} 0 {hints}0"]
    path = tmp_path / "slow.jsonl"
    claim = {
        "certificate": 1, "puzzle": "watersort", "instance": fingerprint(*read_instance(FILE)), "by": "me",
        "outcome": "unsolvable", "answers": None, "bound": None, "unique": None,
    }  # fmt: skip
    lines = [claim, fact, *({"lrat": step} for step in steps)]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="ascii")
    return path


@pytest.mark.parametrize(
    ("option", "value", "code", "word"),
    [("--time-limit", "0.5", 23, "out of time"), ("--memory-limit", "10", 22, "out of memory")],
)
def test_a_check_that_reaches_a_limit_gives_no_verdict(option, value, code, word, slow):
    done = fresh_command("instances check", FILE, slow, option, value)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr == f"{slow}: {word} before it was checked, nothing is proven\n"
