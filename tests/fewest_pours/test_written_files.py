"""Whatever a command writes can be read by every command that takes such a file."""

from importlib import import_module

import pytest
from msgspec.structs import fields

from fewest_pours.checker.certificate_lines import FileToCheck
from fewest_pours.files.validation import record_in
from fewest_pours.puzzles.loading import PUZZLES
from helpers.commands import command
from helpers.paths import ROOT

PRINTED = {  # file -> the command that prints it
    "squares.yaml": "deal squares --blocks 2 --size 3 --arrows 1 --clicks 3",
    "downward.yaml": "import given/downward.yaml",
    "listed.yaml": "import given/listed.txt",
    "screenshot.yaml": f"import {ROOT / 'docs/pictures/screenshot.png'}",
}
WRITING = (
    "design watersort --colors 4 --covered 1 --hidden 2 --rate --count 2 --out written",
    "design watersort --colors 3 --count 2 --json written/pack.json",
    "design futoshiki --size 4 --out written",
    "solve given/hidden.yaml --moves 1-4=green,4-1,2-4=green --hint --out written/uncovered.yaml",
    "export given/downward.yaml --format json --out written/exported",
    "solve written/listed.yaml --quiet --certificate proof.jsonl",
    "compare --deals 3x1 --count 1 --solvers astar --time-limit 1e9 --memory-limit 1000000000 --out rows.jsonl",
)
REMARKS = ("known", "rating")  # of no interest to the checker
READING = {  # command -> its exit code; of one level the units stay hidden
    "solve written --quiet": 34,
    "rate written": 34,
    "compare written --time-limit 20 --out other.jsonl": 0,
    "check written proof.jsonl": 0,
    "compare report rows.jsonl": 0,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with what commands have written in it."""
    folder = tmp_path_factory.mktemp("files")
    for name in ("given", "written"):
        (folder / name).mkdir()
    block = "{color: red, position: [0, 0], direction: down, goal: [0, 2]}"
    (folder / "given/downward.yaml").write_text(f"puzzle: squares\ny: down\nblocks:\n- {block}\n")
    (folder / "given/listed.txt").write_text("red blue\nblue red\nempty\n")
    (folder / "given/hidden.yaml").write_text("green ? ?\nred ? ?\nred ? ?\nempty\n")
    for name, words in PRINTED.items():
        done = command(f"fewest_pours {words}", folder=folder)
        assert done.returncode == 0, done.stderr
        (folder / "written" / name).write_text(done.stdout)
    for words in WRITING:
        done = command(f"fewest_pours {words}", folder=folder)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize(("words", "code"), READING.items())
def test_what_commands_write_is_read_by_commands_that_take_files(words, code, folder):
    done = command(f"fewest_pours {words}", folder=folder)
    assert done.returncode == code, done.stderr


def test_what_commands_write_is_shown_imported_and_exported(folder):
    for file in (folder / "written").iterdir():
        for words in ("show FILE", "import FILE", "export FILE --format json --out again"):
            done = command(f"fewest_pours {words.replace('FILE', str(file))}", folder=folder)
            pack = file.name == "pack.json" and words.startswith("import")
            assert done.returncode == (31 if pack else 0), done.stderr


def keys(record, path=""):
    """The paths of all keys of a record and those in it: {'blocks', 'blocks.color', ...}"""
    found = set()
    for field in fields(record):
        found.add(f"{path}{field.encode_name}")
        inner = record_in(field.type)
        if inner is not None and field.encode_name not in REMARKS:
            found |= keys(inner, f"{path}{field.encode_name}.")
    return found


@pytest.mark.parametrize("name", PUZZLES)
def test_the_checker_knows_every_key_of_a_file(name):
    module = import_module(
        "fewest_pours.checker.watersort.deal" if name == "watersort" else f"fewest_pours.checker.{name}"
    )
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, FileToCheck)]
    (restated,) = (kind for kind in kinds if kind is not FileToCheck)
    assert keys(restated) - {"beakers.color", "beakers.hidden"} == keys(PUZZLES[name].Document)
