"""Programs and modules from outside that were edited between runs: only their newest version counts."""

from collections import Counter
from collections.abc import Sequence

from fewest_pours.experiments.row_fields import Row
from fewest_pours.files.wording import counted, printable


def of_newest_programs(rows: Sequence[Row]) -> tuple[list[Row], list[str]]:
    """The rows without those of earlier versions of a program or a module, and a note for each that has some.

    The newest version of a solver is that of its latest run. Ours are left as they are: their versions are among the
    conditions of a run.
    """
    latest: dict[str, Row] = {}
    for row in rows:
        solver = row["solver"]
        is_latest = solver not in latest or row["date"] >= latest[solver]["date"]
        if row.get("outside") and is_latest:
            latest[solver] = row
    kept: list[Row] = []
    left_out = Counter(dict.fromkeys(latest, 0))  # solver -> its runs of earlier versions, in the order of `latest`
    for row in rows:
        if row.get("outside") and row["outside"] != latest[row["solver"]]["outside"]:
            left_out[row["solver"]] += 1
        else:
            kept.append(row)
    notes = [
        f"note: {counted(number, 'runs')} of earlier versions of {printable(solver)} left out"
        for solver, number in left_out.items()
        if number
    ]
    return kept, notes
