"""`compare.py reproduce hardest`: the fewest pours of every deal of a size, and the hardest deals.

Each size is a line of docs/results/hardest.jsonl; the table and the picture on the page of results are made from these.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fewest_pours.experiments.report.plots import STYLE, image
from fewest_pours.experiments.results_file import Stopped
from fewest_pours.experiments.size_rows import (
    kept_rows,
    letters,
    limits_of,
    make_rows,
    name_of,
    one_size,
    publish,
    size_parser,
)
from fewest_pours.files.output_files import write_text
from fewest_pours.guarantees.every_deal import deal_of, every_deal
from fewest_pours.guarantees.sizes import Size
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.limits import Limits
from fewest_pours.running.outcomes import Outcome
from fewest_pours.running.solver_contract import Settings, Solve, Watch

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "hardest"
PICTURE = Path("docs", "pictures", "hardest.png")
RESULTS = Path("results", "hardest")
SIZES = [Size(4, empties, colors) for colors in (2, 3, 4) for empties in (1, 2, 3)]
SAVED_AFTER = 1_000  # deals
MOST_DEALS = 1_000_000  # that are held at once
NO_PLAN = "no plan"


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


def hardest(arguments: Sequence[str], solve: Solve, program_name: str) -> int:
    """`compare.py reproduce hardest`; the exit code. Raises Stopped."""
    options = size_parser(NAME, "The fewest pours of every deal of a size.", program_name).parse_args(arguments)
    if options.kept:
        publish_all(published_rows())
        return 0
    size = one_size(options)
    if size is not None and size.deals > MOST_DEALS:
        raise Stopped(f"{name_of(size)}: {size.deals:,} deals, expected at most {MOST_DEALS:,}")
    limits = limits_of(options)
    rows, code = make_rows(
        SIZES if size is None else [size],
        lambda size: census(size, lambda deal: proven_fewest(deal, solve), limits),
    )
    if code == 0 and size is None:
        publish_all(rows)
    return code


def proven_fewest(deal: Deal, solve: Solve) -> int | None:
    """The fewest pours of a deal; None if it has no plan."""
    result = solve(deal, Settings(workers=1), Watch())
    if result.outcome is Outcome.UNSOLVABLE:
        return None
    if result.outcome is not Outcome.OPTIMAL or result.plan is None:
        raise Stopped(f"{deal.name}: {result.outcome.words}, expected a proven answer")
    return len(result.plan)


def census(size: Size, fewest: Callable[[Deal], int | None], limits: Limits) -> Census:
    """The fewest pours of all deals of a size; what was counted before is on disk. Raises LimitReached."""
    path = RESULTS / f"{size.capacity}-{size.empties}-{size.colors}.json"
    RESULTS.mkdir(parents=True, exist_ok=True)
    found = Census(**json.loads(path.read_text())) if path.exists() else Census(*size)
    deals = every_deal(size)
    if len(deals.units) != size.deals:
        raise AssertionError(f"{size}: {len(deals.units)} deals, expected {size.deals}")
    while found.looked_at < size.deals:
        for number in range(found.looked_at, min(size.deals, found.looked_at + SAVED_AFTER)):
            limits.check()
            units = deals.units[number]
            pours = fewest(deal_of(units, size, f"deal {number}"))
            found.count(pours, int(deals.weights[number]), units.tolist())
        write_text(path, json.dumps(asdict(found)))
    return found


def published_rows() -> list[Census]:
    return kept_rows(NAME, Census)


def publish_all(rows: Sequence[Census]) -> None:
    """Publish the rows and their picture. Raises Stopped without the page of results."""
    publish(NAME, rows, table(rows))
    PICTURE.write_bytes(image(histograms(rows)))


def table(rows: Sequence[Census]) -> str:
    lines = ["| colours | empty beakers | deals | no plan | most pours | deals with that | mean | one of the hardest |"]
    lines.append("|---|---|---|---|---|---|---|---|")
    for row in rows:
        solvable = {int(pours): number for pours, number in row.deals.items() if pours != NO_PLAN}
        mean = sum(pours * number for pours, number in solvable.items()) / sum(solvable.values())
        cells = [
            row.colors, row.empties, f"{row.size.deals:,}", f"{row.deals.get(NO_PLAN, 0):,}", row.most,
            f"{solvable[row.most]:,}", f"{mean:.2f}", f"`{letters(row.hardest)}`",
        ]  # fmt: skip
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(
        [
            *lines,
            "",
            "![hardest](pictures/hardest.png)",
            "",
            "`compare.py reproduce hardest`; capacity 4, deals from the top.",
        ]
    )


def histograms(rows: Sequence[Census]) -> "Figure":
    """For the most colours: the share of solvable deals for each number of pours, of all deals and of random ones."""
    from matplotlib import style
    from matplotlib.figure import Figure

    shown = [row for row in rows if row.colors == max(each.colors for each in rows) and row.empties <= 2]
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
