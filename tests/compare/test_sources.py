"""Where instances come from."""

from dataclasses import replace

from instances.experiments.report.rows.origin import build, content
from instances.experiments.run_arguments import from_specs
from instances.puzzles.loading import PUZZLES
from instances.puzzles.watersort.files import generate
from instances.puzzles.watersort.rules import Known


def test_specs_are_ranges_of_the_puzzles_options():
    sources = from_specs("watersort", ["3..4x1", "5x2x3"], 2, 10)
    deals = [tuple(source["deal"].values()) for source in sources]
    assert deals == [(3, 1, 10), (3, 1, 11), (4, 1, 10), (4, 1, 11), (5, 2, 3, 10), (5, 2, 3, 11)]
    assert build(sources[-1])[1] == generate(colors=5, empties=2, capacity=3, seed=11)


def test_a_deals_name_and_known_answer_do_not_change_its_digest():
    """Otherwise answers to the same deal would never be compared."""
    deal, puzzle = generate(3, 1, 3, 0), PUZZLES["watersort"]
    same = replace(deal, known=Known(7), name="other", source="me")
    other = replace(deal, beakers=(*deal.beakers, ()))
    digests = [content({"puzzle": "watersort", "document": puzzle.document(each)}) for each in (deal, same, other)]
    assert digests[0] == digests[1] != digests[2]
