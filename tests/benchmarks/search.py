"""Two trees on the same deals, in turn: python tests/benchmarks/search.py --old FOLDER [--program cpmodel]

Each solve is a whole process of `python -m search_baseline`, or cpmodel, with its processor time and its largest
memory. The table is Markdown: bounds, seconds, expansions and depths (of which one takes about a fifteenth as long) or
conflicts, and MiB of the old tree and the new.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from instances.reading.yaml_files import write_yaml  # noqa: E402
from instances.watersort.files import document, generate  # noqa: E402

WORK = {  # program -> statistics that count it
    "search_baseline": ("expansions", "pooled_expansions", "depths"),  # the pooled ones: of older trees
    "cpmodel": ("conflicts",),
}
DEALS = {  # name -> colours, empty beakers, seeds
    "20x2": (20, 2, range(21)),
    "20x3": (20, 3, range(10)),
    "24x2": (24, 2, range(12)),
    "28x2": (28, 2, range(8)),
    "40x5": (40, 5, range(10)),
    "60x7": (60, 7, range(5)),
    "100x11": (100, 11, range(900, 905)),
    "200x20": (200, 20, range(3)),
    "500x40": (500, 40, range(1)),
}
LEVEL = "level-133"  # the one deal that is a file


class Run(NamedTuple):
    """Run('optimal', '132 to 132', 0.4, 955, 33)"""

    outcome: str
    bounds: str
    seconds: float
    work: int
    mebibytes: int

    def cells(self) -> str:
        return f"{self.outcome} {self.bounds} | {self.seconds:.2f} | {self.work:,} | {self.mebibytes}"


def run(program: str, tree: Path, file: Path, seconds: float, mebibytes: int) -> Run:
    """One solve by the tree's program; seconds of the processor, by all of the process."""
    command = [sys.executable, "-m", program, str(file), "--json", "--time-limit", str(seconds)]
    command += ["--memory-limit", str(mebibytes)]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=tree, env=environment, **streams) as process:
        assert process.stdout is not None
        row = json.loads(process.stdout.read())
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
    return Run(
        row["outcome"],
        f"{row['lower_bound']} to {row['upper_bound']}" if row["lower_bound"] is not None else "",
        usage.ru_utime + usage.ru_stime,
        sum(row["statistics"].get(name, 0) for name in WORK[program]),
        usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024) >> 20,
    )


def table(program: str, old: Path, names: list[str], seconds: float, mebibytes: int) -> Iterator[str]:
    work = {"search_baseline": "expansions and depths"}.get(program, "conflicts")
    yield f"| deal | old | s | {work} | MiB | new | s | {work} | MiB |"
    yield "|---|---|---|---|---|---|---|---|---|"
    with TemporaryDirectory() as folder:
        for deal, file in files(names, Path(folder)):
            before, after = (run(program, tree, file, seconds, mebibytes) for tree in (old.resolve(), ROOT))
            yield f"| {deal} | {before.cells()} | {after.cells()} |"


def files(names: list[str], folder: Path) -> Iterator[tuple[str, Path]]:
    """The deals of these names, each as a file."""
    for name in names:
        if name == LEVEL:
            yield name, ROOT / "instances" / "watersort" / f"{LEVEL}.yaml"
            continue
        colors, empties, seeds = DEALS[name]
        for seed in seeds:
            file = folder / f"{name}-{seed}.yaml"
            file.write_text(write_yaml(document(generate(colors, empties, seed=seed))), encoding="utf-8")
            yield f"{name}, seed {seed}", file


def main() -> None:
    parser = argparse.ArgumentParser(description="Two trees on the same deals.")
    parser.add_argument("--old", metavar="FOLDER", type=Path, required=True, help="another checkout of the project")
    parser.add_argument("--program", choices=WORK, default="search_baseline")
    parser.add_argument("--deals", choices=[LEVEL, *DEALS], nargs="+", default=[LEVEL, *DEALS])
    parser.add_argument("--time-limit", metavar="SECONDS", type=float, default=60)
    parser.add_argument("--memory-limit", metavar="MIB", type=int, default=2048)
    options = parser.parse_args()
    for line in table(options.program, options.old, options.deals, options.time_limit, options.memory_limit):
        print(line, flush=True)


if __name__ == "__main__":
    main()
