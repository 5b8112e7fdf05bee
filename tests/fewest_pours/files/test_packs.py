"""A pack is a file like others: wherever a file is named, so is each of its levels."""

import json
from pathlib import Path

import pytest

from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.input_files import pack_at, puzzle_files, read_text
from fewest_pours.files.packs import levels_in, write_pack
from fewest_pours.puzzles.loading import loaded
from helpers.deals import named

SOLVABLE = {"puzzle": "watersort", "capacity": 2, "beakers": [["röd", "blue"], ["blue", "röd"], []]}
LOST = SOLVABLE | {"beakers": [["red", "blue"], ["blue", "red"]]}
SLIP = SOLVABLE | {"known": {"pours": 2}}


def test_a_folder_has_the_levels_of_its_packs(tmp_path):
    (tmp_path / "pack.json").write_text(write_pack("watersort", [{"seed": 1, "level": SOLVABLE}, LOST, SLIP]))
    for name in ("one.json", "three.yaml"):
        (tmp_path / name).write_text(json.dumps(SOLVABLE))
    files = puzzle_files([tmp_path])
    names = ["one", "pack#1", "pack#2", "pack#3", "three"]
    assert [named(file).name for file in files] == names
    assert [Path(file).name.replace(".json", "").removesuffix(".yaml") for file in files] == names
    assert named(files[0]).beakers == named(files[1]).beakers


def test_mistakes_are_at_their_place_in_the_pack(tmp_path):
    """Also beyond ASCII and in whatever layout."""
    (tmp_path / "p.json").write_text('{"name": "é",\n "levels": ["é", ["x"],\n  {"é": "é", "level": {"puzzle": "x"}}]}')
    with pytest.raises(BadInput, match=r"p.json#3:3:24: puzzle is 'x', expected one of"):
        loaded(tmp_path / "p.json#3")
    assert read_text(tmp_path / "p.json#2").strip() == '["x"]'


PLAIN = {"tubes": [["r", "b"], ["b", "r"], []]}
RISING = {"tubes": [["r", "b", None], ["b", "r", None], ["r", "b", None]]}  # the empty places show the bottom first


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"puzzles": [PLAIN, PLAIN]}),
        json.dumps([PLAIN, PLAIN]),
        json.dumps({"level1": PLAIN, "level2": PLAIN}),
        json.dumps([PLAIN["tubes"], PLAIN["tubes"]]),
        f"{json.dumps(PLAIN)}\n{json.dumps(PLAIN)}\n",
        json.dumps({"levels": [PLAIN | {"level": 1}, PLAIN | {"level": 2}]}),
    ],
)
def test_packs_of_other_programs(text, tmp_path):
    (tmp_path / "p.json").write_text(text)
    assert [named(file).beakers for file in puzzle_files([tmp_path])] == [(("b", "r"), ("r", "b"), ())] * 2


def test_one_level_or_a_key_decides_the_order_of_a_pack(tmp_path):
    path = tmp_path / "p.json"
    for pack in (
        [PLAIN, RISING],
        {"order": "bottom to top", "levels": [PLAIN]},
        [PLAIN | {"order": "bottom up"}, PLAIN],
    ):
        path.write_text(json.dumps(pack))
        first = loaded(f"{path}#1")
        assert (first.instance.beakers[0], first.other_reading) == (("r", "b"), None)
    falling = {"tubes": [beaker[::-1] for beaker in RISING["tubes"]]}
    path.write_text(json.dumps([PLAIN, RISING, falling]))
    with pytest.raises(BadInput, match="level 2 of the pack has the bottom first, level 3 the top"):
        loaded(f"{path}#1")


def test_a_pack_is_read_once(tmp_path):
    path = tmp_path / "p.json"
    path.write_text(json.dumps([PLAIN, PLAIN]))
    pack = pack_at(str(path))
    assert loaded(f"{path}#2").instance == loaded(f"{path}#2").instance
    assert pack_at(str(path)) is pack
    path.write_text(json.dumps([PLAIN, PLAIN, PLAIN]))
    assert len(pack_at(str(path)).levels) == 3


@pytest.mark.parametrize("text", ['{"levels": []}', '{"levels": {}}', "[]", '{"levels": [1', "levels: [1]"])
def test_other_texts_are_no_packs(text):
    assert levels_in(text) == []
