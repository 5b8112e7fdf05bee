"""Levels as public files hold them: read as their authors mean them, or refused by name; never in silence otherwise."""

import json

import pytest

from fewest_pours.files.bad_input import BadInput
from fewest_pours.puzzles.loading import loaded
from fewest_pours.puzzles.watersort.typed_levels.written_order import order_in, order_of_key

LISTS = [["red", "blue", "green"], ["green", "red", "blue"], ["blue", "green", "red"], []]
TOP, BOTTOM = "red blue green|green red blue|blue green red|", "green blue red|blue red green|red green blue|"
LINES = "red blue green\ngreen red blue\nblue green red\nempty\n"
PAIR = {"tubes": [["r", "b"], ["b", "r"], []]}
AIR = "{0} r g r\ng r g r\n{0} {0} {0} g\nempty\n"


def read(text):
    """The beakers, top first: 'r b|b r|'; '~' before what nothing shows to begin at the top; '!' before a refusal."""
    try:
        found = loaded("x", text)
    except BadInput as wrong:
        return f"!{wrong}"
    if found.puzzle.name != "watersort":
        return found.puzzle.name
    beakers = "|".join(" ".join(beaker[::-1]) for beaker in found.instance.beakers)
    return "~" * (found.other is not None) + beakers


@pytest.mark.parametrize(
    ("phrase", "order"),
    [
        ("each tube from bottom to top", "bottom"),
        ("Colors are listed from the bottom of the tube to the top", "bottom"),
        ("top -> bottom", "top"),
        ("liquidIdsBottomToTop", "bottom"),
        ("tubesTopDown", "top"),
        ("first is bottom, last is top", "bottom"),
        ("the last entry of each array is the top", "bottom"),
        ("index 0 = top", "top"),
        ("von unten nach oben", "bottom"),
        ("de abajo hacia arriba", "bottom"),
        ("du haut vers le bas", "top"),
        ("снизу вверх", "bottom"),
        ("从下到上", "bottom"),
        ("上から下", "top"),
        ("아래에서 위로", "bottom"),
        ("bottom", "bottom"),
        ("the top row has 4 tubes, the bottom row 3", None),
        ("pour the top unit", None),
        ("not top first", None),
        ("Level 57", None),
    ],
)
def test_an_order_in_words(phrase, order):
    assert order_in(phrase) == order


@pytest.mark.parametrize(
    ("key", "value", "order"),
    [
        ("bottomFirst", "true", "bottom"),
        ("topFirst", "false", "bottom"),
        ("order", "bottom-up", "bottom"),
        ("lastIsTop", "1", "bottom"),
        ("comment", "pour the top colour", None),
        ("top", "5", None),
    ],
)
def test_an_order_in_a_key(key, value, order):
    assert order_of_key(key, value) == order


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (LINES, f"~{TOP}"),
        (json.dumps({"bottomToTop": LISTS}), BOTTOM),
        (json.dumps({"comment": "bottom to top", "tubes": LISTS}), BOTTOM),
        (json.dumps({"meta": {"order": "bottom-to-top"}, "tubes": LISTS}), BOTTOM),
        (f"# bottom to top\n{LINES}", BOTTOM),
        (f"Tubes (top to bottom)\n{LINES}", TOP),
        (f"{LINES}// bottom first", BOTTOM),
        (f"bottom = {json.dumps(LISTS)}", BOTTOM),
        (f"TOP_FIRST = False\ntubes = {json.dumps(LISTS)}", BOTTOM),
        ("red blue .\nblue red blue\nred . .", "blue red|blue red blue|red"),
    ],
)
def test_an_order_that_is_written_is_obeyed(text, right):
    assert read(text) == right


@pytest.mark.parametrize(
    "text",
    [
        f"# bottom to top\n// top first\n{LINES}",
        "# bottom to top\n. red blue\nred blue red\n. . blue\n",
        json.dumps({"topToBottom": [["r", "b", None], ["b", "r", None], ["r", "b", None]]}),
    ],
)
def test_contradicting_orders_are_refused(text):
    assert read(text).startswith("!")


@pytest.mark.parametrize("sign", ["AIR", "NA", "N/A", "EMPTY_SLOT", "NONE_", "transparent", "void", "nichts", "空気"])
def test_a_word_for_nothing_is_air(sign):
    assert read(AIR.format(sign)) == "r g r|g r g r|g|"


@pytest.mark.parametrize("sign", ["e", "o", "99", "*", "+", "Z"])
def test_a_sign_for_nothing_may_be_a_colour(sign):
    assert "two readings" in read(AIR.format(sign))


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("-2 2 1\n2 1 -2\n1 -2 2\nempty", "~-2 2 1|2 1 -2|1 -2 2|"),
        ("red red blue\nred blue blue\nempty", "~red red blue|red blue blue|"),
        ("red air blue\nblue red air\nair blue red\nempty", "~red air blue|blue red air|air blue red|"),
        ("Color.NONE Color.R\nColor.R Color.B\nColor.NONE Color.B", "R|R B|B"),
        ("|赤色|青色|　　|\n|青色|赤色|　　|", "赤色 青色|青色 赤色|"),
        ("┌───┬───┬───┐\n│ r │ b │   │\n│ b │ r │   │\n└───┴───┴───┘", "r b|b r|"),
        ("[r] [b] [ ]\n[b] [r] [ ]", "r b|b r|"),
        ("r b .\nb r .\n(1) (2) (3)", "r b|b r|"),
        ("1 2 3\nr b .\nb r .", "r b|b r|"),
        ("R1T1,R1T2,R1T3\nr,b,\nb,r,", "r b|b r|"),
        ("4\nr b r b\nb r b r\n- - - -\n- - - -", "~r b r b|b r b r||"),
        ("3 2\n1 2\n2 1\n0 0", "~1 2|2 1|"),
        ("4;4;r,b,r,b;b,r,b,r;e,e,e,e;e,e,e,e;", "~r b r b|b r b r||"),
        ("5\nr b r b\nb r b r\n- - - -\n- - - -", "!"),
        ("Tube,Top,Bottom\n1,red,blue\n2,blue,red\n3,,", "red blue|blue red|"),
    ],
)
def test_signs_drawings_and_heads(text, right):
    assert read(text).startswith(right) if right == "!" else read(text) == right


@pytest.mark.parametrize(
    "text",
    [
        "{1, 2},\n{2, 1},\n{0, 0}",
        "int[][] tubes = new int[][] {{1,2},{2,1},{0,0}};",
        "tubes := [][]int{{1, 2}, {2, 1}, {}}",
        "const tubes: number[][] = [[1,2],[2,1],[]]; // level 5",
        "data_in = [\n['1', '2'],  # left\n['2', '1'],\n[],\n]",
        "let tubes = vec![vec![1,2], vec![2,1], vec![]];",
        "val tubes = listOf(listOf(1,2), listOf(2,1), emptyList())",
        "[1,2][2,1][0,0]",
        "[1 2; 2 1; 0 0]",
        "let tubes = [[1;2];[2;1];[]]",
        "((1 2) (2 1) ())",
        "tubes[0] = {1,2};\ntubes[1] = {2,1};\ntubes[2] = {};",
        "module.exports = { tubes: [[1,2],[2,1],[]] };",
        "#level 5\n1 2 # left\n2 1 // right\nempty",
        "/* level\n5 */\n1 2\n2 1\nempty",
        "-- level 5\n1 2\n2 1\nempty",
    ],
)
def test_lists_of_every_language(text):
    assert read(text) == "~1 2|2 1|"


@pytest.mark.parametrize(
    ("more", "right"),
    [
        (
            {"created": "2024", "levelNumber": 5, "par": 4, "steps": [[0, 2]], "$schema": "x", "colors": ["r"]},
            "~r b|b r|",
        ),
        ({"tube_capacity": 3}, "!x:1:13: perhaps it was read wrongly"),
        ({"tubeSize": 2, "minMoves": 5, "locked": False}, "~r b|b r|"),
        ({"hidden": [[False, True], [False, True], []]}, "~r b|b r|"),
        ({"lockedTubes": [1]}, "!x:1:41: 'lockedTubes' is a list: locked beakers"),
        ({"capacities": [2, 3, 2]}, "!x:1:41: unequal capacities are not supported"),
        ({"rules": {"oneWay": True}}, "!x:1:41: 'rules' is a mapping"),
        ({"goal": [["r", "r"]]}, "!x:1:41: 'goal' is a list"),
        ({"level2": [["r", "b"], ["b", "r"]]}, "!x:1:41: 'level2' is a second list of lists"),
    ],
)
def test_keys_of_editors(more, right):
    assert read(json.dumps(PAIR | more)).startswith(right)


def test_beakers_under_their_own_keys_and_units_that_players_do_not_see():
    assert read('{"P1": ["r", "b"], "P2": ["b", "r"], "P3": []}') == "~r b|b r|"
    for table in ([[False, True], [False, False], []], [[1], [], []]):
        assert loaded("x", json.dumps(PAIR | {"hidden": table})).instance.hidden == ((0, 0),)
    assert "several ways" in read(json.dumps(PAIR | {"hidden": [[0, 1], [0, 1], []]}))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<?xml version='1.0'?>\n<level><tube>red</tube></level>", "XML or HTML .* paste the lists alone"),
        ("0 2 0\n0 0 0\n0 0 1\n", "looks like Futoshiki.*docs/puzzles.md"),
        ("A . . . B\n. C . . .\n. . . D .\nB . D . .\nA . . . C\n", "looks like Flow"),
        (". . r\n> . .\n. b ^\n", "looks like Game About Squares"),
    ],
)
def test_what_is_not_a_level_is_named(text, words):
    with pytest.raises(BadInput, match=words):
        loaded("x", text)


def test_a_futoshiki_in_digits_is_read():
    assert read("0 < 2   0\n^\n0   0   0\n\n0   0 > 1\n") == "futoshiki"
