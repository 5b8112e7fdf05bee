"""Whole processes, from their start to their end: python tests/benchmarks/startup.py [--times 20]

Wall time of both commands on level 133, beside those of Python and of OR-Tools alone. To be run by the Python that the
project is installed for. The table is Markdown.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent.parent
LEVEL = "instances/watersort/level-133.yaml"
PROGRAMS = {
    "python -c pass": ["-c", "pass"],
    f"python -m search_baseline {LEVEL}": ["-m", "search_baseline", LEVEL],
    "from ortools.sat.python import cp_model": ["-c", "from ortools.sat.python import cp_model"],
    f"python -m cpmodel {LEVEL}": ["-m", "cpmodel", LEVEL],
}


def seconds(arguments: list[str]) -> float:
    started = time.monotonic()
    subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, check=True)
    return time.monotonic() - started


def main() -> None:
    parser = argparse.ArgumentParser(description="Whole processes, from their start to their end.")
    parser.add_argument("--times", metavar="N", type=int, default=20, help="each (20)")
    times = parser.parse_args().times
    print("| process | least | median |\n|---|---|---|")
    for name, arguments in PROGRAMS.items():
        taken = [seconds(arguments) for _ in range(times)]
        print(f"| `{name}` | {min(taken):.2f} s | {median(taken):.2f} s |", flush=True)


if __name__ == "__main__":
    main()
