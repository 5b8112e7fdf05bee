"""Codes and hues: one for each colour, the same in every position and every puzzle, and honest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.deals import deals
from helpers.paths import INSTANCES
from instances.drawing.colors import MANY, NAMES, NEAR, OWN, color_name, distance, looks, own_hue, rgb
from instances.drawing.legend import WIDTH, legend, read_legend
from instances.puzzles import PUZZLES, load
from instances.watersort.files import generate
from instances.watersort.rules import Deal, after, pours

WORDS = st.sampled_from([*NAMES, *OWN, "c00", "c01", "c10", "Blue", "BLUE", "red2", "red12", "1", "01", "é", "红", "x"])


@given(st.lists(WORDS | st.text(alphabet="abé1-_ß", min_size=1, max_size=5), max_size=30, unique=True))
def test_no_two_colours_share_a_code_or_a_hue(words: list[str]) -> None:
    shown = looks(words)
    assert list(shown) == words
    assert len({look.code for look in shown.values()}) == len(words)
    assert len({look.hue for look in shown.values()}) == len(words)
    assert looks(words[::-1]) == shown
    assert all(look.code.isascii() and look.code.isalnum() for look in shown.values())


@given(deals(max_colors=6), st.data())
def test_a_colour_looks_the_same_in_every_position(deal: Deal, data: st.DataObject) -> None:
    colors = PUZZLES["watersort"].drawing.colors
    state, first = deal.beakers, colors(deal)
    for _ in range(5):
        legal = list(pours(state, deal.capacity))
        if legal:
            state = after(state, data.draw(st.sampled_from(legal)))
    assert colors(Deal("", deal.capacity, state)) == first


def test_a_named_colour_has_one_code_in_all_puzzles() -> None:
    for name in NAMES:
        assert looks([name])[name].code == looks(NAMES)[name].code == looks([name, "zz", "re", "bl"])[name].code
    level = load(INSTANCES / "squares" / "level-02.yaml")[1]
    assert {c: look.code for c, look in PUZZLES["squares"].drawing.colors(level).items()} == {
        "red": "re", "blue": "bl", "navy": "na",
    }  # fmt: skip


def test_numbered_colours_are_told_apart_by_their_numbers() -> None:
    words = [f"c{number:02}" for number in range(12)]
    assert [look.code for look in looks(words).values()] == words
    assert looks(map(color_name, range(50)))["red3"].code == "re3"


@pytest.mark.parametrize(
    ("word", "hue"),
    [
        ("white", "#ffffff"), ("turquoise", "#40e0d0"), ("DarkGreen", "#006400"), ("dark-green", "#006400"),
        ("RED", OWN["red"]), ("baby-blue", OWN["baby-blue"]), ("bleu", None), ("light", None), ("c00", None),
        ("light" * 1000 + "red", None), ("#f00a0F", "#f00a0f"), ("🟢", OWN["green"]), ("🦊", None),
    ],
)  # fmt: skip
def test_a_hue_is_the_words_own_or_none(word: str, hue: str | None) -> None:
    assert own_hue(word) == hue
    assert looks([word])[word].named == (hue is not None)
    if hue is not None:
        assert looks([word])[word].hue == hue


def test_shades_lie_on_their_side() -> None:
    def light(word: str) -> int:
        return sum(rgb(own_hue(word) or ""))

    for name in ("red", "teal", "purple"):
        assert light(f"dark-{name}") < light(name) < light(f"light-{name}") < light(f"pale-{name}")
    assert distance(rgb(own_hue("reddish") or ""), rgb(OWN["red"])) < distance(
        rgb(own_hue("reddish") or ""), rgb("#00ff00")
    )
    assert own_hue("blue-green") not in (OWN["blue"], OWN["green"], None)


def test_dealt_colours_are_far_from_each_other() -> None:
    hues = [rgb(look.hue) for look in looks(map(color_name, range(24))).values()]
    assert min(distance(a, b) for i, a in enumerate(hues) for b in hues[:i]) >= NEAR


def test_very_many_colours_take_little_time() -> None:
    assert len({look.hue for look in looks([f"w{i}" for i in range(10 * MANY)]).values()}) == 10 * MANY


def test_a_legend_breaks_between_its_entries_only() -> None:
    shown = looks(map(color_name, range(40)))
    text = legend("capacity 4", shown).plain
    assert all(len(line) <= WIDTH for line in text.splitlines())
    assert read_legend(text, titled=True) == ("capacity 4", {look.code: color for color, look in shown.items()})


def test_pictures_fit_into_80_columns_and_mark_the_beakers_of_a_pour() -> None:
    puzzle, deal = PUZZLES["watersort"], generate(40, 4)
    pour = next(pours(deal.beakers, deal.capacity))
    (frame,) = puzzle.frames(deal, (pour,))
    lines = str(puzzle.picture(frame.instance, frame.touched)).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert "".join(lines[0].split()) in ("↑", "↓", "↑↓", "↓↑")
    assert (lines[0] + lines[9]).count("↑") <= 1
