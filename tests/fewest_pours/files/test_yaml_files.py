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


WRONG = [
    (f"{HEAD}beakers: []\ncolour: red\n", "5:1", "unknown key 'colour', expected one of puzzle, name"),
    (f"{HEAD}beekers: []\n", "4:1", "unknown key 'beekers', expected 'beakers'"),
    (f"{HEAD}beakers:\n\t- [red]", "5:1", "a tab, expected spaces"),
    (f"{HEAD}beakers:\n- [red, '?']\n- [blue]", "5:9", "1 hidden unit ('?'), missing are 1 red, 1 blue"),
    ("\0" * 9, "1:1", "expected text"),
    (f"{HEAD}beakers:\n- [red]\n- [red, red, blue]\n", "6:3", "beaker 2 has 3 units, expected at most 2"),
    (HEAD.replace("2", "1.0") + "beakers: []", "3:1", "capacity is '1.0', expected a whole number from 1 to"),
    ("puzzle: watersort\nname: x\nbeakers: []", "1:1", "capacity is missing"),
    (f"{HEAD}beakers:\n- [red, [blue]]", "5:9", "beakers 1 2 is a list, expected a colour"),
    (f"{HEAD}beakers:\n- [a]\n- [a, EMPTY]", "6:7", "beakers 2 2 is 'EMPTY', expected a colour; leave empty"),
    (f"{HEAD}beakers:\n- [red, #ff0000]\n- [red]", "5:9", "'#ff0000' begins a comment, put quotes around it"),
    (f"{HEAD}beakers:\n- [red, 'blue]\n- ['red', blue]", "5:9", "put quotes around it: 'blue'"),
    (f"{HEAD}beakers:\n- [red, blue\n- [blue, red]", "5:3", "a bracket that is not closed before line 6"),
    (f"{HEAD}beakers:\n- ['red' 'blue']", "5:10", "broken YAML: did not find expected ',' or ']'"),
    (f"{HEAD}beakers: []\nknown: {{pours: 3, solvable: false}}", "5:1", "known is a mapping, expected either"),
    (f"{HEAD}beakers: []\nknown:\n", "5:1", "known is empty, expected a mapping"),
    (f"{HEAD}beakers:\n- [red]\n-\n", "6:", "beakers 2 is empty, expected a list, [] for an empty one"),
    (f"{HEAD}beakers: []\nbeakers: []", "5:1", "key 'beakers' occurs twice"),
    ("puzzle: chess\n", "1:1", "puzzle is 'chess', expected one of watersort"),
    ("puzzle: x\nname: \x00", "2:7", "expected plain text"),
    (f"{HEAD}beakers: &a [[red], *a]", "4:10", "an anchor or alias"),
    ("puzzle: " + "[" * 900, "1:28", "nested deeper than 20"),
    ("puzzle: x\n? [a]\n: b", "2:3", "a key that is not a word"),
    (HEAD + f"beakers: [[{'a b,' * 200_000}]]", "4:", "more than 100000 values"),
    (f"{HEAD}beakers: []\n\"\\e[31m\\u202E\": x", "5:1", "unknown key '\\x1b[31m\\u202e'"),
    ("puzzle: watersort\n---\npuzzle: watersort", "2:1", "a second document"),
    ("", "1:1", "the file is empty, expected a puzzle file, a picture"),
    ('{"name": "x"}', "1:1", "not a list of lists"),
    ('[{"tubes": [[1]]}, {"tubes": [[2]]}]', "1:1", "a list or an object in a beaker"),
    ("red\nblue\n", "1:1", "one unit in each beaker, expected spaces or commas between units"),
    ("a b . c\nc c a b", "1:1", "beaker 1 has an empty cell below a colour, expected all empty cells above"),
    ("│zz│\n\ncapacity 2   re red", "1:1", "'zz' in a beaker, expected one of re"),
    ("  1\n│re│\n\ncapacity 2   re red\n\n│re│\n\ncapacity 2   re red", "1:1", "2 pictures, expected one"),
    ("  0\n    +---\n", "1:1", "a damaged picture or list, expected a picture, or lists"),
    ('{"tubes": [["a"]], "capacity": true}', "1:20", "the capacity is true, expected a whole number above 0"),
    ('{"tubes": [["a", "b"]], "capacity": 1}', "1:1", "beaker 1 has 2 units, expected at most 1"),
    ("a,b;" * 60_000, "1:1", "a list of more than 128 KiB"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "place", "words"), WRONG)
def test_every_mistake_is_one_line_with_its_place(text, place, words):
    with pytest.raises(BadInput) as caught:
        read(text)
    message = str(caught.value)
    assert message.startswith(f"deal.yaml:{place}")
    assert words in message
    assert message.isprintable()
    assert len(message) < 250


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


@pytest.mark.parametrize(
    ("capacity", "beakers", "note"),
    [
        (4, "- [red, red, red, blue]\n- [blue, bleu, blue, red]", "6:10: note: 1 unit of `bleu`, 3 of `blue`"),
        (2, "- [red, Red]\n- [blue, blue]", "5:4: note: 1 unit of `red`, 1 of `Red`: the same"),
        (4, "- [a, a, b, c]\n- [a, b, c, c]", "5:4: note: missing: 1 a, 2 b, 1 c; is one a slip"),
        (2, "- [red]\n- [blue, blue]", "5:4: note: missing: 1 red; is one a slip, or a beaker"),
        (2, "- [?, red]\n- [blue, ?]\n- [blue, a]", "5:4: note: 2 hidden units: --hint judges pours"),
        (2, "- [red, ?]\n- [blue, blue]", "5:9: note: 1 hidden unit is red: the counts leave one way"),
        (2, "- [light  blue, light-blue]", "5:4: note: `light  blue` is read as one colour, light-blue"),
        (2, "- [red, red]", None),
    ],
)  # fmt: skip
def test_slips_are_noted_with_their_place(capacity, beakers, note):
    notes = loaded("x", HEAD.replace("2", str(capacity)) + f"beakers:\n{beakers}\n")[2]
    assert len(notes) == (note is not None)
    assert all(line.startswith(f"x:{note}".replace("  ", " ")) for line in notes)


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
