"""The programs of docs/examples, which people copy."""

import json
import subprocess
import sys

import pytest

from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.puzzles.watersort.rules import verify
from helpers.cases import few_or_many
from helpers.paths import ROOT
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest

EXAMPLES = ROOT / "docs" / "examples"
SOLVABLE = [deal for size in EXHAUSTIVE for deal in enumerate_deals(*size) if shortest(deal) in range(1, 6)]


@pytest.mark.parametrize(("solver", "library"), [("ortools", "ortools"), ("choco", "pychoco")])
@few_or_many(2)
def test_the_textbook_model_in_cpmpy(solver, library, of, tmp_path):
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
