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
RISING = "{0} r g r\ng r g r\n{0} {0} {0} g\nempty\n"
AIR = ["AIR", "NA", "N/A", "EMPTY", "EMPTY_SLOT", "NONE_", "None", "null", "transparent", "void", "nichts", "空気"]
COMMENTS = ["# {}", "// {}", "/* {} */", "<!-- {} -->"]
TOP_FIRST = ["top to bottom", "top first", "von oben nach unten", "the first is the top", "сверху вниз"]
TOP_FIRST += ["top -> bottom", "index 0 = top", "du haut vers le bas", "上から下"]
BOTTOM_FIRST = ["bottom to top", "bottom first", "von unten nach oben", "the last is the top", "снизу вверх"]
BOTTOM_FIRST += ["从下到上", "아래에서 위로", "bottom up", "each tube from the bottom to the top", "bottom -> top"]
BOTTOM_FIRST += ["index 0 is the bottom", "de abajo hacia arriba", "first is bottom, last is top"]
BOTTOM_FIRST += ["the last entry of each array is the top", "Listed from the bottom of the tube to the top"]
NO_ORDER = [
    "level 7",
    "by Ann",
    "the top row has four tubes, the bottom row three",
    "pour the top colour",
    "not top first",
]


def read(text):
    """The beakers, top first: 'r b|b r|'; '~' before what nothing shows to begin at the top; '!' before a refusal."""
    try:
        found = loaded("x", text)
    except BadInput as wrong:
        return f"!{wrong}"
    if found.puzzle.name != "watersort":
        return found.puzzle.name
    beakers = "|".join(" ".join(beaker[::-1]) for beaker in found.instance.beakers)
    return "~" * (found.other_reading is not None) + beakers


@pytest.mark.parametrize("words", [*TOP_FIRST, *BOTTOM_FIRST, *NO_ORDER])
def test_an_order_in_words_is_obeyed_wherever_it_stands(words):
    """In JSON, in comments above the lines and behind one of them."""
    order = "top" if words in TOP_FIRST else "bottom" if words in BOTTOM_FIRST else None
    assert order_in(words) == order
    texts = [json.dumps({key: words, "tubes": LISTS}) for key in ("comment", "order", "note")]
    texts += [f"{sign.format(words)}\n{LINES}" for sign in COMMENTS]
    texts += [f"{LINES}// {words}", LINES.replace("\n", f" // {words}\n", 1)]
    right = {"top": TOP, "bottom": BOTTOM, None: f"~{TOP}"}[order]
    assert {read(text) for text in texts} == {right}


def test_an_order_in_the_key_of_the_lists():
    for key in ("bottomToTop", "tubes_bottom_first", "liquidIdsBottomToTop", "bottom"):
        assert read(json.dumps({key: LISTS})) == BOTTOM
    for key in ("topToBottom", "tubes_top_first", "tubesTopDown"):
        assert read(json.dumps({key: LISTS})) == TOP


def test_an_order_in_another_key():
    for key, value in ("bottomFirst", "true"), ("topFirst", "false"), ("order", "bottom-up"), ("lastIsTop", "1"):
        assert order_of_key(key, value) == "bottom"
    assert order_of_key("comment", "pour the top colour") is order_of_key("top", "5") is None


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (LINES, f"~{TOP}"),
        (json.dumps({"meta": {"order": "bottom-to-top"}, "tubes": LISTS}), BOTTOM),
        (f"Tubes (top to bottom)\n{LINES}", TOP),
        (f"bottom = {json.dumps(LISTS)}", BOTTOM),
        (f"TOP_FIRST = False\ntubes = {json.dumps(LISTS)}", BOTTOM),
        ("red blue .\nblue red blue\nred . .", "blue red|blue red blue|red"),
        (f"# bottom to top\n// top first\n{LINES}", "!"),
        ("# bottom to top\n. red blue\nred blue red\n. . blue\n", "!"),
        (json.dumps({"topToBottom": [["r", "b", None], ["b", "r", None], ["r", "b", None]]}), "!"),
    ],
)
def test_an_order_in_a_heading_or_by_empty_cells_and_what_contradicts_it(text, right):
    assert read(text) == right if right != "!" else read(text).startswith("!")


@pytest.mark.parametrize("sign", AIR)
def test_a_word_for_nothing_is_air(sign):
    assert read(RISING.format(sign)) == "r g r|g r g r|g|"


@pytest.mark.parametrize("sign", ["e", "o", "99", "*", "+", "Z"])
def test_a_sign_for_nothing_may_be_a_colour(sign):
    assert "two readings" in read(RISING.format(sign))


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
        "std::vector<std::vector<int>> t = {{1, 2}, {2, 1}, {}};",
        "local tubes = { {'1', '2'}, {'2', '1'}, {} }",
        "[1 2] [2 1] []",
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
