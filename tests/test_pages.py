"""Every command on the pages works, block by block, in the order of the page. .ci/run runs those that set up an
environment, in a fresh clone, and tests/compare/test_outside.py those of docs/extending.md and of the wrong model.
"""

import re
import shlex

import pytest

from helpers.commands import command
from helpers.paths import ROOT, text_of

PAGES = [
    "README.md",
    *(f"docs/{name}.md" for name in ("board", "design", "format", "lesson", "measuring", "puzzles", "results")),
]
SETUP = "python3 -m venv"
HOURS = ["--deals", "4x1..2", "--count", "1", "--time-limit", "0.5", "--jobs", "1"]  # instead of hours
MINUTES = ["--count", "1"]  # instead of minutes, of `design`
MORE = {
    "stuck": ["--colors", "7"],
    "--hardest": ["--hardest", "0.5"],
    "--repeat": ["--repeat", "2"],
    "--share": ["--share", "1/1"],
}


def blocks(page):
    """The commands of each block of shell lines."""
    found = re.findall(r"```sh\n(.*?)```", text_of(page), re.DOTALL)
    return [[line.strip() for line in block.splitlines() if line.strip() and "whole.py" not in line] for block in found]


def blocks_once():
    """The blocks of all pages, without repeated lines and those that set up an environment."""
    seen = set()
    for page in PAGES:
        for block in blocks(page):
            lines = [line for line in block if line not in seen and not line.startswith(SETUP)]
            seen |= set(lines)
            if lines:
                yield pytest.param(lines, id=f"{page} {lines[0]}")


def quick(words):
    """The options that make a command take seconds; none for most."""
    more = [option for word in words for option in MORE.get(word, [])]
    if words[1] == "compare.py" and words[2] not in ("report", "reproduce"):
        return HOURS + more
    return MINUTES + more if words[1] == "design" else []


def run(line, folder):
    """Run a command of a page. A comment `# exit code N` gives a code other than 0."""
    words = shlex.split(line, comments=True)
    words += quick(words)
    match words:
        case [".venv/bin/fewest-pours", *rest]:
            module = "fewest_pours"
        case [".venv/bin/python", "compare.py", *rest]:
            module = "compare"
        case [".venv/bin/python", "-m", module, *rest]:
            pass
        case _:
            raise AssertionError(line)
    expected = re.search(r"# exit code (\d+)", line)
    done = command(module, *rest, folder=folder)
    assert done.returncode == int(expected[1] if expected else 0), done.stderr


def test_ci_runs_the_setup_commands():
    assert [line for block in blocks("README.md") for line in block if line.startswith(SETUP)]
    assert f"grep '^{SETUP}' README.md" in text_of(".ci/run")


def test_the_table_of_where_to_add_what_names_existing_files():
    table, *_ = text_of("docs/extending.md").split("\n## A solver of your own")
    named = re.findall(r"`([\w./]+/[\w./]*)`", table)
    assert len(named) > 12
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("lines", [*blocks_once()])
def test_every_command_of_the_pages_ends_as_they_say(lines, tmp_path):
    """The commands of a block see the instances and the docs, and write into a folder of their own."""
    for seen in ("instances", "docs"):
        (tmp_path / seen).symlink_to(ROOT / seen)
    for line in lines:
        run(line, tmp_path)
