"""Certificates that are made to be slow: a check stays within its limits, and proves nothing if it reaches one."""

import json

import pytest

from helpers.certificates import first_line, read_instance
from helpers.commands import fresh_command

NAME = "deal-6c1e4h-7006"
EVERY = [*range(-1000, 0), *range(1, 1000)]  # the literals of all clauses
WIDE = [*EVERY, *range(10**5, 2 * 10**5)]


@pytest.fixture
def slow(tmp_path):
    """A proof whose second step has 50,000 hints, each of them a clause of 100,000 literals."""
    steps = [f"99998 {' '.join(map(str, WIDE))} 0 1 0"]
    steps += [f"99999 {' '.join(map(str, WIDE[:-1]))} 0 {'99998 ' * 50_000}0"]
    lines = [first_line(*read_instance(NAME)), {"fact": [[1, 1]]}, *({"lrat": step} for step in steps)]
    path = tmp_path / "slow.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="ascii")
    return path


@pytest.mark.parametrize(
    ("option", "value", "code", "word"),
    [("--time-limit", "0.5", 23, "out of time"), ("--memory-limit", "10", 22, "out of memory")],
)
def test_a_check_that_reaches_a_limit_gives_no_verdict(option, value, code, word, slow):
    done = fresh_command("fewest_pours check", NAME, slow, option, value)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr == f"{slow}: {word} before it was checked, nothing is proven\n"
