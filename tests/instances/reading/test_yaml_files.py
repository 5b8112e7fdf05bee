"""Files, pictures and random deals of water sort: what is read, what is refused and with which words."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from helpers.deals import deals
from helpers.paths import ROOT
from instances.certificates.certificate_files import seen
from instances.checker import fingerprint, read_instance
from instances.puzzles import load, load_with_notes
from instances.reading.validation import checked
from instances.reading.yaml_files import BadInput, write_yaml
from instances.watersort import files
from instances.watersort.picture import picture, read_picture
from instances.watersort.rules import Deal, Known

HEAD = "puzzle: watersort\nname: x\ncapacity: 2\n"


def read(tmp_path: Path, text: str | bytes) -> Deal:
    path = tmp_path / "deal.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    found = load(path)[1]
    assert isinstance(found, Deal)
    return found


def test_colours_stay_the_words_that_they_are(tmp_path: Path) -> None:
    deal = read(
        tmp_path, HEAD + "beakers:\n- [on, no]\n- [1, 01]\n- [null, ~]\n- [0x1, 1e3]\n- ['', y]\n".replace("''", "'é'")
    )
    assert deal.beakers == (("no", "on"), ("01", "1"), ("~", "null"), ("1e3", "0x1"), ("y", "é"))


def test_known_answers(tmp_path: Path) -> None:
    assert read(tmp_path, HEAD + "beakers: []\nknown: {pours: 0}").known == Known(pours=0)
    assert read(tmp_path, HEAD + "beakers: []\nknown: {solvable: false}").known == Known(solvable=False)


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        (HEAD + "beakers: []\ncolour: red\n", "5:1", "unknown key 'colour', expected one of puzzle, name"),
        (HEAD + "beekers: []\n", "4:1", "unknown key 'beekers', expected 'beakers'"),
        (HEAD + "beakers: []\nknown: {pour: 3}", "5:9", "unknown key 'pour', expected 'pours'"),
        (HEAD + "beakers:\n\t- [red]", "5:1", "a tab, expected spaces"),
        (HEAD + "beakers:\n- [red, '?']\n- [blue]", "5:9", "1 hidden unit ('?'), missing are 1 red, 1 blue"),
        ("puzzel: watersort\n", "1:1", "unknown key 'puzzel', expected 'puzzle'"),
        ("puzzle: squares\nblocks:\n- {colour: red, position: [0, 0]}", "3:4", "'colour', expected 'color'"),
        (HEAD + "beakers:\n- [red]\n- [red, red, blue]\n", "6:3", "beaker 2 has 3 units, expected at most 2"),
        (HEAD.replace("2", "0") + "beakers: []", "3:1", "capacity is '0', expected 1 or more"),
        (HEAD.replace("2", "four") + "beakers: []", "3:1", "capacity is 'four', expected a whole number"),
        ("puzzle: watersort\nname: x\nbeakers: []", "1:1", "capacity is missing"),
        (HEAD + "beakers: red", "4:1", "beakers is 'red', expected a list"),
        (HEAD + "beakers:\n- [red, [blue]]", "5:9", "beakers 1 2 is a list, expected a word"),
        (HEAD + "beakers:\n- [a]\n- [a, EMPTY]", "6:7", "beakers 2 2 is 'EMPTY', expected a colour: is it an empty"),
        (HEAD + "beakers:\n- [red, #ff0000]\n- [red]", "5:9", "'#ff0000' begins a comment, put quotes around it"),
        (HEAD + "beakers:\n- - red\n  - #ff0000\n", "6:5", "'#ff0000' begins a comment, put quotes around it"),
        (HEAD + "beakers:\n- [red, 'blue]\n- ['red', blue]", "5:9", "put quotes around it: 'blue'"),
        (HEAD + "beakers:\n- [\"red, blue]\n- [red]", "5:4", 'put quotes around it: "red"'),
        (HEAD + "beakers: []\nknown: {pours: 3, solvable: false}", "5:1", "known has pours and says that there is no"),
        (HEAD + "beakers: []\nknown: {}", "5:1", "known has no pours, expected either 'pours: N' or 'solvable: false'"),
        (HEAD + "beakers: []\nknown:\n", "5:1", "known is empty, expected a mapping"),
        (HEAD + "beakers:\n- [red]\n-\n", "6:", "beakers 2 is empty, expected a list, [] for an empty one"),
        (HEAD + "beakers: []\nbeakers: []", "5:1", "key 'beakers' is there twice"),
        ("puzzle: [", "2:1", "broken YAML"),
        ("a: [b\rc, d\x85e\nf: ]g]", "4:", "broken YAML"),
        ("# nothing\n", "1:1", "the file is empty"),
        ("puzzle: chess\n", "1:1", "puzzle is 'chess', expected one of watersort"),
        ("name: x\n", "1:1", "key 'puzzle' is missing"),
        (b"puzzle: x\nname: \xff", "2:7", "not UTF-8"),
        (b"puzzle: x\nname: \x00", "2:7", "expected plain text"),
        (HEAD + "beakers: &a [[red], *a]", "4:10", "an anchor or alias"),
        ("puzzle: " + "[" * 100_000, "1:29", "nested deeper than 20"),
        ("puzzle: x\n? [a]\n: b", "2:3", "a key that is no word"),
        (HEAD + "beakers: []\nknown: {solvable: maybe}", "5:9", "known solvable is 'maybe', expected true or false"),
        (HEAD + f"beakers: [[{'a b,' * 200_000}]]", "4:", "more than 100000 values"),
        (HEAD + "beakers: []\n\"\\e[31m\\u202E\": x", "5:1", "unknown key '\\x1b[31m\\u202e'"),
        ("puzzle: watersort\n---\npuzzle: watersort", "2:1", "a second document"),
    ],
)  # fmt: skip
def test_every_mistake_is_one_line_with_its_place(tmp_path: Path, text: str | bytes, place: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(tmp_path, text)
    assert str(caught.value).startswith(f"{tmp_path / 'deal.yaml'}:{place}")
    assert words in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200 + len(str(tmp_path)) + 30


@pytest.mark.parametrize(
    "text",
    [
        "puzzle: squares\nname: x\nblocks:\n" + "- {color: a, position: [0, 0], direction: up}\n" * 80_000,
        HEAD + "beakers: [[" + "a b," * 1_000_000 + "]]",
        HEAD + "beakers: [[" + "a," * 2_000_000 + "]]",
        "puzzle: futoshiki\nname: x\ngrid: |\n" + " .\n" * 1_000_000,
        "x" * 4_000_000 + ": y",
        "\n".join(f"k{i}: x" for i in range(300_000)),
        "[" * 4_000_000,
        "a: " + "'" * 4_000_000,
        "a: |\n" + " \n" * 2_000_000,
    ],
    ids=lambda text: text[:12] + "..." + text[40:60],
)  # fmt: skip
def test_whatever_it_is_a_file_is_read_or_refused_quickly(tmp_path: Path, text: str) -> None:
    """Processor time, as others may be at work on the machine; the memory is that of a process of its own."""
    (tmp_path / "x.yaml").write_text(text[: 4 << 20], encoding="utf-8")
    program = (
        "import instances.puzzles as instances, re, time\n"
        "from instances.reading.yaml_files import BadInput\n"
        "started = time.process_time()\n"
        "try: instances.load('x.yaml')\n"
        "except BadInput as wrong: assert len(str(wrong)) < 300, wrong\n"
        "peak = re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())\n"  # ru_maxrss may be the parent's
        "print(time.process_time() - started, int(peak[1]) >> 10)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    seconds, mib = map(float, done.stdout.split())
    assert seconds < 2
    assert mib < 300


def test_a_file_without_a_name_has_its_own(tmp_path: Path) -> None:
    assert read(tmp_path, "puzzle: watersort\ncapacity: 2\nbeakers: []").name == "deal"


@pytest.mark.parametrize(
    ("capacity", "beakers", "note"),
    [
        (
            4,
            "- [red, red, red, blue]\n- [blue, bleu, blue, red]",
            "6:10: note: `bleu` appears once, `blue` 3 times: the same?",
        ),
        (2, "- [red, Red]\n- [blue, blue]", "5:4: note: `red` appears once, `Red` once: the same?"),
        (4, "- [a, a, b, c]\n- [a, b, c, c]", "4:1: note: 1 a, 2 b, 1 c are missing, just enough for whole beakers"),
        (2, "- [red]\n- [blue, blue]", "5:4: note: 1 red missing, or some too many: is one a slip?"),
        (2, "- [red, '?']\n- [blue, blue]", "5:9: note: 1 hidden unit is red: the counts leave one way"),
        (2, "- [red, ?]\n- [blue, blue]", "5:9: note: 1 hidden unit is red: the counts leave one way"),
        (2, "- [light  blue, light-blue]", "5:4: note: `light blue` is read as one colour, light-blue"),
        (2, "- [red, red]", None),
    ],
)
def test_slips_are_noted_with_their_place(tmp_path: Path, capacity: int, beakers: str, note: str | None) -> None:
    path = tmp_path / "deal.yaml"
    path.write_text(HEAD.replace("2", str(capacity)) + f"beakers:\n{beakers}\n", encoding="utf-8")
    notes = load_with_notes(path)[2]
    assert len(notes) == (note is not None)
    assert all(said.startswith(f"{path}:{note}") for said in notes)


def test_hidden_units_are_filled_where_the_counts_leave_one_way(tmp_path: Path) -> None:
    deal = read(tmp_path, HEAD.replace("2", "4") + "beakers:\n- [red, '?', blue, blue]\n- ['?', red, blue, blue]")
    assert deal.beakers == (("blue", "blue", "red", "red"), ("blue", "blue", "red", "red"))


@pytest.mark.parametrize("goal", ["null", "~", "[0, 1, 2]", "[+1, -1]", "[1.0, 1]"])
def test_the_checker_reads_the_language_of_the_solvers(goal: str, tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    block = f"{{color: red, position: [0, 0], direction: up, goal: {goal}}}"
    path.write_text(f"puzzle: squares\nname: x\nblocks: [{block}]\n", encoding="utf-8")
    try:
        puzzle, level = load(path)
    except BadInput:
        with pytest.raises(BadInput):
            read_instance(path)
        return
    assert fingerprint(*read_instance(path)) == fingerprint(puzzle.name, seen(puzzle, level))


def test_what_is_no_file_is_refused_too(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is a directory"):
        load(tmp_path)
    with pytest.raises(BadInput, match="no such file"):
        load(tmp_path / "missing.yaml")
    (tmp_path / "huge.yaml").write_bytes(b"#" * (5 << 20))
    with pytest.raises(BadInput, match="over 4 MiB"):
        load(tmp_path / "huge.yaml")


@given(st.binary(max_size=80) | st.text(alphabet="puzle: \n-[]{}&*!|>'\"#watersort0", max_size=80).map(str.encode))
def test_any_bytes_are_a_deal_or_one_line(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "x.yaml"
    path.write_bytes(raw)
    found = None
    with suppress(BadInput):
        found = load_with_notes(path)[2][0]
    if found is None:
        with pytest.raises(BadInput, match=r"x\.yaml:\d+:\d+: .*expected"):
            load(path)
    else:
        assert "note: read as " in found


@given(deals())
def test_files_and_deals_are_inverses(tmp_path_factory: pytest.TempPathFactory, deal: Deal) -> None:
    path = tmp_path_factory.mktemp("deals") / "deal.yaml"
    path.write_text(write_yaml(files.document(deal)), encoding="utf-8")
    assert load(path)[1] == deal


@given(deals(max_colors=6, max_capacity=6))
@example(files.generate(colors=60, empties=7, seed=1))
def test_picture_and_parse_are_inverses(deal: Deal) -> None:
    assert read_picture(str(picture(deal)), deal.name) == deal


def test_a_seed_is_a_deal_for_ever() -> None:
    assert files.generate(3, 1, 2, seed=7).beakers == (
        ("blue", "green"), ("green", "blue"), ("red", "red"), (),
    )  # fmt: skip
    with pytest.raises(ValueError, match="no deal of -1 colours"):
        files.generate(colors=-1)


@pytest.mark.parametrize("path", sorted((ROOT / "instances").glob("*/*.yaml")), ids=lambda path: path.stem)
def test_every_instance_file_loads_and_names_its_schema(path: Path) -> None:
    puzzle, instance = load(path)
    assert puzzle.name == path.parent.name
    assert instance.known is not None
    assert path.read_text(encoding="utf-8").startswith("# yaml-language-server: $schema=../schema.json\n")
    assert puzzle.parse(checked(yaml.safe_load(write_yaml(puzzle.document(instance))), puzzle.Document)) == instance


@pytest.mark.parametrize("text", ["a\u202eb\x1b[31m", "\x9b \x00", "a\xa0b", "two\n\u2066lines", "é颜色"])
def test_what_cannot_be_seen_is_written_as_escapes_and_read_back(text: str) -> None:
    written = write_yaml({"name": text, "beakers": [[text, "b"]]})
    assert all(line.isprintable() for line in written.split("\n"))
    assert yaml.safe_load(written) == {"name": text, "beakers": [[text, "b"]]}
