"""A water sort game under way: the moves that were played, as people write them."""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from instances.drawing.colors import Color
from instances.puzzle import Game, RuleBroken
from instances.text import counted
from instances.watersort.playing.hidden import lacking
from instances.watersort.rules import Deal, Pour, after, poured, pours
from instances.watersort.slips import HIDDEN

Move = tuple[Any, ...]  # (4, 1): from the fourth beaker onto the first, as people count; (4, 1, 'red'): red appeared
PAIR = re.compile(r"(\d{1,9})\s*(?:->|→|-|>|:)\s*(\d{1,9})(?:=([^\s,;]+))?")
REST = re.compile(r"\s*(?:\d+\s+\S+)?\s*")  # the end of a plan's line, after the beakers: '  2 red'


def read_moves(text: str) -> list[Move]:
    """Moves as people write them: '4-5 3-1', lines like '4 -> 5', a plan as --plan or --json writes it.

    '3-4=red': red appeared on beaker 3.
    Raises ValueError for anything else.
    """
    if text.lstrip()[:1] in ("{", "["):
        try:
            return read_json(json.loads(text))
        except RecursionError:
            raise ValueError("nested too deeply, expected a list of moves") from None
    moves: list[Move] = []
    for number, line in enumerate(text.splitlines(), 1):
        line = re.sub(r"^\s*\d+\.\s+", "", line)
        found = list(PAIR.finditer(line))
        rest = PAIR.sub("", line).replace(",", " ").replace(";", " ")
        of_a_plan = len(found) == 1 and not line[: found[0].start()].strip() and REST.fullmatch(line[found[0].end() :])
        if rest.strip() and not of_a_plan:
            raise ValueError(f"line {number} is '{line.strip()}', expected moves such as 4-5 3-1, or a file of them")
        moves += [(int(pair[1]), int(pair[2]), *filter(None, [pair[3]])) for pair in found]
    return moves


def read_json(data: Any) -> list[Move]:
    """[{"from": 4, "to": 5}], [[4, 5]], or an object whose plan is such a list."""
    steps: Any = data.get("plan") if isinstance(data, dict) else data
    try:
        moves = [(step["from"], step["to"]) if isinstance(step, dict) else (step[0], step[1]) for step in steps]
    except (TypeError, KeyError, IndexError):
        moves = [("", "")]
    if not all(isinstance(place, int) for move in moves for place in move):
        raise ValueError('no list of moves, expected [{"from": 4, "to": 5}, ...] or a plan')
    return moves


def play(deal: Deal, moves: Iterable[Move]) -> Game:
    """The game after the moves. Raises RuleBroken with the illegal move, what is wrong with it and the legal ones."""
    positions, played = [deal], []
    for number, (source, target, *appeared) in enumerate(moves, 1):
        state = positions[-1].beakers
        wrong = why_not(positions[-1], source, target)
        if wrong is not None:
            legal = " ".join(f"{p.source + 1}-{p.target + 1}" for p in pours(state, deal.capacity))
            expected = f"one of {legal}" if legal else "no more moves: none is legal"
            raise RuleBroken(f"move {number} ({source} -> {target}): {wrong}, expected {expected}")
        i, j = source - 1, target - 1
        played.append(Pour(i, j, state[i][-1], poured(state[i], state[j], deal.capacity)))
        name = f"{deal.name}, after {counted(number, 'moves')}"
        later = Deal(name, deal.capacity, after(state, played[-1]))
        if bool(appeared) != (later.beakers[i][-1:] == (HIDDEN,)):
            wrong = "no hidden unit" if appeared else "a hidden unit"
            wanted = f"{source}-{target}" if appeared else f"{source}-{target}=COLOUR"
            raise RuleBroken(f"move {number} ({source} -> {target}) uncovers {wrong}, expected {wanted}")
        positions.append(uncovered(later, i, appeared[0]) if appeared else later)
    return Game(tuple(played), tuple(positions))


def extend(deal: Deal, number: int) -> Deal:
    """The deal with more empty beakers."""
    name = f"{deal.name}, {counted(number, 'more empty beakers')}"
    return replace(deal, name=name, beakers=deal.beakers + ((),) * number, known=None)


def uncovered(position: Deal, place: int, color: Color) -> Deal:
    """The position with the hidden unit on top of a beaker seen. Raises RuleBroken for a colour that it cannot be."""
    lacks = lacking(position)
    seen = any(color in beaker for beaker in position.beakers)
    if color not in lacks and (seen or "unseen1" not in lacks):
        raise RuleBroken(f"{color} appears, expected one of {', '.join(lacks)}")
    beakers = list(position.beakers)
    beakers[place] = (*beakers[place][:-1], color)
    return replace(position, beakers=tuple(beakers))


def why_not(position: Deal, source: int, target: int) -> str | None:
    """Why a move is illegal; None if it is legal."""
    beakers = position.beakers
    for place in (source, target):
        if not 1 <= place <= len(beakers):
            return f"there is no beaker {place}, only 1 to {len(beakers)}"
    if source == target:
        return "from a beaker onto itself"
    if HIDDEN in (*beakers[source - 1][-1:], *beakers[target - 1][-1:]):
        return "a hidden unit is on top"
    if not beakers[source - 1]:
        return f"beaker {source} is empty"
    if len(beakers[target - 1]) == position.capacity:
        return f"beaker {target} is full"
    if not poured(beakers[source - 1], beakers[target - 1], position.capacity):
        return f"{beakers[source - 1][-1]} does not go onto {beakers[target - 1][-1]}"
    return None
