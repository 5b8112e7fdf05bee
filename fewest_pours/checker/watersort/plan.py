"""Plans: each pour by the rules of water sort, and whether they solve the deal."""

from collections.abc import Iterator

from msgspec import field

from fewest_pours.checker.certificate_lines import ExactKeys, Line
from fewest_pours.checker.watersort.deal import DealToCheck, is_full, runs


class PourToCheck(ExactKeys):
    source: int = field(name="from")
    target: int = field(name="to")
    color: str
    units: int


class PlanLine(ExactKeys):
    answer: PourToCheck


def verify(deal: DealToCheck, plan: Iterator[Line]) -> None:
    """Raise Refused unless the lines are legal pours that solve the deal."""
    beakers = [list(beaker) for beaker in deal.beakers]
    closed = dict(deal.covered)
    line = Line(1, {})
    for line in plan:
        pour = line.read(PlanLine).answer
        source = pour.source
        target = pour.target
        if not (1 <= source <= len(beakers) and 1 <= target <= len(beakers)) or source == target:
            raise line.wrong(f"expected two different beakers from 1 to {len(beakers)}")
        if {source - 1, target - 1} & closed.keys():
            raise line.wrong(f"expected beakers that are not covered, but {source} or {target} is")
        top = beakers[source - 1]
        onto = beakers[target - 1]
        if not top or (onto and onto[0] != top[0]):
            raise line.wrong(f"nothing can be poured from {source} to {target}")
        fits = min(runs(top)[-1].units, deal.capacity - len(onto))
        if fits == 0 or pour.units != fits or pour.color != top[0]:
            raise line.wrong(f"expected a pour of {fits} of {top[0]} from {source} to {target}")
        onto[:0] = top[:fits]
        del top[:fits]
        if is_full(onto, deal.capacity):
            closed = {place: color for place, color in closed.items() if color != pour.color}
    for number, beaker in enumerate(beakers, 1):
        if beaker and not is_full(beaker, deal.capacity):
            raise line.wrong(f"the plan ends and beaker {number} is neither empty nor full of one colour")
