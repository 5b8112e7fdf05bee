"""Deals and certificates that are made to be slow: a check takes no more than its limits, and then proves nothing."""

import json
import resource
import time
from pathlib import Path

import pytest

from helpers.commands import fresh_command
from helpers.paths import INSTANCES
from instances.checker import check, fingerprint, read_instance
from instances.checker.lines import Line, Refused
from instances.checker.watersort.clauses import DepthClauses
from instances.checker.watersort.facts import one_step, read_facts

FILE = INSTANCES / "watersort" / "deal-6c1e4h-7006.yaml"
WIDE = list(range(10**5, 2 * 10**5))


def claim(instance: Path, **more: object) -> str:
    """The first line."""
    bare = {"outcome": "unsolvable", "answers": None, "bound": None, "unique": None, "by": "me"} | more
    named = {"puzzle": "watersort", "instance": fingerprint(*read_instance(instance))}
    return json.dumps({"certificate": 1} | named | bare)


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    """A proof whose second step has 50,000 hints, each of them a clause of 100,000 literals."""
    x, fact = DepthClauses(read_instance(FILE)[1], steps=1), {"fact": [[1, 1]]}
    facts, _ = read_facts(x, iter([Line(1, fact), Line(2, {})]))
    given = list(one_step(x, facts))
    wide = f"{len(given) + 1} {' '.join(map(str, given[0] + WIDE))} 0 1 0"
    hints = f"{len(given) + 1} " * 50_000
    steps = [wide, f"{len(given) + 2} {' '.join(map(str, given[0] + WIDE[1:]))} 0 {hints}0"]
    path = tmp_path / "slow.jsonl"
    lines = [json.dumps(fact), *(json.dumps({"lrat": step}) for step in steps)]
    path.write_text("\n".join([claim(FILE), *lines]), encoding="ascii")
    return path


@pytest.mark.parametrize(
    ("option", "value", "code", "word"),
    [("--time-limit", "0.5", 23, "out of time"), ("--memory-limit", "10", 22, "out of memory")],
)
def test_a_limit_is_no_verdict(option: str, value: str, code: int, word: str, slow: Path) -> None:
    started = time.monotonic()
    done = fresh_command("instances check", FILE, slow, option, value)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr == f"{slow}: {word} before it was checked, nothing is proven\n"
    assert time.monotonic() - started < 20


def test_a_beaker_as_large_as_can_be_said_costs_nothing(tmp_path: Path) -> None:
    instance, certificate = tmp_path / "large.yaml", tmp_path / "certificate.jsonl"
    instance.write_text("puzzle: watersort\nname: x\ncapacity: 999999999\nbeakers: [[red], []]\n", encoding="ascii")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    certificate.write_text(claim(instance, outcome="solved", answers=0), encoding="ascii")
    with pytest.raises(Refused, match="neither empty nor full"):
        check(instance, certificate)
    lines = [claim(instance, outcome="out_of_time", bound=3), json.dumps({"state": "a/", "after": 0})]
    certificate.write_text("\n".join(lines), encoding="ascii")
    assert check(instance, certificate) == "at least 3"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 << 10  # KiB
