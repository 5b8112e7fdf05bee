"""`compare.py report RESULTS...`: tables and plots of results files."""

import argparse
import itertools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from rich.console import Console

from instances.reading.writing import write_file, write_text
from instances.report.cross_check import agreement, show_wrong
from instances.report.frame import frame_of
from instances.report.plots import image, pictures
from instances.report.rendering import title_of, to_html, to_markdown, to_terminal
from instances.report.rows.results_file import Stopped, Unfit, read_rows
from instances.report.tables import sections
from instances.text import one_line


def report_parser() -> argparse.ArgumentParser:
    program = f"{Path(sys.argv[0]).name} report"
    parser = argparse.ArgumentParser(prog=program, description="Tables and plots of results files.")
    add = parser.add_argument
    add("results", metavar="RESULTS", type=Path, nargs="+", help="files that compare.py wrote, and folders")
    add("--html", metavar="FILE", type=Path, help="one page with everything in it")
    add("--markdown", metavar="FILE", type=Path, help="the tables as Markdown")
    add("--plots", metavar="FOLDER", type=Path, help="the plots as PNG and SVG files")
    add("--csv", metavar="FILE", type=Path, help="the runs, one a line, as CSV")
    add("--parquet", metavar="FILE", type=Path, help="the runs as Parquet")
    return parser


def result_files(paths: Sequence[Path]) -> Iterator[Path]:
    """Results files, and those of folders."""
    for path in paths:
        yield from sorted(path.glob("*.jsonl")) if path.is_dir() else [path]


def report(arguments: Sequence[str], names: Sequence[str]) -> int:
    """Print what is in results files, and write the requested files; 1 if answers disagree or runs failed.

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
    figures = pictures(frame) if options.html or options.plots else {}
    table = frame.drop(columns="bounds")  # a list fits into no cell
    written: list[tuple[Path | None, Any]] = [
        (options.html, lambda path: write_text(path, to_html(parts, figures, title_of(frame)))),
        (options.markdown, lambda path: write_text(path, to_markdown(parts))),
        (options.plots, lambda path: write_pictures(path, figures)),
        (options.csv, lambda path: write_file(str(path), [table.to_csv(index=False).encode(errors="replace")])),
        (options.parquet, lambda path: write_file(str(path), [parquet(table)])),
    ]
    try:
        show_wrong(found, options.results[0].parent, console)
        for path, write in written:
            if path:
                write(path)
    except OSError as error:
        raise Stopped(f"{one_line(str(error.filename))}: {(error.strerror or str(error)).lower()}") from None
    return 1 if found.wrong or found.failed else 0


def write_pictures(folder: Path, figures: dict[str, tuple[str, Any]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for (name, (_, figure)), kind in itertools.product(figures.items(), ("png", "svg")):
        write_file(str(folder / f"{name}.{kind}"), [image(figure, kind)])


def parquet(frame: pd.DataFrame) -> bytes:
    """The frame as a Parquet file; raises Stopped without pyarrow."""
    try:
        return frame.to_parquet(index=False)
    except ImportError:
        raise Stopped("--parquet needs pyarrow: pip install '.[parquet]'") from None
