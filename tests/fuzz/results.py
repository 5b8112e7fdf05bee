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
    lines = [line_of(each) for each in rows]
    keys = {line: each["key"] for line, each in zip(lines, rows, strict=True)}
    if stream.random() < 0.5:
        lines.insert(stream.randrange(len(lines) + 1), line_of(damaged(stream.choice(rows), stream)))
    file = b"".join(lines)
    if stream.random() < 0.3:
        file = file[: stream.randrange(len(file) + 1)]
    elif stream.random() < 0.3:
        file = damaged_text(file, stream)
    whole = {key for line, key in keys.items() if line in file.splitlines(keepends=True)}
    return file, lambda: reported(file, whole)


def line_of(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


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
