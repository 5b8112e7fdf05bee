"""The proof checker: wrong steps are refused, and a long one takes little memory."""

import tracemalloc

import pytest

from fewest_pours.checker import lrat
from fewest_pours.checker.certificate_lines import Line, Refused

CONTRADICTION = [[1, 2], [-1, 2], [1, -2], [-1, -2]]


def refute(clauses, *steps):
    lrat.refute(clauses, [Line(number, {"lrat": step}) for number, step in enumerate(steps, 2)])


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (["1 0 0"], "clause 1 exists already"),
        (["99999 0 0"], "does not follow"),
        (["99999 0 888888 0"], "hint 888888 is no clause"),
        (["99999 1 0 -1 0"], "not a step"),
        (["99999 1 0 1 3 0"], "no contradiction"),
        (["99999 d 1 2 0"], "not a step"),
        (["999 1 0 998 998 0", "9999 0 999 1 0"], "hint 998 is no clause"),  # it once proved anything
        (["9 0 10 1 0", "10 2 0 1 2 0"], "is no clause"),  # derived later
    ],
)
def test_wrong_steps_are_refused(steps, message):
    with pytest.raises(Refused, match=message):
        refute(CONTRADICTION, *steps)


@pytest.mark.parametrize("words", ["1 " * (1 << 19), "1234567 " * (1 << 17), "-1 " * (1 << 18) + "x"])
def test_a_long_step_is_refused_in_little_memory(words):
    tracemalloc.start()
    for step in (f"9 {words}0 0", f"9 d {words}0", f"9 1 0 {words}0", f"9 {words}"):
        with pytest.raises(Refused):
            refute([[1]], step)
    assert tracemalloc.get_traced_memory()[1] < 40 << 20
    tracemalloc.stop()
