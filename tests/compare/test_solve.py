"""compare.py solve: both sides at once, one answer."""

import pytest

import compare
from helpers.paths import INSTANCES
from instances.checker import check

UNSOLVABLE = "deal-6c1e4h-7008"


def solved(file, options, capsys):
    code = compare.main(["solve", file, *options.split()])
    return code, capsys.readouterr().out


def test_one_side_finds_the_answer_and_the_other_confirms_it(capsys):
    code, out = solved("sample-three-colours", "--confirm 60", capsys)
    answer, found, confirmed = out.splitlines()[-3:]
    assert code == 0
    assert "7 pours, proven shortest" in answer
    assert found.startswith("found by ")
    assert confirmed.startswith("confirmed by ")


@pytest.mark.parametrize("file", ["squares/level-02", "seed-4x4-easy", "blog-5x5"])
def test_every_puzzle(file, capsys):
    code, out = solved(file, "--quiet", capsys)
    assert (code, "proven " in out) == (0, True)


def test_a_certificate_of_the_answer(tmp_path, capsys):
    for name in ("c.jsonl", "x.lrat"):
        assert solved(UNSOLVABLE, f"--quiet --certificate {tmp_path / name}", capsys)[0] == 11
    assert check(INSTANCES / "watersort" / f"{UNSOLVABLE}.yaml", tmp_path / "c.jsonl") == "unsolvable"
    assert {path.name for path in tmp_path.iterdir()} == {"c.jsonl", "x.lrat", "x.cnf"}


def test_an_unsolvable_deal_is_explained_whichever_side_proves_it(tmp_path, capsys):
    page = tmp_path / "page.html"
    code, out = solved("deal-9c1e4h-7015", f"--explain --confirm 0 --page {page}", capsys)
    assert code == 11
    why = [line for line in out.splitlines() if "can never leave" in line]
    assert len(why) == 2
    assert all(line in page.read_text(encoding="utf-8") for line in why)
