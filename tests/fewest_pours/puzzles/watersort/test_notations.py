"""One level in the notations that people of several countries and apps use: read exactly, or refused in one line."""

import pytest

from fewest_pours.files.bad_input import BadInput
from fewest_pours.puzzles.loading import loaded
from fuzz.notations import same

LEVEL = [[1, 2, 3], [2, 3, 1], [3, 1, 2], [], []]
ROWS = "red green blue\ngreen blue red\nblue red green\n"
ENDS = f"{ROWS}empty\nempty"
UPWARDS = "blue green red\nred blue green\ngreen red blue\nempty\nempty"
PAIRS = [[1, 1, 2, 2], [2, 2, 1, 1], []]


@pytest.mark.parametrize(
    "text",
    [
        f"Capacity: 3\n{ENDS}",
        f"capacity=3\n{ENDS}",
        f"Level 12\nTubes: 5\nCapacity: 3\n{ENDS}",
        f"Difficulty: hard\nSource: https://example.com/5\n{ENDS}",
        f"bottom to top\n{UPWARDS}",
        f"Bottom first:\n{UPWARDS}",
        "von unten nach oben\nblau grün rot\nrot blau grün\ngrün rot blau\nleer\nleer",
        f"top to bottom\n{ENDS}",
        f"von oben nach unten\n{ENDS}",
        f"de haut en bas\n{ENDS}",
        "T1: red green blue\nT2: green blue red\nT3: blue red green\nT4: empty\nT5: empty",
        "A: red green blue\nB: green blue red\nC: blue red green\nD: empty\nE: empty",
        "(1) red green blue\n(2) green blue red\n(3) blue red green\n(4) empty\n(5) empty",
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
        "🔴🟢🔵\n🟢🔵🔴\n🔵🔴🟢\n⬛⬛⬛\n⬛⬛⬛",
        "🔴🟢🔵\n🟢🔵🔴\n🔵🔴🟢\n⚪⚪⚪\n⚪⚪⚪",
        "🔴🟢🔵\n🟢🔵🔴\n🔵🔴🟢\n❌\n❌",
        "RGB\nGBR\nBRG\n***\n***",
        "R G B\nG B R\nB R G\nE E E\nE E E",
        f"{ROWS}undefined\nundefined",
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
