"""What certificates cost: python compare.py reproduce certificates

Solvers for compare.py --module, one for each side: whole processes, one that solves and writes a certificate, and one
that checks it. The answer is the side's own; its statistics have a `certificate`:

    bytes, packed           size of the file, and of it as .gz
    made, checked           wall seconds of the two processes
    made_mib, checked_mib   their peak of resident memory
    verdict                 what the checker says

It runs as a program, so that compare.py ends it at a limit with all that it has started.
"""

import gzip
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from fewest_pours.puzzles.loading import PUZZLES  # noqa: E402
from fewest_pours.solving.outside_solvers import by_command  # noqa: E402

SIDES = {"certificate-search": "search_baseline", "certificate-cp": "cpmodel"}


class Cost(NamedTuple):
    """Of a whole process: Cost(0.8, 37.2, 'valid: optimal 39')"""

    seconds: float
    mib: float
    said: str


def cost(*arguments: str) -> Cost:
    """Of a command of the project; what it said is the first line of its output."""
    started = time.monotonic()
    command = [sys.executable, "-m", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = process.stdout.read()
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0  # it has been waited for
    return Cost(round(time.monotonic() - started, 2), round(used.ru_maxrss / 1024, 1), said.partition("\n")[0])


def certified(side: str, instance: str, seconds: str) -> dict[str, Any]:
    """The answer of a side, with what its certificate costs."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "certificate.jsonl"
        made = cost(side, instance, "--certificate", str(file), "--json", "--time-limit", seconds)
        answer: dict[str, Any] = json.loads(made.said)
        if not file.exists():
            return answer
        checked = cost("fewest_pours", "check", instance, str(file))
        costs = {
            "bytes": file.stat().st_size, "packed": len(gzip.compress(file.read_bytes())), "verdict": checked.said,
            "made": made.seconds, "made_mib": made.mib, "checked": checked.seconds, "checked_mib": checked.mib,
        }  # fmt: skip
        return answer | {"statistics": answer.get("statistics", {}) | {"certificate": costs}}


SOLVERS = {
    "watersort": {
        name: by_command(PUZZLES["watersort"], f"{shlex.join([sys.executable, __file__, side])} {{file}} {{seconds}}")
        for name, side in SIDES.items()
    }
}

if __name__ == "__main__":
    print(json.dumps(certified(*sys.argv[1:])))
