"""`compare.py reproduce guarantees`: at which sizes every deal can be solved.

Each size is a proof (fewest_pours/guarantees/covering.py), whose end is a line of JSON. The lines are kept in
docs/results/guarantees.jsonl. The table of every size beside them and the one on the page of results are functions of
them.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from fewest_pours.experiments.guarantee_rows import (
    GuaranteeRow,
    per_cent_without_plan,
    prove_share,
    prove_size,
)
from fewest_pours.experiments.size_rows import (
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
from fewest_pours.files.input_files import SHIPPED
from fewest_pours.files.option_types import typed
from fewest_pours.guarantees.covering import Share
from fewest_pours.guarantees.guaranteed import FindDealWithoutPlan
from fewest_pours.guarantees.known_part import COLORS_IN_A_BYTE, can_be_solved
from fewest_pours.guarantees.sizes import Size
from fewest_pours.running.limits import LimitReached, Limits

NAME = "guarantees"
TITLE = "At which sizes every deal can be solved"
MOST_COLORS_LOOKED_AT = {  # (capacity, empty beakers) -> the most colours whose deals are all looked at
    (2, 1): 8, (2, 2): 8, (2, 3): 8,
    (3, 1): 5, (3, 2): 6, (3, 3): 7,
    (4, 1): 4, (4, 2): 5, (4, 3): 5,
    (5, 1): 3, (5, 2): 4, (5, 3): 4,
    (6, 1): 3, (6, 2): 4, (6, 3): 3,
}  # fmt: skip
SHOWN_EMPTIES = 2  # on the page; the CSV file has all sizes
LINK = "[Every size, on one to three empty beakers, as CSV](results/guarantees.csv)."
QUICK = 4_000_000  # --quick looks at the sizes with so many arrangements at most


def share_of(text: str) -> Share:
    """The share that an option names: '2/10'. Raises ValueError."""
    number, _, of = text.partition("/")
    return Share(int(number), int(of))


def guarantees(arguments: Sequence[str], by_constraints: Callable[[], FindDealWithoutPlan], program_name: str) -> int:
    """`compare.py reproduce guarantees`; the exit code. Raises Stopped.

    by_constraints: imports the search of constraint programming for a deal without a plan.
    """
    options = parser(program_name).parse_args(arguments)
    if options.kept:
        rows = published_rows()
        publish(NAME, rows, text_for_page(rows), every_size(rows))
        return 0
    if options.by_constraints and (options.share.of > 1 or options.cluster):
        raise Stopped("--by-constraints makes no shares, expected neither --share nor --cluster")
    size = one_size(options)
    if size is not None and size.colors > COLORS_IN_A_BYTE:
        raise Stopped(f"{size.colors} colours, expected at most {COLORS_IN_A_BYTE}")
    sizes = published_sizes(options.quick) if size is None else [size]
    limits = limits_of(options)
    if options.by_constraints:
        return decide_by_constraints(sizes, by_constraints(), limits)

    if options.share.of > 1:
        _, code = print_rows(prove_share(each, options.share, limits) for each in sizes)
        return code
    rows, code = print_rows(prove_size(each, limits, options.cluster) for each in sizes)
    has_every_size = size is None and not options.quick
    if code == 0 and has_every_size:
        publish(NAME, rows, text_for_page(rows), every_size(rows))
    return code


def published_rows() -> list[GuaranteeRow]:
    return kept_rows(NAME, GuaranteeRow)


def decide_by_constraints(sizes: Sequence[Size], find_deal: FindDealWithoutPlan, limits: Limits) -> int:
    """Print what constraint programming finds out about the sizes. Returns the exit code."""
    for size in sizes:
        used = seconds_of_children()
        try:
            units = find_deal(size, limits)
        except LimitReached as limit:
            print(f"{name_of(size)}: {limit.outcome.words}", file=sys.stderr)
            return limit.outcome.exit_code
        if units is not None and can_be_solved(units, size.empties):
            raise AssertionError(f"{size}: {units} has a plan, expected a deal without one")
        found = f"each of the {size.deals:,} deals can be solved" if units is None else f"{letters(units)} has no plan"
        print(f"{name_of(size)}: {found} (CP-SAT, {seconds_of_children() - used:.1f} s of processor time)", flush=True)
    return 0


def seconds_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def parser(program_name: str) -> argparse.ArgumentParser:
    other_ways = {
        "quick": "the small sizes, in seconds",
        "by-constraints": "let CP-SAT look for a deal without a plan",
    }
    arguments = size_parser(NAME, f"{TITLE}.", program_name, other_ways)
    share_type = typed(share_of, lambda share: 1 <= share.number <= share.of, "I/N with 1 <= I <= N")
    whole = Share()
    shares = arguments.add_mutually_exclusive_group()
    text = "make share I of N of each proof"
    shares.add_argument("--share", metavar="I/N", type=share_type, default=whole, help=text)
    shares.add_argument("--cluster", metavar="ADDRESS", help="make the shares of each proof on a Dask cluster")
    return arguments


def published_sizes(quick: bool) -> list[Size]:
    sizes = [
        Size(capacity, empties, colors)
        for (capacity, empties), most in MOST_COLORS_LOOKED_AT.items()
        for colors in range(2, most + 1)
    ]
    return [size for size in sizes if not quick or size.arrangements <= QUICK]


def every_size(rows: Sequence[GuaranteeRow]) -> list[dict[str, object]]:
    """A line for each size."""
    return [
        {
            "capacity": row.capacity,
            "empty beakers": row.empties,
            "colours": row.colors,
            "deals": row.deals,
            "arrangements without a plan": per_cent_without_plan(row),
            "partial deals": row.looked_at,
            "seconds of processor time": row.seconds,
        }
        for row in rows
    ]


def text_for_page(rows: Sequence[GuaranteeRow]) -> str:
    """A line for each capacity on two empty beakers; then the link to every size, and what was done for it."""
    lines = ["| capacity | every deal can be solved | not every deal |", "|---|---|---|"]
    on_two = [row for row in rows if row.empties == SHOWN_EMPTIES]
    for capacity in dict.fromkeys(row.capacity for row in on_two):
        group = [row for row in on_two if row.capacity == capacity]
        lines.append(f"| {capacity} | {guaranteed(group)} | {'; '.join(not_guaranteed(group))} |")
    seconds = sum(row.seconds for row in rows)
    looked_at = sum(row.looked_at for row in rows)
    made = f"`compare.py reproduce guarantees`: {looked_at:,} partial deals, {seconds:,.0f} s of processor time."
    return "\n".join([*lines, "", LINK, "", made])


def guaranteed(rows: Sequence[GuaranteeRow]) -> str:
    """'up to 5 colours (6,000 deals)', all of which can be solved; '' if those of no size can."""
    solvable = [row for row in rows if not row.unsolvable]
    if not solvable:
        return ""
    largest = solvable[-1]
    return f"up to {largest.colors} colours ({largest.deals:,} deals)"


def not_guaranteed(rows: Sequence[GuaranteeRow]) -> list[str]:
    """Sizes with deals without a plan; where none was looked at, the shipped deal with the fewest colours."""
    found = [f"{row.colors} colours: {per_cent_without_plan(row)} of {row.deals:,}" for row in rows if row.unsolvable]
    return found or shipped_without_plan(rows[0].size)


def shipped_without_plan(size: Size) -> list[str]:
    """['7 colours: `unsolvable-7c2e3h`'], for the capacity and the empty beakers of a size; [] if there is none."""
    files = (SHIPPED / "watersort").glob(f"unsolvable-*c{size.empties}e{size.capacity}h.yaml")
    names = sorted(path.stem for path in files)
    return [f"{name.removeprefix('unsolvable-').partition('c')[0]} colours: `{name}`" for name in names]
