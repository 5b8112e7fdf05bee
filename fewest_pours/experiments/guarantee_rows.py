"""The proof of one size as a row: in parts, one after the other or side by side on a Dask cluster, which are added up.

Finished parts are kept in a folder under results/, and so is one that a limit ended: the same command goes on with it.
"""

import json
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from inspect import getsource
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from fewest_pours.experiments.executor import cluster, result_of
from fewest_pours.experiments.instance_sources import digest
from fewest_pours.experiments.size_rows import name_of
from fewest_pours.files.output_files import write_text
from fewest_pours.guarantees import covering, known_part, partial_deals
from fewest_pours.guarantees.checkpoint import save, saved_or_new
from fewest_pours.guarantees.covering import Covering, Share
from fewest_pours.guarantees.sizes import Size
from fewest_pours.running.limits import Limits, ignore

CODE = digest([getsource(module) for module in (covering, known_part, partial_deals)])
RESULTS = Path("results", f"guarantees-{CODE}")  # what other code began or made is not taken over
DEALS_IN_PART = 25_000_000  # of a proof: of capacity 6, two empty beakers and four colours, 27 s and 383 MiB
GLANCE = 0.2  # seconds after which Ctrl-C is noticed while a cluster works


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
        decided = self.solvable + self.unsolvable
        if decided < self.arrangements:
            return f"{name}: one share, {self.unsolvable:,} of {decided:,} arrangements unsolvable"
        if not self.unsolvable:
            return f"{name}: each of the {self.deals:,} deals can be solved"
        return f"{name}: {per_cent_without_plan(self)} of the arrangements of {self.deals:,} deals have no plan"


def per_cent_without_plan(row: GuaranteeRow) -> str:
    """'3.6 %'"""
    return f"{100 * row.unsolvable / row.arrangements:.3g} %"


def prove_size(size: Size, limits: Limits) -> GuaranteeRow:
    """The row of a size, one part after the other, each from disk if it is done. Raises LimitReached."""
    rows = complete_shares(size)
    if not rows:
        shares = parts_of(size)
        with bar_of_parts(size, len(shares)) as advance:
            for share in shares:
                rows.append(prove_share(size, share, limits))
                advance()
    return added_up(rows)


@contextmanager
def bar_of_parts(size: Size, parts: int) -> Iterator[Callable[[], None]]:
    """Show on a terminal how many parts of a proof are done; call what is yielded for each."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=parts == 1 or not console.is_terminal) as bar:
        yield partial(bar.advance, bar.add_task(name_of(size), total=parts))


def parts_of(size: Size) -> list[Share]:
    """The parts of its proof, so that none takes long or much memory."""
    of = -(-size.deals // DEALS_IN_PART)
    return [Share(number, of) for number in range(1, of + 1)]


def prove_share(size: Size, share: Share, limits: Limits) -> GuaranteeRow:
    """A part of a size's proof as a row, from disk if it is done. Raises LimitReached."""
    row_file = file_of(size, share)
    if row_file.exists():
        return saved_row(row_file)
    checkpoint = row_file.with_suffix(".npz")
    proof = saved_or_new(size, share, checkpoint)
    row = finished(proof, limits, lambda: save(proof, checkpoint))
    save_row(row, row_file)
    checkpoint.unlink(missing_ok=True)
    return row


def finished(proof: Covering, limits: Limits, after_step: Callable[[], None] = ignore) -> GuaranteeRow:
    """The row of a proof that runs to its end. Raises LimitReached."""
    began = time.process_time()
    proof.run(limits, after_step)
    seconds = round(time.process_time() - began, 1)
    size = proof.size
    return GuaranteeRow(*size, deals=size.deals, arrangements=size.arrangements, seconds=seconds, **asdict(proof.tally))


def prove_on_cluster(size: Size, address: str, limits: Limits) -> GuaranteeRow:
    """The row of a size, whose parts a Dask cluster makes side by side; each is kept here once it is done.

    Raises LimitReached, and Stopped if the cluster is lost.
    """
    files = {share: file_of(size, share) for share in parts_of(size)}
    missing = [share for share, file in files.items() if not file.exists()]
    with cluster(address) as (pool, _), bar_of_parts(size, len(missing)) as advance:
        pending = {pool.submit(row_of_share, size, share, CODE): share for share in missing}
        while pending:
            limits.check()
            for future in wait(pending, timeout=GLANCE, return_when=FIRST_COMPLETED).done:
                save_row(result_of(future), files[pending.pop(future)])
                advance()
    return added_up([saved_row(file) for file in files.values()])


def row_of_share(size: Size, share: Share, code: str = CODE) -> GuaranteeRow:
    """What a worker of a cluster makes. Raises RuntimeError if it has other code than who asks."""
    if code != CODE:
        raise RuntimeError(f"{platform.node()} has other code of these proofs: {CODE}, expected {code}")
    return finished(Covering.start(size, share), Limits())


def file_of(size: Size, share: Share) -> Path:
    """Where the row of a share is kept once it is done."""
    return RESULTS / f"{size.capacity}-{size.empties}-{size.colors}-share-{share.number}-of-{share.of}.json"


def save_row(row: GuaranteeRow, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, json.dumps(asdict(row)))


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
