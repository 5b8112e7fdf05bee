"""`compare.py reproduce NAME`: the tables and pictures of README and docs, made again."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from instances.experiments.handing_out import Own
from instances.experiments.run_command import run_to_file
from instances.report import Row
from instances.report.cross_check import agreement
from instances.report.frame import frame_of
from instances.report.plots import image, pictures
from instances.report.published import PUBLISHED, markdown
from instances.report.rows.conditions import refuse_unequal
from instances.report.rows.kept import put_into, read_kept, write_kept
from instances.report.rows.origin import digest
from instances.report.rows.results_file import Stopped, read_rows
from instances.report.tables import facts, warnings
from instances.solving.outcome import Outcome
from instances.solving.solvers import Solvers


def reproduce(arguments: Sequence[str], solvers: Solvers, own: Own) -> int:
    """`compare.py reproduce NAME...`: the tables and pictures of README and docs; 1 if answers disagree."""
    parser = argparse.ArgumentParser(
        prog="compare.py reproduce", description="The tables and pictures of README and docs, made again.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="\n".join(f"{name:13}{each.minutes:3} min  {each.title}" for name, each in PUBLISHED.items()),
    )  # fmt: skip
    known = ", ".join([*PUBLISHED, "all"])
    parser.add_argument("names", metavar="NAME", nargs="+", choices=[*PUBLISHED, "all"], help=known)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="a few small runs; print the tables and change no page")
    how.add_argument("--kept", action="store_true", help="from the rows that are kept, without any run")
    options = parser.parse_args(arguments)
    if not options.quick and not Path("docs").is_dir():
        raise Stopped("no folder docs here, expected the top of the project, whose pages are changed; or --quick")
    worst = 0
    for name in PUBLISHED if "all" in options.names else options.names:
        published, kept = PUBLISHED[name], Path("docs") / "results" / f"{name}.jsonl.gz"
        rows = read_kept(kept) if options.kept else rows_by_running(name, options.quick, solvers, own)
        if rows is None:
            return Outcome.INTERRUPTED.exit_code
        refuse_unequal(f"reproduce {name}", rows)
        if not options.kept and not options.quick:
            write_kept(kept, rows)
            rows = read_kept(kept)  # the page says what anybody can recompute
        frame, found = frame_of(rows, solvers.names()), agreement(rows)
        worst = max(worst, 1 if found.wrong or found.failed else 0)
        facts_of_runs = " ".join([f"`compare.py reproduce {name}`:", f"{found}; {facts(rows)}", *warnings(rows)])
        text = markdown(published, rows, frame, facts_of_runs)
        print(f"## {published.title}\n\n{text}\n")
        if not options.quick:
            publish(name, text, frame)
    return worst


def rows_by_running(name: str, quick: bool, solvers: Solvers, own: Own) -> list[Row] | None:
    """The rows of a published table; None if Ctrl-C has ended the runs."""
    published = PUBLISHED[name]
    mark = digest([solvers.version, published.conditions, published.runs, published.quick])[:8]
    path = Path("results") / f"{'quick-' if quick else ''}{name}-{mark}.jsonl"
    for runs in published.quick if quick else published.runs:
        command = [*runs.split(), *published.conditions.split(), "--out", str(path)]
        if run_to_file(command, solvers, own) is None:
            return None
    return list(read_rows(path))


def publish(name: str, text: str, frame: pd.DataFrame) -> None:
    """Onto the pages that ask for it, with its pictures: all of it, or nothing where pictures cannot be drawn."""
    wanted = PUBLISHED[name].pictures
    drawn = pictures(frame) if wanted else {}
    files = {Path("docs", "pictures", f"{name}.png"): image(drawn[name][1], "png") for name in wanted}
    for page in (Path("README.md"), *sorted(Path("docs").glob("*.md"))):
        if put_into(page, name, text):
            print(f"{name}: in {page}", file=sys.stderr)
    for path, picture in files.items():
        path.write_bytes(picture)
