"""Water sort for planners and SAT solvers: what something that we did not write answers is true."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from helpers.cases import examples
from helpers.deals import deals
from helpers.paths import INSTANCES
from helpers.truth import enumerate_deals, shortest
from instances.puzzle_commands import main
from instances.puzzles import load
from instances.watersort.exports import dimacs, pddl
from instances.watersort.files import generate
from instances.watersort.rules import Deal, verify

SAMPLE = INSTANCES / "watersort" / "sample-three-colours.yaml"


def assignment(deal: Deal) -> list[int] | None:
    """By a SAT solver; None if the clauses contradict each other."""
    pysat = pytest.importorskip("pysat.solvers")
    formula = pytest.importorskip("pysat.formula").CNF(from_string=dimacs.clauses(deal))
    with pysat.Solver(name="cadical153", bootstrap_with=formula) as solver:
        return list(solver.get_model()) if solver.solve() else None


def agrees(deal: Deal) -> None:
    found = assignment(deal)
    assert (found is not None) == (shortest(deal) is not None)
    if found is not None:
        verify(deal, dimacs.read_assignment(deal, f"s SATISFIABLE\nv {' '.join(map(str, found))} 0\n"))


@pytest.mark.parametrize("size", [(2, 3, 1), (3, 2, 0), (3, 2, 1)], ids=str)
def test_a_sat_solver_decides_the_clauses(size: tuple[int, int, int]) -> None:
    for deal in enumerate_deals(*size):
        agrees(deal)


@given(deal=deals(max_colors=3, max_capacity=3, whole=False))
@examples(60)
def test_a_sat_solver_decides_games_in_progress(deal: Deal) -> None:
    agrees(deal)


def planned(deal: Deal, folder: Path) -> str | None:
    """The plan file of an off-the-shelf planner, breadth first; None if there is no plan."""
    planner = pytest.importorskip("pyperplan.planner")
    (folder / "domain.pddl").write_text(pddl.domain(deal), encoding="utf-8")
    (folder / "problem.pddl").write_text(pddl.problem(deal), encoding="utf-8")
    found = planner.search_plan(
        str(folder / "domain.pddl"), str(folder / "problem.pddl"), planner.SEARCHES["bfs"], None
    )  # fmt: skip
    return None if found is None else "\n".join(operator.name for operator in found)


PLANNED = [
    load(SAMPLE)[1],
    generate(3, 1, 3, seed=1),
    Deal("in progress", 2, (("a", "b"), ("b",), ("a",))),
    Deal("a colour of two beakers", 2, ((")(", "ä"), ("ä", ")("), (")(", ")("), ())),
    Deal("unsolvable", 2, (("a", "b"), ("b", "a"))),
]


@pytest.mark.parametrize("deal", PLANNED, ids=lambda deal: deal.name)
def test_a_planner_finds_the_fewest_pours(deal: Deal, tmp_path: Path) -> None:
    text, truth = planned(deal, tmp_path), shortest(deal)
    if text is None:
        assert truth is None
        return
    plan = pddl.read_plan(deal, text)
    verify(deal, plan)
    assert len(plan) == truth == len(text.splitlines()) - len(deal.beakers)


def test_exported_solved_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The commands of the README, with a planner and a SAT solver between them."""
    for form in ("pddl", "dimacs"):
        assert main(["export", str(SAMPLE), "--format", form, "--out", str(tmp_path / "sample")]) == 0
    assert capsys.readouterr().out.split() == [
        str(tmp_path / f"sample{ending}") for ending in ("-domain.pddl", "-problem.pddl", ".cnf")
    ]
    deal: Deal = load(SAMPLE)[1]
    (tmp_path / "plan").write_text(planned(deal, tmp_path) or "", encoding="utf-8")
    (tmp_path / "model").write_text(f"v {' '.join(map(str, assignment(deal) or []))} 0\n", encoding="utf-8")
    for answer in ("plan", "model"):
        assert main(["show", str(SAMPLE), "--answer", str(tmp_path / answer)]) == 0
        assert "step 7 of 7: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("form", "out", "written"),
    [
        ("dimacs", "x.cnf", ["x.cnf"]),
        ("json", "x", ["x.json"]),
        ("pddl", "x.pddl", ["x-domain.pddl", "x-problem.pddl"]),
    ],
)
def test_where_an_export_goes(form: str, out: str, written: list[str], tmp_path: Path, capsys: Any) -> None:
    assert main(["export", str(SAMPLE), "--format", form, "--out", str(tmp_path / out)]) == 0
    assert capsys.readouterr().out.split() == [str(tmp_path / name) for name in written]
    assert all((tmp_path / name).is_file() for name in written)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(pour b1 b2)\n", "no action pour, expected an answer to the pddl"),
        ("(pour-4-1-0 b1 b2 c1 c2)\n", "pour 1: nothing can go from 1 to 2, expected an answer to the pddl"),
        ("(pour-4-1-0 b1 b99 c1 c2)\n", "pour 1: nothing can go from 1 to 99, expected"),
        ("s UNSATISFIABLE\n", "the program says there is no plan; there is nothing to show"),
        ("v 1 2 3 0\n", "not all beakers are cleared, expected an assignment to the dimacs"),
        ("hello", "Expecting value: line 1 column 1"),
    ],
)  # fmt: skip
def test_an_answer_that_is_none_is_one_clear_line(text: str, said: str, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "answer").write_text(text, encoding="utf-8")
    assert main(["show", str(SAMPLE), "--answer", str(tmp_path / "answer")]) == 31
    assert capsys.readouterr().err.startswith(f"{tmp_path / 'answer'}:1:1: {said}")


def test_a_format_that_a_puzzle_has_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(INSTANCES / "pipes" / "blog-5x5.yaml")
    assert main(["export", file, "--format", "pddl"]) == 31
    assert capsys.readouterr().err.strip().endswith("pipes is not written as pddl, expected json")
