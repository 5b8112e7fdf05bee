"""Forgeries of every kind of witness are refused; `python tests/fuzz/certificates.py` tries many more of them."""

from typing import Any

import pytest

from fuzz import lrat
from fuzz.certificates import KINDS, main
from fuzz.forgery import attack
from instances.checker.lines import Refused

SOME, MANY = 200, 3000


@pytest.mark.parametrize("cases", [SOME, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", KINDS)
def test_no_forgery_is_believed(kind: str, cases: int) -> None:
    done = attack(KINDS[kind], cases, seed=1)
    assert (done.cases, done.accepted) == (cases, [])
    assert len(done.refusals) > 2  # they differ in what is wrong with them


def credulous(clauses: list[list[int]], lines: list[Any]) -> None:
    """A checker that once was: a hint that names no clause is read as one that is never true."""
    known = dict(enumerate(clauses, 1))
    for line in lines:
        words = line.data["lrat"].split()
        if words[1:2] == ["d"] or "0" not in words[1:-1] or not all(word.lstrip("-").isdecimal() for word in words):
            continue
        end = words.index("0", 1)
        literals, hints = [int(word) for word in words[1:end]], [int(word) for word in words[end + 1 : -1]]
        if not lrat.follows(literals, [known.get(hint, [0, 1]) for hint in hints]):
            raise Refused(line.number, "the clause does not follow")
        if not literals:
            return
        known[int(words[0])] = literals
    raise Refused(1, "no contradiction")


def test_a_hole_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The forgeries would have shown the hole that there was."""
    monkeypatch.setattr(lrat, "refute", credulous)
    assert main(["--kind", "lrat", "--cases", "3000"]) == 1
    assert "BELIEVED: no values satisfy" in capsys.readouterr().out
