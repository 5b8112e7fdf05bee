"""Certificates: answers are certified and true, nothing more is proven; the checker has the rules of the project."""

import gzip
import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from math import inf

import pytest
import yaml
from hypothesis import given

from fewest_pours.checker import futoshiki, pipes, squares, watersort
from fewest_pours.checker.verdict import Unproven, main
from fewest_pours.checker.watersort.depths import Digging
from fewest_pours.files.bad_input import BadInput, Misfit
from fewest_pours.files.input_files import read_text
from fewest_pours.files.yaml_files import write_yaml
from fewest_pours.puzzles.futoshiki.rules import Futoshiki
from fewest_pours.puzzles.loading import PUZZLES, is_puzzle_file, load
from fewest_pours.puzzles.squares import rules as squares_rules
from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.puzzles.watersort import rules as watersort_rules
from fewest_pours.running.solver_contract import NoWitness, Outcome, Result, Watch
from fewest_pours.solving.certificates import states
from helpers.cases import case, examples
from helpers.certificates import as_checked, check, proven, read_instance, verdict, written
from helpers.deals import deals, named, searched
from helpers.paths import text_of
from helpers.squares import graph, levels
from helpers.truth import distances, poured, shortest


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


def test_a_certificate_is_read_through_a_pipe(level_133, tmp_path):
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


def test_names_and_remarks_do_not_bind_and_a_broken_plan_is_refused_in_one_line(level_133, tmp_path, capsys):
    deal, result = level_133
    instance, certificate = written(deal, result, tmp_path)
    instance.write_text(write_yaml(PUZZLE.document(replace(deal, name="other", known=None, source="me"))))
    assert code(instance, certificate) == 0  # names and remarks do not bind
    assert capsys.readouterr().out == "valid: optimal 39\n"
    written(deal, replace(result, plan=result.plan[:-1]), tmp_path)
    assert code(instance, certificate) == 1
    assert re.match(f"{re.escape(str(certificate))}:\\d+: .*neither empty nor full.*\n$", capsys.readouterr().err)


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


SMALL = [
    *(f"squares/level-{number:02}" for number in (*range(17), 35)),
    *(f"futoshiki/{name}" for name in ("gen-6x6-a", "gen-8x8-a", "kafsemo-9x9-impossible", "seed-7x7-hard")),
    *(f"pipes/{name}" for name in ("blog-5x5", "blog-6x6", "concentric-4x4", "concentric-6x6")),
    *(f"watersort/unsolvable-{size}" for size in ("2c1e4h", "3c1e3h", "4c1e2h")),
    *(case(f"watersort/unsolvable-{size}", slow=True) for size in ("5c2e5h", "5c2e6h", "6c2e4h", "7c2e3h")),
]


@pytest.mark.parametrize("name", SMALL)
def test_answers_are_certified_and_true(name):
    instance = named(name)
    clicks = getattr(instance.known, "clicks", None)
    solved = "the only solution" if clicks is None else f"optimal {clicks}"
    assert verdict(instance, searched(instance)) == (solved if instance.known.solvable else "unsolvable")


def test_two_solutions_are_certified():
    both = Result(Outcome.OPTIMAL, solutions=(((1, 2), (2, 1)), ((2, 1), (1, 2))), unique=False)
    assert verdict(Futoshiki("empty", ((0, 0), (0, 0)), ()), both) == "2 different solutions"


@given(levels())
def test_the_checkers_clicks_are_those_of_the_rules_and_its_bound_falls_by_one_at_most(start):
    def spelt(state):
        return tuple((*block.position, block.direction) for block in state)

    checked = as_checked(start)
    for state in graph(start, 6)[0]:
        later = [spelt(squares_rules.after(start, state, clicked)) for clicked in range(len(state))]
        assert [*checked.successors(spelt(state))] == later
        assert checked.bound(spelt(state)) <= 1 + min(map(checked.bound, later))
        assert checked.bound(spelt(state)) <= 0 or not checked.solved(spelt(state))


@given(deals())
def test_the_checkers_pours_are_those_of_the_rules(deal):
    checked, colors = watersort.BeakerStates(as_checked(deal)), sorted(watersort_rules.units_of(deal))

    def spelt(state):
        return tuple(sorted("".join(chr(ord("a") + colors.index(unit)) for unit in beaker[::-1]) for beaker in state))

    steps = partial(poured, deal.capacity)
    for state in distances([deal.beakers], steps, 3):
        later = {spelt(each) for each in steps(state)}
        assert {*checked.successors(spelt(state))} - {spelt(state)} == later - {spelt(state)}


def test_the_checker_knows_every_key_of_a_puzzle_file():
    files = (futoshiki.FutoshikiFile, pipes.PipesFile, squares.LevelFile, watersort.deal.DealFile)
    names = {puzzle.Document.__struct_fields__ for puzzle in PUZZLES.values()}
    assert {frozenset(each.__struct_fields__) for each in files} == set(map(frozenset, names))


TEXTS = yaml.load(text_of("tests/fewest_pours/puzzles/texts.yaml"), yaml.CSafeLoader)
FILES = [text for text, *_ in chain(*TEXTS.values()) if is_puzzle_file(text) and '"levels"' not in text]


@pytest.mark.parametrize("text", FILES, ids=repr)
def test_the_checker_reads_a_file_as_solvers_do_or_refuses_it_too(text, tmp_path):
    """Units that stay hidden are refused by the checker alone; of a pack it receives the levels."""
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8", newline="")
    ours = theirs = None
    with suppress(BadInput, Misfit):
        puzzle, instance = load(path)
        ours = (puzzle.name, as_checked(instance))
    with suppress(BadInput):
        theirs = read_instance(path)
    assert ours == theirs
