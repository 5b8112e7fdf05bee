"""Pours as the board's page sends them: [3, 0] is a pour of the fourth beaker onto the first."""

from collections.abc import Iterator
from dataclasses import replace

from instances.puzzle import Move, RuleBroken, Taps
from instances.watersort import rules as watersort
from instances.watersort.rules import Deal, Pour


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


TAPS = Taps(
    after=pour,
    moves=pours,
    answer=lambda deal, plan: [[each.source, each.target] for each in plan],
    done=lambda deal: watersort.solved(deal.beakers, deal.capacity),
)
