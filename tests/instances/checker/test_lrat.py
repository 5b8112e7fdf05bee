"""The proof checker: a clause follows by its hints or not at all, and nothing makes it slow or large."""

import tracemalloc

import pytest

from instances.checker import lrat
from instances.checker.lines import Line, Refused

CONTRADICTION = [[1, 2], [-1, 2], [1, -2], [-1, -2]]


def refute(clauses: list[list[int]], steps: list[str]) -> None:
    lrat.refute(clauses, [Line(number, {"lrat": step}) for number, step in enumerate(steps, 2)])


def test_a_proof() -> None:
    refute(CONTRADICTION, ["5 2 0 1 2 0", "6 d 1 2 0", "7 0 5 3 4 0"])


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
        ("99999 0 1 0", "does not follow"),  # two literals are left
        ("99999 0 888888 0", "hint 888888 names no clause"),
        ("99999 1 0 -1 0", "no step"),
        ("99999 -0 0 0", "no step"),
        ("99999 1 0", "no step"),
        ("99999 1 -1 0 0", "does not follow"),
        ("99999 d 1 2 0", "no contradiction"),
    ],
)
def test_wrong_steps_are_refused(step: str, message: str) -> None:
    with pytest.raises(Refused, match=message):
        refute(CONTRADICTION, [step])


def test_a_hint_of_an_unknown_clause_is_refused_by_name_and_line() -> None:
    """Such a hint was once read as a clause that is never true; then three lines proved anything."""
    with pytest.raises(Refused, match="hint 999999998 names no clause") as refused:
        refute([[1]], ["999999999 1 0 999999998 999999998 0", "9999999999 0 999999999 1 0"])
    assert refused.value.line == 2


@pytest.mark.parametrize("steps", [["1 d 2 0", "9 0 2 3 0"], ["9 0 10 1 0", "10 1 0 1 0"], ["9 0 9 1 0"]])
def test_deleted_later_and_own_hints_are_refused(steps: list[str]) -> None:
    """Also where the clause would follow from the others alone."""
    with pytest.raises(Refused, match="names no clause"):
        refute([[1, 2], [-1], [-2]], steps)


@pytest.mark.parametrize("words", ["1 " * (1 << 19), "1234567 " * (1 << 17), "-1 " * (1 << 18) + "x"])
def test_a_long_step_is_refused_in_little_memory(words: str) -> None:
    tracemalloc.start()
    for step in (f"9 {words}0 0", f"9 d {words}0", f"9 1 0 {words}0", f"9 {words}"):
        with pytest.raises(Refused):
            refute([[1]], [step])
    assert tracemalloc.get_traced_memory()[1] < 40 << 20
    tracemalloc.stop()


def test_more_than_can_be_held_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lrat, "MAX_HELD", 100)
    steps = [f"{number} 1 2 0 1 0" for number in range(2, 50)]
    with pytest.raises(Refused, match=r"clauses are too many at a time, expected that a proof deletes some"):
        refute([[1]], steps)
    with pytest.raises(Refused, match=r"clauses and more, too many"):
        refute([[1, 2]] * 50, [])
    deleting = [step for number in range(2, 40) for step in (f"{number} 1 2 0 1 0", f"99 d {number} 0")]
    with pytest.raises(Refused, match="no contradiction"):
        refute([[1]], deleting)
