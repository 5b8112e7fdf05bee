"""Programs and modules from outside that were edited between runs: only their newest version counts."""

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
        if row.get("outside") and (solver not in latest or row["date"] >= latest[solver]["date"]):
            latest[solver] = row
    kept = [row for row in rows if not row.get("outside") or row["outside"] == latest[row["solver"]]["outside"]]
    notes = []
    for solver in latest:
        left_out = sum(row["solver"] == solver for row in rows) - sum(row["solver"] == solver for row in kept)
        if left_out:
            earlier = counted(left_out, "runs")
            notes.append(f"note: {earlier} of earlier versions of {printable(solver)} left out")
    return kept, notes
