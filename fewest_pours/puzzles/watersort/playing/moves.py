"""Moves of a water sort game: as people type them, and what each of them does."""

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from fewest_pours.drawing.colors import Color
from fewest_pours.files.wording import counted
from fewest_pours.puzzles.puzzle import Move, Playing, RuleBroken
from fewest_pours.puzzles.watersort.playing.hidden_units import UNSEEN, lacking
from fewest_pours.puzzles.watersort.rules import HIDDEN, Deal, Pour, canonical, legal_pour, poured_on, pours, units_of

PAIR = r"(\d{1,9})\s*(?:[-\u2010-\u2015\u2212]?>|[-\u2010-\u2015\u2212→:]|to)\s*(\d{1,9})(?:=([^\s,;]+))?"
LINE = re.compile(rf"\s*(\d+\.\s+)?{PAIR}(([\s,;]+{PAIR})*|\s+\d+\s+\S+)[\s,;]*")  # also ' 1. 4 -> 5  2 red'


def read_moves(text: str) -> list[Move]:
    """Moves as people write them: '4-5 3-1', or lines like '4 -> 5'.

    '3-4=red': the pour uncovered a red unit on beaker 3. Raises ValueError for anything else.
    """
    moves: list[Move] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not LINE.fullmatch(line):
            raise ValueError(f"line {number} is '{line.strip()}', expected moves such as 4-5 3-1, or a file of them")
        pairs = re.findall(PAIR, line)
        moves += [(int(source), int(target), *filter(None, [color])) for source, target, color in pairs]
    return moves


def parts(move: Move) -> tuple[int, int, Color | None]:
    """Source and target, counted from 1, and the colour of the unit that appears. Raises ValueError."""
    match move:
        case (int(source), int(target)):
            return source, target, None
        case (int(source), int(target), str(color)):
            return source, target, color
    raise ValueError(f"a move of {len(move)} numbers, expected the two beakers of a pour")


def step(start: Deal, position: Deal, move: Move) -> tuple[Pour, Deal]:
    """The pour and the position after it. Raises RuleBroken, ValueError."""
    source, target, color = parts(move)
    pour = legal_pour(position, source - 1, target - 1)
    later = poured_on(position, pour)
    uncovers = later.beakers[pour.source][-1:] == (HIDDEN,)
    if uncovers and color is None:
        raise RuleBroken("it uncovers a hidden unit", f"{source}-{target}=COLOUR")
    if color is None:
        return pour, later
    if not uncovers:
        raise RuleBroken("it uncovers no hidden unit", f"{source}-{target}")
    return pour, seen(later, pour.source, color)


def legal_moves(deal: Deal) -> Iterator[tuple[Move, Deal]]:
    """Every legal pour as a move, and the position after it."""
    for pour in pours(deal.beakers, deal.capacity, deal.covered):
        yield (pour.source + 1, pour.target + 1), poured_on(deal, pour)


def key(deal: Deal) -> Hashable:
    """The same for positions that differ only in the order of their beakers."""
    covers = dict(deal.covered)
    return canonical(tuple((*beaker, covers.get(place, "")) for place, beaker in enumerate(deal.beakers)))


PLAYING = Playing(step, legal_moves, key, words=lambda move: f"{move[0]} -> {move[1]}")


def known(deal: Deal, moves: Sequence[Move]) -> Deal:
    """The deal with the hidden units that the moves uncovered, for a player who starts over."""
    beakers = [list(beaker) for beaker in deal.beakers]
    for move, later in zip(moves, PLAYING.play(deal, moves).positions[1:], strict=True):
        source, _, color = parts(move)
        if color is not None:  # what lies below a hidden unit has not moved, so it is where it was at the start
            beakers[source - 1][len(later.beakers[source - 1]) - 1] = color
    return replace(deal, beakers=tuple(map(tuple, beakers)))


def seen(position: Deal, place: int, color: Color) -> Deal:
    """The position with the hidden unit on top of a beaker revealed. Raises RuleBroken if the colour is impossible."""
    lacks = lacking(position)
    if color not in lacks and (f"{UNSEEN}1" not in lacks or color in units_of(position)):
        raise RuleBroken(f"{color} appears", f"one of {', '.join(lacks)}")
    beakers = list(position.beakers)
    beakers[place] = (*beakers[place][:-1], color)
    return replace(position, beakers=tuple(beakers))


def extend(deal: Deal, number: int) -> Deal:
    """The deal with this number of empty beakers added."""
    name = f"{deal.name}, {counted(number, 'more empty beakers')}"
    return replace(deal, name=name, beakers=deal.beakers + ((),) * number, known=None)
