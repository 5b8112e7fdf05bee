"""Moves of a water sort game: as people type them, and what each of them does."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fewest_pours.drawing.colors import Color
from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.validation import NO_COLORS, one_word
from fewest_pours.files.wording import counted
from fewest_pours.puzzles.puzzle import Move, Playing, RuleBroken
from fewest_pours.puzzles.watersort.file_format import completed, hidden_and_missing
from fewest_pours.puzzles.watersort.playing.hidden_units import unseen_names
from fewest_pours.puzzles.watersort.rules import (
    HIDDEN,
    Deal,
    Pour,
    legal_pour,
    legal_pours,
    position_key,
    poured_on,
    still_closed,
    units_of,
)

HYPHEN = "[-\u2010-\u2015\u2212]"  # any sign that looks like one
BETWEEN = f"(?:{HYPHEN}?>|{HYPHEN}|[→:]|to)"  # of 4>5, 4->5, 4-5, 4:5, 4 to 5
PAIR = rf"(\d{{1,9}})\s*{BETWEEN}\s*(\d{{1,9}})(?:=([^\s,;]+))?"  # 4-5, 4-5=red
# Of a pour. A name such as c1-3 is a colour behind the number of a step; elsewhere it may be a move.
COUNT_AND_COLOR = rf"\s+\d+\s+(?(step)|(?!\S*{PAIR}))(?P<color>\S+)"
# Moves, or one of a plan as it is printed: ' 1. 4 -> 5  2 red'
LINE = re.compile(rf"\s*(?P<step>\d+\.\s+)?{PAIR}(([\s,;]+{PAIR})*|{COUNT_AND_COLOR})[\s,;]*")


def read_moves(text: str) -> list[Move]:
    """Moves as people write them: '4-5 3-1', or lines like '4 -> 5'.

    '3-4=red': the pour uncovered a red unit on beaker 3. Raises ValueError for anything else.
    """
    moves: list[Move] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        found = LINE.fullmatch(line)
        if found is None:
            raise ValueError(f"line {number} is '{line.strip()}', expected moves such as 4-5 3-1, or a file of them")
        before_color = line[: found.start("color")] if found["color"] else line
        pairs = re.findall(PAIR, before_color)
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
    for pour in legal_pours(deal):
        yield (pour.source + 1, pour.target + 1), poured_on(deal, pour)


PLAYING = Playing(step, legal_moves, position_key, words=lambda move: f"{move[0]} -> {move[1]}")


def known(deal: Deal, moves: Sequence[Move]) -> Deal:
    """The deal with the hidden units that the moves uncovered, for a player who starts over.

    Raises RuleBroken for an illegal move, and for colours with which some covers never open.
    """
    beakers = [list(beaker) for beaker in deal.beakers]
    for move, later in zip(moves, PLAYING.play(deal, moves).positions[1:], strict=True):
        source, _, color = parts(move)
        if color is not None:  # what lies below a hidden unit has not moved, so it is where it was at the start
            beakers[source - 1][len(later.beakers[source - 1]) - 1] = color
    try:
        return completed(replace(deal, beakers=tuple(map(tuple, beakers))))
    except Misfit as wrong:
        raise RuleBroken(f"with the colours that appeared: {wrong}") from None


def seen(position: Deal, place: int, color: Color) -> Deal:
    """The position with the hidden unit on top of a beaker revealed. Raises RuleBroken if the colour is impossible."""
    _, missing = hidden_and_missing(position)
    expected = list(missing)
    if unseen_names(position):
        expected.append("a colour not seen so far")
    if color not in missing and not (unseen_names(position) and is_new(color, position)):
        raise RuleBroken(f"{color} appears", f"one of {', '.join(expected)}")
    beakers = list(position.beakers)
    beakers[place] = (*beakers[place][:-1], color)
    covered = still_closed(position.covered, (beakers[place],), position.capacity)
    return replace(position, beakers=tuple(beakers), covered=covered)


def is_new(color: Color, position: Deal) -> bool:
    """Whether a word can name a colour that the level has not shown: `Red` is not new beside `red`."""
    words = {one_word(each).lower() for each in (*units_of(position), *position.unseen)}
    return one_word(color).lower() not in (*words, *NO_COLORS, HIDDEN)


def extend(deal: Deal, number: int) -> Deal:
    """The deal with this number of empty beakers added."""
    name = f"{deal.name}, {counted(number, 'more empty beakers')}"
    return replace(deal, name=name, beakers=deal.beakers + ((),) * number, known=None)
