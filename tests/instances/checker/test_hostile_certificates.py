"""Files that are no certificates, wrong fields, and false claims about a deal of one pour: all are refused."""

import gzip
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from helpers.forgeries import Lines, instance, verdict_or_refusal, write
from instances.checker import check, fingerprint, read_instance
from instances.checker.lines import MAX_LINE, Refused

HOSTILE = {
    "empty": b"",
    "an empty line": b"\n",
    "no JSON": b"certificate\n",
    "not UTF-8": b'{"\xff": 1}\n',
    "deep nesting": b"[" * 1_000_000,
    "deep nesting in a field": b'{"certificate": ' + b'{"a":' * 100_000,
    "a list": b"[1, 2]\n",
    "a key twice": b'{"certificate": 1, "certificate": 1}\n',
    "a huge line": b'{"certificate": "' + b"a" * (MAX_LINE + 10),
    "a huge number": b'{"certificate": ' + b"9" * 100_000 + b"}\n",
    "gzip that is none": b"\x1f\x8b" + b"\x00" * 100,
    "an empty gzip": gzip.compress(b""),
    "a gzip bomb in one line": gzip.compress(b" " * (1 << 20)) * 256,
    "a gzip without an end": gzip.compress(b'{"a": 1}\n' * 1000)[:-20],
    "a gzip of wrong length": gzip.compress(b"{}\n")[:-8] + struct.pack("<LL", zlib.crc32(b"{}\n"), 7),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_files_are_refused(what: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile"
    path.write_bytes(HOSTILE[what])
    with pytest.raises(Refused):
        check(instance("level-133"), path)


WRONG: dict[str, list[Any]] = {
    "answers": [10**9, 10**18, -1, 1.0, True, "39", float("nan"), [39]],
    "bound": [10**9, 10**18, 10**4000, -1, 1.0, "28", float("inf")],
    "certificate": [0, 2, "1", None, True],
    "unique": [1, 0, "true", []],
    "by": [None, 7],
    "puzzle": ["squares", []],
    "instance": ["", None],
    "outcome": ["solver_failed", {}],
    "no such field": [1],
}


@pytest.mark.parametrize(
    ("key", "value"),
    [(key, value) for key, values in WRONG.items() for value in values],
    ids=lambda part: str(part)[:30],
)
def test_wrong_fields_of_the_claim_are_refused(key: str, value: Any, honest: dict[str, Lines], tmp_path: Path) -> None:
    name = "deal-9c2e4h-7021"
    assert (
        verdict_or_refusal(name, write([honest[name][0] | {key: value}, *honest[name][1:]], tmp_path / "forged"))
        is None
    )


START, END = {"state": "aa/aa", "after": 0}, {"state": "/aaaa", "after": 1}
POUR = {"answer": {"from": 1, "to": 2, "color": "red", "units": 2}}


@pytest.mark.parametrize(
    ("claim", "lines"),
    [
        ({"outcome": "unsolvable"}, [START, END]),  # the end is solved
        ({"outcome": "unsolvable"}, [START]),  # a pour leads out of the list
        ({"outcome": "unsolvable"}, [END]),  # the start is not in the list
        ({"outcome": "unsolvable"}, [{"depths": [0, 0]}]),  # no beaker stands
        ({"outcome": "unsolvable"}, []),
        ({"outcome": "unsolvable", "answers": 1}, [POUR, START, END]),
        ({"outcome": "unsolvable", "bound": 1}, [{"depths": [0, 0]}]),
        ({"outcome": "no_plan_within_horizon", "answers": 1, "bound": 1}, [POUR]),
        ({"outcome": "no_plan_within_horizon", "bound": 2}, [START, END]),
        ({"outcome": "no_plan_within_horizon", "bound": 2}, [START, END | {"after": 0}]),
        ({"outcome": "no_plan_within_horizon", "bound": 2}, [START | {"after": 1}]),  # less is claimed of the start
        ({"outcome": "no_plan_within_horizon", "bound": 2}, [{"depths": [0, 0]}]),
        ({"outcome": "optimal", "answers": 1, "bound": 1, "unique": True}, [POUR]),  # it does not apply
        ({"outcome": "optimal", "answers": 1, "bound": 0}, [POUR]),
        ({"outcome": "optimal", "answers": 1, "bound": 2}, [POUR]),
        ({"outcome": "optimal", "answers": 1, "bound": None}, [POUR]),
        ({"outcome": "optimal", "answers": 2, "bound": 2}, [POUR]),  # the file ends too early
        ({"outcome": "solved", "answers": 2}, [POUR]),
        ({"outcome": "solved", "answers": 0}, []),
        ({"outcome": "solved", "answers": None}, []),
        ({"outcome": "solved", "answers": 1}, [POUR, POUR]),
        ({"outcome": "optimal", "answers": 1, "bound": 1}, [POUR, START]),  # the bound needs no line
        ({"outcome": "out_of_time"}, []),  # nothing is claimed
    ],
)
def test_false_claims_of_one_pour_are_refused(claim: dict[str, Any], lines: Lines, tmp_path: Path) -> None:
    path = instance("one-pour")
    puzzle, deal = read_instance(path)
    bare = {"answers": None, "bound": None, "unique": None, "by": "me", "instance": fingerprint(puzzle, deal)}
    head = {"certificate": 1, "puzzle": puzzle} | bare
    honest_claim = {"outcome": "optimal", "answers": 1, "bound": 1}
    assert check(path, write([head | honest_claim, POUR], tmp_path / "honest")) == "optimal 1"
    with pytest.raises(Refused):
        check(path, write([head | claim, *lines], tmp_path / "forged"))
