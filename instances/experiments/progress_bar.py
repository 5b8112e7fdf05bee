"""The progress of runs: a bar on a terminal, elsewhere a line each second."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from instances.experiments.runs import Run
from instances.report.numbers_in_words import duration


@contextmanager
def progress(total: int) -> Iterator[Callable[[Sequence[str], Sequence[Run] | None], None]]:
    """A function to call with new outcomes and the runs under way (None: the outcomes were read from the file)."""
    console = Console(stderr=True, highlight=False)
    columns = BarColumn(15), MofNCompleteColumn(), TextColumn("{task.description}", markup=False)
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    item = bar.add_task("starting", total=total)
    tally: Counter[str] = Counter()
    started = printed_at = time.monotonic()
    earlier = printed = 0

    def text(running: Sequence[Run]) -> str:
        done = tally.total()
        left = (time.monotonic() - started) / max(1, done - earlier) * (total - done) if done > earlier else 0
        solved = tally["optimal"] + tally["solved"]
        parts = [f"{solved} solved", f"{tally['unsolvable']} unsolvable", f"{tally['out_of_time']} timed out"]
        parts += [f"{tally['solver_failed']} FAILED"] * (tally["solver_failed"] > 0)
        parts += [f"{duration(max(1, round(left)))} left"] * (left > 0)
        more = f" and {len(running) - 2} more" if len(running) > 2 else ""
        now = f"\nnow {', '.join(map(str, running[:2]))}{more}" if running else ""
        return ", ".join(parts) + now

    def show(outcomes: Sequence[str], running: Sequence[Run] | None) -> None:
        nonlocal earlier, printed, printed_at
        tally.update(outcomes)
        earlier += len(outcomes) if running is None else 0
        done, now = tally.total(), time.monotonic()
        if console.is_terminal:
            bar.update(item, completed=done, description=text(running or ()))
        elif done > printed and (now - printed_at >= 1 or done == total):
            printed, printed_at = done, now
            line = text(running or ()).replace("\n", "; ")
            console.print(f"{done} of {total} done: {line}", markup=False, soft_wrap=True)

    with bar:
        yield show
