"""Spoilt certificates. Whatever is done to one: it is refused, or what it still says is true and proven.

What is true is known beforehand: the fewest pours, from other sources than the certificate.
"""

import gzip
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from helpers.forgeries import FEWEST_POURS, Lines, instance, verdict_or_refusal, write
from instances.checker import check, fingerprint, read_instance
from instances.checker.lines import Refused
from instances.reading.yaml_files import BadInput

OTHERS = ["deal-9c2e4h-7022", "deal-6c1e4h-7006"]  # for certificates that are presented with the wrong instance
Forge = Callable[[Lines, random.Random], None]


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
            assert verdict is None


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
