"""A pack is a file like others: wherever a file is named, so is each of its levels."""

import json
import re
from pathlib import Path

import pytest

from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.input_files import pack_at, puzzle_files, read_text
from fewest_pours.files.packs import levels_in, write_pack
from fewest_pours.puzzles.loading import loaded
from helpers.commands import command
from helpers.deals import named

SOLVABLE = {"puzzle": "watersort", "capacity": 2, "beakers": [["röd", "blue"], ["blue", "röd"], []]}
LOST = SOLVABLE | {"beakers": [["red", "blue"], ["blue", "red"]]}
SLIP = SOLVABLE | {"known": {"pours": 2}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Three levels in a pack and as files, and proofs of the second and of another deal."""
    tmp_path = tmp_path_factory.mktemp("packs")
    (tmp_path / "pack.json").write_text(write_pack("watersort", [{"seed": 1, "level": SOLVABLE}, LOST, SLIP]))
    (tmp_path / "one.json").write_text(json.dumps(SOLVABLE))
    (tmp_path / "three.yaml").write_text(json.dumps(SOLVABLE))
    command("search_baseline pack.json#2 --certificate proof", folder=tmp_path)
    command("search_baseline one-pour --certificate other-proof", folder=tmp_path)
    return tmp_path


def test_a_folder_has_the_levels_of_its_packs(folder):
    files = puzzle_files([folder])
    names = ["one", "pack#1", "pack#2", "pack#3", "three"]
    assert [named(file).name for file in files] == names
    assert [Path(file).name.replace(".json", "").removesuffix(".yaml") for file in files] == names
    assert named(files[0]).beakers == named(files[1]).beakers


@pytest.mark.parametrize(
    ("words", "code", "printed"),
    [
        ("search_baseline pack.json#1 --quiet", 0, "pack.json#1: 3 pours, proven shortest"),
        ("search_baseline . --quiet", 31, "pack.json#3:4:91: the answer proves 3 pours or more, the file needs 2"),
        ("search_baseline pack.json#2 --quiet --certificate proof", 11, "pack.json#2: unsolvable, proven"),
        ("fewest_pours check pack.json#2 proof", 0, "valid: unsolvable"),
        ("fewest_pours check pack.json#1 proof", 1, "a certificate for another instance"),
        ("fewest_pours check pack.json proof", 0, "valid: pack.json#2: unsolvable\n$"),
        ("fewest_pours check pack.json other-proof", 1, "a certificate for another instance"),
        ("fewest_pours show pack.json", 0, "pack#1\n.*pack#2\n.*pack#3\n"),
        ("fewest_pours show pack.json#4", 31, "pack.json#4:1:1: no such level, .*pack.json is a pack of 3 levels"),
        ("fewest_pours show three.yaml#1", 31, "no such level, .*three.yaml is no pack"),
        ("compare pack.json#1 pack.json#2 --solvers astar --jobs 1 --out rows.jsonl", 0, "2 runs, results in"),
    ],
)
def test_every_command_takes_packs(words, code, printed, folder):
    done = command(words, folder=folder)
    assert done.returncode == code, done.stderr
    assert re.search(printed, done.stdout + done.stderr, re.DOTALL)


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
