"""Runs handed out together: one of seconds goes alone, those of milliseconds by the hundred.

Whoever hands a run to a worker, and a Dask scheduler most of all, needs some milliseconds for it. A batch is expected
to last half a second, by what the same solver took in the same group; what was never seen goes alone.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

LASTS = 0.5  # seconds
MOST = 500  # runs
OVERHEAD = 0.0005  # seconds of a run beside its solver

Task = TypeVar("Task")


@dataclass
class Batch(Generic[Task]):
    """A batch that is being filled; expected: the seconds that it will last."""

    tasks: list[Task] = field(default_factory=list)
    expected: float = 0.0

    @property
    def full(self) -> bool:
        return self.expected >= LASTS or len(self.tasks) >= MOST


@dataclass
class Expectation:
    """What runs of a kind take, learnt from those that have ended: the mean, newer ones count more."""

    seconds: dict[Hashable, float] = field(default_factory=dict)

    def of(self, kind: Hashable) -> float:
        return self.seconds.get(kind, LASTS) + OVERHEAD

    def learn(self, kind: Hashable, seconds: float) -> None:
        before = self.seconds.get(kind, seconds)
        self.seconds[kind] = max(seconds, 0.8 * before + 0.2 * seconds)
