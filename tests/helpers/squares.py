"""Levels of Game About Squares: the files, random small ones, and plain breadth-first search on them."""

from hypothesis import strategies as st

from fewest_pours.puzzles.squares.rules import STEP, Block, Blocks, Level, after, solved
from helpers.deals import named
from helpers.truth import between

SPIRAL = "-1 1 right, 1 1 down, 1 -1 left, -1 -1 up"  # arrows


def level(blocks: str, arrows: str = "") -> Level:
    """level('0 0 up 0 2, 1 0 left', '5 5 down'): x, y, direction of each block, and of its circle x and y, if any."""
    places = [words.split() for words in blocks.split(",")]
    turns = [words.split() for words in arrows.split(",") if words]
    return Level(
        "", tuple("abcde"[: len(places)]), tuple(Block((int(x), int(y)), way) for x, y, way, *_ in places),
        tuple((int(goal[0]), int(goal[1])) if goal else None for _, _, _, *goal in places),
        {(int(x), int(y)): way for x, y, way in turns},
    )  # fmt: skip


def shown(number: int) -> Level:
    return named(f"squares/level-{number:02}")


@st.composite
def levels(draw: st.DrawFn) -> Level:
    """Any level of up to three blocks on 3 x 3 cells, solvable or not, with and without circles."""
    cells = st.tuples(st.integers(0, 2), st.integers(0, 2))
    ways = st.sampled_from(list(STEP))
    arrows = draw(st.dictionaries(cells, ways, max_size=4))
    places = draw(st.lists(cells, min_size=1, max_size=3, unique=True))
    goals = draw(st.permutations([*draw(st.sets(cells, min_size=3, max_size=3)), None]))
    blocks = tuple(Block(place, arrows.get(place) or draw(ways)) for place in places)
    return Level("", tuple("abc"[: len(places)]), blocks, tuple(goals[: len(places)]), arrows)


def graph(start: Level, horizon: int) -> tuple[dict[Blocks, int], dict[Blocks, int]]:
    """The clicks to each state within the horizon, and from it to the nearest solved one."""

    def clicked(state: Blocks) -> list[Blocks]:
        return [after(start, state, block) for block in range(len(state))]

    return between(start.blocks, clicked, lambda state: solved(start, state), horizon)


def number_of_clicks(start: Level, horizon: int) -> int | None:
    """The fewest clicks, by plain breadth-first search; None if there is no plan within the horizon."""
    return graph(start, horizon)[1].get(start.blocks)
