"""The places of the timeline formulation, in which units lie.

Nothing is ever poured onto another colour. So a beaker of several colours holds the lowest runs that the deal put
there; only its top run may have grown or shrunk. Each run of the deal therefore keeps a place, with room for all that
fits above the runs below it; and each colour has some further places, each of which is an empty beaker until it is
*opened*.
"""

from fewest_pours.puzzles.watersort.numbered_deal import PlacedRun, numbered, placed_runs
from fewest_pours.puzzles.watersort.rules import Deal

UNKNOWN_BEAKER = -1  # of a place that may be opened


def places_of(deal: Deal, excess: int) -> list[PlacedRun]:
    """The runs of the deal, beaker by beaker and bottom first; then the places that may be opened.

    A colour opens at most one for each bottom that it lacks and for each unit of excess (Lemma 1), and at most one for
    each of its runs above a bottom: into an empty beaker such a run goes whole, and its own place is gone with it. (To
    pour a bottom into an empty beaker is useless.)
    """
    game = numbered(deal)
    runs = placed_runs(game.beakers)
    places = list(runs)
    for color, missing in enumerate(game.missing):
        above_bottoms = sum(run.color == color and run.level > 0 for run in runs)
        openable = PlacedRun(color, units=0, beaker=UNKNOWN_BEAKER, below=0, level=0)
        places += [openable] * min(missing + excess, above_bottoms)
    return places
