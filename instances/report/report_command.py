"""`compare.py report RESULTS...`: what is in results files, as tables, plots and pages."""

import argparse
import itertools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console

from instances.reading.writing import write_file, write_text
from instances.report.cross_check import agreement, show_wrong
from instances.report.dataframe import frame_of
from instances.report.plots import image, pictures
from instances.report.rendering import title_of, to_html, to_markdown, to_terminal
from instances.report.rows.results_file import Stopped, Unfit, read_rows
from instances.report.tables import sections
from instances.text import one_line


def report_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="compare.py report", description="Tables and plots of results files.")
    parser.add_argument(
        "results", metavar="RESULTS", type=Path, nargs="+", help="files that compare.py wrote, and folders"
    )
    parser.add_argument("--html", metavar="FILE", type=Path, help="one page with everything in it")
    parser.add_argument("--markdown", metavar="FILE", type=Path, help="the tables as Markdown")
    parser.add_argument("--plots", metavar="FOLDER", type=Path, help="the plots as PNG and SVG files")
    return parser


def result_files(paths: Sequence[Path]) -> Iterator[Path]:
    """Results files, and those of folders."""
    for path in paths:
        yield from sorted(path.glob("*.jsonl")) if path.is_dir() else [path]


def report(arguments: Sequence[str], names: Sequence[str]) -> int:
    """Say what is in results files, and write what was asked for; 1 if answers disagree or runs failed.

    names: of solvers, in the order of tables and colours.
    """
    options = report_parser().parse_args(arguments)
    rows = list({row["key"]: row for file in result_files(options.results) for row in read_rows(file)}.values())
    if not rows:
        raise Unfit(options.results[0], "no runs, expected one or more")
    frame, found = frame_of(rows, names), agreement(rows)
    parts = sections(rows, frame, found)
    console = Console(width=None if sys.stdout.isatty() else 160)
    to_terminal(parts, console)
    try:
        show_wrong(found, options.results[0].parent, console)
        figures = pictures(frame) if options.html or options.plots else {}
        if options.html:
            write_text(options.html, to_html(parts, figures, title_of(frame)))
        if options.markdown:
            write_text(options.markdown, to_markdown(parts))
        if options.plots:
            options.plots.mkdir(parents=True, exist_ok=True)
            for (name, (_, figure)), kind in itertools.product(figures.items(), ("png", "svg")):
                write_file(str(options.plots / f"{name}.{kind}"), [image(figure, kind)])
    except OSError as error:
        where = error.filename or options.html or options.markdown or options.plots
        raise Stopped(f"{one_line(str(where))}: {(error.strerror or str(error)).lower()}") from None
    return 1 if found.wrong or found.failed else 0
