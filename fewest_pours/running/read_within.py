"""Every command reads its files by this function: within limits, one of which may end the reading with a sentence."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fewest_pours.files.wording import printable
from fewest_pours.running.forced_stop import enforced
from fewest_pours.running.limits import LimitReached, Limits
from fewest_pours.running.outcomes import Outcome


class NotRead(Exception):
    """A limit that ended the reading of a file. outcome: which; str() names the file: 'x: out of time while ...'"""

    def __init__(self, path: str | Path, outcome: Outcome, when: str) -> None:
        super().__init__(f"{printable(str(path))}: {outcome.words} {when}")
        self.outcome = outcome


@contextmanager
def read_within(limits: Limits, path: str | Path, when: str = "while it was read") -> Iterator[None]:
    """Within the block, files are read within the limits. Raises NotRead.

    path, when: the file and the end of the sentence, such as 'before it was shown'. A library may turn the exception
    that stops it into one of its own, which is the limit all the same.
    """
    try:
        with enforced(limits, grace=0):
            yield
    except Exception as error:
        reached = limits.stopped_by
        if isinstance(error, LimitReached):
            reached = error.outcome
        elif isinstance(error, MemoryError):
            reached = Outcome.OUT_OF_MEMORY
        if reached is None:
            raise
        raise NotRead(path, reached, when) from None
