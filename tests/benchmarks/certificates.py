"""What certificates cost: python tests/benchmarks/certificates.py

Whole processes, one that solves and writes a certificate and one that checks it: wall time, peak memory, size of file.
"""

import argparse
import gzip
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "instances" / "watersort"
LINES = [  # what it is, its file, who makes the certificate
    ("level 133, 39 pours", "level-133", "search_baseline"),
    ("9 x 1 unsolvable", "deal-9c1e4h-7015", "search_baseline"),
    ("16 x 2 unsolvable", "deal-16c2e4h-7039", "search_baseline"),
    ("24 x 2 unsolvable", "deal-24c2e4h-7047", "search_baseline"),
    ("level 133, 39 pours, by CP-SAT", "level-133", "cpmodel"),
    ("9 x 1 unsolvable, by CP-SAT", "deal-9c1e4h-7015", "cpmodel"),
    ("16 x 2 unsolvable, by CP-SAT", "deal-16c2e4h-7039", "cpmodel"),
]


class Cost(NamedTuple):
    """Of a whole process: Cost(0.8, 37.2, 'valid: optimal 39')"""

    seconds: float
    mib: float
    said: str

    def __str__(self) -> str:
        return f"{self.seconds:.1f} s, {self.mib:.0f} MB"


def cost(*arguments: str) -> Cost:
    """Of a command of the project; what it said is the first line of its output."""
    started = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", *arguments], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdout is not None
    said = process.stdout.read()
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0  # it has been waited for
    return Cost(time.monotonic() - started, used.ru_maxrss * 1024 / 1e6, said.partition("\n")[0])


def line(title: str, file: str, side: str, folder: Path) -> str:
    """A line of the table, in Markdown."""
    instance, certificate = FOLDER / f"{file}.yaml", folder / "certificate.jsonl"
    made = cost(side, str(instance), "--certificate", str(certificate), "--quiet")
    size = certificate.stat().st_size
    packed = len(gzip.compress(certificate.read_bytes()))
    checked = cost("instances", "check", str(instance), str(certificate))
    certificate.unlink()
    return f"| {title} | {size / 1e3:,.1f} kB, {packed / 1e3:,.1f} kB as .gz | {made} | {checked} | {checked.said} |"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="What certificates cost.")
    parser.add_argument("--quick", action="store_true", help="the first two only")
    options = parser.parse_args(arguments)
    print("| deal | certificate | made | checked | verdict |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for each in LINES[:2] if options.quick else LINES:
            print(line(*each, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
