"""Solvers that are not part of the project, in both ways that docs/extending.md shows, and the lesson's wrong model."""

import os
import re
import shlex
import sys

import pytest

from fewest_pours.api import results
from fewest_pours.experiments.results_file import read_rows
from fewest_pours.solving.outside_solvers import GROUP
from helpers.cases import case
from helpers.commands import ENVIRONMENT, fresh_command
from helpers.comparisons import compared
from helpers.paths import ROOT, text_of

PAGE = text_of("docs/extending.md")
EXAMPLES = {file.name: file.read_text("utf-8") for file in (ROOT / "docs" / "examples").glob("*.py")}
COMMANDS = re.findall(r"```sh\n\.venv/bin/python (.*?)\n```", PAGE)
COMMANDS += re.findall(r"\.venv/bin/python (compare\.py .*whole\.py.*)", text_of("docs/lesson.md"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("outside")
    texts = dict(EXAMPLES)
    texts["silent.py"] = "import sys\n\nif __name__ == '__main__':\n    sys.exit('I give up')\n"
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("line", [case(line, slow="whole.py" in line) for line in COMMANDS])
def test_the_solvers_in_the_documentation_agree_with_ours(line, folder):
    here = line.removeprefix("compare.py ").replace(".venv/bin/python", sys.executable).replace("docs/examples/", "")
    denies = "whole.py" in line
    said = compared(folder, f"{here.replace('instances/', f'{ROOT}/instances/')} --out agrees.jsonl", int(denies))
    (folder / "agrees.jsonl").unlink()
    summary = "DISAGREEMENT on partial-pours-needed-3" if denies else "\n8 answers cross-checked, 0 disagreements\n"
    assert summary in said


def test_an_installed_package_adds_its_solvers(folder):
    """As pip leaves it in a folder of packages, with one entry point of the group of solvers."""
    assert f'[project.entry-points."{GROUP}"]\nlayers = "layers:SOLVERS"\n' in PAGE
    packages = folder / "packages"
    information = packages / "layers_of_mine-1.2.dist-info"
    information.mkdir(parents=True)
    (packages / "layers.py").write_text(EXAMPLES["layers.py"], encoding="utf-8")
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: layers-of-mine\nVersion: 1.2\n", "utf-8")
    (information / "entry_points.txt").write_text(f"[{GROUP}]\nlayers = layers:SOLVERS\n", "utf-8")
    there = {"cwd": folder, "env": ENVIRONMENT | {"PYTHONPATH": os.pathsep.join(map(str, [ROOT, packages]))}}
    words = "compare --deals 3x1..2 --count 1 --solvers astar layers --jobs 1 --out installed.jsonl"
    assert "\n4 answers cross-checked, 0 disagreements\n" in fresh_command(words, **there).stdout
    rows = [row for row in read_rows(folder / "installed.jsonl") if row["solver"] == "layers"]
    assert len(rows) == 2
    assert {row["version"].rpartition(", ")[2] for row in rows} == {"layers-of-mine 1.2"}
    assert "layers" in fresh_command("compare --help", **there).stdout


def test_a_program_that_was_edited_is_run_again(folder):
    program = folder / "edited.py"
    for answer in ("out_of_time", "unsupported"):
        program.write_text(f'print(\'{{"outcome": "{answer}"}}\')')
        command = f"--command e='{sys.executable} edited.py'"
        compared(folder, f"--deals 3x1 --count 1 --solvers astar {command} --out edited.jsonl")
    outcomes = [row["outcome"] for row in read_rows(folder / "edited.jsonl") if row["solver"] == "e"]
    assert outcomes == ["out_of_time", "unsupported"]
    with pytest.warns(UserWarning, match="1 run of earlier versions of e left out"):
        frame = results(folder / "edited.jsonl")
    assert list(frame[frame["solver"] == "e"]["outcome"]) == ["unsupported"]


STRANGE = {  # a program that misbehaves -> why its run failed; None: it did not
    f"{sys.executable} silent.py": "it printed nothing and ended with exit code 1 (I give up)",
    "sh -c 'echo TypeError: no deal >&2; echo v20 >&2'": "exit code 0 (TypeError: no deal)",  # node's trace ends so
    "/no/such {file}": "/no/such: no such file or directory",
    "cat {file}": "its last line is not an answer: ",
    "import os, signal; print('{', flush=True); os.kill(os.getpid(), signal.SIGSEGV)": "it ended with signal 11",
    "print('{\"outcome\": \"out_of_time\", \"lower_bound\": ' + '9' * 40 + '}')": "expected a whole number <= ",
    'print(\'{"outcome": "out_of_time", "statistics": {"nodes": "many", "conflicts": NaN}}\')': None,
    "import os, signal; os.kill(os.getppid(), signal.SIGKILL)": "the process died (signal 9), expected an answer",
    "print('[' * 100000)": "its last line is not an answer",
    "import os; os.write(1, os.urandom(5000))": "its last line is not an answer",
    "[print('x' * 10**7, flush=True) for _ in iter(int, 1)]": "it printed more than 64 MiB",
    'print(\'{"outcome": "optimal", "plan": [{"from": 1e400, "to": 1, "color": 1, "units": []}]}\')': "a whole number",
}


def test_misbehaving_programs_fail_alone_and_with_a_reason(folder):
    added = ""
    for number, text in enumerate(STRANGE):
        (folder / f"strange{number}.py").write_text(text)
        added += f" --command s{number}={shlex.quote(text if number < 4 else f'{sys.executable} strange{number}.py')}"
    compared(folder, f"--deals 3x1 --count 1 --solvers astar {added} --out strange.jsonl", 1)
    rows = {row["solver"]: row for row in read_rows(folder / "strange.jsonl")}
    for number, complaint in enumerate(STRANGE.values()):
        row = rows[f"s{number}"]
        assert complaint in row["reason"] if complaint else row["outcome"] == "out_of_time"


def test_a_function_may_return_anything(folder):
    text = "from fewest_pours.running.solver_contract import Outcome, Result\n\nSOLVERS = {'watersort': {\n"
    for number, result in enumerate(
        ["lower_bound=10**30", "statistics={'x': object()}", "plan='abc'", "reason=10**20"]
    ):
        text += f"    'f{number}': lambda *_: Result(Outcome.OUT_OF_TIME, {result}),\n"
    (folder / "anything.py").write_text(text + "    'none': lambda *_: None,\n}}\n")
    said = compared(folder, "--deals 3x1 --count 1 --solvers astar --module anything.py --out any.jsonl", 1)
    assert said.count("FAILED: ") == 5
    assert "FAILED: none on 3 x 1 seed 0: it returned None, expected a Result\n" in said
