"""`compare.py reproduce guarantees`: at which sizes every deal can be solved.

Each size is a proof (fewest_pours/guarantees/covering.py), whose end is a line of JSON. The lines are kept in
docs/results/guarantees.jsonl, and the tables on the page of results are functions of them.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from inspect import getsource
from pathlib import Path

from fewest_pours.experiments.instance_sources import digest
from fewest_pours.experiments.results_file import Stopped
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
from fewest_pours.files.input_files import SHIPPED
from fewest_pours.files.option_types import typed
from fewest_pours.files.output_files import write_text
from fewest_pours.guarantees import covering, known_part, partial_deals
from fewest_pours.guarantees.checkpoint import save, saved_or_new
from fewest_pours.guarantees.covering import MOST_COLORS, Share, Tally
from fewest_pours.guarantees.guaranteed import FindDealWithoutPlan
from fewest_pours.guarantees.known_part import can_be_solved
from fewest_pours.guarantees.sizes import Size
from fewest_pours.running.limits import LimitReached, Limits

NAME = "guarantees"
CODE = digest([getsource(module) for module in (covering, known_part, partial_deals)])
RESULTS = Path("results", f"guarantees-{CODE}")  # what other code began or made is not taken over
TITLE = "At which sizes every deal can be solved"
MOST_COLORS_OF = {  # (capacity, empty beakers) -> the most colours whose deals are all looked at
    (2, 1): 8, (2, 2): 8, (2, 3): 8,
    (3, 1): 5, (3, 2): 6, (3, 3): 7,
    (4, 1): 4, (4, 2): 5, (4, 3): 5,
    (5, 1): 3, (5, 2): 4, (5, 3): 4,
    (6, 1): 3, (6, 2): 3, (6, 3): 3,
}  # fmt: skip
QUICK = 4_000_000  # --quick looks at the sizes with so many arrangements at most


@dataclass
class GuaranteeRow:
    """
    deals         up to the names of colours and the order of beakers, by Burnside's lemma
    arrangements  deals where these count; solvable + unsolvable, if the proof is whole
    looked_at     partial deals that cover them
    seconds       of processor time since the proof was started, or last continued
    """

    capacity: int
    empties: int
    colors: int
    deals: int
    arrangements: int
    solvable: int
    unsolvable: int
    looked_at: int
    seconds: float
    example: list[list[int]]

    @property
    def size(self) -> Size:
        return Size(self.capacity, self.empties, self.colors)

    @property
    def words(self) -> str:
        """'capacity 4, 2 empty, 4 colours: each of the 111,383 deals can be solved'"""
        name = name_of(self.size)
        if self.solvable + self.unsolvable < self.arrangements:
            return (
                f"{name}: one share, {self.unsolvable:,} of {self.solvable + self.unsolvable:,} arrangements unsolvable"
            )
        if not self.unsolvable:
            return f"{name}: each of the {self.deals:,} deals can be solved"
        return f"{name}: {per_cent_without_plan(self)} of the arrangements of {self.deals:,} deals have no plan"


def per_cent_without_plan(row: GuaranteeRow) -> str:
    """'3.6 %'"""
    return f"{100 * row.unsolvable / row.arrangements:.3g} %"


def share_of(text: str) -> Share:
    number, _, of = text.partition("/")
    return Share(int(number), int(of))


def guarantees(arguments: Sequence[str], by_constraints: Callable[[], FindDealWithoutPlan], program_name: str) -> int:
    """`compare.py reproduce guarantees`; the exit code. Raises Stopped.

    by_constraints: imports the other way to one row.
    """
    options = parser(program_name).parse_args(arguments)
    if options.kept:
        rows = published_rows()
        publish(NAME, rows, table(rows))
        return 0
    size = one_size(options)
    sizes = published_sizes(options.quick) if size is None else [size]
    if max(size.colors for size in sizes) > MOST_COLORS:
        raise Stopped(f"{sizes[0].colors} colours, expected at most {MOST_COLORS}")
    limits = limits_of(options)
    if options.by_constraints:
        return decide_by_constraints(sizes, by_constraints(), limits)
    rows, code = print_rows(prove_size(size, options.share, limits) for size in sizes)
    if code == 0 and size is None and not options.quick and options.share.of == 1:
        publish(NAME, rows, table(rows))
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
    instead = {
        "quick": "the small sizes, in seconds",
        "by-constraints": "let CP-SAT look for a deal without a plan",
    }
    arguments = size_parser(NAME, f"{TITLE}.", program_name, instead)
    share = typed(share_of, lambda found: 1 <= found.number <= found.of, "I/N with 1 <= I <= N")
    arguments.add_argument("--share", metavar="I/N", type=share, default=Share(), help="make part I of N of each proof")
    return arguments


def published_sizes(quick: bool) -> list[Size]:
    sizes = [
        Size(capacity, empties, colors)
        for (capacity, empties), most in MOST_COLORS_OF.items()
        for colors in range(2, most + 1)
    ]
    return [size for size in sizes if not quick or size.arrangements <= QUICK]


def prove_size(size: Size, share: Share, limits: Limits) -> GuaranteeRow:
    """The row of a size, from disk if it is done, in one piece or in shares. Raises LimitReached."""
    done = file_of(size, share)
    path = done.with_suffix(".npz")
    if done.exists():
        return saved_row(done)
    shares = complete_shares(size) if share.of == 1 else []
    if shares:
        return added_up(shares)
    proof = saved_or_new(size, share, path)
    began = time.process_time()
    proof.run(limits, lambda: save(proof, path))
    row = row_of(size, proof.tally, time.process_time() - began)
    if share.of == 1 and proof.tally.covered != size.arrangements:
        raise AssertionError(f"{size}: {proof.tally.covered} arrangements covered, expected {size.arrangements}")
    write_text(done, json.dumps(asdict(row)))
    path.unlink(missing_ok=True)
    return row


def file_of(size: Size, share: Share) -> Path:
    """Where the row of a share is kept once it is done."""
    return RESULTS / f"{size.capacity}-{size.empties}-{size.colors}-share-{share.number}-of-{share.of}.json"


def saved_row(path: Path) -> GuaranteeRow:
    return GuaranteeRow(**json.loads(path.read_text()))


def complete_shares(size: Size) -> list[GuaranteeRow]:
    """The rows of all shares, if every one of them is done, wherever it was made; else none."""
    name = f"{size.capacity}-{size.empties}-{size.colors}-share-1-of-*.json"
    for first in sorted(RESULTS.glob(name)):
        of = int(first.stem.rpartition("-")[2])
        files = [file_of(size, Share(number, of)) for number in range(1, of + 1)]
        if all(file.exists() for file in files):
            return [saved_row(file) for file in files]
    return []


def added_up(shares: Sequence[GuaranteeRow]) -> GuaranteeRow:
    """The row of a whole size. Raises AssertionError if a deal is missing or counted twice."""
    row = replace(
        shares[0],
        solvable=sum(share.solvable for share in shares),
        unsolvable=sum(share.unsolvable for share in shares),
        looked_at=sum(share.looked_at for share in shares),
        seconds=round(sum(share.seconds for share in shares), 1),
        example=next((share.example for share in shares if share.example), []),
    )
    if row.solvable + row.unsolvable != row.arrangements:
        raise AssertionError(f"{row.size}: {row.solvable + row.unsolvable} arrangements, expected {row.arrangements}")
    return row


def row_of(size: Size, tally: Tally, seconds: float) -> GuaranteeRow:
    return GuaranteeRow(
        *size, deals=size.deals, arrangements=size.arrangements, seconds=round(seconds, 1), **asdict(tally)
    )


def table(rows: Sequence[GuaranteeRow]) -> str:
    """A line for each capacity and number of empty beakers, and below them what was done for it."""
    lines = ["| capacity | empty beakers | every deal can be solved | not every deal |", "|---|---|---|---|"]
    for capacity, empties in dict.fromkeys((row.capacity, row.empties) for row in rows):
        group = [row for row in rows if (row.capacity, row.empties) == (capacity, empties)]
        lines.append(f"| {capacity} | {empties} | {' '.join(guaranteed(group))} | {'; '.join(not_guaranteed(group))} |")
    seconds = sum(row.seconds for row in rows)
    looked_at = sum(row.looked_at for row in rows)
    text = f"`compare.py reproduce guarantees`: {looked_at:,} partial deals, {seconds:,.0f} s of processor time."
    return "\n".join([*lines, "", text])


def guaranteed(rows: Sequence[GuaranteeRow]) -> Iterator[str]:
    solvable = [row for row in rows if not row.unsolvable]
    if solvable:
        largest = solvable[-1]
        yield f"up to {largest.colors} colours ({largest.deals:,} deals)"


def not_guaranteed(rows: Sequence[GuaranteeRow]) -> Iterator[str]:
    """Sizes with deals without a plan; where none was looked at, the shipped deal with the fewest colours."""
    found = [f"{row.colors} colours: {per_cent_without_plan(row)} of {row.deals:,}" for row in rows if row.unsolvable]
    yield from found or shipped_without_plan(rows[0].size)


def shipped_without_plan(size: Size) -> list[str]:
    """['7 colours: `unsolvable-7c2e3h`'], for the capacity and the empty beakers of a size; [] if there is none."""
    files = (SHIPPED / "watersort").glob(f"unsolvable-*c{size.empties}e{size.capacity}h.yaml")
    names = sorted(path.stem for path in files)
    return [f"{name.removeprefix('unsolvable-').partition('c')[0]} colours: `{name}`" for name in names]
