"""Water sort for planners and SAT solvers: what something that we did not write answers is true."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from helpers.cases import examples
from helpers.deals import deals, named
from helpers.truth import shortest
from instances.puzzle_commands import main
from instances.watersort.exports import dimacs, pddl
from instances.watersort.files import generate
from instances.watersort.rules import Deal, verify


def assignment(deal: Deal) -> str | None:
    """By a SAT solver, as it prints it; None if the clauses contradict each other."""
    pysat = pytest.importorskip("pysat.solvers")
    formula = pytest.importorskip("pysat.formula").CNF(from_string=dimacs.clauses(deal))
    with pysat.Solver(name="cadical153", bootstrap_with=formula) as solver:
        return f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n" if solver.solve() else None


@given(deal=deals(max_colors=3, max_capacity=3, whole=False))
@examples(60)
def test_a_sat_solver_decides_whether_a_plan_exists(deal: Deal) -> None:
    found = assignment(deal)
    assert (found is not None) == (shortest(deal) is not None)
    if found is not None:
        verify(deal, dimacs.read_assignment(deal, found))


def planned(deal: Deal, folder: Path) -> str | None:
    """The plan file of an off-the-shelf planner, breadth first; None if there is no plan."""
    planner = pytest.importorskip("pyperplan.planner")
    for ending, text in pddl.FORMAT.files(deal).items():
        (folder / f"x{ending}").write_text(text, encoding="utf-8")
    files = [str(folder / f"x-{part}.pddl") for part in ("domain", "problem")]
    found = planner.search_plan(*files, planner.SEARCHES["bfs"], None)
    return None if found is None else "\n".join(operator.name for operator in found)


PLANNED = [
    named("sample-three-colours"),
    generate(3, 1, 3, seed=1),
    Deal("in progress", 2, (("a", "b"), ("b",), ("a",))),
    Deal("a colour of two beakers", 2, ((")(", "ä"), ("ä", ")("), (")(", ")("), ())),
    Deal("unsolvable", 2, (("a", "b"), ("b", "a"))),
]


@pytest.mark.parametrize("deal", PLANNED, ids=lambda deal: deal.name)
def test_a_planner_finds_the_fewest_pours(deal: Deal, tmp_path: Path) -> None:
    text, truth = planned(deal, tmp_path), shortest(deal)
    assert (text is None) == (truth is None)
    if text is not None:
        plan = pddl.read_plan(deal, text)
        verify(deal, plan)
        assert len(plan) == truth == len(text.splitlines()) - len(deal.beakers)


EXPORTS = [
    ("pddl", ["x-domain.pddl", "x-problem.pddl"], planned),
    ("dimacs", ["x.cnf"], lambda deal, folder: assignment(deal)),
]


@pytest.mark.parametrize(("form", "names", "solve"), EXPORTS)
def test_exported_solved_and_shown(form: str, names: list[str], solve: Any, tmp_path: Path, capsys: Any) -> None:
    deal = named("sample-three-colours")
    assert main(["export", deal.name, "--format", form, "--out", f"{tmp_path}/x"]) == 0
    assert capsys.readouterr().out.split() == [f"{tmp_path}/{name}" for name in names]
    (tmp_path / "answer").write_text(solve(deal, tmp_path))
    assert main(["show", deal.name, "--answer", f"{tmp_path}/answer"]) == 0
    assert "step 7 of 7: " in capsys.readouterr().out


def test_a_format_that_a_puzzle_has_not_is_refused(capsys: Any) -> None:
    assert main(["export", "blog-5x5", "--format", "pddl"]) == 31
    assert capsys.readouterr().err.strip().endswith("pipes is not written as pddl, expected json")
