"""`compare.py reproduce NAME`: the tables and pictures of docs/results.md, made again."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from instances.experiments.cluster import Own
from instances.experiments.run_command import run_to_file
from instances.reading.writing import write_text
from instances.report.cross_check import agreement
from instances.report.frame import frame_of
from instances.report.plots import image, pictures
from instances.report.published import PUBLISHED, markdown
from instances.report.rows.origin import digest
from instances.report.rows.results_file import Stopped, read_rows, write_kept
from instances.report.tables import facts
from instances.solving.outcome import Outcome
from instances.solving.solvers import Solvers

PAGE = Path("docs", "results.md")


def reproduce(arguments: Sequence[str], solvers: Solvers, own: Own) -> int:
    """`compare.py reproduce NAME...`: the tables and pictures of docs/results.md; 1 if answers disagree."""
    parser = argparse.ArgumentParser(
        prog="compare.py reproduce", description="The tables and pictures of docs/results.md, made again.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="\n".join(f"{name:13}{each.minutes:3} min  {each.title}" for name, each in PUBLISHED.items()),
    )  # fmt: skip
    parser.add_argument("names", metavar="NAME", nargs="+", choices=[*PUBLISHED, "all"], help="below, or all")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="a few small runs; print the tables and change no page")
    how.add_argument("--kept", action="store_true", help="from the rows that are kept, without any run")
    options = parser.parse_args(arguments)
    if not options.quick and not PAGE.exists():
        raise Stopped(f"no {PAGE} here, expected the top of the project, whose page is changed; or --quick")
    worst = 0
    for name in PUBLISHED if "all" in options.names else options.names:
        path = Path("docs", "results", f"{name}.jsonl.gz")
        made = path if options.kept else rows_by_running(name, options.quick, solvers, own)
        if made is None:
            return Outcome.INTERRUPTED.exit_code
        rows = list(read_rows(made))
        if not options.quick:
            write_kept(path, rows)
        frame, found = frame_of(rows, solvers.names()), agreement(rows)
        worst = max(worst, found.exit_code)
        text = markdown(PUBLISHED[name], frame, f"`compare.py reproduce {name}`: {found}; {facts(frame)}")
        print(f"## {PUBLISHED[name].title}\n\n{text}\n")
        if not options.quick:
            publish(name, text, frame)
    return worst


def rows_by_running(name: str, quick: bool, solvers: Solvers, own: Own) -> Path | None:
    """Where the rows of a published table are; None if Ctrl-C has ended the runs."""
    published = PUBLISHED[name]
    chosen = [published.quick] if quick else published.runs
    path = Path("results", f"{name}-{digest([solvers.version, published.conditions, chosen])[:8]}.jsonl")
    for runs in chosen:
        command = [*runs.split(), *published.conditions.split(), "--out", str(path)]
        if run_to_file(command, solvers, own) is None:
            return None
    return path


def publish(name: str, text: str, frame: pd.DataFrame) -> None:
    """Onto the page of results, with its pictures: all of it, or nothing where pictures cannot be drawn."""
    wanted = PUBLISHED[name].pictures
    drawn = pictures(frame) if wanted else {}
    begin, end = f"<!-- reproduce {name} -->", "<!-- /reproduce -->"
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(begin)
    write_text(PAGE, f"{before}{begin}\n\n{text}\n\n{end}{rest.partition(end)[2]}")
    for picture in wanted:
        Path("docs", "pictures", f"{picture}.png").write_bytes(image(drawn[picture][1]))
