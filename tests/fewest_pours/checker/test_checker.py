"""Certificates: answers of the search are certified and true; a certificate without a witness proves nothing more."""

import gzip
import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import inf

import pytest
from hypothesis import given

from fewest_pours.checker.verdict import Unproven, main
from fewest_pours.checker.watersort.depths import Digging
from fewest_pours.files.input_files import read_text
from fewest_pours.files.yaml_files import write_yaml
from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.running.solver_contract import NoWitness, Outcome, Result, Watch
from fewest_pours.solving.certificates import states
from helpers.cases import examples
from helpers.certificates import as_checked, check, proven, verdict, written
from helpers.deals import deals, named
from helpers.search import searched
from helpers.truth import shortest


@given(deals())
@examples(300)
def test_games_in_progress_are_certified_and_depths_decide_them(deal):
    assert verdict(deal, searched(deal)) == proven(shortest(deal))
    try:
        listed = list(states(Digging(as_checked(deal)), inf, Watch()))
    except NoWitness:
        listed = []
    assert bool(listed) == (shortest(deal) is None)


@pytest.fixture(scope="module")
def level_133():
    deal = named("level-133")
    return deal, searched(deal)


def code(instance, certificate):
    """The exit code of a check."""
    return main({str(instance): read_text(instance)}, str(certificate))


def test_bounds_are_certified_beside_a_plan_and_alone(level_133):
    deal, result = level_133
    timed_out = Result(Outcome.OUT_OF_TIME, result.plan, lower_bound=38, upper_bound=39)
    assert verdict(deal, timed_out, Watch(0)) == "plan of 39, at least 38"  # it needs no witness
    assert verdict(deal, Result(Outcome.NO_PLAN_WITHIN_HORIZON, lower_bound=39)) == "at least 39"


@pytest.mark.parametrize(
    ("more", "proven"),
    [
        ({"outcome": Outcome.OPTIMAL}, "plan of 39 is proven; that no plan is shorter than 39"),
        ({"outcome": Outcome.SOLVED}, "plan of 39 is proven; that no plan is shorter than 39"),
        ({"outcome": Outcome.NO_PLAN_WITHIN_HORIZON, "plan": None}, "nothing is proven; that no plan is shorter"),
        ({"outcome": Outcome.UNSOLVABLE, "plan": None}, "nothing is proven; that no plan exists"),
    ],
)
def test_a_claim_without_its_witness_is_unproven(more, proven, level_133, tmp_path, capsys):
    """It has its own word and exit code. The witness is missing because of a limit."""
    deal, result = level_133
    instance, certificate = written(deal, replace(result, **more), tmp_path, Watch(0))
    with pytest.raises(Unproven, match=proven):
        check(instance, certificate)
    assert code(instance, certificate) == 3
    printed = capsys.readouterr()
    assert (printed.out, f"unproven: {proven}" in printed.err) == ("", True)


def test_a_certificate_through_a_pipe(level_133, tmp_path):
    """Plain and compressed, as `<(...)` and /dev/stdin hand it over: it can be read once."""
    instance, certificate = written(*level_133, tmp_path)
    for text in (certificate.read_bytes(), gzip.compress(certificate.read_bytes())):
        reading, writing = os.pipe()
        with ThreadPoolExecutor() as pool, os.fdopen(writing, "wb") as pipe:
            checked = pool.submit(check, instance, f"/dev/fd/{reading}")
            pipe.write(text)
            pipe.close()
            assert checked.result() == "optimal 39"
        os.close(reading)


def test_exit_codes_and_messages(level_133, tmp_path, capsys):
    deal, result = level_133
    instance, certificate = written(deal, result, tmp_path)
    instance.write_text(write_yaml(PUZZLE.document(replace(deal, name="other", known=None, source="me"))))
    assert code(instance, certificate) == 0  # names and remarks do not bind
    assert capsys.readouterr().out == "valid: optimal 39\n"
    written(deal, replace(result, plan=result.plan[:-1]), tmp_path)
    assert code(instance, certificate) == 1
    assert re.match(f"{re.escape(str(certificate))}:\\d+: .*neither empty nor full.*\n$", capsys.readouterr().err)
    os.mkfifo(tmp_path / "nobody writes to this")
    for name, expected in ((".", 31), ("no such file", 31), ("nobody writes to this", 1)):
        assert code(instance, tmp_path / name) == expected
        assert capsys.readouterr().out == ""


def test_names_of_certificates_and_solvers_stay_text(level_133, tmp_path, capsys):
    instance, honest = written(*level_133, tmp_path)
    claim = json.loads(honest.read_text(encoding="utf-8").splitlines()[0])
    claim |= {"outcome": "unsolvable", "answers": None, "bound": None, "by": "\x1b[31m\u202e\n[/x]" + "x" * 9000}
    hostile = tmp_path / "\x1b]0;x\x07\u202e\n.jsonl"
    hostile.write_text(json.dumps(claim), encoding="utf-8")
    assert code(instance, hostile) == 3
    printed = capsys.readouterr().err
    assert printed[:-1].isprintable()
    assert len(printed) < 500
    assert r"\x1b]0;x\x07\u202e .jsonl:1: unproven: nothing is proven; that no plan exists is claimed by" in printed
