"""`compare.py reproduce hardest`: the fewest pours of every deal of a size, and the hardest deals.

Each size is a line of docs/results/hardest.jsonl. The table of every size beside it, and the table and the picture on
the page of results are made from these.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from inspect import getsource
from pathlib import Path
from typing import TYPE_CHECKING

from fewest_pours.experiments.instance_sources import digest
from fewest_pours.experiments.report.plots import STYLE, image
from fewest_pours.experiments.size_rows import (
    ONE_SIZE,
    kept_rows,
    letters,
    limits_of,
    name_of,
    one_size,
    print_rows,
    publish,
    size_parser,
)
from fewest_pours.experiments.stopped import Stopped
from fewest_pours.files.output_files import write_text
from fewest_pours.guarantees import every_deal, partial_deals
from fewest_pours.guarantees.sizes import Size
from fewest_pours.puzzles.watersort.rules import Deal, Plan
from fewest_pours.running.limits import Limits
from fewest_pours.running.outcomes import Outcome
from fewest_pours.running.solver_contract import Settings, Solve, Watch

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "hardest"
PICTURE = Path("docs", "pictures", "hardest.png")
GROUPS = [[Size(4, empties, colors) for empties in (1, 2, 3)] for colors in (2, 3, 4)]
SAVED_AFTER = 1_000  # deals
MOST_DEALS = 1_000_000  # that are held at once
MOST_COLORS = 5  # all their permutations are tried
NO_PLAN = "no plan"
SHOWN_EMPTIES = 2  # on the page; the CSV file has all sizes
LINK = "[Every size, on one to three empty beakers, as CSV](results/hardest.csv)."


@dataclass
class Census:
    """
    looked_at     deals so far, in the order of every_deal
    deals         fewest pours, or 'no plan' -> deals, up to the names of colours and the order of beakers
    arrangements  the same where these count, as in random deals
    hardest       a deal with the most of these fewest pours: its units, [beaker][place] from the top
    """

    capacity: int
    empties: int
    colors: int
    looked_at: int = 0
    deals: dict[str, int] = field(default_factory=dict)
    arrangements: dict[str, int] = field(default_factory=dict)
    hardest: list[list[int]] = field(default_factory=list)

    @property
    def size(self) -> Size:
        return Size(self.capacity, self.empties, self.colors)

    @property
    def counts(self) -> dict[str, object]:
        """All fields but the size."""
        return {name: value for name, value in asdict(self).items() if name not in ONE_SIZE}

    @property
    def words(self) -> str:
        """'capacity 4, 2 empty, 3 colours: 11 pours at most'"""
        return f"{name_of(self.size)}: {self.most} pours at most"

    @property
    def most(self) -> int:
        """The most of the fewest pours of a deal with a plan; -1 before there is one."""
        return max((int(pours) for pours in self.deals if pours != NO_PLAN), default=-1)

    def count(self, pours: int | None, arrangements: int, units: list[list[int]]) -> None:
        if pours is not None and pours > self.most:
            self.hardest = units
        name = NO_PLAN if pours is None else str(pours)
        self.looked_at += 1
        self.deals[name] = self.deals.get(name, 0) + 1
        self.arrangements[name] = self.arrangements.get(name, 0) + arrangements


def hardest(arguments: Sequence[str], solve: Solve, version: str, program_name: str) -> int:
    """`compare.py reproduce hardest`; the exit code. version: of the code of `solve`. Raises Stopped."""
    options = size_parser(NAME, "The fewest pours of every deal of a size.", program_name).parse_args(arguments)
    if options.kept:
        publish_all(published_rows())
        return 0
    size = one_size(options)
    if size is not None and size.deals > MOST_DEALS:
        raise Stopped(f"{name_of(size)}: {size.deals:,} deals, expected at most {MOST_DEALS:,}")
    if size is not None and size.colors > MOST_COLORS:
        raise Stopped(f"{size.colors} colours, expected at most {MOST_COLORS}")
    groups = GROUPS if size is None else [[size]]
    limits = limits_of(options)
    folder = folder_of(version)
    rows, code = print_rows(row for group in groups for row in census(group, solve, folder, limits))
    if code == 0 and size is None:
        publish_all(rows)
    return code


def folder_of(version: str) -> Path:
    """Where counts are kept: what other code counted is not taken over."""
    here = Path(__file__).read_text(encoding="utf-8")
    code = digest([version, here, getsource(every_deal), getsource(partial_deals)])
    return Path("results", f"hardest-{code}")


def census(sizes: Sequence[Size], solve: Solve, folder: Path, limits: Limits) -> list[Census]:
    """The fewest pours of all deals of sizes that differ in their empty beakers alone, the fewest first.

    What was counted before is in the folder. Raises LimitReached.
    """
    first = sizes[0]
    empties = "-".join(str(size.empties) for size in sizes)
    path = folder / f"{first.capacity}-{first.colors}-on-{empties}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = saved_or_new_rows(path, sizes)
    deals = every_deal.every_deal(first)  # the same for all of the sizes, apart from the empty beakers
    if len(deals.units) != first.deals:
        raise AssertionError(f"{first}: {len(deals.units)} deals, expected {first.deals}")
    for number in range(rows[0].looked_at, first.deals):
        limits.check()
        units = deals.units[number]
        fewest = fewest_pours([every_deal.deal_of(units, size, f"deal {number}") for size in sizes], solve)
        for row, pours in zip(rows, fewest, strict=True):
            row.count(pours, int(deals.weights[number]), units.tolist())
        looked_at = number + 1
        if looked_at % SAVED_AFTER == 0 or looked_at == first.deals:
            write_text(path, json.dumps([row.counts for row in rows]))
    return rows


def saved_or_new_rows(path: Path, sizes: Sequence[Size]) -> list[Census]:
    """A row for each size, with what was counted before."""
    if not path.exists():
        return [Census(*size) for size in sizes]
    saved = json.loads(path.read_text())
    return [Census(*size, **counts) for size, counts in zip(sizes, saved, strict=True)]


def fewest_pours(deals: Sequence[Deal], solve: Solve) -> list[int | None]:
    """The fewest pours of a deal on ever more empty beakers; None where it has no plan.

    One more empty beaker never harms, so what has no plan has none on fewer empty beakers. If e beakers or more are
    empty at each moment of a shortest plan, not always the same ones, it is a shortest plan without e of them, too:
    they are interchangeable, so whatever it pours into an empty beaker can go into one of those that are left.
    """
    roomiest = deals[-1]
    plan = shortest_plan(roomiest, solve)
    needed = beakers_needed(roomiest, plan)
    fewest: list[int | None] = []
    for deal in reversed(deals):
        if len(deal.beakers) < needed:
            plan = shortest_plan(deal, solve)
            needed = beakers_needed(deal, plan)
        fewest.append(None if plan is None else len(plan))
    return fewest[::-1]


def beakers_needed(deal: Deal, plan: Plan | None) -> int:
    """The number of beakers with which a plan works; 0 if there is none: fewer beakers bring none either."""
    return 0 if plan is None else len(deal.beakers) - least_empty(deal, plan)


def shortest_plan(deal: Deal, solve: Solve) -> Plan | None:
    """A plan of the fewest pours; None if there is none. Raises Stopped where the search proves nothing."""
    result = solve(deal, Settings(workers=1), Watch())
    if result.outcome is Outcome.UNSOLVABLE:
        return None
    if result.outcome is not Outcome.OPTIMAL or result.plan is None:
        raise Stopped(f"{deal.name}: {result.outcome.words}, expected a proven answer")
    return result.plan


def least_empty(deal: Deal, plan: Plan) -> int:
    """The least number of empty beakers at any moment of a plan; they may be other beakers each time."""
    units = [len(beaker) for beaker in deal.beakers]
    least = units.count(0)
    for pour in plan:
        units[pour.source] -= pour.units
        units[pour.target] += pour.units
        least = min(least, units.count(0))
    return least


def published_rows() -> list[Census]:
    return kept_rows(NAME, Census)


def publish_all(rows: Sequence[Census]) -> None:
    """Publish the rows, their tables and their picture. Raises Stopped without the page of results."""
    publish(NAME, rows, text_for_page(rows), every_size(rows))
    PICTURE.write_bytes(image(histograms(rows)))


def every_size(rows: Sequence[Census]) -> list[dict[str, object]]:
    """A line for each size."""
    lines: list[dict[str, object]] = []
    for row in rows:
        solvable = solvable_of(row)
        mean = sum(pours * number for pours, number in solvable.items()) / sum(solvable.values())
        lines.append(
            {
                "colours": row.colors,
                "empty beakers": row.empties,
                "deals": row.size.deals,
                "no plan": row.deals.get(NO_PLAN, 0),
                "most pours": row.most,
                "deals with that": solvable[row.most],
                "mean": f"{mean:.2f}",
                "one of the hardest, from the top": letters(row.hardest),
            }
        )
    return lines


def solvable_of(row: Census) -> dict[int, int]:
    """Fewest pours -> deals."""
    return {int(pours): number for pours, number in row.deals.items() if pours != NO_PLAN}


def text_for_page(rows: Sequence[Census]) -> str:
    """A line for each number of colours on two empty beakers; then the link to every size, and the picture."""
    lines = ["| colours | deals | most pours | deals with that | one of the hardest, from the top |"]
    lines.append("|---|---|---|---|---|")
    for row in rows:
        if row.empties == SHOWN_EMPTIES:
            hardest_deal = f"`{letters(row.hardest)}`"
            cells = [row.colors, f"{row.size.deals:,}", row.most, solvable_of(row)[row.most], hardest_deal]
            lines.append(f"| {' | '.join(map(str, cells))} |")
    lines += ["", LINK, "", "![hardest](pictures/hardest.png)", "", "`compare.py reproduce hardest`."]
    return "\n".join(lines)


def histograms(rows: Sequence[Census]) -> "Figure":
    """For the most colours: the share of solvable deals for each number of pours, of all deals and of random ones."""
    from matplotlib import style
    from matplotlib.figure import Figure

    most_colors = max(row.colors for row in rows)
    shown = [row for row in rows if row.colors == most_colors and row.empties <= SHOWN_EMPTIES]
    with style.context(STYLE):
        figure = Figure(figsize=(8, 3.6))
        panels = figure.subplots(1, len(shown), squeeze=False, sharey=True)[0]
        for axes, row in zip(panels, shown, strict=True):
            for counts, label in ((row.deals, "all deals"), (row.arrangements, "random deals")):
                points = sorted((int(pours), number) for pours, number in counts.items() if pours != NO_PLAN)
                total = sum(number for _, number in points)
                axes.plot(
                    [pours for pours, _ in points], [100 * number / total for _, number in points], "o-", label=label
                )
            axes.set_title(f"{row.colors} colours, {row.empties} empty", fontsize="medium")
            axes.set_xlabel("fewest pours")
            axes.set_yscale("log")
            axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        panels[0].set_ylabel("per cent of the solvable deals")
        panels[0].legend()
    return figure
