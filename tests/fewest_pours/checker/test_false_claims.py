"""Files that are no certificates, false claims, and honest certificates without a line: none is believed."""

import gzip
import json
import struct
import zlib

import pytest

from fewest_pours.checker.certificate_lines import MAX_LINE, Refused
from fewest_pours.checker.watersort.states import BeakerStates
from fewest_pours.files.bad_input import BadInput
from fewest_pours.puzzles.loading import load
from fewest_pours.running.solver_contract import Watch
from fewest_pours.solving.certificates import states, write_certificate
from helpers.certificates import as_checked, check, first_line, proven, read_instance
from helpers.deals import searched

FEWEST_POURS = {"deal-9c2e4h-7021": 28, "deal-6c1e4h-7005": 17, "deal-9c1e4h-7015": None, "deal-6c1e4h-7008": None}
BY_STATES = "deal-6c1e4h-7008"  # proven by all states that can be reached, the others that are unsolvable by depths


def write(lines, path):
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def believed(name, certificate):
    """What is proven; None for a refusal. Any other exception fails the test."""
    try:
        return check(name, certificate)
    except (Refused, BadInput):
        return None


@pytest.fixture(scope="module")
def honest(tmp_path_factory):
    """The lines of a valid certificate of each deal."""
    lines, path = {}, tmp_path_factory.mktemp("honest") / "certificate.jsonl"
    for name, fewest in FEWEST_POURS.items():
        puzzle, deal = load(name)
        write_certificate(str(path), puzzle, deal, searched(deal), Watch())
        lines[name] = [json.loads(line) for line in path.read_text().splitlines()]
        if name == BY_STATES:
            lines[name][1:] = states(BeakerStates(as_checked(deal)), 10**6, Watch())
        assert believed(name, write(lines[name], path)) == proven(fewest)
    return lines


HOSTILE = {
    "empty": b"",
    "no JSON": b"certificate\n",
    "not UTF-8": b'{"\xff": 1}\n',
    "deep nesting": b"[" * 1_000_000,
    "deep nesting in a field": b'{"certificate": ' + b'{"a":' * 100_000,
    "a huge line": b'{"certificate": "' + b"a" * (MAX_LINE + 10),
    "a huge number": b'{"certificate": ' + b"9" * 100_000 + b"}\n",
    "gzip that is none": b"\x1f\x8b" + b"\x00" * 100,
    "an empty gzip": gzip.compress(b""),
    "a gzip bomb in one line": gzip.compress(b" " * (1 << 20)) * 256,
    "a gzip without an end": gzip.compress(b'{"a": 1}\n' * 1000)[:-20],
    "a gzip of wrong length": gzip.compress(b"{}\n")[:-8] + struct.pack("<LL", zlib.crc32(b"{}\n"), 7),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_files_are_refused(what, tmp_path):
    path = tmp_path / "hostile"
    path.write_bytes(HOSTILE[what])
    with pytest.raises(Refused):
        check("level-133", path)


WRONG = {
    "answers": [10**9, 10**18, -1, 1.0, True, "39", float("nan"), [39]],
    "bound": [10**9, 10**18, 10**4000, -1, 1.0, "28", float("inf")],
    "certificate": [0, 2, "1", None, True, 1.0],
    "unique": [True, 1, 0, "true", []],  # it does not apply to plans
    "by": [None, 7],
    "puzzle": ["squares", []],
    "instance": ["", None],
    "outcome": ["solver_failed", "\ud800", {}],
    "no such field": [1],
}


@pytest.mark.parametrize(
    ("key", "value"),
    [(key, value) for key, values in WRONG.items() for value in values],
    ids=lambda part: ascii(part)[:30],
)
def test_wrong_fields_of_the_claim_are_refused(key, value, honest, tmp_path):
    head, *rest = honest["deal-9c2e4h-7021"]
    assert believed("deal-9c2e4h-7021", write([head | {key: value}, *rest], tmp_path / "forged")) is None


START, END = {"state": "aa/aa", "after": 0}, {"state": "/aaaa", "after": 1}
POUR = {"answer": {"from": 1, "to": 2, "color": "red", "units": 2}}


FALSE = {  # outcome, answers, bound -> lines that do not prove it
    ("unsolvable", None, None): [
        [START, END],  # the end is solved
        [START],  # a pour leads out of the list
        [END],  # the start is not in the list
        [START | {"state": ["aa", "aa"]}],
        [{"depths": [0, 0]}],  # no beaker stands
        [],
    ],
    ("unsolvable", 1, None): [[POUR, START, END]],
    ("unsolvable", None, 1): [[{"depths": [0, 0]}]],
    ("no_plan_within_horizon", 1, 1): [[POUR]],
    ("no_plan_within_horizon", None, 2): [
        [START, END | {"after": 0}],
        [START | {"after": 1}],  # less is claimed of the start
        [{"depths": [0, 0]}],
    ],
    ("optimal", None, 0): [[]],
    ("optimal", 1, 0): [[POUR]],
    ("optimal", 1, 1): [[POUR, START]],  # the bound needs no line
    ("optimal", 1, 2): [[POUR]],
    ("optimal", 1, None): [[POUR]],
    ("optimal", 2, 2): [[POUR]],  # the file ends too early
    ("solved", 0, None): [[]],
    ("solved", 1, None): [[POUR, POUR]],
    ("solved", 2, None): [[POUR]],
    ("solved", None, None): [[]],
    ("out_of_time", None, None): [[]],  # nothing is claimed
}


@pytest.mark.parametrize(("claim", "lines"), [(claim, lines) for claim in FALSE for lines in FALSE[claim]])
def test_false_claims_of_one_pour_are_refused(claim, lines, tmp_path):
    head = first_line(*read_instance("one-pour"))
    honest_claim = head | {"outcome": "optimal", "answers": 1, "bound": 1}
    assert check("one-pour", write([honest_claim, POUR], tmp_path / "honest")) == "optimal 1"
    forged = head | dict(zip(("outcome", "answers", "bound"), claim, strict=True))
    with pytest.raises(Refused):
        check("one-pour", write([forged, *lines], tmp_path / "forged"))


@pytest.mark.parametrize("name", FEWEST_POURS)
def test_no_line_of_a_witness_is_superfluous(name, honest, tmp_path):
    """The search lists what is needed and nothing else: without any one line the claim is not proven."""
    lines = honest[name]
    for place in range(1, len(lines)):
        if "answer" not in lines[place]:
            assert believed(name, write(lines[:place] + lines[place + 1 :], tmp_path / "forged")) is None


def test_a_key_that_stands_twice_is_refused(honest, tmp_path):
    path = write(honest[name := "deal-9c2e4h-7021"], tmp_path / "twice")
    path.write_text(path.read_text().replace("{", '{"bound": 28, ', 1))
    assert believed(name, path) is None
