"""Where instances come from."""

import pytest

from instances.report.source import build, from_specs
from instances.watersort.deal import generate


def test_specs_are_ranges_of_the_puzzles_options() -> None:
    sources = from_specs("watersort", ["3..4x1", "5x2x3"], 2, 10)
    deals = [tuple(source["deal"].values()) for source in sources]
    assert deals == [(3, 1, 10), (3, 1, 11), (4, 1, 10), (4, 1, 11), (5, 2, 3, 10), (5, 2, 3, 11)]
    puzzle, instance = build(sources[-1])
    assert puzzle.name == "watersort"
    assert instance == generate(colors=5, empties=2, capacity=3, seed=11)


@pytest.mark.parametrize("spec", ["", "x", "5..x1", "5x", "7..5x1", "1x2x3x4", "-3x1", "5x1.5"])
def test_a_wrong_spec_is_named(spec: str) -> None:
    with pytest.raises(ValueError, match="--deals"):
        from_specs("watersort", [spec], 1, 0)
