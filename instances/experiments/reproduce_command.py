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
from instances.solving.solvers import Solvers

PAGE = Path("docs", "results.md")


def reproduce(arguments: Sequence[str], solvers: Solvers, own: Own) -> int:
    """`compare.py reproduce NAME...`: the tables and pictures of docs/results.md; 1 if answers disagree."""
    description = "The tables and pictures of docs/results.md, made again."
    parser = argparse.ArgumentParser(prog="compare.py reproduce", description=description)
    parser.add_argument("names", metavar="NAME", nargs="+", choices=PUBLISHED, help=", ".join(PUBLISHED))
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="a few small runs; print the tables and change no page")
    how.add_argument("--kept", action="store_true", help="from the rows that are kept, without any run")
    options = parser.parse_args(arguments)
    if not options.quick and not PAGE.exists():
        raise Stopped(f"no {PAGE} here, expected the top of the project, whose page is changed; or --quick")
    worst = 0
    for name in options.names:
        path = Path("docs", "results", f"{name}.jsonl.gz")
        rows = list(read_rows(path if options.kept else rows_by_running(name, options.quick, solvers, own)))
        if not options.quick:
            write_kept(path, rows)
        frame, found = frame_of(rows, solvers.names()), agreement(rows)
        worst = max(worst, found.exit_code)
        text = markdown(PUBLISHED[name], frame, f"`compare.py reproduce {name}`: {found}; {facts(frame)}")
        print(f"## {PUBLISHED[name].title}\n\n{text}\n")
        if not options.quick:
            publish(name, text, frame)
    return worst


def rows_by_running(name: str, quick: bool, solvers: Solvers, own: Own) -> Path:
    """Where the rows of a published table are."""
    published = PUBLISHED[name]
    chosen = [published.quick] if quick else published.runs
    path = Path("results", f"{name}-{digest([solvers.version, published.conditions, chosen])[:8]}.jsonl")
    for runs in chosen:
        run_to_file([*runs.split(), *published.conditions.split(), "--out", str(path)], solvers, own)
    return path


def publish(name: str, text: str, frame: pd.DataFrame) -> None:
    """Onto the page of results, with its pictures: all of it, or nothing where pictures cannot be drawn."""
    wanted = PUBLISHED[name].pictures
    drawn = pictures(frame) if wanted else {}
    begin, end = f"<!-- reproduce {name} -->", "<!-- /reproduce -->"
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(begin)
    write_text(PAGE, f"{before}{begin}\n\n{text}\n\n{end}{rest.partition(end)[2]}")
    for picture in wanted:
        Path("docs", "pictures", f"{picture}.png").write_bytes(image(drawn[picture]))
