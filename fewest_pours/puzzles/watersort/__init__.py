"""Water sort: pour coloured water between beakers until every beaker holds one colour or nothing."""

from fewest_pours.drawing.colors import NAMES, Look, color_name, looks
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.puzzle import Drawing, Frame, PlayersHelp, Puzzle
from fewest_pours.puzzles.watersort import file_format, generator, rules, terminal_picture
from fewest_pours.puzzles.watersort.exports import dimacs, minizinc, pddl
from fewest_pours.puzzles.watersort.playing import hints_and_reviews, moves

LOW = 12  # places of a beaker that are always drawn, up to the capacity
MOST = 40_000  # places drawn at most, over all beakers
MOST_COLORS = 40  # of a level that the page reads itself
MOST_UNITS = 8  # in a beaker of such a level


def frames(start: rules.Deal, plan: tuple[rules.Pour, ...]) -> list[Frame[rules.Deal]]:
    """Each pour in words, '4 -> 1  2 red' with numbers padded to equal width, and the beakers after it."""
    width = len(str(len(start.beakers)))
    return [
        Frame(
            f"{pour.source + 1:>{width}} -> {pour.target + 1:<{width}}  {pour.units} {pour.color}",
            position,
            (pour.source, pour.target),
            pour.color,
        )
        for pour, position in zip(plan, rules.replay(start, plan)[1:], strict=True)
    ]


def scene(deal: rules.Deal) -> Data:
    """places: of each beaker that are drawn, no more than can ever be filled. Raises ValueError for too many."""
    places = min(deal.capacity, max(LOW, sum(map(len, deal.beakers))))
    if places * len(deal.beakers) > MOST:
        raise ValueError(f"{len(deal.beakers)} beakers of {places} places are too many to draw")
    return {"capacity": deal.capacity, "places": places, "unseen": deal.unseen, "looks": dict(deal.looks)}


def state(deal: rules.Deal) -> list[list[int]]:
    """The beakers, bottom first, colours as the numbers in their classes; -1 - c on top of one covered until c."""
    number = {color: i for i, color in enumerate(terminal_picture.looks_of(deal))}
    beakers = [[number[color] for color in contents] for contents in deal.beakers]
    for place, color in deal.covered:
        beakers[place].append(-1 - number[color])
    return beakers


def palette(deal: rules.Deal) -> dict[str, Look]:
    """The colours of a deal, and all others that an editor may add."""
    own = terminal_picture.looks_of(deal)
    others = looks((*deal.unseen, *NAMES, rules.HIDDEN))
    return own | {color: look for color, look in others.items() if color not in own}


def blank() -> tuple[rules.Deal, dict[str, Look]]:
    """An empty beaker of the largest capacity, and the colours of levels that the page reads itself."""
    return rules.Deal("", MOST_UNITS, ((),)), looks((*map(color_name, range(MOST_COLORS)), rules.HIDDEN))


PUZZLE = Puzzle[rules.Deal, rules.Pour](
    name="watersort",
    title="Water sort",
    asked={"colors": 9, "empties": 2, "capacity": 4},
    Instance=rules.Deal,
    steps="pours",
    Document=file_format.WaterSortDeal,
    parse=file_format.parse,
    advice=file_format.advice,
    unknown=rules.why_unsolved,
    document=file_format.document,
    picture=terminal_picture.picture,
    read_picture=terminal_picture.read_picture,
    legend=terminal_picture.LEGEND,
    read_text="fewest_pours.puzzles.watersort.typed_levels.pack_orders:read_text",
    read_pixels="fewest_pours.puzzles.watersort.pictures.limited_reading:level_in",
    as_written=file_format.as_written,
    drawing=Drawing("beakers", scene, state, terminal_picture.looks_of, palette, blank),
    verify=rules.verify,
    answer=file_format.plan_data,
    read_answer=file_format.read_plan,
    frames=frames,
    playing=moves.PLAYING,
    options=generator.OPTIONS,
    generate=generator.generate,
    formats={"pddl": pddl.files, "minizinc": minizinc.files, "dimacs": dimacs.files},
    help=PlayersHelp(moves.read_moves, moves.known, moves.extend, hints_and_reviews.findings),
    Step=file_format.PourAnswer,
)
