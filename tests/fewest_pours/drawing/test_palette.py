"""Codes and hues: one for each colour, the same in every position and every puzzle, and honest."""

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest_pours.drawing.colors import NAMES, NEAR, OWN, color_name, looks, own_hue, rgb

WORDS = st.sampled_from([*NAMES, *OWN, "c00", "c01", "c10", "Blue", "BLUE", "red2", "red12", "1", "01", "é", "红", "x"])


@given(st.lists(WORDS | st.text(alphabet="abé1-_ß", min_size=1, max_size=5), max_size=30, unique=True))
def test_no_two_colours_share_a_code_or_a_hue(words):
    shown = looks(tuple(words))
    assert list(shown) == words
    assert looks(tuple(words[::-1])) == shown
    assert len({look.code for look in shown.values()}) == len({look.hue for look in shown.values()}) == len(words)


@pytest.mark.parametrize(
    ("word", "hue"),
    [
        ("white", "#ffffff"), ("turquoise", "#40e0d0"), ("DarkGreen", "#006400"), ("dark-green", "#006400"),
        ("baby-blue", OWN["baby-blue"]), ("bleu", None), ("c00", None),
        ("light" * 1000 + "red", None), ("#f00a0F", "#f00a0f"), ("🟢", OWN["green"]), ("🦊", None),
    ],
)  # fmt: skip
def test_a_hue_is_the_one_that_the_word_names_or_none(word, hue):
    assert own_hue(word) == hue
    assert hue in (looks((word,))[word].hue, None)


def test_hues_are_far_from_each_other_and_shades_lie_on_their_side():
    hues = [rgb(look.hue) for look in looks(tuple(map(color_name, range(24)))).values()]
    assert min(dist(a, b) for i, a in enumerate(hues) for b in hues[:i]) >= NEAR
    for name in ("red", "teal", "purple"):
        light = [sum(rgb(own_hue(shade + name) or "")) for shade in ("dark-", "", "light-", "pale-")]
        assert light == sorted(light)
