"""Water sort for planners and SAT solvers: off-the-shelf programs answer the exported files correctly."""

import re

import pytest
from hypothesis import given
from pyperplan import planner
from pysat.formula import CNF
from pysat.solvers import Solver

from fewest_pours.commands.puzzle_commands import main
from fewest_pours.puzzles.watersort.exports import dimacs, pddl
from fewest_pours.puzzles.watersort.file_format import generate
from fewest_pours.puzzles.watersort.rules import legal_pour, poured_on, solved
from helpers.cases import examples
from helpers.deals import deal_of, deals, named
from helpers.truth import shortest


@given(deal=deals(max_capacity=3) | deals(max_colors=2, max_capacity=3, whole=False))
@examples(200)
def test_a_sat_solver_decides_whether_a_plan_exists(deal):
    formula = CNF(from_string=dimacs.files(deal)[".cnf"])
    with Solver(name="cadical153", bootstrap_with=formula) as solver:
        assert solver.solve() == (shortest(deal) is not None)


def planned(deal, folder):
    """The plan file of an off-the-shelf planner, breadth first; None if there is no plan."""
    for ending, text in pddl.files(deal).items():
        (folder / f"x{ending}").write_text(text, encoding="utf-8")
    files = [str(folder / f"x-{part}.pddl") for part in ("domain", "problem")]
    found = planner.search_plan(*files, planner.SEARCHES["bfs"], None)
    return None if found is None else "\n".join(operator.name for operator in found)


PLANNED = [
    named("sample-three-colours"),
    generate(3, 1, 3, seed=1),
    deal_of("ab", "b", "a", name="in progress"),
    deal_of(")( ä", "ä )(", ")( )(", "", name="a colour of two beakers"),
    deal_of("ab", "ba", name="unsolvable"),
]


@pytest.mark.parametrize("deal", PLANNED, ids=lambda deal: deal.name)
def test_a_planner_finds_the_fewest_pours(deal, tmp_path):
    text, truth = planned(deal, tmp_path), shortest(deal)
    assert (text is None) == (truth is None)
    if text is not None:
        position = deal
        for source, target in re.findall(r"\(pour-\S+ b(\d+) b(\d+)", text):
            position = poured_on(position, legal_pour(position, int(source) - 1, int(target) - 1))
        assert solved(position.beakers, deal.capacity)
        assert len(text.splitlines()) == truth + len(deal.beakers)


@pytest.mark.parametrize(
    ("form", "names"), [("pddl", ["x-domain.pddl", "x-problem.pddl"]), ("dimacs", ["x.cnf"]), ("json", ["x.json"])]
)
def test_exports_are_named_and_written(form, names, tmp_path, capsys):
    assert main(["export", "sample-three-colours", "--format", form, "--out", f"{tmp_path}/x"]) == 0
    assert capsys.readouterr().out.split() == sorted(map(str, tmp_path.iterdir())) == [f"{tmp_path}/{n}" for n in names]


def test_a_format_that_a_puzzle_lacks_is_refused(capsys):
    assert main(["export", "blog-5x5", "--format", "pddl"]) == 31
    assert capsys.readouterr().err.strip().endswith("pipes is not written as pddl, expected json")
