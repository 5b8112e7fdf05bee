"""Lists in many notations are read as puzzles, with a note on each guess; ambiguous ones are refused in one line."""

from pathlib import Path

import pytest

from fewest_pours.commands.puzzle_commands import main
from fewest_pours.files.bad_input import BadInput
from fewest_pours.puzzles.loading import load, loaded
from fuzz.notations import same
from helpers.paths import INSTANCES

LEVEL = [[1, 2, 3], [2, 3, 1], [3, 1, 2], [], []]
ROWS = "red green blue\ngreen blue red\nblue red green\n"
ENDS = f"{ROWS}empty\nempty"
PAIRS = [[1, 1, 2, 2], [2, 2, 1, 1], []]


@pytest.mark.parametrize(
    "text",
    [
        f"Capacity: 3\n{ENDS}",
        f"capacity=3\n{ENDS}",
        f"Level 12\nTubes: 5\nCapacity: 3\n{ENDS}",
        f"Difficulty: hard\nSource: https://example.com/5\n{ENDS}",
        "A: red green blue\nB: green blue red\nC: blue red green\nD: empty\nE: empty",
        "Röhrchen 1: rot, grün, blau\nRöhrchen 2: grün, blau, rot\nRöhrchen 3: blau, rot, grün\n2 leere Röhrchen",
        "Tubo 1: rojo verde azul\nTubo 2: verde azul rojo\nTubo 3: azul rojo verde\nTubo 4: vacío\nTubo 5: vacío",
        "Flacon 1 : rouge, vert, bleu\nFlacon 2 : vert, bleu, rouge\nFlacon 3 : bleu, rouge, vert\n2 vides",
        "Колба 1: красный зелёный синий\nКолба 2: зелёный синий красный\nКолба 3: синий красный зелёный\nпусто\nпусто",
        "1号：红 绿 蓝\n2号：绿 蓝 红\n3号：蓝 红 绿\n4号：空\n5号：空",
        "红、绿、蓝\n绿、蓝、红\n蓝、红、绿\n空\n空",
        "１：赤　緑　青\n２：緑　青　赤\n３：青　赤　緑\n４：空\n５：空",
        "ＲＧＢ\nＧＢＲ\nＢＲＧ\n．．．\n．．．",
        "１ ２ ３\n２ ３ １\n３ １ ２\n０ ０ ０\n０ ０ ０",
        "أحمر، أخضر، أزرق\nأخضر، أزرق، أحمر\nأزرق، أحمر، أخضر\nفارغ\nفارغ",
        "\u200f1. אדום ירוק כחול\n\u200f2. ירוק כחול אדום\n\u200f3. כחול אדום ירוק\n\u200f4. ריק\n\u200f5. ריק",
        "rouge gre\u0301 bleu\ngré bleu rouge\nbleu rouge gré\nvide\nvide",
        "“red” “green” “blue”\n“green” “blue” red\nblue “red” “green”\nempty\nempty",
        "❤️ 💚 💙\n💚 💙 ❤\n💙 ❤️ 💚\n⬜️ ⬜️ ⬜️\n⬜️ ⬜️ ⬜️",
        "🔴🟢🔵\n🟢🔵🔴\n🔵🔴🟢\n⚪⚪⚪\n⚪⚪⚪",
        "🔴🟢🔵\n🟢🔵🔴\n🔵🔴🟢\n❌\n❌",
        "red,green,blue,,\ngreen,blue,red,,\nblue,red,green,,\n",
        "| red | green | blue |\n|---|---|---|\n| green | blue | red |\n| blue | red | green |\n| | | |\n| | | |",
        "- - red\n  - green\n  - blue\n- - green\n  - blue\n  - red\n- - blue\n  - red\n  - green\n- []\n- []\n",
        "capacity: 3\ntubes:\n- [red, green, blue]\n- [green, blue, red]\n- [blue, red, green]\n- []\n- []\n",
        'tubes = [\n  ["red", "green", "blue"],\n ["green", "blue", "red"],\n ["blue", "red", "green"],\n [],\n []\n]',
    ],
)
def test_a_level_is_read_exactly(text):
    assert same(loaded("x", text)[1], LEVEL)


@pytest.mark.parametrize(
    "text",
    [
        "2x red, 2x green\n2x green, 2x red\nempty",
        "red*2 green*2\ngreen*2 red*2\nempty",
        "red (2), green (2)\ngreen (2), red (2)\nempty",
        "🔴x2 🟢x2\n🟢x2 🔴x2\nempty",
    ],
)
def test_counts_stand_for_units(text):
    assert same(loaded("x", text)[1], PAIRS)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (ROWS, "every beaker is full, .*: expected `empty` for each empty one"),
        ("red2 green2\ngreen2 red2\nempty", "the counts allow two readings"),
        ("2 red 2 green\n2 green 2 red\n2 red 2 green\n2 green 2 red\nempty", "`2` may be a count"),
        ("2r2g\n2g2r\n2r2g\n2g2r\n....", "`2` may be a count"),
        ("red 2, green 2\ngreen 2, red 2\nempty", "`green 2` may be a count"),
        ('[["2x red", "2x blue"], ["2x blue", "2x red"], []]', "`2x blue` may be a count"),
        ("2 2\n1 2\n2 1\n", "every beaker is full"),
        ("red green blue\n---\ngreen blue red\n---\nblue red green\n---\nempty", "`---` may be a count or a line"),
        ("red\tgreen\tblue\t\t\ngreen\tblue\tred\t\t\nblue\tred\tgreen\t\t\n", "every beaker is full"),
        (
            "|r| |g| |b| | | | |\n|g| |b| |r| | | | |\n|b| |r| |g| | | | |\n",
            "every second column a gap between beakers",
        ),
        (f"{ENDS}\n\n{ENDS}", "2 levels with empty lines between them, expected one"),
        (f"{ROWS}red, green,\n", "perhaps it was read wrongly"),
    ],
)
def test_what_may_mean_something_else_is_refused(text, wrong):
    with pytest.raises(BadInput, match=wrong):
        loaded("x", text)


OF_LISTS = "--bottom-first, --top-first and --capacity"


@pytest.mark.parametrize(
    ("text", "beakers", "guess"),
    [
        ("red green\ngreen red\nempty\n", "red green|green red|", "3 beakers of capacity 2, the top of each first"),
        ("capacity 3\na b\nb a\na b\nempty", "a b|b a|a b|", "`capacity 3` is left out, as a title"),
        (
            "red, light blue\n2: red, Light blue\n2 empty",
            "red light-blue|red light-blue||",
            "Light-blue the same as light-blue",
        ),
        ("light 0 blue\nblue light 1\n1 . .", None, "an empty cell below a colour"),
        ("rgbr\nbgrr\nbbgg\n....\n", "r g b r|b g r r|b b g g|", "`rgbr` is read as 4 units, one per character"),
        ("a .\na b\nb .", "a|b a|b", "the bottom of each first"),
        ("a ?\nb b\nempty", "a a|b b|", "1 hidden unit is a: the counts leave one way"),
        ('["rg", "gr", ""]', "r g|g r|", "`rg` is read as 2 units"),
        ('[[{"color": "red"}, null], [{"color": "red"}, null]]', "red|red", "the bottom of each first"),
        ("[[null, 1], [0, 2], [2, 1]]", "1|2|2 1", "0 an empty cell"),
        ("[[0, 1, 2, 0], [1, 2, 2, 1], [0, 1, 2, 0], []]", "0 1 2 0|1 2 2 1|0 1 2 0|", "0 a colour"),
        ("01\n10\nempty", "0 1|1 0|", "0 a colour"),
        (
            "[[0, 1], [0, 1], []]",
            None,
            "0 an empty cell; or 3 beakers of capacity 2, the top of each first, 0 a colour",
        ),
        ("Red green\ngray red\nGreen grey\nempty\n", "red green|gray red|green gray|", "Red the same as red"),
        ("a b c | c b a | a b c\nvide", "a b c|c b a|a b c|", "beakers separated by '|'"),
        ("a b a b . .\nb a b a . .\na a b b . .\na b a b . .", "a b a a|b a a b|a b b a|b a b b||", "as columns"),
        ("Level 57\na b b\nb a a\n\n\n", "a b b|b a a||", "`Level 57` is left out, as a title"),
        ("🔴🟢\n🟢🔴\n⬜⬜\nempty", "🔴 🟢|🟢 🔴||", "⬜ an empty cell"),
        (
            "Red a\nred b\na Red\nb red\nempty",
            None,
            "first; or 5 beakers of capacity 2, the top of each first, Red the same as red",
        ),
        ("a b . .\nb a . .\na b . .\nb a . .", None, "expected one: 4 beakers of capacity 4, the bottom of"),
        ("red blue\nblue bleu\nempty", "", "x:1:1: perhaps it was read wrongly, as 3 .*1 red, 1 bleu; is one a slip"),
        ("a b b\nempty\na a", "", "x:1:3: perhaps it was read wrongly, as 3 beakers of capacity 3.*missing: 1 b; is"),
        ('[[{"color": "a", "sealed": true}]]', "", "x:1:18: 'sealed' is not understood, expected a colour only"),
        ('{"capacity": 3, "bottles": [["a"], ["a", "a"]]}', "a|a a", "capacity 3"),
        ('[["\\ud83d\\udd34", "b"], ["b", "\\ud83d\\udd34"], []]', "🔴 b|b 🔴|", "3 beakers"),
    ],
)
def test_lists_as_players_and_editors_write_them(text, beakers, guess):
    if not beakers:
        with pytest.raises(BadInput, match=guess):
            loaded("x", text)
        return
    _, deal, notes, *_ = loaded("x", text)
    assert [list(reversed(beaker)) for beaker in deal.beakers] == [beaker.split() for beaker in beakers.split("|")]
    assert notes[0].startswith("x:1:1: note: read as ")
    assert any(guess in note for note in notes)


def test_shipped_puzzles_have_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert load("level-133") == load("watersort/level-133") == load(INSTANCES / "watersort" / "level-133.yaml")
    with pytest.raises(BadInput, match=r"level-999:1:1: no such file or directory"):
        load("level-999")
    Path("level-133").write_text("a b\nb a\n-\n")
    assert len(load("level-133")[1].beakers) == 3


def test_import_prints_a_puzzle_file(tmp_path, capsys):
    path = tmp_path / "my level.txt"
    path.write_text("red, blue\nblue, red\nempty")
    assert main(["import", str(path), "--bottom-first"]) == 0
    out, err = capsys.readouterr()
    assert err == f"{path}:1:1: note: read as 3 beakers of capacity 2, the bottom of each first\n"
    made = tmp_path / "made.yaml"
    made.write_text(out, encoding="utf-8")
    assert loaded(made)[1:3] == (loaded(path, None, True)[1], [])
    assert main(["import", str(made)]) == 0
    assert capsys.readouterr().out == out
    assert main(["import", str(made), "--capacity", "3"]) == 31
    assert capsys.readouterr().err == f"{made}:1:1: a puzzle file or a picture, expected lists for {OF_LISTS}\n"
