"""Damaged results files: each is refused in one printable line, or reported with every row that is whole.

No report hides that its runs were not made under the same conditions.
"""

import json
from contextlib import redirect_stderr
from io import StringIO
from random import Random

from fewest_pours.experiments.report.disagreements import agreement
from fewest_pours.experiments.report.plots import growing_deals
from fewest_pours.experiments.report.run_measures import flat, frame_of
from fewest_pours.experiments.report.sections import differing, sections
from fewest_pours.experiments.results_file import read_for_report
from fewest_pours.files.bad_input import BadInput
from fewest_pours.running.outcomes import Outcome
from fuzz.files import folder, refusal
from fuzz.mutation import damaged, damaged_text
from fuzz.runner import Trial
from helpers.comparisons import row

OUTCOMES = [outcome.value for outcome in Outcome]


def damaged_results(stream: Random) -> Trial:
    rows = [some_row(stream) for _ in range(stream.randint(1, 8))]
    if stream.random() < 0.5:
        rows.insert(stream.randrange(len(rows) + 1), damaged(stream.choice(rows), stream))
    lines = [json.dumps(each, separators=(",", ":")).encode() + b"\n" for each in rows]
    file = b"".join(lines)
    if stream.random() < 0.3:
        file = file[: stream.randrange(len(file) + 1)]
    elif stream.random() < 0.3:
        file = damaged_text(file, stream)
    whole = {json.loads(line)["key"] for line in lines if line in file.splitlines(keepends=True) and b'"key"' in line}
    return file, lambda: reported(file, whole)


def some_row(stream: Random):
    colors, empties, capacity = stream.choice(((3, 1, 4), (4, 1, 4), (4, 1, 5), (5, 2, 4)))
    deal = {"colors": colors, "empties": empties, "capacity": capacity, "seed": stream.randrange(3)}
    return row(
        stream.choice(OUTCOMES), stream.choice(("cp", "astar", "mine")), stream.randint(6, 8), stream.randrange(9),
        source={"puzzle": "watersort", "deal": deal}, version=stream.choice("12"), machine=stream.choice("ab"),
        seconds=stream.expovariate(1), repeat=stream.randrange(2),
    )  # fmt: skip


def reported(file: bytes, whole: set[str]) -> str:
    """'2 sections', or the words that refuse the file."""
    path = folder() / "r.jsonl"
    path.write_bytes(file)
    try:
        with redirect_stderr(StringIO()):
            rows = read_for_report([path])
    except BadInput as wrong:
        return refusal(str(wrong), path)
    assert whole <= {each["key"] for each in rows}
    if not rows:
        return "no runs"
    frame = frame_of(rows)
    assert len(flat(frame)) == len(rows)
    machines = {each["machine"] for each in rows}
    assert ("machine" in differing(frame)) == (len(machines) > 1)
    growing_deals(frame)
    return f"{len(sections(frame, agreement(rows)))} sections"
