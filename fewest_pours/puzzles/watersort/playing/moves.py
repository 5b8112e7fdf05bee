"""Moves of a water sort game, as people type them and as the board's page sends them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from fewest_pours.drawing.colors import Color
from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.validation import NO_COLORS, one_word
from fewest_pours.files.wording import counted
from fewest_pours.puzzles.puzzle import Game, RuleBroken, Taps
from fewest_pours.puzzles.puzzle import Move as Tap
from fewest_pours.puzzles.watersort.file_format import completed, hidden_and_missing
from fewest_pours.puzzles.watersort.playing.hidden_units import unseen_names
from fewest_pours.puzzles.watersort.rules import HIDDEN, Deal, legal_pour, poured_on, pours, still_closed, units_of

Move = tuple[Any, ...]  # (4, 1): from the fourth beaker onto the first; (4, 1, 'red'): which uncovered red
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


def play(deal: Deal, moves: Iterable[Move]) -> Game:
    """The game after the moves. Raises RuleBroken with the illegal move, the reason and the legal moves."""
    positions, played = [deal], []
    for number, (source, target, *appeared) in enumerate(moves, 1):
        move = f"move {number} ({source} -> {target})"
        try:
            pour = legal_pour(positions[-1], source - 1, target - 1)
        except RuleBroken as wrong:
            legal = " ".join(f"{i + 1}-{j + 1}" for (i, j), _ in TAPS.moves(positions[-1]))
            expected = f"one of {legal}" if legal else "no more moves: none is legal"
            raise RuleBroken(f"{move}: {wrong}, expected {expected}") from None
        later = replace(poured_on(positions[-1], pour), name=f"{deal.name}, after {counted(number, 'moves')}")
        if bool(appeared) != (later.beakers[pour.source][-1:] == (HIDDEN,)):
            uncovered, end = ("no hidden unit", "") if appeared else ("a hidden unit", "=COLOUR")
            raise RuleBroken(f"{move} uncovers {uncovered}, expected {source}-{target}{end}")
        played.append(pour)
        positions.append(seen(later, pour.source, *appeared) if appeared else later)
    return Game(tuple(played), tuple(positions))


def known(deal: Deal, moves: Sequence[Move]) -> Deal:
    """The deal with the hidden units that the moves uncovered, for a player who starts over.

    Raises RuleBroken for an illegal move, and for colours with which some covers never open.
    """
    beakers = [list(beaker) for beaker in deal.beakers]
    for (source, _, *appeared), later in zip(moves, play(deal, moves).positions[1:], strict=True):
        if appeared:  # what lies below a hidden unit has not moved, so it is where it was at the start
            beakers[source - 1][len(later.beakers[source - 1]) - 1] = appeared[0]
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
        raise RuleBroken(f"{color} appears, expected one of {', '.join(expected)}")
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


def tapped(start: Deal, position: Deal, tap: Tap) -> Deal:
    """The position after a pour as the board's page sends it: [3, 0]. Raises RuleBroken, ValueError."""
    return poured_on(position, legal_pour(position, *tap))


TAPS = Taps(
    after=tapped,
    moves=lambda deal: ((p[:2], poured_on(deal, p)) for p in pours(deal.beakers, deal.capacity, deal.covered)),
)
