"""From what a picture may show to the level that is read, and its doubts."""

from dataclasses import replace

import numpy as np
import pytest

from fewest_pours.puzzles.watersort.pictures.areas import Picture
from fewest_pours.puzzles.watersort.pictures.beakers import Beaker, Cell, Standing
from fewest_pours.puzzles.watersort.pictures.beakers_to_buy import Drawn, free_places, standing_of
from fewest_pours.puzzles.watersort.pictures.decision import Rival, decide
from fewest_pours.puzzles.watersort.pictures.doubtful_air import is_like_glass
from fewest_pours.puzzles.watersort.pictures.doubts import doubts_of
from fewest_pours.puzzles.watersort.pictures.grid import Grid, Height
from fewest_pours.puzzles.watersort.pictures.hypotheses import Hypothesis

BLANK = Picture(*[np.full((300, 820, 3), (20, 0, 0), np.float32)] * 4)


LOOKS = {
    "r": (50, 70, 40, 60), "b": (50, 10, -70, 60), "g": (60, -60, 50, 60), "s": (50, 64, 38, 60), "?": (35, 0, 0, 17),
    "a": (50, 74.2, 40, 60), "p": (30, 8, 0, 13), "d": (35, 0, 0, 17), ".": (20, 0, 0, 1), "-": (32, 0, 0, 15),
    "o": (45, 20, 0, 28), "n": (50, 66.8, 39, 60), "e": (32, 0, 0, 12),
}  # fmt: skip


def hypothesis(text):
    """What a word for each beaker, bottom first, looks like: 's', 'n' nearly red, 'o' pale, 'p', 'd', 'e' dark."""
    looks = {sign: Cell(np.array(color), away, has_mark=sign == "?") for sign, (*color, away) in LOOKS.items()}
    words = text.split()
    beakers = tuple(Beaker(100 * x, 280, cells=[looks[sign] for sign in word]) for x, word in enumerate(words))
    grid = Grid(BLANK, unit_width=40, unit_height=40, beaker_units=4.5)
    return Hypothesis(4, beakers, (0,) * len(beakers), Height(40, 0, 30, 1), grid)


@pytest.mark.parametrize(
    ("seen", "level"),
    [
        ("rgbs bsgg rbbg ....", "0120 2011 0221 ."),  # two shades that only together fill a beaker
        ("rgbr rrbg sgss bgbs", "0120 0021 3133 2123"),  # and two that fill one each, where all places are units
        ("rgbp bpgg rbpr bgpr ....", "0123 2311 0230 2130 ."),  # a colour that looks empty
        ("rgb- brg- gbr- rgb- ----", "012 201 120 012 ."),  # glass that looks like a colour
    ],
)
def test_the_decision_is_the_level_that_counts_allow(seen, level):
    found = decide([hypothesis(seen)])
    assert ["".join(map(str, units)) or "." for units in found.best.contents] == level.split()
    assert found.margin > 0.8


def test_what_may_be_another_level_is_a_doubt():
    for seen, why in (
        ("??rg ??ab grab gbgb ....", "two colours are nearly alike"),
        ("drgb dbrg drgb r...", "a unit, or empty"),
        ("?rgb .gbr ?brg ....", "a unit, or empty"),
        ("rrrr gggg bbbb ....", "larger ones would fit"),
        ("rgbo brgo gbr. rgb. ....", "a unit, or empty"),
        ("rrbr rnbg ngrr bgbg ....", "one colour fills more beakers than most"),
    ):
        assert any(why in doubt.why for doubt in doubts_of(decide([hypothesis(seen)])))
    for seen in ("rgbr rrbg rgrr bgbr ....", "rggg g... bbbb .... rrr."):
        assert not [*doubts_of(decide([hypothesis(seen)]))]


def test_of_several_hypotheses_the_one_of_least_cost_is_the_level():
    whole = hypothesis("rgbr brgg rbbg ....")
    cut = replace(whole, capacity=3, beakers=tuple(replace(each, cells=each.cells[:3]) for each in whole.beakers))
    assert decide([cut, whole]).best.hypothesis is whole


def test_a_rival_of_another_height_is_doubted_earlier_also_behind_a_nearer_one():
    whole = hypothesis("rgbr rrbg rgrr bgbr ....")
    other = replace(hypothesis("brgr rrbg rgrr rbgb ...."), height=Height(50, 1 / 300, 30, 0))  # costs 2 more
    found = decide([whole, other])
    assert [(rival.height.pixels, round(rival.margin)) for rival in found.rivals] == [(50, 2), (40, 4)]
    nearer = Rival(whole.height, 1.0, None)
    doubts = doubts_of(replace(found, rivals=[nearer, found.rivals[0]]))
    assert [doubt.why for doubt in doubts] == ["how high a unit is"]
    assert not [*doubts_of(replace(found, rivals=[nearer]))]


def test_counts_of_several_colours_confirm_a_height_that_fits_no_better_than_by_chance():
    for seen, confirmed in (("rgbp gbrp bprg prgb ....", True), ("rgbr brgg rbbg ....", False)):
        poor = replace(hypothesis(seen), height=Height(40, 0.15, 12, 1))
        assert ("how high a unit is" in [doubt.why for doubt in doubts_of(decide([poor]))]) != confirmed


def test_an_empty_beaker_nearer_than_any_two_full_ones_may_be_a_gap_between_them():
    seen = hypothesis("rgbr brgg .... rbbg")
    for beaker, x in zip(seen.beakers, (100, 200, 250, 300), strict=True):
        beaker.x = x
    assert [(doubt.why, *doubt.places) for doubt in doubts_of(decide([seen]))] == [("a beaker, or none", (2, None))]


@pytest.mark.parametrize(("empty", "doubted"), [("eeee ....", [((4, None),)]), ("eeee eeee", [])])
def test_an_empty_beaker_that_alone_changes_its_colour_below_the_rim_may_be_full(empty, doubted):
    found = decide([hypothesis(f"rgbr rrbg rgrr bgbr {empty}")])
    assert [doubt.places for doubt in doubts_of(found)] == doubted


def test_glass_looks_as_elsewhere_or_shows_a_share_of_the_background_behind_it():
    elsewhere, shown, here, there = (np.array(lab) for lab in ((40, 0, 0), (50, 0, 30), (50, 0, 60), (30, 0, 0)))
    for color, behind, like in ((elsewhere, here, True), (shown, here, True), (shown, there, False)):
        assert is_like_glass(Cell(color, 30, background=behind), Cell(elsewhere, 10, background=there)) == like


@pytest.mark.parametrize("hidden", [False, True])
def test_beakers_may_stand_in_every_place_of_a_gap_and_where_the_picture_ends(hidden):
    row = [Beaker(x, 100) for x in (300, 600, 700)]
    assert [x for _, x, _ in free_places([row], Grid(BLANK, 60, 40), hidden)] == [400, 500, 200, *[800] * hidden]


def test_only_faint_glass_that_shows_one_color_at_most_must_be_bought_if_it_has_a_sign():
    air, unit, other = (Cell(np.array((shade, 0, 0)), shade - 20) for shade in (20, 38, 60))
    buy, doubt, stands = Standing.TO_BUY, Standing.DOUBTFUL, Standing.BEAKER
    for units, faint, area, out in (
        ("1111", True, 0.2, buy),
        ("1111", False, 0.2, doubt),
        ("1121", True, 0.2, stands),
        ("0000", True, 0.2, buy),
        ("0010", True, 0.2, buy),
        ("0000", False, 0.2, doubt),
        ("0010", True, 0, buy),  # a unit lies on no empty slot: this is a sign as wide as the beaker
        ("0211", True, 0, stands),  # units of several colours lie on a hidden one whose sign was not seen
        ("0000", True, 0, doubt),
    ):
        beaker = Beaker(50, 280, cells=[(air, unit, other)[int(each)] for each in units], is_faint=faint)
        assert standing_of(beaker, Drawn(area=area, height=0.5)) == out


def test_a_ghost_with_the_whole_outline_must_be_bought_without_a_sign():
    air = Cell(np.array((20, 0, 0)), 1)
    for likeness, out in ((1.0, Standing.TO_BUY), (0.8, Standing.DOUBTFUL)):
        beaker = Beaker(50, 280, likeness, is_faint=True, is_ghost=True, cells=[air] * 4)
        assert standing_of(beaker, Drawn(area=0, height=0)) == out
