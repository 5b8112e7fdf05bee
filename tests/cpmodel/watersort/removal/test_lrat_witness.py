"""What the clauses of water sort prove: unsolvable, where it is true and nowhere else, and no forgery does more."""

import json
import random
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from cpmodel.watersort.removal import lrat_witness as proof
from cpmodel.watersort.strategy import solve as solve_auto
from helpers.cases import Of, examples, some_or_all
from helpers.certificates import verdict
from helpers.commands import command
from helpers.deals import deals, named
from helpers.paths import INSTANCES
from helpers.truth import enumerate_deals, shortest
from instances.certificates.certificate_files import seen, write_certificate
from instances.checker import check, fingerprint, lrat, read_instance, watersort
from instances.checker.lines import Line, Refused
from instances.puzzles import PUZZLES
from instances.solving.limits import Settings, Watch
from instances.solving.outcome import NoWitness, Outcome, Result
from instances.watersort.files import generate
from instances.watersort.rules import Deal

PUZZLE = PUZZLES["watersort"]
FILES = INSTANCES / "watersort"
CERTIFYING = Settings(certificate=True)
SMALL = [(2, 3, 0), (2, 3, 1), (2, 4, 1), (3, 2, 0), (3, 2, 1), (4, 2, 1)]  # (colors, capacity, empties)

Lines = list[dict[str, Any]]


def witness(deal: Deal) -> Lines:
    try:
        return list(proof.witness(deal, CERTIFYING, Watch()))
    except NoWitness:
        return []


def proves(deal: Deal, lines: Lines) -> bool:
    try:
        return watersort.no_answer(seen(PUZZLE, deal), (Line(i, line) for i, line in enumerate(lines, 2)))
    except Refused:
        return False


def test_too_many_conflicts_are_no_limit_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "MOST_CONFLICTS", 3)
    with pytest.raises(NoWitness, match="CP-SAT found no proof"):
        list(proof.witness(named("deal-9c1e4h-7015"), CERTIFYING, Watch(60)))


@pytest.mark.parametrize("sizes", SMALL, ids=str)
@some_or_all(5)
def test_exactly_the_small_deals_without_a_plan_are_refuted(sizes: tuple[int, int, int], of: Of) -> None:
    for deal in of(enumerate_deals(*sizes)):
        lines = witness(deal)
        assert bool(lines) == proves(deal, lines) == (shortest(deal) is None)


@given(deals())
@examples(40)
def test_exactly_the_games_without_a_plan_are_refuted(deal: Deal) -> None:
    lines = witness(deal)
    assert bool(lines) == proves(deal, lines) == (shortest(deal) is None)


@given(deals())
@examples(200)
def test_both_sides_derive_the_same_clauses(deal: Deal) -> None:
    given_to_the_solver = list(proof.clauses(proof.numbered(deal)))
    assert given_to_the_solver == list(lrat.clauses(watersort.clauses_of(seen(PUZZLE, deal))))
    for clause in given_to_the_solver:
        assert len({abs(literal) for literal in clause}) == len(clause)


@pytest.mark.parametrize("deal", [generate(5, 1, 4, 1), named("deal-6c1e4h-7006"), named("deal-9c1e4h-7015")])
def test_what_auto_calls_unsolvable_is_certified(deal: Deal, tmp_path: Path) -> None:
    result = solve_auto(deal, CERTIFYING, Watch())
    assert result.outcome is Outcome.UNSOLVABLE
    assert verdict(deal, result, tmp_path) == "unsolvable"
    assert solve_auto(deal, Settings(), Watch()).witness is None


def test_a_limit_leaves_the_witness_out(tmp_path: Path) -> None:
    deal = named("deal-9c1e4h-7015")
    result = replace(Result(Outcome.UNSOLVABLE), witness=partial(proof.witness, deal, CERTIFYING, Watch(seconds=0)))
    with pytest.raises(Refused, match="not certified"):
        verdict(deal, result, tmp_path)


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        (named("deal-24c2e4h-7047"), "over 100000 clauses"),
        (named("solved-empty"), "nothing to prove"),
        (Deal("", 20, (("red", "blue") * 10, ("blue", "red") * 10)), "20 runs of one colour"),
        (named("deal-6c1e4h-7005"), "found no proof"),  # it has a plan
    ],
    ids=lambda part: getattr(part, "name", part),
)
def test_why_there_is_no_proof(deal: Deal, why: str) -> None:
    with pytest.raises(NoWitness, match=why):
        list(proof.witness(deal, CERTIFYING, Watch()))


def test_two_runs_at_once(tmp_path: Path) -> None:
    names = ["deal-6c1e4h-7006", "deal-9c1e4h-7015"]

    def certify(name: str) -> int:
        return command("cpmodel", f"{FILES / name}.yaml", "--quiet", "--certificate", tmp_path / name).returncode

    with ThreadPoolExecutor() as pool:
        assert list(pool.map(certify, names)) == [Outcome.UNSOLVABLE.exit_code] * 2
    assert [check(f"{FILES / name}.yaml", tmp_path / name) for name in names] == ["unsolvable"] * 2


@cache
def honest(name: str) -> Lines:
    return witness(named(name))


def drop(lines: Lines, rng: random.Random) -> None:
    del lines[rng.randrange(len(lines))]


def truncate(lines: Lines, rng: random.Random) -> None:
    del lines[rng.randrange(len(lines)) :]


def change(lines: Lines, rng: random.Random) -> None:
    """Another literal, hint, number or ending."""
    place = rng.randrange(len(lines))
    words = lines[place]["lrat"].split()
    word = rng.randrange(len(words))
    words[word] = rng.choice(["0", "1", "d", "", "-" + words[word], str(rng.randrange(-200, 900)), "x", "1e3", "٣"])
    lines[place] = {"lrat": " ".join(words)}


def swap_hints(lines: Lines, rng: random.Random) -> None:
    place = rng.choice([i for i, line in enumerate(lines) if " d " not in line["lrat"]])
    words = lines[place]["lrat"].split()
    hints = words[words.index("0") + 1 : -1]
    rng.shuffle(hints)
    lines[place] = {"lrat": " ".join([*words[: words.index("0") + 1], *hints, "0"])}


def empty_clause(lines: Lines, rng: random.Random) -> None:
    """A contradiction out of nothing, or out of clauses that do not contradict each other."""
    hints = " ".join(str(rng.randrange(1, 5000)) for _ in range(rng.randrange(9)))
    lines[rng.randrange(len(lines)) :] = [{"lrat": f"99999 0 {hints} 0".replace("  ", " ")}]


def other_kind(lines: Lines, rng: random.Random) -> None:
    lines[rng.randrange(len(lines))] = rng.choice([{"depths": [0]}, {"lrat": 7}, {"lrat": ""}, {}, {"lrat": "1 d 0"}])


FORGES = [drop, truncate, change, swap_hints, empty_clause, other_kind]


@pytest.mark.parametrize("forge", FORGES)
def test_no_forgery_proves_what_is_false(forge: Any) -> None:
    """A proof of one deal, as it is or spoilt, presented with another that has a plan."""
    rng, solvable = random.Random(forge.__name__), named("deal-6c1e4h-7005")
    assert not proves(solvable, honest("deal-6c1e4h-7008"))
    for _ in range(25):
        lines = list(honest("deal-6c1e4h-7008"))
        forge(lines, rng)
        assert not proves(solvable, lines)


@pytest.mark.parametrize("forge", [truncate, empty_clause, other_kind])
def test_a_spoilt_proof_is_refused(forge: Any) -> None:
    """For the other forgeries the proof may have steps to spare."""
    rng, deal = random.Random(forge.__name__), named("deal-6c1e4h-7008")
    assert proves(deal, honest("deal-6c1e4h-7008"))
    for _ in range(25):
        lines = list(honest("deal-6c1e4h-7008"))
        forge(lines, rng)
        assert not proves(deal, lines)


@pytest.mark.parametrize("forge", [drop, change])
def test_most_changes_of_a_step_are_noticed(forge: Any) -> None:
    rng, deal = random.Random(forge.__name__), named("deal-6c1e4h-7008")
    refused = 0
    for _ in range(50):
        lines = list(honest("deal-6c1e4h-7008"))
        forge(lines, rng)
        refused += not proves(deal, lines)
    assert refused > 15


@pytest.mark.parametrize(
    ("literals", "hints", "expected"),
    [
        ([1], [1, 2, 3], True),
        ([1, 4], [1, 2, 3], True),
        ([], [3, 2, 4], False),  # no contradiction yet
        ([1], [2, 1, 3], False),  # two literals are left of the first
        ([1], [1, 2], False),
        ([1], [1, 3], False),
        ([4], [1, 2, 3], False),
        ([1], [], False),
        ([1, -1], [], False),
    ],
)
def test_a_clause_follows_by_its_hints_in_their_order(literals: list[int], hints: list[int], expected: bool) -> None:
    known = {1: [1, 2], 2: [-2, 3], 3: [-3], 4: [-1, 2, 4]}
    assert lrat.follows(literals, [known[hint] for hint in hints]) is expected


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("1 0 0", "there is a clause 1"),
        ("99999 0 0", "does not follow"),
        ("99999 0 1 0", "does not follow"),  # one literal is left
        ("99999 0 888888 0", "hint 888888 names no clause"),  # no such clause
        ("99999 1 0 -1 0", "no step"),
        ("99999 -0 0 0", "no step"),
        ("99999 1 0", "no step"),
        ("99999 1 -1 0 0", "does not follow"),
        ("99999 d 1 2 0", "no contradiction"),
    ],
)
def test_wrong_steps_are_refused(step: str, message: str, tmp_path: Path) -> None:
    deal = named("deal-6c1e4h-7008")
    result = Result(Outcome.UNSOLVABLE, witness=lambda: [{"lrat": step}])
    with pytest.raises(Refused, match=message):
        verdict(deal, result, tmp_path)


def test_another_instance_is_refused(tmp_path: Path) -> None:
    """Also when the fingerprint is forged to fit."""
    path, other = tmp_path / "proof", FILES / "deal-6c1e4h-7005.yaml"
    deal = named("deal-6c1e4h-7008")
    write_certificate(str(path), PUZZLE, deal, Result(Outcome.UNSOLVABLE, witness=lambda: honest("deal-6c1e4h-7008")))
    assert check(FILES / "deal-6c1e4h-7008.yaml", path) == "unsolvable"
    with pytest.raises(Refused, match="another instance"):
        check(other, path)
    claim, *lines = path.read_text().splitlines()
    forged = json.loads(claim) | {"instance": fingerprint(*read_instance(other))}
    path.write_text("\n".join([json.dumps(forged), *lines]) + "\n")
    with pytest.raises(Refused):
        check(other, path)


def test_a_hint_of_an_unknown_clause_is_refused_by_name_and_line(tmp_path: Path) -> None:
    """Such a hint was once read as a clause that is never true; then three lines made any deal unsolvable."""
    file = INSTANCES / "watersort" / "level-133.yaml"
    claim = {
        "certificate": 1, "puzzle": "watersort", "instance": fingerprint(*read_instance(file)), "outcome": "unsolvable",
        "answers": None, "bound": None, "unique": None, "by": "a forger",
    }  # fmt: skip
    lines = [
        claim,
        {"lrat": "999999999 1 0 999999998 999999998 0"},
        {"lrat": "9999999999 0 999999999 1 0"},
    ]
    forged = tmp_path / "forged.jsonl"
    forged.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(Refused, match="hint 999999998 names no clause") as refused:
        check(file, forged)
    assert refused.value.line == 2


@pytest.mark.parametrize("steps", [["1 d 2 0", "9 0 2 3 0"], ["9 0 10 1 0", "10 1 0 1 0"], ["9 0 9 1 0"]])
def test_deleted_later_and_own_hints_are_refused(steps: list[str]) -> None:
    """Also where the clause would follow from the others alone."""
    clauses = [[1, 2], [-1], [-2]]
    with pytest.raises(Refused, match="names no clause"):
        lrat.refute(clauses, [Line(number, {"lrat": step}) for number, step in enumerate(steps, 2)])


@pytest.mark.parametrize("words", ["1 " * (1 << 19), "1234567 " * (1 << 17), "-1 " * (1 << 18) + "x"])
def test_a_long_step_is_refused_in_little_memory(words: str) -> None:
    tracemalloc.start()
    for step in (f"9 {words}0 0", f"9 d {words}0", f"9 1 0 {words}0", f"9 {words}"):
        with pytest.raises(Refused):
            lrat.refute([[1]], [Line(2, {"lrat": step})])
    assert tracemalloc.get_traced_memory()[1] < 40 << 20
    tracemalloc.stop()


def test_more_than_can_be_held_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lrat, "MAX_HELD", 100)
    steps = [Line(number, {"lrat": f"{number} 1 2 0 1 0"}) for number in range(2, 50)]
    with pytest.raises(Refused, match=r"clauses are too many at a time, expected that a proof deletes some"):
        lrat.refute([[1]], steps)
    with pytest.raises(Refused, match=r"clauses and more, too many"):
        lrat.refute([[1, 2]] * 50, [])
    deleting = [Line(line.number, {"lrat": f"{line.number} d {line.number - 1} 0"}) for line in steps[1:]]
    both = [line for pair in zip(steps, deleting, strict=False) for line in pair]
    with pytest.raises(Refused, match="no contradiction"):
        lrat.refute([[1]], [Line(line.number, line.data) for line in both if line.number < 40])
