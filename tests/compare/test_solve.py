"""compare.py solve: both sides at once, one answer."""

import json
from pathlib import Path

import pytest

import compare
from helpers.paths import INSTANCES


def solved(words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = compare.main(["solve", *words.split()])
    return code, capsys.readouterr().out


def test_the_sides_confirm_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = solved(f"{INSTANCES}/watersort/sample-three-colours.yaml --confirm 60", capsys)
    assert code == 0
    answer, found, confirmed = out.splitlines()[-3:]
    assert "7 pours, proven shortest" in answer
    assert found.startswith("found by ")
    assert confirmed.startswith("confirmed by ")


@pytest.mark.parametrize(
    ("file", "code", "outcome"),
    [
        ("watersort/deal-6c1e4h-7008.yaml", 11, "unsolvable"),
        ("squares/level-02.yaml", 0, "optimal"),
        ("futoshiki/seed-4x4-easy.yaml", 0, "optimal"),
        ("pipes/blog-5x5.yaml", 0, "optimal"),
    ],
)
def test_every_puzzle(file: str, code: int, outcome: str, capsys: pytest.CaptureFixture[str]) -> None:
    found, out = solved(f"{INSTANCES}/{file} --json", capsys)
    assert (found, json.loads(out)["outcome"]) == (code, outcome)


def test_a_certificate_of_the_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from instances.checker import check

    file = INSTANCES / "watersort" / "deal-6c1e4h-7008.yaml"
    assert solved(f"{file} --quiet --certificate {tmp_path}/c.jsonl", capsys)[0] == 11
    assert check(file, tmp_path / "c.jsonl") == "unsolvable"


def test_a_proof_by_clauses_comes_from_the_other_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from instances.checker import check

    file = INSTANCES / "watersort" / "deal-6c1e4h-7008.yaml"
    assert solved(f"{file} --quiet --certificate {tmp_path}/x.lrat", capsys)[0] == 11
    assert check(file, tmp_path / "x.lrat") == "unsolvable"


def test_seconds_below_0_are_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        solved(f"{INSTANCES}/watersort/one-pour.yaml --confirm -1", capsys)
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("usage: compare.py solve ")
    assert "FILE" in said
    assert said.endswith("argument --confirm: '-1', expected 0 or a number above it\n")


def test_both_prove_that_no_plan_exists_and_one_explains_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    code, out = solved(f"{INSTANCES}/watersort/deal-9c1e4h-7015.yaml --explain --confirm 60 --page {page}", capsys)
    assert code == 11
    assert "confirmed by " in out
    why = [line for line in out.splitlines() if "can never leave" in line]
    assert len(why) == 2
    assert all(line in page.read_text(encoding="utf-8") for line in why)
