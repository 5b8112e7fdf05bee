"""Files, pictures and random deals of water sort: what is read, what is refused and with which words."""

import json

import pytest
import yaml
from hypothesis import example, given

from fewest_pours.commands.puzzle_commands import main
from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.validation import checked
from fewest_pours.files.yaml_files import write_yaml
from fewest_pours.puzzles.loading import load, loaded
from fewest_pours.puzzles.watersort import file_format, generator
from fewest_pours.puzzles.watersort.rules import Deal, KnownPours
from fewest_pours.puzzles.watersort.terminal_picture import picture, read_picture
from helpers.deals import deals
from helpers.paths import INSTANCES

HEAD = "puzzle: watersort\nname: x\ncapacity: 2\n"


def read(text):
    found = loaded("deal.yaml", text)[1]
    assert isinstance(found, Deal)
    return found


def test_colours_are_words_whatever_yaml_would_make_of_them():
    deal = read(f"{HEAD}beakers:\n- [on, no]\n- [1, 01]\n- [null, ~]\n- [0x1, 1e3]\n- ['é', y]\n")
    assert deal.beakers == (("no", "on"), ("01", "1"), ("~", "null"), ("1e3", "0x1"), ("y", "é"))


def test_known_answers_and_the_name_of_the_file():
    assert read(f"{HEAD}beakers: []\nknown: {{pours: 0}}").known == KnownPours(pours=0)
    unnamed = read("puzzle: watersort\ncapacity: 2\nbeakers: []\nknown: {solvable: false}")
    assert (unnamed.name, unnamed.known) == ("deal", KnownPours(solvable=False))


def test_files_that_cannot_be_read_are_one_line_too(tmp_path):
    (tmp_path / "huge").write_bytes(b"#" * (5 << 20))
    (tmp_path / "latin").write_bytes(b"puzzle: x\nname: \xff")
    for name, words in (
        ("", ":1:1: is a directory"),
        ("missing", ":1:1: no such file"),
        ("huge", ":1:1: more than 4 MiB"),
        ("latin", ":2:7: byte 0xff is not UTF-8"),
    ):
        with pytest.raises(BadInput) as caught:
            load(tmp_path / name)
        assert str(caught.value).startswith(f"{tmp_path / name}{words}")


@given(deals(max_colors=6, max_capacity=6))
@example(generator.generate(colors=60, empties=7, seed=1))
def test_files_and_pictures_are_inverses_of_deals(deal):
    assert read(write_yaml(file_format.document(deal))) == read(json.dumps(file_format.document(deal))) == deal
    assert read_picture(str(picture(deal)), deal.name) == deal


def test_a_seed_always_gives_the_same_deal():
    assert generator.generate(3, 1, 2, seed=7).beakers == (
        ("blue", "green"), ("green", "blue"), ("red", "red"), (),
    )  # fmt: skip


@pytest.mark.parametrize("path", sorted(INSTANCES.glob("*/*.yaml")), ids=lambda path: path.stem)
def test_every_instance_file_names_its_schema_and_is_read_again_from_a_file_and_the_picture_of_show(path, capsys):
    puzzle, instance = load(path)
    assert puzzle.name == path.parent.name
    assert instance.known is not None
    assert path.read_text(encoding="utf-8").startswith("# yaml-language-server: $schema=../schema.json\n")
    written = write_yaml(puzzle.document(instance))
    assert written.startswith(f"puzzle: {puzzle.name}\nname: ")
    assert puzzle.parse(checked(yaml.safe_load(written), puzzle.Document)) == instance
    assert main(["show", str(path)]) == 0
    found, again, notes, *_ = loaded("picture.txt", capsys.readouterr().out)
    drawn = puzzle.document(instance) | {"arrows": None, "known": None, "source": None}
    assert {"known": None, "source": None} | puzzle.document(again) | {"arrows": None} == drawn
    assert (found, notes) == (puzzle, [])


@pytest.mark.parametrize("text", ["a\u202eb\x1b[31m", "\x9b \x00", "a\xa0b", "two\n\u2066lines", "é颜色"])
def test_unprintable_characters_are_written_as_escapes_and_read_back(text):
    written = write_yaml({"name": text, "beakers": [[text, "b"]]})
    assert all(line.isprintable() for line in written.split("\n"))
    assert yaml.safe_load(written) == {"name": text, "beakers": [[text, "b"]]}
