"""The command line of all solving programs: outcomes, limits, interrupts, what a person reads, and the JSON Schemas."""

import json
import os
import re
import signal

import jsonschema
import pytest
import yaml

from fewest_pours.commands.schemas import instance_schema, result_schema
from fewest_pours.commands.solve_command import main, request_for
from fewest_pours.commands.solve_output import sentence
from fewest_pours.commands.solving_options import Command
from fewest_pours.files.yaml_files import write_yaml
from fewest_pours.puzzles.loading import load, loaded
from fewest_pours.puzzles.watersort.file_format import document
from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.running.solver_contract import Outcome, Result
from fewest_pours.running.solver_record import Side, Solver
from helpers.commands import command, fresh_command, fresh_words, started
from helpers.paths import INSTANCES, text_of
from search_baseline.solvers import SIDE

WATERSORT = INSTANCES / "watersort"
ONE_POUR = WATERSORT / "one-pour.yaml"
SIDES = ["cpmodel", "search_baseline"]
PROGRAMS = [*SIDES, "fewest_pours solve"]


def answers(printed):
    return [json.loads(line) for line in printed.splitlines()]


@pytest.fixture
def hard(tmp_path):
    """A deal that no solver finishes in a few seconds."""
    path = tmp_path / "hard.yaml"
    path.write_text(write_yaml(document(generate(colors=60, empties=3, seed=1))), encoding="utf-8")
    return path


@pytest.mark.parametrize("module", PROGRAMS)
def test_bounds_and_plans_get_better_until_the_answer(module):
    puzzle, level = load("level-133")
    done = command(module, "level-133", "--stream")
    *before, answer = lines = answers(done.stdout)
    assert (answer["outcome"], answer["length"], answer["upper_bound"], done.returncode) == ("optimal", 39, 39, 0)
    lower = [line["lower_bound"] for line in lines if line["lower_bound"] is not None]
    assert lower == sorted(lower)
    assert lower[-1] == 39
    plans = [line for line in before if "plan" in line]
    assert plans
    for line in (*plans, answer):
        puzzle.verify(level, puzzle.read_answer(line["plan"]))
        assert line["upper_bound"] == len(line["plan"])
    lengths = [len(line["plan"]) for line in plans]
    assert lengths == sorted(set(lengths), reverse=True)
    for line in lines:
        jsonschema.validate(line, result_schema())


@pytest.mark.parametrize(
    ("module", "limit", "outcome", "code"),
    [
        *((module, ("--time-limit", 1), "out_of_time", 23) for module in SIDES),
        ("cpmodel", ("--memory-limit", 200), "out_of_memory", 22),
        ("search_baseline", ("--memory-limit", 40), "out_of_memory", 22),
    ],
)
def test_a_limit_is_no_answer_and_time_leaves_the_bound(module, limit, outcome, code, hard):
    done = fresh_command(module, hard, *limit, "--json")
    (answer,) = answers(done.stdout)
    assert (answer["outcome"], done.returncode) == (outcome, code)
    assert outcome == "out_of_memory" or answer["lower_bound"] > 100


@pytest.mark.parametrize(
    ("module", "number"),
    [
        ("cpmodel", signal.SIGTERM),
        ("search_baseline", signal.SIGINT),
        ("fewest_pours solve", signal.SIGINT),
        ("fewest_pours solve", signal.SIGTERM),
    ],
)
def test_a_signal_to_the_whole_job_prints_the_best_bounds_and_leaves_no_process(module, number, hard):
    """Terminals and batch systems send signals so: to each process."""
    words = fresh_words(module, hard, "--stream")
    with started(words, start_new_session=True) as process:
        first = json.loads(process.stdout.readline())  # so it is running
        os.killpg(process.pid, number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    answer = answers(out)[-1]
    assert answer["outcome"] == "interrupted"
    assert answer["lower_bound"] >= first["lower_bound"] > 100
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_a_folder_stands_for_its_puzzle_files_and_an_interrupt_for_those_that_are_left(tmp_path, capsys):
    (tmp_path / "more").mkdir()
    for name in ("a.yaml", "notes.txt", "b.yaml", "more/c.yaml"):
        (tmp_path / name).write_text("puzzle: watersort\ncapacity: 1\nbeakers: [[a]]\n")

    def solve(deal, settings, watch):
        os.kill(os.getpid(), signal.SIGINT)
        return Result(Outcome.OPTIMAL, (), lower_bound=0, upper_bound=0)

    side = Side("stub", "--stub", {"watersort": (Solver("stub", "stub", solve),)})
    before = signal.getsignal(signal.SIGINT)
    try:
        code = main("stub", "", (side,), [str(tmp_path), "--json"])
    finally:
        signal.signal(signal.SIGINT, before)
    out, err = capsys.readouterr()
    assert (code, out.count("\n"), err) == (130, 1, "interrupted: 2 files skipped\n")


@pytest.mark.parametrize("form", ["json", "quiet"])
def test_answers_of_one_line_wait_for_no_confirmation(form):
    request = request_for("one-pour", loaded(ONE_POUR), Command((SIDE,), **{form: True}))
    assert request.confirm == 0


def test_every_outcome_has_its_own_words():
    puzzle, _ = load("one-pour")
    plan = {Outcome.OPTIMAL: (), Outcome.SOLVED: ()}
    words = {sentence(puzzle, Result(each, plan.get(each), upper_bound=0, seconds=1.0)) for each in Outcome}
    assert len(words) == len(Outcome)


PAGE = text_of("docs/format.md")


def complaints(schema, data):
    return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(data)]


def test_every_instance_file_fits_its_schema():
    schema = instance_schema()
    assert json.loads((INSTANCES / "schema.json").read_text()) == schema
    for path in INSTANCES.glob("*/*.yaml"):
        assert complaints(schema, yaml.safe_load(path.read_text(encoding="utf-8"))) == [], path


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"puzzle": "watersort", "beakers": []}, "'capacity' is a required property"),
        ({"puzzle": "watersort", "capacity": 2, "beakers": [[" "]]}, "' ' does not match '\\\\S'"),
        ({"puzzle": "sudoku"}, "'sudoku' is not one of ['watersort', 'squares', 'futoshiki', 'pipes']"),
    ],
)
def test_schema_messages_are_about_the_right_puzzle(wrong, message):
    assert complaints(instance_schema(), wrong) == [message]


def test_the_examples_of_the_page_fit_their_schemas():
    puzzle = PAGE.partition("```yaml\n")[2].partition("```")[0]
    assert complaints(instance_schema(), yaml.safe_load(puzzle)) == []
    for line in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL):
        assert complaints(result_schema(), json.loads(line)) == []
    assert complaints(result_schema(), {}) == ["'outcome' is a required property"]
