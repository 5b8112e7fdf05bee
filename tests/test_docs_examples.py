"""The programs of docs/examples, which people copy."""

import json
import re
import runpy
import subprocess
import sys
import textwrap

import pytest

from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.puzzles.watersort.rules import verify
from fewest_pours.running.solver_contract import Outcome, Settings, Watch
from helpers.cases import few_or_many
from helpers.commands import ENVIRONMENT
from helpers.paths import ROOT, text_of
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest

EXAMPLES = ROOT / "docs" / "examples"
SOLVABLE = [deal for size in EXHAUSTIVE for deal in enumerate_deals(*size) if shortest(deal) in range(1, 6)]


@pytest.mark.parametrize(("solver", "library"), [("ortools", "ortools"), ("choco", "pychoco")])
@few_or_many(2)
def test_the_textbook_model_in_cpmpy_finds_the_fewest_pours(solver, library, of, tmp_path):
    for needed in ("cpmpy", library):
        pytest.importorskip(needed)
    for deal in of(SOLVABLE):
        file = tmp_path / "level.json"
        file.write_text(json.dumps(PUZZLE.document(deal)), encoding="utf-8")
        words = [sys.executable, str(EXAMPLES / "textbook_cpmpy.py"), str(file), solver]
        done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=True)
        plan = PUZZLE.read_answer(json.loads(done.stdout.splitlines()[-1])["plan"])
        verify(deal, plan)
        assert len(plan) == shortest(deal)


def test_the_lesson_and_the_readme_quote_the_model():
    """Their blocks of Python stand in textbook.py, and the lesson has each rule of build()."""
    source = text_of("cpmodel/watersort/textbook.py")
    lesson = text_of("docs/lesson.md")
    blocks = re.findall(r"```python\n(.*?)```", lesson, re.DOTALL)
    [functions] = re.findall(r"```python\n(def .*?)\n```", text_of("README.md"), re.DOTALL)
    assert len(blocks) == 9
    for quoted in (*(textwrap.indent(block, "    ") for block in blocks), *functions.split("\n\n\n")):
        assert quoted in source
    for rule in re.findall(r"^    (\w+)\(model\)$", source, re.MULTILINE):
        assert rule == "covers_open" or f"`{rule}`: " in lesson


EXERCISES = {
    name: solve
    for file in ("exercises.py", "minimise.py")
    for name, solve in runpy.run_path(str(EXAMPLES / file))["SOLVERS"]["watersort"].items()
}


@pytest.mark.parametrize("name", EXERCISES)
@few_or_many(4)
def test_solutions_of_the_exercises_keep_the_shortest_plans(name, of):
    for deal in of(SOLVABLE):
        result = EXERCISES[name](deal, Settings(workers=1), Watch())
        verify(deal, result.plan)
        assert (result.outcome, len(result.plan)) == (Outcome.OPTIMAL, shortest(deal))


def test_the_picture_of_the_lesson_is_as_it_is_drawn_now():
    words = [sys.executable, str(EXAMPLES / "draw_textbook.py")]
    drawn = subprocess.run(words, capture_output=True, text=True, check=True, env=ENVIRONMENT).stdout
    kept = text_of("docs/pictures/textbook.svg")
    for part in ("step 2", "over", "<rect", 'stroke-dasharray="5 4"'):
        assert drawn.count(part) == kept.count(part) > 0
