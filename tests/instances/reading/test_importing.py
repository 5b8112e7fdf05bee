"""What people have at hand becomes a file: pictures, JSON, text; and what is none of these is one line."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.deals import deals
from helpers.paths import INSTANCES
from instances.puzzle_commands import main
from instances.puzzles import PUZZLES, load
from instances.reading.importing import imported
from instances.reading.validation import checked
from instances.reading.yaml_files import BadInput
from instances.watersort.rules import Deal

FILES = sorted(INSTANCES.glob("*/*.yaml"))


def made(tmp_path: Path, text: str, bottom_first: bool = False, capacity: int | None = None) -> Deal:
    path = tmp_path / "made.yaml"
    path.write_text(imported("list.txt", text, "list", bottom_first, capacity)[0], encoding="utf-8")
    deal = load(path)[1]
    assert isinstance(deal, Deal)
    return deal


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_picture_as_show_prints_it_is_the_puzzle_again(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle, instance = load(path)
    assert main(["show", str(path)]) == 0
    text, notes = imported("picture.txt", capsys.readouterr().out, "picture", False, None)
    again = puzzle.parse(checked(yaml_texts(text), puzzle.Document))
    bare = puzzle.document(instance)
    bare.pop("known", None)
    bare.pop("source", None)
    assert {**puzzle.document(again), "arrows": None} == {**bare, "arrows": None}
    assert notes == []


def yaml_texts(text: str) -> object:
    import yaml

    return yaml.load(text, Loader=yaml.BaseLoader)


@given(deals(max_colors=5, whole=False))
def test_lists_are_the_deal_again_from_the_top_and_from_the_bottom(deal: Deal) -> None:
    up = [list(beaker) + ["EMPTY"] * (deal.capacity - len(beaker)) for beaker in deal.beakers]
    if up:
        down = [cells[::-1] for cells in up]
        text = "\n".join(f"{i}: {', '.join(cells)}" for i, cells in enumerate(down, 1))
        expected = [list(reversed(beaker)) for beaker in deal.beakers]
        for found in (
            imported("x", json.dumps({"tubes": up, "capacity": deal.capacity}), "x", True, None),
            imported("x", json.dumps(down), "x", False, deal.capacity),
            imported("x", text, "x", False, deal.capacity),
        ):
            data = yaml_texts(found[0])
            assert isinstance(data, dict)
            assert data["beakers"] == expected


def test_cells_as_people_write_them(tmp_path: Path) -> None:
    text = "red, light blue, EMPTY\n2: red light 0\n- [red, 'light blue', -]\nempty\n[]\n"
    with pytest.raises(BadInput, match="beaker 1 has an empty cell below a colour, expected its top first"):
        made(tmp_path, text)
    assert made(tmp_path, text, bottom_first=True) == Deal(
        "list", 3, (("red", "light-blue"), ("red", "light"), ("red", "light-blue"), (), ())
    )
    assert made(tmp_path, "[[null, 1], [0, 2], [2, 1]]").beakers == (("1",), ("2",), ("1", "2"))
    assert made(tmp_path, "a b\nb a\n\n", capacity=5).capacity == 5
    assert made(tmp_path, "a ?\nb b").beakers == (("a", "a"), ("b", "b"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "nothing, expected a picture"),
        ("[]", "no list of lists"),
        ("[1, 2]", "no list of lists"),
        ('{"name": "x"}', "no list of lists"),
        ("[[[1]]]", "a list or an object in a beaker"),
        ("[" * 100_000, "expected"),
        ("a b c\n", "beaker 1 has 3 units, expected at most 2"),
        ("│zz│\n\ncapacity 2   re red", "'zz' in a beaker, expected one of re"),
        ("  1\n│re│\n\ncapacity 2   re red\n\n│re│\n\ncapacity 2   re red", "2 pictures, expected one"),
        ("? ?\na b", "2 hidden units"),
        ("puzzle: watersort\ncapacity: 4\n", "a puzzle file already"),
        ("  0\n    +---\n", "a damaged picture or list, expected a picture, or lists"),
        ('{"tubes": [["a"]], "capacity": true}', "the capacity is true, expected a whole number above 0"),
        ('{"tubes": [["a"]], "capacity": 0}', "the capacity is 0, expected a whole number above 0"),
        ('{"tubes": [["a"]], "capacity": 1000000000}', "the capacity is 1000000000, expected at most 999999999"),
        ("│re│bl│\n└──┴──┘\n", "beaker 1 has '│re│bl│', expected colours, or a picture with its line"),
    ],
)
def test_what_cannot_be_imported_is_one_line(text: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        imported("list.txt", text, "list", False, 2 if "a b c" in text else None)
    assert str(caught.value).startswith("list.txt:1:1: ")
    assert words in str(caught.value)


def test_where_json_is_broken() -> None:
    with pytest.raises(BadInput, match=r"list:2:4: broken JSON: Expecting ',' delimiter"):
        imported("list", '[["a"],\n[1 2]]', "list", False, None)


@given(st.text(max_size=60) | st.text(alphabet='[]{}",: 01?abc\n|-.<>^v│┌╔║capacity', max_size=80))
def test_any_text_is_imported_or_one_line(text: str) -> None:
    with suppress(BadInput):
        data = yaml_texts(imported("x", text, "x", False, None)[0])
        assert isinstance(data, dict)
        puzzle = PUZZLES[data["puzzle"]]
        puzzle.parse(checked(data, puzzle.Document))


def test_the_command_reads_a_file_and_says_what_looks_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my level.txt"
    path.write_text("red, blue\nblue, bleu\n", encoding="utf-8")
    assert main(["import", str(path), "--bottom-first"]) == 0
    out, err = capsys.readouterr()
    assert "name: my level\n" in out
    assert "- [bleu, blue]\n" in out
    assert err.endswith("note: 1 red, 1 bleu are missing, just enough for whole beakers: is a beaker forgotten?\n")
    assert main(["import", str(tmp_path / "none")]) == 31
