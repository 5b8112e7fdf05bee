"""Water sort for planners, SAT and constraint solvers: off-the-shelf programs answer the exported files correctly."""

import re
import shutil
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from pyperplan import planner
from pysat.formula import CNF
from pysat.solvers import Solver

from experiments.other_solvers import by_minizinc
from fewest_pours.pages.level_pictures import PICTURES
from fewest_pours.puzzles.loading import loaded
from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.puzzles.watersort.exports import dimacs, minizinc, pddl
from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.rules import legal_pour, poured_on, solved, verify
from helpers.cases import examples, few_or_many
from helpers.deals import deal_of, deals, named
from helpers.truth import EXHAUSTIVE, enumerate_deals, shortest


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


TINY = [deal for size in EXHAUSTIVE for deal in enumerate_deals(*size) if (shortest(deal) or 0) < 6]


needs_minizinc = pytest.mark.skipif(shutil.which("minizinc") is None, reason="no MiniZinc here")


@needs_minizinc
@pytest.mark.parametrize("model", minizinc.MODELS)
@few_or_many(8)
def test_minizinc_finds_the_fewest_pours(of, model):
    """A plan at the fewest pours and none below; none of 3 for unsolvable deals."""
    for deal in [*PLANNED[2:], *of(TINY)]:
        truth = shortest(deal)
        last = 3 if truth is None else truth
        plan = by_minizinc(model, deal, last)
        assert (plan is None) == (truth is None), deal
        if plan is not None:
            verify(deal, plan)
        assert truth in (None, 0) or by_minizinc(model, deal, last - 1) is None


@needs_minizinc
@pytest.mark.parametrize("model", minizinc.MODELS)
def test_minizinc_opens_covers(model):
    first = replace(deal_of("ab", "ba", "c", "c"), covered=((0, "c"),))  # the pour of c onto c opens beaker 1
    verify(first, by_minizinc(model, first, 4))
    never = replace(deal_of("ab", "ba", "", "cc"), covered=((2, "a"),))
    assert by_minizinc(model, never, 3) is None
    assert by_minizinc(model, replace(never, covered=()), 3) is not None


@pytest.mark.parametrize("name", ["level-133", "blog-5x5", "seed-4x4-easy", "squares/level-01"])
def test_pictures_of_levels_of_all_puzzles_are_whole(name):
    puzzle, instance = loaded(name)[:2]
    drawn = ElementTree.fromstring(PICTURES["svg"](puzzle, instance))
    left, top, width, height = map(float, drawn.get("viewBox").split())
    places = [point.split(",") for shape in drawn for point in shape.get("points", "").split()]
    assert len(places) > len(puzzle.drawing.state(instance))
    assert all(left <= float(x) <= left + width and top <= float(y) <= top + height for x, y in places)
    picture = PICTURES["png"](puzzle, instance)
    assert picture.startswith(b"\x89PNG")
    if puzzle is PUZZLE:
        usual = str(instance.beakers).replace("navy-blue", "navy").replace("baby-blue", "light-blue")
        assert str(loaded("picture", picture).instance.beakers) == usual
