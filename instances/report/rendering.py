"""A report in the terminal, as Markdown, and as one self-contained page of HTML."""

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

from instances.report.frame import solvers_of
from instances.report.plots import image
from instances.report.tables import Section
from instances.text import counted, printable

PAGE = Template(Path(__file__).with_name("page.html").read_text(encoding="utf-8"))


def to_terminal(parts: Sequence[Section], console: Console) -> None:
    for part in parts:
        console.print(Text(f"\n{part.heading}", style="bold"))
        console.print(Text(part.text), soft_wrap=True)
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
        lines += [f"## {escaped(part.heading)}", "", "\n\n".join(map(escaped, part.text.split("\n"))), ""]
        if part.table is not None:
            lines += [*markdown_table(part.table.rename(columns=escaped).map(escaped)), ""]
    return "\n".join(lines)


def escaped(text: str) -> str:
    """The text as Markdown shows it: no markup, HTML or formula, and no heading or list at its start."""
    return re.sub(r"([\\`*_\[\]<>&|~$]|^\s*[-+=#]|(?<=^\d)[.)])", r"\\\1", text)


def markdown_table(table: pd.DataFrame) -> list[str]:
    """The lines of a table whose cells are Markdown."""
    lines = [list(table.columns), ["---"] * len(table.columns), *table.astype(str).to_numpy().tolist()]
    return [f"| {' | '.join(line)} |" for line in lines]


def to_html(parts: Sequence[Section], figures: Mapping[str, tuple[str, Any]], frame: pd.DataFrame) -> str:
    """Agreement first, then the pictures, then the tables."""
    first, *others = [
        f"<h2>{html.escape(part.heading)}</h2>\n<p>{html.escape(part.text)}</p>\n"
        + ("" if part.table is None else f'<div class="wide">{part.table.to_html(index=False)}</div>\n')
        for part in parts
    ]
    drawn = [
        f'<figure><img alt="{caption}" src="data:image/png;base64,'
        f'{base64.b64encode(image(figure)).decode()}"><figcaption>{caption}</figcaption></figure>\n'
        for caption, figure in figures.values()
    ]
    pictured = f'<div class="figures">{"".join(drawn)}</div>\n' if drawn else ""
    return PAGE.substitute(title=html.escape(title_of(frame)), body="".join([first, pictured, *others]))


def title_of(frame: pd.DataFrame) -> str:
    """'cp, astar on 180 instances of watersort'"""
    instances = counted(frame["instance"].nunique(), "instances")
    return printable(f"{', '.join(solvers_of(frame))} on {instances} of {', '.join(frame['puzzle'].unique())}")
