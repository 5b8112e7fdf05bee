"""One record for each puzzle and side: each is complete, and a fifth puzzle needs nothing else."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import cpmodel.solvers
import search_baseline.solvers
from helpers import coins as fifth
from helpers.coins import model, search
from helpers.paths import ROOT
from instances import checker, page
from instances.puzzles import NAMES, PUZZLES, load
from instances.solving.command_line.solve_command import main
from instances.solving.outcome import Outcome
from instances.solving.solvers import imported
from search_baseline.designs import DESIGNS

SIDES = {side.name: side for side in (cpmodel.solvers.SIDE, search_baseline.solvers.SIDE)}


@pytest.mark.parametrize("name", NAMES)
def test_a_puzzle_has_its_record_its_checker_both_sides_and_its_levels_to_order(name: str) -> None:
    puzzle = PUZZLES[name]
    assert puzzle.name == name
    rules = importlib.import_module(f"instances.checker.{name}")
    assert name in checker.PUZZLES
    for function in ("read", "verify", "no_answer" if puzzle.steps else "no_others"):
        assert callable(getattr(rules, function))
    for side in SIDES.values():
        assert side.solvers[name]
    assert puzzle.generate is not None or name in SIDES["search_baseline"].generators
    assert DESIGNS[name].options
    assert puzzle.drawing.script in page.LABELS.keys() & page.SCRIPTS.keys()


def test_an_outcome_is_known_wherever_outcomes_are_listed() -> None:
    """In the documents, and in the checker, which imports nothing of ours: but for runs that have found nothing out."""
    found_nothing = {Outcome.BAD_INPUT, Outcome.SOLVER_FAILED, Outcome.UNSUPPORTED}
    assert set(checker.OUTCOMES) == {outcome.value for outcome in Outcome if outcome not in found_nothing}
    for document in ("README.md", "docs/format.md"):
        text = (ROOT / document).read_text(encoding="utf-8")
        assert [outcome.value for outcome in Outcome if f"`{outcome.value}`" not in text] == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("side", SIDES)
def test_what_a_record_names_is_there(side: str, name: str) -> None:
    """It is imported when it is needed, so a slip in a name would be met then only."""
    record = SIDES[side]
    assert all(callable(solver.load()) for solver in record.solvers[name] if not solver.missing)
    for places in (record.generators, record.facts):
        assert name not in places or callable(imported(places[name]))


def test_records_load_no_solver() -> None:
    """Run in a fresh process: the command line lists the words of all puzzles, and loads none."""
    code = "import cpmodel.solvers, search_baseline.solvers, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert not loaded & {"ortools", "numpy"}


@pytest.fixture
def coins(monkeypatch: pytest.MonkeyPatch) -> None:
    """What docs/extending.md says to write in NAMES and in both `solvers.py`, done from outside."""
    monkeypatch.setitem(PUZZLES, "coins", fifth.PUZZLE)
    for side, solvers in ((SIDES["cpmodel"], model.SOLVERS), (SIDES["search_baseline"], search.SOLVERS)):
        monkeypatch.setitem(side.solvers, "coins", solvers)  # type: ignore[arg-type]


@pytest.mark.usefixtures("coins")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("row", "code", "said"), [("HTTT", 0, "1 turn, proven"), ("HT", 11, "unsolvable")])
def test_a_fifth_puzzle(
    side: str, row: str, code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"puzzle: coins\nname: mine\ncoins: {row}\n")
    assert main(side, "", (SIDES[side],), [str(file)]) == code
    assert said in capsys.readouterr().out


@pytest.mark.usefixtures("coins")
def test_the_sides_of_the_fifth_puzzle_agree() -> None:
    from instances.solving.limits import Settings, Watch
    from instances.solving.running import run

    puzzle = PUZZLES["coins"]
    assert puzzle.generate is not None
    for seed in range(5):
        instance = puzzle.generate(length=6, seed=seed)
        results = []
        for side in SIDES.values():
            results.append(run(puzzle, instance, side.solver("coins").load(), Settings(), Watch()))
        assert len({(result.outcome, result.upper_bound) for result in results}) == 1


@pytest.mark.usefixtures("coins")
def test_a_mistake_in_a_file_of_the_fifth_puzzle(tmp_path: Path) -> None:
    from instances.reading.yaml_files import BadInput

    file = tmp_path / "mine.yaml"
    file.write_text("puzzle: coins\nname: mine\ncoins: HXT\n")
    with pytest.raises(BadInput, match=r"mine.yaml:3:1: 'HXT', expected H and T"):
        load(file)
