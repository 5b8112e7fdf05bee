"""`compare.py report RESULTS...`: show results files as tables and plots, in the terminal and in files."""

import argparse
import base64
import html
import sys
from collections.abc import Sequence
from pathlib import Path
from string import Template

import pandas as pd

from fewest_pours.experiments.report.disagreements import agreement, save_wrong
from fewest_pours.experiments.report.newest_programs import of_newest_programs
from fewest_pours.experiments.report.plots import image, pictures
from fewest_pours.experiments.report.run_measures import flat, frame_of
from fewest_pours.experiments.report.sections import Section, sections
from fewest_pours.experiments.results_file import read_for_report
from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.option_types import add_limits
from fewest_pours.files.output_files import write_file, write_text
from fewest_pours.running.limits import Limits
from fewest_pours.running.read_within import read_within
from fewest_pours.solving.registry import Solvers

PAGE = Template(Path(__file__).with_name("report.html").read_text(encoding="utf-8"))


def to_html(parts: Sequence[Section], frame: pd.DataFrame) -> str:
    """The page: agreement first, then the pictures, then the tables."""
    agreed, *tables = map(section_in_html, parts)
    images = "".join(image_in_html(name, image(figure)) for name, figure in pictures(frame).items())
    return PAGE.substitute(body="".join([agreed, f'<div class="figures">{images}</div>\n', *tables]))


def section_in_html(part: Section) -> str:
    text = f"<h2>{html.escape(part.heading)}</h2>\n<p>{html.escape(part.text)}</p>\n"
    if part.table is not None:
        text += f'<div class="wide">{part.table.to_html(index=False)}</div>\n'
    return text


def image_in_html(name: str, png: bytes) -> str:
    """A picture that is part of the page."""
    return f'<img alt="{name}" src="data:image/png;base64,{base64.b64encode(png).decode()}">\n'


def report(arguments: Sequence[str], solvers: Solvers, program_name: str = "compare.py") -> int:
    """Print a report on results files, and write the requested files; 1 if answers disagree or runs failed.

    solvers: their names are in the order of tables and plots.
    """
    parser = argparse.ArgumentParser(prog=f"{program_name} report", description="Tables and plots of results files.")
    parser.add_argument("results", metavar="RESULTS", type=Path, nargs="+", help="results files, and folders of them")
    parser.add_argument("--html", metavar="FILE", help="the whole report as one page, with plots")
    parser.add_argument("--csv", metavar="FILE", help="the runs as CSV, one per line")
    parser.add_argument("--parquet", metavar="FILE", help="the runs as Parquet")
    add_limits(parser)
    options = parser.parse_args(arguments)
    limits = Limits(options.time_limit, options.memory_limit)
    with read_within(limits, options.results[0], "before it was reported"):
        return reported(options, solvers)


def reported(options: argparse.Namespace, solvers: Solvers) -> int:
    """Print and write the report that the options describe; the exit code."""
    paths = options.results
    files: list[Path] = []
    for path in paths:
        files += sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    rows = read_for_report(files)
    if not rows:
        raise BadInput(paths[0], "no runs, expected one or more")
    rows, notes = of_newest_programs(rows)
    for note in notes:
        print(note, file=sys.stderr)
    frame = frame_of(rows, solvers.names())
    found = agreement(rows)
    parts = sections(frame, found)
    for part in parts:
        if part.for_page:
            continue
        print(f"\n{part.heading}\n{part.text}")
        if part.table is not None:
            print(part.table.to_string(index=False))
    save_wrong(found, paths[0] if paths[0].is_dir() else paths[0].parent)
    runs = flat(frame)
    if options.html:
        write_text(options.html, to_html(parts, frame))
    if options.csv:
        write_file(options.csv, [runs.to_csv(index=False).encode(errors="replace")])
    if options.parquet:
        write_file(options.parquet, [runs.to_parquet(index=False)])
    return found.exit_code
