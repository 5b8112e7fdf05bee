"""The proof of one size as a row: in shares, made one after the other or side by side on a Dask cluster, and added up.

Finished shares are kept in a folder under results/, and so is one that a limit ended: the same command goes on with it.
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
DEALS_IN_SHARE = 25_000_000  # of a proof: of capacity 6, two empty beakers and four colours, 27 s and 383 MiB
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


def prove_size(size: Size, limits: Limits, address: str | None = None) -> GuaranteeRow:
    """The row of a size. Shares that are on disk are not made again, wherever they were made.

    address: of a Dask cluster that makes the others side by side; None: they are made here, one after the other.
    Raises LimitReached, and Stopped if the cluster is lost.
    """
    shares = complete_shares(size) or shares_of(size)
    missing = [share for share in shares if not file_of(size, share).exists()]
    if missing:
        with bar_of_shares(size, len(missing)) as advance:
            if address is None:
                for share in missing:
                    prove_share(size, share, limits)
                    advance()
            else:
                prove_on_cluster(size, missing, address, limits, advance)
    return added_up([saved_row(file_of(size, share)) for share in shares])


@contextmanager
def bar_of_shares(size: Size, number: int) -> Iterator[Callable[[], None]]:
    """Show on a terminal how many shares of a proof are done; call what is yielded for each."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=number == 1 or not console.is_terminal) as bar:
        yield partial(bar.advance, bar.add_task(name_of(size), total=number))


def shares_of(size: Size) -> list[Share]:
    """The shares of its proof, so that none takes long or much memory."""
    return all_shares(-(-size.deals // DEALS_IN_SHARE))


def all_shares(of: int) -> list[Share]:
    return [Share(number, of) for number in range(1, of + 1)]


def complete_shares(size: Size) -> list[Share]:
    """All shares of a proof of which every one is on disk; none if there is no such proof."""
    name = f"{size.capacity}-{size.empties}-{size.colors}-share-1-of-*.json"
    for first in sorted(RESULTS.glob(name)):
        shares = all_shares(int(first.stem.rpartition("-")[2]))
        if all(file_of(size, share).exists() for share in shares):
            return shares
    return []


def prove_share(size: Size, share: Share, limits: Limits) -> GuaranteeRow:
    """A share of a size's proof as a row, from disk if it is done. Raises LimitReached."""
    row_file = file_of(size, share)
    if row_file.exists():
        return saved_row(row_file)
    checkpoint = row_file.with_suffix(".npz")
    proof = saved_or_new(size, share, checkpoint)
    row = row_of_proof(proof, limits, lambda: save(proof, checkpoint))
    save_row(row, row_file)
    checkpoint.unlink(missing_ok=True)
    return row


def row_of_proof(proof: Covering, limits: Limits, after_step: Callable[[], None] = ignore) -> GuaranteeRow:
    """Run a proof to its end. Raises LimitReached."""
    began = time.process_time()
    proof.run(limits, after_step)
    seconds = round(time.process_time() - began, 1)
    size = proof.size
    return GuaranteeRow(*size, deals=size.deals, arrangements=size.arrangements, seconds=seconds, **asdict(proof.tally))


def prove_on_cluster(
    size: Size, shares: Sequence[Share], address: str, limits: Limits, advance: Callable[[], None]
) -> None:
    """Let a Dask cluster make these shares side by side; each is kept here once it is done.

    advance: called for each. Raises LimitReached, and Stopped if the cluster is lost.
    """
    with cluster(address) as (pool, _):
        pending = {pool.submit(row_of_share, size, share, CODE): share for share in shares}
        while pending:
            limits.check()
            for future in wait(pending, timeout=GLANCE, return_when=FIRST_COMPLETED).done:
                save_row(result_of(future), file_of(size, pending.pop(future)))
                advance()


def row_of_share(size: Size, share: Share, code: str = CODE) -> GuaranteeRow:
    """What a worker of a cluster makes. Raises RuntimeError if it has other code than who asks."""
    if code != CODE:
        raise RuntimeError(f"{platform.node()} has other code of these proofs: {CODE}, expected {code}")
    return row_of_proof(Covering.start(size, share), Limits())


def file_of(size: Size, share: Share) -> Path:
    """Where the row of a share is kept once it is done."""
    return RESULTS / f"{size.capacity}-{size.empties}-{size.colors}-share-{share.number}-of-{share.of}.json"


def save_row(row: GuaranteeRow, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, json.dumps(asdict(row)))


def saved_row(path: Path) -> GuaranteeRow:
    return GuaranteeRow(**json.loads(path.read_text()))


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
