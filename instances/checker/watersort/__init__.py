"""Water sort certificates: what their witness lines say, and why it proves the claim.

Here a beaker is a string, *top first*, one letter a unit: the colours, sorted by their words, are a, b, c, ... Beakers
are interchangeable, so a state is a sorted tuple of them. A certificate has witness lines of one of six kinds:

{"state": "aab/b/", "after": 3}     No plan is shorter than p; no plan exists (p infinite)
    The argument stands in distance_bound.py; the bound is the bottoms bound, see `bound`.

{"depths": [2, 3, 0]}               No plan exists (docs/theory.md, lemma 25)
    Call a beaker of the start *standing* while it still holds two colours. It then consists of its original runs
    (stretches of one colour) as they were, less the topmost ones; only the top run may have grown or shrunk, as pours
    go onto their own colour. A beaker that does not stand holds one colour at most, for ever. The depth of a beaker is
    the number of its runs while it stands, else 0. For depths e and a colour c let A be the units of c that are not
    below the top run of a standing beaker, and T the room, in standing beakers with c on top, above what lies below
    their top run. All of A is in these tops or in beakers that do not stand, so at least need(c, e) of the latter hold
    c, which is max(0, A - T) / capacity, rounded up.
    When a pour takes the last unit of c off a standing beaker, with the depths e before and f after, that beaker is
    not empty yet. Right after the pour this beaker, the other standing beakers, need(c, f) beakers of c, and need(d, e)
    beakers of each other colour d, which the pour did not touch, are all different and not empty. So

        standing(e) + need(c, f) + sum of need(d, e) over d != c  <=  beakers

    is necessary for the step from e to f, and other pours leave the depths alone (lemmas 4 and 5). If the start's
    depths are in the list, the depths of solved states (all 0) are not, and every step from the list that the
    inequality allows ends in the list, then no plan exists.

{"depths": [2, 3, 0], "monos": [0, 1, 2], "after": 5}     No plan is shorter than p
    Depths once more, with the number of beakers that hold a colour alone: see pooled_game.py.

{"lrat": "2301 5 -7 0 12 18 0"}     No plan exists
    The same inequality as clauses, and a refutation of them by a SAT solver, see lrat.py.

{"fact": [[3, 2], [5, -1]]}         No plan exists
    What is never true at once of the depths; with a refutation by a SAT solver that a step changes this: see facts.py.

{"fact": [[3, 2], ["red", 1]], "paid": 0}     No plan is shorter than p
    What is never true at once of pooled states, as long as so little is paid above the bound: see pooled_facts.py.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, groupby
from math import inf
from sys import intern
from typing import Any, NamedTuple

from instances.checker.distance_bound import check_distances, read_states
from instances.checker.lines import Line, Refused, expect_keys, natural
from instances.checker.lrat import DepthClauses, Run, clauses, refute
from instances.checker.pooled_facts import PooledStep, check_pooled_facts
from instances.checker.pooled_game import PooledGame
from instances.checker.watersort.facts import check_facts
from instances.reading.yaml_files import Misfit, Place

State = tuple[str, ...]  # ('', 'aab', 'b')
Depths = tuple[int, ...]  # (2, 0, 0), in the order of the file


class Deal(NamedTuple):
    """Deal(3, (('red', 'red', 'blue'), ('blue',), ())): top first, in the order of the file."""

    capacity: int
    beakers: tuple[tuple[str, ...], ...]

    def spelt(self) -> list[str]:
        """The beakers as strings of letters: ['bba', 'a', '']"""
        words = sorted({word for beaker in self.beakers for word in beaker})
        letter = {word: chr(ord("a") + i if i < 26 else 0x100 + i) for i, word in enumerate(words)}
        return ["".join(letter[word] for word in beaker) for beaker in self.beakers]


def read(data: dict[str, Any]) -> Deal:
    """The deal in a file's data; Misfit if it is none."""
    expect_keys(data, "capacity", "beakers", "rating")
    text = data.get("capacity")
    if not isinstance(text, str) or not re.fullmatch(r"[+-]?[0-9]{1,9}", text) or int(text) < 1:
        raise Misfit(("capacity",), "capacity is missing or no whole number, expected 1 or more")
    beakers = data.get("beakers")
    if not isinstance(beakers, list):
        raise Misfit(("beakers",), "beakers are missing, expected a list of lists")
    for i, beaker in enumerate(beakers):
        if not isinstance(beaker, list) or not all(isinstance(word, str) and is_word(word) for word in beaker):
            raise Misfit(("beakers", i), "no list of words, expected the colours of a beaker")
        if len(beaker) > int(text):
            raise Misfit(("beakers", i), f"{len(beaker)} units in a beaker, expected at most {text}")
    named = [["-".join(word.split()) for word in beaker] for beaker in beakers]
    return Deal(int(text), tuple(map(tuple, shown(named, int(text)))))


def is_word(text: str) -> bool:
    return text.strip() != ""


def shown(beakers: list[list[str]], capacity: int) -> list[list[str]]:
    """With the units that a player cannot see, '?'."""
    color = hidden_color(beakers, capacity)
    return [[word if word != "?" else color for word in beaker] for beaker in beakers]


def hidden_color(beakers: list[list[str]], capacity: int) -> str:
    """Of all units that cannot be seen: the one colour that lacks so many. Misfit if none does; '?' if all are seen."""
    units = Counter(word for beaker in beakers for word in beaker)
    if not (hidden := units.pop("?", 0)):
        return "?"
    lacking = {word: -number % capacity for word, number in units.items() if number % capacity}
    if list(lacking.values()) != [hidden]:
        raise Misfit(("beakers",), "hidden units, expected as many as one colour lacks")
    return next(iter(lacking))


def filled_in(data: dict[str, Any]) -> tuple[Place, str] | None:
    """Which colour the units that cannot be seen are taken for, and where the first is; None if all are seen."""
    beakers = data["beakers"]
    places = [("beakers", i, j) for i, beaker in enumerate(beakers) for j, word in enumerate(beaker) if word == "?"]
    if not places:
        return None
    color = hidden_color(beakers, int(data["capacity"]))
    units = f"{len(places)} hidden {'unit is' if len(places) == 1 else 'units are'}"
    return places[0], f"{units} {color}: the counts leave one way"


def verify(deal: Deal, plan: Iterator[Line]) -> None:
    """Refused unless the lines are legal pours that solve the deal."""
    beakers = [list(beaker) for beaker in deal.beakers]
    line = Line(1, {})
    for line in plan:
        pour = line.data["answer"]
        if not isinstance(pour, dict) or pour.keys() != {"from", "to", "color", "units"}:
            raise line.wrong("no pour, expected from, to, color, units")
        source, target, units = (natural(line, key, pour[key]) for key in ("from", "to", "units"))
        if not (1 <= source <= len(beakers) and 1 <= target <= len(beakers)) or source == target:
            raise line.wrong(f"no two different beakers of 1 to {len(beakers)}")
        top, onto = beakers[source - 1], beakers[target - 1]
        if not top or (onto and onto[0] != top[0]):
            raise line.wrong(f"nothing can be poured from {source} to {target}")
        run = next((i for i, color in enumerate(top) if color != top[0]), len(top))
        fits = min(run, deal.capacity - len(onto))
        if fits == 0 or units != fits or pour["color"] != top[0]:
            raise line.wrong(f"from {source} to {target} goes {fits} of {top[0]}, expected this pour")
        onto[:0] = top[:fits]
        del top[:fits]
    for number, beaker in enumerate(beakers, 1):
        if beaker and (len(beaker) != deal.capacity or len(set(beaker)) != 1):
            raise line.wrong(f"the plan ends and beaker {number} is neither empty nor full of one colour")


def no_answer(deal: Deal, lines: Iterator[Line]) -> bool:
    """Whether the lines prove that no plan exists; False if there are none, Refused if they do not."""
    if any(units % deal.capacity for units in Counter("".join(deal.spelt())).values()):
        return True  # pours keep the units of each colour, and whole beakers of one colour are wanted
    for first in lines:
        if "depths" in first.data:
            check_depths(deal, first, lines)
        elif "lrat" in first.data:
            refute(clauses(clauses_of(deal)), chain([first], lines))
        elif "fact" in first.data:
            places = [number for number, beaker in enumerate(deal.spelt(), 1) if len(runs(beaker)) > 1]
            check_facts(clauses_of(deal, steps=1), places, chain([first], lines))
        else:
            check_states(deal, inf, first, lines)
        return True
    return False


def at_least(deal: Deal, pours: int, lines: Iterator[Line]) -> bool:
    """Whether the lines prove that no plan is shorter; False if there are none, Refused if they do not."""
    beakers = deal.spelt()
    if bound(beakers, filled_beakers(deal)) >= pours:
        return True
    for first in lines:
        if "monos" in first.data:
            check_pooled_states(deal, pours, first, lines)
        elif "fact" in first.data:
            payments = pours - bound(beakers, filled_beakers(deal)) - 1
            words = sorted({word for beaker in deal.beakers for word in beaker})
            step = PooledStep(deal.capacity, [runs(beaker)[::-1] for beaker in beakers], words, payments)
            check_pooled_facts(step, chain([first], lines))
        else:
            check_states(deal, pours, first, lines)
        return True
    return False


def filled_beakers(deal: Deal) -> dict[str, int]:
    """How many beakers each colour fills at the end."""
    return {color: units // deal.capacity for color, units in Counter("".join(deal.spelt())).items()}


def bound(beakers: Iterable[str], filled: Mapping[str, int]) -> int:
    """The bottoms bound: runs, less the runs at the end, plus for each colour the bottoms that it lacks.

    It is 0 when solved. A pour of a whole run onto its colour takes one run away, and a bottom only where the source is
    left empty, which can but raise the last term; a whole run poured onto an empty beaker keeps the runs and gives at
    most one bottom; a pour of a part keeps both. So the bound falls by at most 1 a pour.
    """
    bottoms = Counter(beaker[-1] for beaker in beakers if beaker)
    missing = sum(max(0, fills - bottoms[color]) for color, fills in filled.items())
    return sum(map(number_of_runs, beakers)) - sum(filled.values()) + missing


@cache
def number_of_runs(beaker: str) -> int:
    return sum(1 for _ in groupby(beaker))


def check_states(deal: Deal, pours: float, first: Line, lines: Iterator[Line]) -> None:
    """Refused unless the listed states prove that no plan has fewer pours."""
    start, filled, units = tuple(sorted(deal.spelt())), filled_beakers(deal), sorted("".join(deal.spelt()))

    def state_of(line: Line) -> State:
        state = tuple(sorted(map(intern, line.text("state").split("/"))))
        if len(state) != len(start) or max(map(len, state)) > deal.capacity or sorted("".join(state)) != units:
            raise line.wrong(f"no state of {len(start)} beakers with the units of the deal")
        return state

    check_distances(
        pours,
        start,
        read_states(chain([first], lines), state_of),
        first,
        bound=lambda state: bound(state, filled),
        solved=lambda state: all(
            len(beaker) == deal.capacity and number_of_runs(beaker) == 1 for beaker in state if beaker
        ),
        successors=lambda state: successors(state, deal.capacity),
    )


def successors(state: State, capacity: int) -> Iterator[State]:
    """The states that one pour leads to, but for those that differ from the state only in the order of beakers."""
    for i, source in enumerate(state):
        run = len(source) - len(source.lstrip(source[:1]))
        for j, target in enumerate(state):
            units = min(run, capacity - len(target))
            if target[:1] not in ("", source[:1]) or i == j or units == 0 or (units == len(source) and not target):
                continue
            beakers = list(state)
            beakers[i], beakers[j] = source[units:], source[:units] + target
            yield tuple(sorted(beakers))


def check_pooled_states(deal: Deal, pours: int, first: Line, lines: Iterator[Line]) -> None:
    """Refused unless the listed pooled states prove that no plan has fewer pours."""
    game = PooledGame(deal.capacity, [runs(beaker) for beaker in deal.spelt()], filled_beakers(deal))
    listed = read_states(chain([first], lines), game.state_of, ("depths", "monos"))
    check_distances(pours, game.start, listed, first, game.bound, lambda state: game.bound(state) == 0, game.successors)


def check_depths(deal: Deal, first: Line, lines: Iterator[Line]) -> None:
    """Refused unless the listed depths prove that no plan exists."""
    capacity, beakers = deal.capacity, [runs(beaker) for beaker in deal.spelt()]
    listed = read_depths(beakers, chain([first], lines))
    if tuple(len(beaker) if len(beaker) > 1 else 0 for beaker in beakers) not in listed:
        raise first.wrong("the list lacks the depths of the start")
    for line, depths in enumerate(listed, first.number):
        if not any(depths):
            raise Refused(line, "no beaker stands, this may be a solved state")
        loads: Counter[str] = Counter()  # of a colour's units above the room for them, A - T
        for beaker, depth in zip(beakers, depths, strict=True):
            for number, run in enumerate(beaker, 1):
                if number >= depth:
                    loads[run.color] += run.units - (capacity - run.below if number == depth else 0)
        need = {color: -(-max(0, units) // capacity) for color, units in loads.items()}
        taken = sum(map(bool, depths)) + sum(need.values())
        for i, depth in enumerate(depths):
            if depth == 0:
                continue
            color, _, below = beakers[i][depth - 1]
            need_after = -(-max(0, loads[color] + capacity - below) // capacity)
            step = (*depths[:i], depth - 1 if depth > 2 else 0, *depths[i + 1 :])
            if taken - need[color] + need_after <= len(beakers) and step not in listed:
                raise Refused(line, f"beaker {i + 1} can lose its top run, and the depths after that are not listed")


def clauses_of(deal: Deal, steps: int | None = None) -> DepthClauses:
    """The deal as its clauses see it, with the runs of each beaker from the top."""
    return DepthClauses(deal.capacity, [runs(beaker)[::-1] for beaker in deal.spelt()], steps)


def runs(beaker: str) -> list[Run]:
    """The runs of a beaker, the lowest first."""
    found: list[Run] = []
    for color, units in groupby(reversed(beaker)):
        below = found[-1].below + found[-1].units if found else 0
        found.append(Run(color, len(list(units)), below))
    return found


def read_depths(beakers: list[list[Run]], lines: Iterable[Line]) -> dict[Depths, None]:
    """The listed depths, in the order of the list."""
    listed: dict[Depths, None] = {}
    for line in lines:
        line.expect("depths")
        depths = line.data["depths"]
        if not isinstance(depths, list) or len(depths) != len(beakers):
            raise line.wrong(f"no list of {len(beakers)} depths")
        for beaker, depth in zip(beakers, depths, strict=True):
            if natural(line, "depth", depth) > len(beaker) or depth == 1:
                raise line.wrong(f"no depth of a beaker with {len(beaker)} runs")
        if tuple(depths) in listed:
            raise line.wrong("these depths were listed before")
        listed[tuple(depths)] = None
    return listed
