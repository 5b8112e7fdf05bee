"""A report in the terminal, as Markdown, and as one page of HTML that needs nothing else."""

import base64
import html
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

import pandas as pd
from rich.console import Console
from rich.table import Table
from rich.text import Text

from instances.report.dataframe import labels_of
from instances.report.plots import image
from instances.report.tables import Section
from instances.text import counted, printable


def to_terminal(parts: Sequence[Section], console: Console) -> None:
    for part in parts:
        console.print(Text(f"\n{part.heading}", style="bold"))
        console.print(Text(part.text))
        if part.table is not None:
            table = Table(header_style="bold", box=None, pad_edge=False)
            for number, name in enumerate(part.table.columns):
                table.add_column(Text(name), overflow="fold", justify="right" if number else "left")
            for line in part.table.itertuples(index=False):
                table.add_row(*map(Text, line))
            console.print(table)


def to_markdown(parts: Sequence[Section]) -> str:
    lines = []
    for part in parts:
        lines += [f"## {part.heading}", "", part.text.replace("\n", "\n\n"), ""]
        if part.table is not None:
            lines += [*markdown_table(part.table), ""]
    return "\n".join(lines)


def markdown_table(table: pd.DataFrame) -> list[str]:
    """Its lines; a bar in a name is no border."""
    cells = [list(table.columns), *table.to_numpy().tolist()]
    head, *lines = [[cell.replace("|", r"\|") for cell in line] for line in cells]
    return [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *(f"| {' | '.join(line)} |" for line in lines)]


PAGE = Template(Path(__file__).with_name("page.html").read_text(encoding="utf-8"))


def to_html(parts: Sequence[Section], figures: Mapping[str, tuple[str, Any]], title: str) -> str:
    """Agreement first, then the pictures, then the tables; a page that needs nothing else."""
    first, *others = [
        f'<h2 id="{slug(part.heading)}">{html.escape(part.heading)}</h2>\n<p>{html.escape(part.text)}</p>\n'
        + ("" if part.table is None else f'<div class="wide">{html_table(part.table)}</div>\n')
        for part in parts
    ]
    drawn = [
        f'<figure id="{name}"><img alt="{html.escape(caption)}" src="data:image/svg+xml;base64,'
        f'{base64.b64encode(image(figure, "svg")).decode()}">'
        f"<figcaption>{html.escape(caption)}</figcaption></figure>\n"
        for name, (caption, figure) in figures.items()
    ]
    pictured = f'<h2 id="pictures">Pictures</h2>\n<div class="figures">{"".join(drawn)}</div>\n' if drawn else ""
    headings = [parts[0].heading, *(["Pictures"] if drawn else []), *(part.heading for part in parts[1:])]
    contents = " ".join(f'<a href="#{slug(heading)}">{html.escape(heading)}</a>' for heading in headings)
    body = "".join([first, pictured, *others])
    return PAGE.substitute(title=html.escape(title), contents=contents, body=body)


def html_table(table: pd.DataFrame) -> str:
    """Numbers to the right, words to the left: a column of words has no digit in front."""
    words = [not any(re.match(r"[>\d]", cell) for cell in table[name]) for name in table]
    kinds = [' class="words"' if word else "" for word in words]
    lines = ["".join(f"<td{kind}>{html.escape(cell)}</td>" for kind, cell in zip(kinds, line, strict=True))
             for line in table.itertuples(index=False)]  # fmt: skip
    head = "".join(f"<th{kind}>{html.escape(name)}</th>" for kind, name in zip(kinds, table.columns, strict=True))
    body = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table>"


def slug(heading: str) -> str:
    """slug('Who is faster where') == 'who-is-faster-where'"""
    return re.sub(r"\W+", "-", heading.lower()).strip("-")


def title_of(frame: pd.DataFrame) -> str:
    """'cp, astar on 180 instances of watersort'"""
    puzzles = ", ".join(frame["puzzle"].unique())
    solvers = list(labels_of(frame))
    shown = ", ".join(solvers) if len(solvers) <= 6 else f"{len(solvers)} solvers"
    return printable(f"{shown} on {counted(frame['instance'].nunique(), 'instances')} of {puzzles}")
