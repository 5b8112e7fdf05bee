"""How each puzzle is played on the board: a move is a list of numbers as the page sends it, counted from 0."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from instances.futoshiki.rules import Futoshiki
from instances.pipes.rules import Pipes, mismatch
from instances.puzzle import RuleBroken
from instances.squares import rules as squares
from instances.squares.rules import Level
from instances.watersort import rules as watersort
from instances.watersort.rules import Deal, Pour

Move = Sequence[int]  # [3, 0]: a pour of the fourth beaker onto the first; [1]: a click on the second block; or
#                       [0, 2, 5]: the 5 into the third cell of the first row, 0 to clear it


@dataclass(frozen=True)
class Play:
    """
    after   position and move -> the next position; raises RuleBroken
    moves   position -> every move with the position after it; none for puzzles that are filled in
    remark  start, position -> what is wrong so far, in a sentence; '' if nothing
    done    position -> whether it is solved
    """

    after: Callable[[Any, Any, Move], Any]
    moves: Callable[[Any], Iterator[tuple[Move, Any]]]
    remark: Callable[[Any], str]
    done: Callable[[Any], bool]


def played(start: Any, moves: Sequence[Move]) -> list[Any]:
    """All positions, the start first. Raises RuleBroken."""
    positions = [start]
    for move in moves:
        positions.append(PLAYS[type(start)].after(start, positions[-1], move))
    return positions


def pour(start: Deal, position: Deal, move: Move) -> Deal:
    source, target = move
    beakers = position.beakers
    if source == target or not max(source, target) < len(beakers):
        raise RuleBroken(f"no pour {source + 1} -> {target + 1}")
    units = watersort.poured(beakers[source], beakers[target], position.capacity)
    if not units:
        raise RuleBroken(f"nothing can go from {source + 1} to {target + 1}")
    after = watersort.after(beakers, Pour(source, target, beakers[source][-1], units))
    return replace(position, beakers=after, known=None)


def pours(position: Deal) -> Iterator[tuple[Move, Deal]]:
    for each in watersort.pours(position.beakers, position.capacity):
        yield (each.source, each.target), replace(position, beakers=watersort.after(position.beakers, each), known=None)


def click(start: Level, position: Level, move: Move) -> Level:
    (block,) = move
    if not block < len(position.blocks):
        raise RuleBroken(f"there is no block {block + 1}")
    return replace(position, blocks=squares.after(position, position.blocks, block), known=None)


def clicks(position: Level) -> Iterator[tuple[Move, Level]]:
    for block in range(len(position.blocks)):
        yield (block,), click(position, position, (block,))


def fill(start: Any, position: Any, move: Move) -> Any:
    """A value into a cell that the puzzle leaves open; of pipes one of the tiles that are left."""
    row, column, value = move
    grid = start.grid
    if not (row < len(grid) and column < len(grid)) or grid[row][column]:
        raise RuleBroken(f"row {row + 1}, column {column + 1} cannot be filled in")
    rows = [list(each) for each in position.grid]
    before, rows[row][column] = rows[row][column], value
    filled = replace(position, grid=tuple(map(tuple, rows)), known=None)
    if isinstance(filled, Futoshiki):
        if value > len(grid):
            raise RuleBroken(f"{value} is no value, expected 1 to {len(grid)}")
        return filled
    left = Counter(filled.tiles) + Counter([before] if before else [])
    if value and not left[value]:
        raise RuleBroken("no such tile is left")
    left -= Counter([value])
    return replace(filled, tiles=tuple(sorted(tile for tile in left.elements() if tile)))


def clash(puzzle: Futoshiki) -> str:
    """Where two values contradict each other."""
    for kind, lines in (("row", puzzle.grid), ("column", list(zip(*puzzle.grid, strict=True)))):
        for number, line in enumerate(lines, 1):
            for value, times in Counter(line).items():
                if value and times > 1:
                    return f"{kind} {number} has {value} twice"
    for (r, c), (s, d) in puzzle.less:
        if puzzle.grid[s][d] and puzzle.grid[r][c] >= puzzle.grid[s][d]:
            return f"the {puzzle.grid[r][c]} in row {r + 1}, column {c + 1} is not less than the {puzzle.grid[s][d]}"
    return ""


def full(puzzle: Futoshiki | Pipes) -> bool:
    return all(all(row) for row in puzzle.grid)


PLAYS = {
    Deal: Play(pour, pours, lambda deal: "", lambda deal: watersort.solved(deal.beakers, deal.capacity)),
    Level: Play(click, clicks, lambda level: "", lambda level: squares.solved(level, level.blocks)),
    Futoshiki: Play(fill, lambda _: iter(()), clash, lambda puzzle: full(puzzle) and not clash(puzzle)),
    Pipes: Play(fill, lambda _: iter(()), lambda p: mismatch(p.grid) or "", lambda p: full(p) and not mismatch(p.grid)),
}
