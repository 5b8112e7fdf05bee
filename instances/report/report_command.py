"""`compare.py report RESULTS...`: tables and plots of results files."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pandas as pd
from rich.console import Console

from instances.reading.writing import write_file
from instances.report.cross_check import agreement, save_wrong
from instances.report.frame import NESTED, frame_of
from instances.report.plots import pictures
from instances.report.rendering import to_html, to_markdown, to_terminal
from instances.report.rows.results_file import Stopped, Unfit, read_rows
from instances.report.tables import sections
from instances.text import one_line, why


def report_parser() -> argparse.ArgumentParser:
    program = f"{Path(sys.argv[0]).name} report"
    parser = argparse.ArgumentParser(prog=program, description="Tables and plots of results files.")
    add = parser.add_argument
    add("results", metavar="RESULTS", type=Path, nargs="+", help="files that compare.py wrote, and folders")
    add("--html", metavar="FILE", help="one page with everything in it, plots included")
    add("--markdown", metavar="FILE", help="the tables as Markdown")
    add("--csv", metavar="FILE", help="the runs, one a line, as CSV")
    add("--parquet", metavar="FILE", help="the runs as Parquet")
    return parser


def report(arguments: Sequence[str], names: Sequence[str]) -> int:
    """Print what is in results files, and write the requested files; 1 if answers disagree or runs failed.

    names: of solvers, in the order of tables and colours.
    """
    options = vars(report_parser().parse_args(arguments))
    paths: list[Path] = options.pop("results")
    files = [file for path in paths for file in (sorted(path.glob("*.jsonl")) if path.is_dir() else [path])]
    rows = list({row["key"]: row for file in files for row in read_rows(file)}.values())
    if not rows:
        raise Unfit(paths[0], "no runs, expected one or more")
    frame, found = frame_of(rows, names), agreement(rows)
    parts, table = sections(frame, found), frame.drop(columns=NESTED)
    to_terminal(parts, Console(width=None if sys.stdout.isatty() else 160))
    contents: dict[str, Callable[[], bytes]] = {
        "html": lambda: to_html(parts, pictures(frame), frame).encode(),
        "markdown": lambda: to_markdown(parts).encode(),
        "csv": lambda: table.to_csv(index=False).encode(errors="replace"),
        "parquet": lambda: parquet(table),
    }
    try:
        save_wrong(found, paths[0].parent)
        for kind, content in contents.items():
            if options[kind]:
                write_file(options[kind], [content()])
    except OSError as error:
        raise Stopped(f"{one_line(str(error.filename))}: {why(error)}") from None
    return 1 if found.wrong or found.failed else 0


def parquet(table: pd.DataFrame) -> bytes:
    """The table as a Parquet file; raises Stopped without pyarrow."""
    try:
        return table.to_parquet(index=False)
    except ImportError:
        raise Stopped("--parquet needs pyarrow: pip install '.[parquet]'") from None
