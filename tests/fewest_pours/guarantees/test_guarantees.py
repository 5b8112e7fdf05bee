"""Guarantees against plain breadth-first search on every deal, also by CP-SAT; shares, checkpoints, published rows."""

from collections import Counter
from itertools import permutations

import pytest

from cpmodel.guarantees import DealWithoutPlan, deal_without_plan
from cpmodel.solving import Status, solve
from fewest_pours.design.watersort.water_sort_design import alike
from fewest_pours.experiments import guarantees_command, hardest_command
from fewest_pours.experiments.guarantee_rows import added_up, complete_shares, prove_share, prove_size
from fewest_pours.experiments.hardest_command import NO_PLAN, census
from fewest_pours.experiments.size_rows import csv_of
from fewest_pours.guarantees.checkpoint import save, saved_or_new
from fewest_pours.guarantees.covering import Covering, Share
from fewest_pours.guarantees.guaranteed import is_guaranteed
from fewest_pours.guarantees.known_part import can_be_solved
from fewest_pours.guarantees.partial_deals import completions
from fewest_pours.guarantees.sizes import Size
from fewest_pours.puzzles.watersort.rules import Deal, units_of
from fewest_pours.running.limits import LimitReached, Limits
from fewest_pours.running.outcomes import Outcome
from fewest_pours.running.solver_contract import Settings
from helpers.paths import text_of
from helpers.truth import enumerate_deals, shortest
from search_baseline.watersort.default_solver import solve_fast

SIZES = [
    *((2, empties, colors) for empties in (1, 2, 3) for colors in (2, 3, 4, 5)),
    *((3, empties, colors) for empties in (1, 2, 3) for colors in (2, 3)),
    *((4, empties, 2) for empties in (1, 2)),
    *((5, empties, 2) for empties in (1, 2)),
    (6, 1, 2),
    (7, 1, 2),
]


def covered(size):
    covering = Covering.start(size, Share())
    covering.run(Limits())
    return covering.tally


def arrangements(deal):
    """The number of deals that differ from it only in the names of the colours and the order of the beakers."""
    filled = [beaker for beaker in deal.beakers if beaker]
    names = list(units_of(deal))
    others = set()
    for renamed in permutations(names):
        renaming = dict(zip(names, renamed, strict=True))
        beakers = [tuple(renaming[color] for color in beaker) for beaker in filled]
        others |= set(permutations(beakers))
    return len(others)


@pytest.mark.parametrize("size", [Size(*each) for each in SIZES], ids=str)
def test_all_deals_are_counted_and_decided_as_by_breadth_first_search(size):
    deals = [*enumerate_deals(size.colors, size.capacity, size.empties)]
    assert len(deals) == size.deals
    found = Counter()
    for deal in deals:
        found[shortest(deal) is not None] += arrangements(deal)
    tally = covered(size)
    assert (tally.solvable, tally.unsolvable) == (found[True], found[False])
    assert tally.covered == size.arrangements
    assert bool(tally.example) == bool(tally.unsolvable)


@pytest.mark.parametrize("size", [Size(2, 1, 2), Size(4, 1, 4)], ids=str)  # one is too small to be divided
def test_shares_add_up_to_the_whole_once_all_of_them_are_on_disk(size, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shares = [prove_share(size, Share(number, 3), Limits()) for number in (1, 2)]
    assert not complete_shares(size)
    shares.append(prove_share(size, Share(3, 3), Limits()))
    row = prove_size(size, Limits())
    assert prove_size(size, Limits(), "no cluster is needed") == row
    whole = covered(size)
    assert (row.solvable, row.unsolvable) == (whole.solvable, whole.unsolvable)
    assert row.looked_at == sum(share.looked_at for share in shares)
    with pytest.raises(AssertionError, match="arrangements, expected"):
        added_up([shares[0], shares[0], shares[1]])


@pytest.mark.parametrize("size", [Size(3, 1, 4), Size(3, 2, 8)], ids=str)  # counts of 64 bits, and larger ones
def test_a_proof_that_was_stopped_goes_on(size, tmp_path):
    path = tmp_path / "proof.npz"
    steps = []

    def stop_after_some_steps():
        save(covering, path)
        steps.append(len(covering.deals.units))
        if len(steps) == 6:
            raise LimitReached(Outcome.INTERRUPTED)

    covering = saved_or_new(size, Share(), path)
    with pytest.raises(LimitReached):
        covering.run(Limits(), stop_after_some_steps)
    again = saved_or_new(size, Share(), path)
    assert again.tally == covering.tally
    assert again.deals.weights.dtype == covering.deals.weights.dtype
    assert (completions(again.deals.units) * again.deals.weights).sum() + again.tally.covered == size.arrangements
    if size.colors == 4:
        again.run(Limits())
        assert again.tally == covered(size)


def test_the_published_tables_are_those_of_their_rows():
    """And every deal is counted in them."""
    for command in (guarantees_command, hardest_command):
        rows = command.published_rows()
        assert command.text_for_page(rows) in text_of("docs/results.md")
        assert csv_of(command.every_size(rows)) == text_of(f"docs/results/{command.NAME}.csv")
    for row in hardest_command.published_rows():
        assert sum(row.deals.values()) == row.looked_at == row.size.deals
        assert sum(row.arrangements.values()) == row.size.arrangements
    for row in guarantees_command.published_rows():
        assert row.solvable + row.unsolvable == row.arrangements == row.size.arrangements
        assert row.deals == row.size.deals


def test_sizes_that_need_no_check_are_those_that_are_proven():
    for row in guarantees_command.published_rows():
        assert is_guaranteed(row.size) == (row.unsolvable == 0)
    assert is_guaranteed(Size(capacity=2, empties=2, colors=40))  # lemma 26
    assert is_guaranteed(Size(capacity=9, empties=3, colors=3))  # as many empty beakers as colours
    assert deal_without_plan(Size(capacity=9, empties=3, colors=3), Limits()) is None
    assert not is_guaranteed(Size(capacity=9, empties=2, colors=5))
    assert can_be_solved([[0] * 140, [1] * 140], empties=1)  # loads beyond a byte


def test_a_census_counts_every_deal_once_with_its_fewest_pours(tmp_path):
    sizes = [Size(capacity=3, empties=empties, colors=3) for empties in (1, 2, 3)]
    rows = census(sizes, solve_fast, tmp_path, Limits())
    assert census(sizes, None, tmp_path, Limits()) == rows  # from disk
    for size, found in zip(sizes, rows, strict=True):
        pours, arranged = Counter(), Counter()
        for deal in enumerate_deals(size.colors, size.capacity, size.empties):
            fewest = shortest(deal)
            name = NO_PLAN if fewest is None else str(fewest)
            pours[name] += 1
            arranged[name] += arrangements(deal)
        assert (found.deals, found.arrangements) == (pours, arranged)
        assert found.looked_at == size.deals
        hardest = tuple(tuple(map(str, reversed(beaker))) for beaker in found.hardest)
        assert shortest(Deal("hardest", 3, hardest + ((),) * size.empties)) == found.most


def test_a_census_goes_on_with_what_the_same_code_counted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    counted, words = [], ["--capacity", "2", "--empties", "1", "--colors", "2"]
    for version in ("one", "one", "other"):

        def solve(*run, version=version):
            counted.append(version)
            return solve_fast(*run)

        hardest_command.hardest(words, solve, version, "compare.py")
    assert counted == ["one"] * 3 + ["other"] * 3


def key_of(units, size):
    beakers = tuple(tuple(str(color) for color in reversed(beaker)) for beaker in units)
    return alike(Deal("found", size.capacity, beakers + ((),) * size.empties))


def every_deal_without_plan(size):
    """Of all deals up to names and order: each deal that is found is excluded afterwards."""
    model = DealWithoutPlan.build(size)
    found = set()
    while (response := solve(model, Settings(), None)).status is Status.FEASIBLE:
        units = response.found
        found.add(key_of(units, size))
        places = [(beaker, place) for beaker in range(size.colors) for place in range(size.capacity)]
        model.cp.add_bool_or([~model.is_color[beaker, place, units[beaker][place]] for beaker, place in places])
    return found


@pytest.mark.parametrize("size", [Size(2, 1, 3), Size(2, 1, 4), Size(2, 1, 5), Size(3, 1, 3), Size(4, 1, 2)], ids=str)
def test_exactly_the_deals_without_a_plan_are_found(size):
    deals = enumerate_deals(size.colors, size.capacity, size.empties)
    assert every_deal_without_plan(size) == {alike(deal) for deal in deals if shortest(deal) is None}


SMALL = [row for row in guarantees_command.published_rows() if row.colors <= 4 and row.deals < 1_000_000]


@pytest.mark.parametrize("row", SMALL, ids=lambda row: f"{row.size}")
def test_sizes_are_decided_as_by_partial_deals(row):
    assert (deal_without_plan(row.size, Limits()) is None) == (row.unsolvable == 0)
