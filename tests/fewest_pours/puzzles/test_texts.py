"""Texts are read as their authors mean them, with a note on each guess, or refused in one line."""

import json
import re
from pathlib import Path

import pytest
import yaml

from fewest_pours.commands.puzzle_commands import main
from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.packs import levels_in
from fewest_pours.puzzles.loading import load, loaded
from fewest_pours.puzzles.watersort.typed_levels.written_order import order_in
from helpers.paths import INSTANCES, text_of

TEXTS = yaml.load(text_of("tests/fewest_pours/puzzles/texts.yaml"), yaml.CSafeLoader)
LISTS = [["red", "blue", "green"], ["green", "red", "blue"], ["blue", "green", "red"], []]
TOP, BOTTOM = "red blue green|green red blue|blue green red|", "green blue red|blue red green|red green blue|"
LINES = "red blue green\ngreen red blue\nblue green red\nempty\n"
RISING = "{0} r g r\ng r g r\n{0} {0} {0} g\nempty\n"
AIR = ["AIR", "NA", "N/A", "EMPTY", "EMPTY_SLOT", "NONE_", "None", "null", "transparent", "void", "nichts", "空気"]
COMMENTS = ["# {}", "// {}", "/* {} */", "<!-- {} -->"]
TOP_FIRST = """top to bottom|top first|von oben nach unten|the first is the top|сверху вниз|top -> bottom
index 0 = top|du haut vers le bas|上から下"""
BOTTOM_FIRST = """bottom to top|bottom first|von unten nach oben|the last is the top|снизу вверх|从下到上|아래에서 위로
bottom up|each tube from the bottom to the top|bottom -> top|index 0 is the bottom|de abajo hacia arriba
first is bottom, last is top|the last entry of each array is the top|Listed from the bottom of the tube to the top"""
NO_ORDER = "level 7|by Ann|the top row has four tubes, the bottom row three|pour the top colour|not top first"
ORDERS = [
    (words, order)
    for order, texts in (("top", TOP_FIRST), ("bottom", BOTTOM_FIRST), (None, NO_ORDER))
    for words in re.split("[|\n]", texts)
]


def read(text):
    """A reading as in texts.yaml, with the whole complaint, and the notes; of a pack, of its first level."""
    try:
        found = loaded("x", levels_in(text)[0] if '"levels"' in text else text)
    except BadInput as wrong:
        return "!" + str(wrong).removeprefix("x:"), []
    if found.puzzle.name != "watersort":
        return found.puzzle.name, found.notes
    shown = [list(beaker) for beaker in found.instance.beakers]
    for beaker, place in found.instance.hidden:
        shown[beaker][place] = "?"
    beakers = "|".join(" ".join(beaker[::-1]) for beaker in shown)
    return "~" * (found.other_reading is not None) + beakers, found.notes


def is_as_expected(reading, expected):
    return re.fullmatch(".*".join(map(re.escape, expected.split("…"))), reading) and len(reading) < 250


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{kind} {n}") for kind, every in TEXTS.items() for n, case in enumerate(every, 1)]
)
def test_a_text_is_read_as_it_is_meant_or_refused_in_one_line_at_its_place(case):
    text, expected, *note = case
    reading, notes = read(text)
    assert is_as_expected(reading, expected), reading
    assert reading.isprintable()
    assert all(part in "\n".join(notes) for part in note)
    assert len(notes) == len(note) or not text.startswith("puzzle:")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("puzzle: " + "[" * 900, "!1:28: nested deeper than 20…"),
        (f"puzzle: watersort\ncapacity: 2\nbeakers: [[{'a b,' * 200_000}]]", "!3:…: more than 100000 values…"),
        ("a,b;" * 60_000, "!1:1: a list of more than 128 KiB…"),
        (f'{{"tubes": [["r", "b"], []], "hidden": [[{"9" * 5000}], []]}}', "!1:29: 'hidden' is not understood…"),
    ],
    ids=["deep", "long", "lists", "digits"],
)
def test_texts_that_would_take_long_are_refused(text, expected):
    assert is_as_expected(read(text)[0], expected)


@pytest.mark.parametrize(("words", "order"), ORDERS)
def test_an_order_in_words_is_obeyed_wherever_it_stands(words, order):
    """In JSON, in comments above the lines and behind one of them."""
    assert order_in(words) == order
    texts = [json.dumps({key: words, "tubes": LISTS}) for key in ("comment", "order", "note")]
    texts += [f"{sign.format(words)}\n{LINES}" for sign in COMMENTS]
    texts += [f"{LINES}// {words}", LINES.replace("\n", f" // {words}\n", 1)]
    assert {read(text)[0] for text in texts} == {{"top": TOP, "bottom": BOTTOM, None: f"~{TOP}"}[order]}


def test_a_word_for_nothing_is_air_but_a_sign_may_be_a_colour():
    assert {read(RISING.format(word))[0] for word in AIR} == {"r g r|g r g r|g|"}
    assert all("two readings" in read(RISING.format(sign))[0] for sign in ["e", "o", "99", "*", "+", "Z"])


def test_shipped_puzzles_have_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert load("level-133") == load("watersort/level-133") == load(INSTANCES / "watersort" / "level-133.yaml")
    with pytest.raises(BadInput, match=r"level-999:1:1: no such file or directory"):
        load("level-999")
    Path("level-133").write_text("a b\nb a\n-\n")
    assert len(load("level-133")[1].beakers) == 3


def test_import_prints_a_puzzle_file(tmp_path, capsys):
    path, made = tmp_path / "my level.txt", tmp_path / "made.yaml"
    path.write_text("red, blue\nblue, red\nempty")
    assert main(["import", str(path), "--bottom-first"]) == 0
    out, err = capsys.readouterr()
    assert err == f"{path}:1:1: note: read as 3 beakers of capacity 2, the bottom of each first\n"
    made.write_text(out, encoding="utf-8")
    assert loaded(made)[1:3] == (loaded(path, None, True)[1], [])
    assert main(["import", str(made)]) == 0
    assert capsys.readouterr().out == out
    assert main(["import", str(made), "--capacity", "3"]) == 31
    options = "--bottom-first, --top-first and --capacity"
    assert capsys.readouterr().err == f"{made}:1:1: a puzzle file or a picture, expected lists for {options}\n"
