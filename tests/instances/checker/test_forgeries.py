"""Honest certificates presented with another instance, without one of their lines, or damaged."""

import gzip
import random
from pathlib import Path

import pytest

from helpers.forgeries import FEWEST_POURS, Lines, instance, verdict_or_refusal, write
from instances.checker import check, fingerprint, read_instance
from instances.checker.lines import Refused

OTHERS = ["deal-9c2e4h-7022", "deal-6c1e4h-7006"]  # for certificates that are presented with the wrong instance


@pytest.mark.parametrize("name", FEWEST_POURS)
def test_no_line_of_a_witness_is_idle(name: str, honest: dict[str, Lines], tmp_path: Path) -> None:
    """The search lists what is needed and nothing else: without any one line the claim is not proven."""
    lines = honest[name]
    for place in range(1, len(lines)):
        if "answer" not in lines[place]:
            verdict = verdict_or_refusal(name, write(lines[:place] + lines[place + 1 :], tmp_path / "forged.jsonl"))
            assert verdict is None


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
        assert verdict_or_refusal(name, path) in (None, f"optimal {FEWEST_POURS[name]}")
