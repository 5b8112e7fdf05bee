"""Files of water sort, and packs, which are files like others; files are written whole or not at all."""

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given

from fewest_pours.commands.puzzle_commands import main
from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.input_files import pack_at, puzzle_files, read_text
from fewest_pours.files.output_files import write_file, write_new
from fewest_pours.files.packs import levels_in, write_pack
from fewest_pours.files.validation import checked
from fewest_pours.files.yaml_files import write_yaml
from fewest_pours.puzzles.loading import load, loaded
from fewest_pours.puzzles.watersort import file_format, generator
from fewest_pours.puzzles.watersort.rules import Deal, KnownPours
from fewest_pours.puzzles.watersort.terminal_picture import picture, read_picture
from helpers.deals import deals, named
from helpers.paths import INSTANCES, text_of

HEAD = "puzzle: watersort\nname: x\ncapacity: 2\n"


def read(text):
    found = loaded("deal.yaml", text)[1]
    assert isinstance(found, Deal)
    return found


def test_known_answers_and_the_name_of_the_file():
    assert read(f"{HEAD}beakers: []\nknown: {{pours: 0}}").known == KnownPours(pours=0)
    unnamed = read("puzzle: watersort\ncapacity: 2\nbeakers: []\nknown: {solvable: false}")
    assert (unnamed.name, unnamed.known) == ("deal", KnownPours(solvable=False))


def test_files_that_cannot_be_read_are_one_line_too(tmp_path):
    (tmp_path / "huge").write_bytes(b"#" * (5 << 20))
    (tmp_path / "latin").write_bytes(b"puzzle: x\nname: \xff")
    (tmp_path / "private").write_text('[["r", "\\ue000"], ["\ue000", "r"], []]', encoding="utf-8")
    for name, words in (
        ("", ":1:1: is a directory"),
        ("missing", ":1:1: no such file"),
        ("huge", ":1:1: more than 4 MiB"),
        ("latin", ":2:7: byte 0xff is not UTF-8"),
        ("private", ":1:9: U+E000"),
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
    (tmp_path / "p.json").write_text('{"levels": ["é", ["x"],\n  {"é": "é", "level": {"puzzle": "x"}, "a": []}]}')
    with pytest.raises(BadInput, match=r"p.json#3:2:40: 'a' beside 'level', expected it in the level alone"):
        loaded(tmp_path / "p.json#3")
    assert read_text(tmp_path / "p.json#2").strip() == '["x"]'
    (tmp_path / "p.json").write_text('{"levels": [["a"]],\n "levels": [["é"], {"a": 1, "level": {}, "a": 2}]}')
    for file in puzzle_files([tmp_path / "p.json"]):
        with pytest.raises(BadInput, match=r"p.json:2:2: key 'levels' occurs twice, expected it once"):
            loaded(file)


PACKS = yaml.load(text_of("tests/fewest_pours/files/packs.yaml"), yaml.CSafeLoader)
PLAIN = {"tubes": [["r", "b"], ["b", "r"], []]}
RISING = {"tubes": [["r", "b", None], ["b", "r", None], ["r", "b", None]]}  # the empty places show the bottom first


@pytest.mark.parametrize(
    ("text", "levels", "order"),
    [(text, pack["levels"], pack.get("order")) for pack in PACKS.values() for text in pack["texts"]],
)
def test_packs_are_distinguished_from_other_texts_and_read_in_the_order_that_they_say(text, levels, order, tmp_path):
    path = tmp_path / "p.txt"
    path.write_text(text)
    assert len(levels_in(text)) == len(levels)
    for number, level in enumerate(levels, 1):
        found = loaded(f"{path}#{number}")
        assert "|".join(" ".join(beaker[::-1]) for beaker in found.instance.beakers) == level
        assert found.order == order


def test_one_level_or_a_key_decides_the_order_of_a_pack(tmp_path):
    path = tmp_path / "p.json"
    for pack in (
        [PLAIN, RISING],
        {"order": "bottom to top", "levels": [PLAIN]},
        {"settings": {"order": "bottom to top"}, "levels": [PLAIN]},
        {"data": {"order": "bottom to top", "levels": [PLAIN]}},
        [PLAIN | {"order": "bottom up"}, PLAIN],
    ):
        path.write_text(json.dumps(pack))
        first = loaded(f"{path}#1")
        assert (first.instance.beakers[0], first.other_reading) == (("r", "b"), None)
    falling = {"tubes": [beaker[::-1] for beaker in RISING["tubes"]]}
    path.write_text(json.dumps([PLAIN, RISING, falling]))
    with pytest.raises(BadInput, match="level 2 of the pack has the bottom first, level 3 the top"):
        loaded(f"{path}#1")
    for beside in {"rules": {"oneWay": True}}, {"capacity": 3}:
        path.write_text(json.dumps(beside | {"levels": [PLAIN]}))
        with pytest.raises(BadInput, match=r"'rules' is a mapping|capacity 3"):
            loaded(f"{path}#1")


def test_a_pack_is_read_once(tmp_path):
    path = tmp_path / "p.json"
    path.write_text(json.dumps([PLAIN, PLAIN]))
    pack = pack_at(str(path))
    assert loaded(f"{path}#2").instance == loaded(f"{path}#2").instance
    assert pack_at(str(path)) is pack
    path.write_text(json.dumps([PLAIN, PLAIN, PLAIN]))
    assert len(pack_at(str(path)).levels) == 3


def breaks_off():
    yield b"half"
    raise ValueError("no more")


def test_an_old_file_stays_until_the_new_one_is_complete(tmp_path):
    path = tmp_path / "x"
    path.write_text("old")
    with pytest.raises(ValueError, match="no more"):
        write_file(str(path), breaks_off())
    assert [file.read_text() for file in tmp_path.iterdir()] == ["old"]
    write_file(str(path), [b"new ", b"text"])
    assert [file.read_text() for file in tmp_path.iterdir()] == ["new text"]


def test_a_new_file_never_replaces_another(tmp_path):
    path = tmp_path / "folder" / "x"
    write_new(path, "first")
    with pytest.raises(FileExistsError) as caught:
        write_new(path, "second")
    assert (path.read_text(), caught.value.filename) == ("first", str(path))


def test_rights_and_links_stay(tmp_path):
    path, link = tmp_path / "x", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_file(str(link), [b"new"])
    assert link.is_symlink()
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o640)


def test_devices_are_written_directly_and_folders_refused(tmp_path):
    write_file("/dev/null", [b"x"])
    with open(tmp_path / "out", "w+", encoding="ascii") as out:
        print("an answer", file=out, flush=True)
        write_file(f"/dev/fd/{out.fileno()}", [b"and a plan"])
    assert (tmp_path / "out").read_text() == "an answer\nand a plan"
    with pytest.raises(IsADirectoryError):
        write_file("/", [b"x"])
