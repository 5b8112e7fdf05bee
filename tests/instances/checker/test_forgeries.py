"""Spoilt certificates. Whatever is done to one: it is refused, or what it still says is true and proven.

What is true is known beforehand: the fewest pours, from other sources than the certificate.
"""

import gzip
import json
import random
import re
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from helpers.certificates import certified
from helpers.paths import INSTANCES
from instances import PUZZLES, load
from instances.checker import check, fingerprint, read_instance
from instances.checker.lines import MAX_LINE, Refused
from instances.document import BadInput
from instances.harness.certificates import write_certificate
from instances.harness.limits import Settings, Watch
from search_baseline.watersort.plain_astar import solve_plain
from search_baseline.watersort.witness import no_shorter_plan

FOLDER = INSTANCES / "watersort"
FEWEST_POURS = {"deal-9c2e4h-7021": 28, "deal-6c1e4h-7005": 17, "deal-9c1e4h-7015": None, "deal-6c1e4h-7008": None}
BY_STATES = "deal-6c1e4h-7008"  # proven by all states that can be reached, the others that are unsolvable by depths
OTHERS = ["deal-9c2e4h-7022", "deal-6c1e4h-7006"]  # for certificates that are presented with the wrong instance

Lines = list[Any]  # of a certificate: dicts, as long as nobody spoils them
Forge = Callable[[Lines, random.Random], None]


def instance(name: str) -> Path:
    return FOLDER / f"{name}.yaml"


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Lines]:
    """The lines of a valid certificate of each deal."""
    lines, path = {}, tmp_path_factory.mktemp("honest") / "certificate.jsonl"
    for name, fewest in FEWEST_POURS.items():
        _, deal = load(instance(name))
        result = certified("watersort", deal, solve_plain(deal, Settings(certificate=True), Watch()), Watch())
        if name == BY_STATES:
            result = replace(result, witness=partial(no_shorter_plan, deal, 10**6, Watch()))
        write_certificate(str(path), PUZZLES["watersort"], deal, result)
        lines[name] = [json.loads(line) for line in path.read_text().splitlines()]
        assert check(instance(name), path) == ("unsolvable" if fewest is None else f"optimal {fewest}")
    return lines


def true(verdict: str, fewest: int | None) -> bool:
    """Whether a verdict holds of a deal with so many pours at the fewest (None: unsolvable)."""
    if verdict == "unsolvable":
        return fewest is None
    numbers = {what: int(number) for what, number in re.findall(r"(optimal|plan of|at least) (\d+)", verdict)}
    assert numbers, verdict
    return (
        numbers.get("optimal", fewest) == fewest
        and (fewest is None or numbers.get("at least", 0) <= fewest)
        and ("plan of" not in numbers or (fewest is not None and numbers["plan of"] >= fewest))
    )


def write(lines: Lines, path: Path) -> Path:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def verdict_or_refusal(name: str, certificate: Path) -> str | None:
    """What is proven; None for a refusal. Any other exception fails the test."""
    try:
        return check(instance(name), certificate)
    except (Refused, BadInput):
        return None


def drop(lines: Lines, rng: random.Random) -> None:
    del lines[rng.randrange(len(lines))]


def repeat(lines: Lines, rng: random.Random) -> None:
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))


def swap(lines: Lines, rng: random.Random) -> None:
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]


def truncate(lines: Lines, rng: random.Random) -> None:
    del lines[rng.randrange(len(lines)) :]


def change(lines: Lines, rng: random.Random) -> None:
    """Another value somewhere in a line: a unit, a depth, a number of pours, a claim."""
    line = rng.choice(lines)
    key = rng.choice(list(line))
    line[key] = changed(line[key], rng)


def changed(value: Any, rng: random.Random) -> Any:
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        return value | {key: changed(value[key], rng)}
    if isinstance(value, list) and value:
        place = rng.randrange(len(value))
        return [*value[:place], changed(value[place], rng), *value[place + 1 :]]
    if isinstance(value, int) and rng.random() < 0.7:
        return value + rng.choice([-2, -1, 1, 2])
    if isinstance(value, str) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        return value[:place] + rng.choice(["", "a", "b", "/", "e", "optimal"]) + value[place + rng.randrange(2) :]
    return rng.choice(
        [None, True, -1, 0, 1, 1.5, 10**30, "", "solved", "unsolvable", [], {}, [[]], float("nan"), 1e400]
    )


def remove_key(lines: Lines, rng: random.Random) -> None:
    line = rng.choice(lines)
    del line[rng.choice(list(line))]


def move_unit(lines: Lines, rng: random.Random) -> None:
    """A state with one unit elsewhere, or a pour in other words."""
    line = rng.choice(lines)
    for key, value in line.items():
        if isinstance(value, str) and "/" in value:
            letters = list(value)
            i, j = rng.randrange(len(letters)), rng.randrange(len(letters))
            letters[i], letters[j] = letters[j], letters[i]
            line[key] = "".join(letters)


def other_claim(lines: Lines, rng: random.Random) -> None:
    """A claim that is no claim of this witness."""
    claims = [
        {"outcome": "unsolvable", "answers": None, "bound": None},
        {"outcome": "optimal", "bound": lines[0]["bound"] and lines[0]["bound"] + 1},
        {
            "outcome": "no_plan_within_horizon",
            "answers": None,
            "bound": (lines[0]["bound"] or 10) + rng.randrange(1, 9),
        },
        {"outcome": "out_of_time", "bound": 10**9, "answers": None},
    ]
    lines[0] |= rng.choice(claims)
    if lines[0]["answers"] is None:
        lines[1:] = [line for line in lines[1:] if "answer" not in line]


FORGES: list[Forge] = [drop, repeat, swap, truncate, change, change, change, remove_key, move_unit, other_claim]


@pytest.mark.parametrize("name", FEWEST_POURS)
def test_a_forgery_is_refused_or_true(name: str, honest: dict[str, Lines], tmp_path: Path) -> None:
    rng = random.Random(name)
    refused = 0
    for _ in range(300):
        lines: Lines = json.loads(json.dumps(honest[name]))
        for forge in rng.choices(FORGES, k=rng.choice([1, 1, 2, 3])):
            if len(lines) > 1 and all(isinstance(line, dict) and line for line in lines) and "answers" in lines[0]:
                forge(lines, rng)
        verdict = verdict_or_refusal(name, write(lines, tmp_path / "forged.jsonl"))
        assert verdict is None or true(verdict, FEWEST_POURS[name]), (verdict, lines)
        refused += verdict is None
    assert refused > 200


@pytest.mark.parametrize("name", FEWEST_POURS)
def test_no_line_of_a_witness_is_idle(name: str, honest: dict[str, Lines], tmp_path: Path) -> None:
    """The search lists what is needed and nothing else: without any one line the claim is not proven."""
    lines = honest[name]
    for place in range(1, len(lines)):
        if "answer" not in lines[place]:
            verdict = verdict_or_refusal(name, write(lines[:place] + lines[place + 1 :], tmp_path / "forged.jsonl"))
            assert verdict in (None, f"plan of {FEWEST_POURS[name]}, bound not certified")


@pytest.mark.parametrize("name", FEWEST_POURS)
def test_a_plan_spoilt_in_any_pour_is_refused(name: str, honest: dict[str, Lines], tmp_path: Path) -> None:
    for place, line in enumerate(honest[name]):
        if "answer" in line:
            for key, value in line["answer"].items():
                other = {"answer": line["answer"] | {key: value + 1 if isinstance(value, int) else "no such colour"}}
                lines = [*honest[name][:place], other, *honest[name][place + 1 :]]
                verdict = verdict_or_refusal(name, write(lines, tmp_path / "forged.jsonl"))
                assert verdict is None or key in ("from", "to")  # another beaker may hold the same


@pytest.mark.parametrize("name", FEWEST_POURS)
@pytest.mark.parametrize("wrong", [*FEWEST_POURS, *OTHERS])
def test_another_instance_is_refused(name: str, wrong: str, honest: dict[str, Lines], tmp_path: Path) -> None:
    """Also when the fingerprint is forged to fit."""
    if wrong == name:
        return
    certificate = write(honest[name], tmp_path / "forged.jsonl")
    with pytest.raises(Refused, match="another instance"):
        check(instance(wrong), certificate)
    lines = [honest[name][0] | {"instance": fingerprint(*read_instance(instance(wrong)))}, *honest[name][1:]]
    assert verdict_or_refusal(wrong, write(lines, certificate)) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("capacity: 4", "capacity: 5"),
        ("puzzle: watersort", "puzzle: chess"),
        ("- []", "- []\n- []"),
        ("beakers:", "b:"),
    ],
)
def test_a_changed_instance_is_refused(old: str, new: str, honest: dict[str, Lines], tmp_path: Path) -> None:
    for name, lines in honest.items():
        text = instance(name).read_text(encoding="utf-8")
        assert old in text
        changed_instance = tmp_path / "changed.yaml"
        changed_instance.write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises((Refused, BadInput)):
            check(changed_instance, write(lines, tmp_path / "forged.jsonl"))


@pytest.mark.parametrize("compressed", [False, True])
def test_damaged_bytes_are_refused_or_harmless(compressed: bool, honest: dict[str, Lines], tmp_path: Path) -> None:
    rng = random.Random(compressed)
    name, path = "deal-9c2e4h-7021", tmp_path / "damaged"
    whole = write(honest[name], path).read_bytes()
    whole = gzip.compress(whole) if compressed else whole
    for _ in range(300):
        damaged = bytearray(whole)
        for _ in range(rng.choice([0, 1, 3])):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        path.write_bytes(damaged[: rng.choice([len(damaged), rng.randrange(len(damaged))])])
        verdict = verdict_or_refusal(name, path)
        assert verdict is None or true(verdict, FEWEST_POURS[name])


HOSTILE = {
    "empty": b"",
    "an empty line": b"\n",
    "no JSON": b"certificate\n",
    "not UTF-8": b'{"\xff": 1}\n',
    "deep nesting": b"[" * 1_000_000,
    "deep nesting in a field": b'{"certificate": ' + b'{"a":' * 100_000,
    "a list": b"[1, 2]\n",
    "a huge line": b'{"certificate": "' + b"a" * (MAX_LINE + 10),
    "a huge number": b'{"certificate": ' + b"9" * 100_000 + b"}\n",
    "gzip that is none": b"\x1f\x8b" + b"\x00" * 100,
    "an empty gzip": gzip.compress(b""),
    "a gzip bomb in one line": gzip.compress(b" " * (1 << 28)),
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


def test_a_long_bomb_ends_at_the_first_wrong_line(honest: dict[str, Lines], tmp_path: Path) -> None:
    """A gigabyte of states, the same over and over, in a megabyte of file."""
    name = "deal-9c2e4h-7021"
    state = next(line for line in honest[name] if "state" in line)
    head = "".join(f"{json.dumps(line)}\n" for line in honest[name] if "state" not in line).encode()
    bomb = tmp_path / "bomb"
    with gzip.open(bomb, "wb") as file:
        file.write(head)
        for _ in range(100):
            file.write(f"{json.dumps(state)}\n".encode() * 10_000)
    with pytest.raises(Refused, match="listed before"):
        check(instance(name), bomb)


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
        ({"outcome": "no_plan_within_horizon", "bound": 2}, [START, END]),
        ({"outcome": "no_plan_within_horizon", "bound": 2}, [START, END | {"after": 0}]),
        ({"outcome": "no_plan_within_horizon", "bound": 2}, [START | {"after": 1}]),  # less is claimed of the start
        ({"outcome": "no_plan_within_horizon", "bound": 2}, [{"depths": [0, 0]}]),
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
