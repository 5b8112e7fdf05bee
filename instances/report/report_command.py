"""`compare.py report RESULTS...`: tables and plots of results files."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pandas as pd

from instances.reading.writing import write_file
from instances.reading.yaml_files import BadInput
from instances.report.cross_check import agreement, save_wrong
from instances.report.frame import NESTED, frame_of
from instances.report.rendering import to_html, to_markdown, to_terminal
from instances.report.rows.results_file import Stopped, read_rows
from instances.report.tables import Section, sections
from instances.text import one_line, why


def csv(parts: Sequence[Section], frame: pd.DataFrame) -> bytes:
    return frame.drop(columns=NESTED).to_csv(index=False).encode(errors="replace")


def parquet(parts: Sequence[Section], frame: pd.DataFrame) -> bytes:
    """Raises Stopped without pyarrow."""
    try:
        return frame.drop(columns=NESTED).to_parquet(index=False)
    except ImportError:
        raise Stopped("--parquet needs pyarrow: pip install '.[parquet]'") from None


FORMATS: dict[str, tuple[str, Callable[[Sequence[Section], pd.DataFrame], bytes]]] = {
    "html": ("one page with everything in it, plots included", to_html),
    "markdown": ("the tables as Markdown", to_markdown),
    "csv": ("the runs, one a line, as CSV", csv),
    "parquet": ("the runs as Parquet", parquet),
}


def report(arguments: Sequence[str], names: Sequence[str]) -> int:
    """Print what is in results files, and write the requested files; 1 if answers disagree or runs failed.

    names: of solvers, in the order of tables and colours.
    """
    program = f"{Path(sys.argv[0]).name} report"
    parser = argparse.ArgumentParser(prog=program, description="Tables and plots of results files.")
    parser.add_argument("results", metavar="RESULTS", type=Path, nargs="+", help="files of runs, and folders of them")
    for kind, (text, _) in FORMATS.items():
        parser.add_argument(f"--{kind}", metavar="FILE", help=text)
    options = vars(parser.parse_args(arguments))
    paths: list[Path] = options["results"]
    files = [file for path in paths for file in (sorted(path.glob("*.jsonl")) if path.is_dir() else [path])]
    rows = list({row["key"]: row for file in files for row in read_rows(file)}.values())
    if not rows:
        raise BadInput(paths[0], "no runs, expected one or more")
    frame, found = frame_of(rows, names), agreement(rows)
    parts = sections(frame, found)
    to_terminal(parts)
    try:
        save_wrong(found, paths[0].parent)
        for kind, (_, content) in FORMATS.items():
            if options[kind]:
                write_file(options[kind], [content(parts, frame)])
    except OSError as error:
        raise Stopped(f"{one_line(str(error.filename))}: {why(error)}") from None
    return found.exit_code
