"""The checker's own rules, against those of the project; and the certificates of squares, futoshiki and pipes."""

from functools import partial
from importlib import import_module

import pytest
from hypothesis import given
from msgspec.structs import fields

from fewest_pours.checker import watersort
from fewest_pours.checker.certificate_lines import FileToCheck
from fewest_pours.files.validation import record_in
from fewest_pours.puzzles.futoshiki.rules import Futoshiki
from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.puzzles.squares import rules as squares_rules
from fewest_pours.puzzles.watersort import rules as watersort_rules
from fewest_pours.running.solver_contract import Outcome, Result
from helpers.certificates import as_checked, read_instance, verdict
from helpers.deals import deals, named
from helpers.search import searched
from helpers.squares import graph, levels
from helpers.truth import distances, poured

SMALL = [
    *(f"squares/level-{number:02}" for number in (*range(17), 35)),
    *(f"futoshiki/{name}" for name in ("gen-6x6-a", "gen-8x8-a", "kafsemo-9x9-impossible", "seed-7x7-hard")),
    *(f"pipes/{name}" for name in ("blog-5x5", "blog-6x6", "concentric-4x4", "concentric-6x6")),
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


def test_the_checker_repairs_files_as_solvers_do(tmp_path):
    path = tmp_path / "f.yaml"
    path.write_text("puzzle: watersort\ncapacity: +02\nbeakers: [[light blue, ?], [light-blue, red], []]\n")
    assert read_instance(path) == ("watersort", as_checked(named(path)))


REMARKS = ("known", "rating")  # of no interest to the checker


def keys(record, path=""):
    """The paths of all keys of a record and those in it: {'blocks', 'blocks.color', ...}"""
    found = set()
    for field in fields(record):
        found.add(f"{path}{field.encode_name}")
        inner = record_in(field.type)
        if inner is not None and field.encode_name not in REMARKS:
            found |= keys(inner, f"{path}{field.encode_name}.")
    return found


@pytest.mark.parametrize("name", PUZZLES)
def test_the_checker_knows_every_key_of_a_file(name):
    module = import_module(
        "fewest_pours.checker.watersort.deal" if name == "watersort" else f"fewest_pours.checker.{name}"
    )
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, FileToCheck)]
    (restated,) = (kind for kind in kinds if kind is not FileToCheck)
    assert keys(restated) - {"beakers.color", "beakers.hidden"} == keys(PUZZLES[name].Document)
