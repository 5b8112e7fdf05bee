"""Commands in folders of small files: exit codes, what is printed, and what is left alone. The table: commands.yaml."""

import json
import os
import re
import shlex
from importlib import import_module

import jsonschema
import pytest
import yaml

from fewest_pours.__main__ import BOARD_MODULES
from fewest_pours.commands.schemas import ANSWER_FIELDS, result_schema
from helpers.cases import case
from helpers.commands import command
from helpers.paths import ROOT, text_of

GROUPS = yaml.load(text_of("tests/commands.yaml"), yaml.CSafeLoader)
ANSWERING = re.compile("(search_baseline|cpmodel|fewest_pours solve) .*--(json|stream)")
SCHEMA = jsonschema.Draft202012Validator(result_schema())
ALTERNATIVES = re.compile(r"(.*)\{([^{}]*\|[^{}]*)\}(.*)")

for name in (*BOARD_MODULES, "fewest_pours.design.designs", "cpmodel.guarantees", "pandas"):
    import_module(name)  # once, not in the process of each command


def make(folder, files):
    for name, content in files.items():
        match content:
            case None:
                (folder / name).mkdir()
            case ["link", target]:
                (folder / name).symlink_to(target)
            case ["pipe"]:
                os.mkfifo(folder / name)
            case _:
                (folder / name).write_text(content, encoding="utf-8")


def files_in(folder):
    """Each path below a folder and its content, without what Python keeps of the modules that it ran."""
    paths = (path for path in folder.rglob("*") if "__pycache__" not in path.parts)
    return {path: path.read_bytes() if path.is_file() else None for path in paths}


def each(line):
    """The commands that a line of the table stands for."""
    found = ALTERNATIVES.fullmatch(line)
    if found is None:
        return [line]
    before, alternatives, rest = found.groups()
    return [words for one in alternatives.split("|") for words in each(before + one + rest)]


def is_so(part, done, new):
    """Whether the part is printed, where its first sign says; new: the names of new files."""
    lines = done.stderr.splitlines(keepends=True) or [""]
    match part[:1]:
        case "=":
            return done.stdout == "" and len(lines) == 1 and pattern(part[1:]).match(lines[0])
        case ">":
            complaint = re.sub(r"^[\w.-]+( [\w.-]+)*: error: ", "", lines[-1])
            return done.stdout == "" and pattern(part[1:]).match(complaint)
        case "!":
            return not pattern(part[1:]).search(done.stdout + done.stderr)
        case "+":
            return part[1:].split() == new
        case _:
            return pattern(part).search(done.stdout + done.stderr)


def faults(words, done):
    """What no command prints: signs that a terminal obeys, and answers that their schema does not describe."""
    lines = done.stdout.split("\n") + done.stderr.split("\n")
    yield from (ascii(line) for line in lines if not line.replace("\u3000", "").isprintable())
    if ANSWERING.match(words):
        for answer in map(json.loads, done.stdout.splitlines()):
            yield from (error.message for error in SCHEMA.iter_errors(answer))
            yield from (field for field in answer if "outcome" in answer and field not in ANSWER_FIELDS)


def pattern(part):
    return re.compile(".*".join(map(re.escape, part.split("…"))), re.DOTALL)


def run(words, folder, text):
    words, _, output = words.partition(" > ")
    done = command(*shlex.split(words.replace("ROOT", str(ROOT))), folder=folder, text=text)
    if output:
        (folder / output).write_text(done.stdout, encoding="utf-8")
    return done


@pytest.mark.parametrize("group", [case(name, slow=GROUPS[name].get("slow", False)) for name in GROUPS])
def test_exit_codes_and_what_is_printed(group, tmp_path):
    make(tmp_path, GROUPS[group].get("files", {}))
    wrong = []
    for line, code, parts, *text in GROUPS[group]["runs"]:
        for words in each(line):
            before = files_in(tmp_path)
            done = run(words, tmp_path, "".join(text))
            after = files_in(tmp_path)
            new = sorted(path.relative_to(tmp_path).as_posix() for path in after.keys() - before)
            untrue = [part for part in ([parts] if isinstance(parts, str) else parts) if not is_so(part, done, new)]
            untrue += faults(words, done)
            if done.returncode != code or untrue or (code in (2, 31) and after != before):
                wrong.append((words, untrue, new, done))
    assert wrong == [], "\n".join(map(repr, wrong))
