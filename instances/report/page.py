"""A report in the terminal, as Markdown, and as one page of HTML that needs nothing else."""

import base64
import html
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from instances.report.plots import image
from instances.report.tables import Section


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
            lines += [f"| {' | '.join(part.table.columns)} |", f"|{'---|' * len(part.table.columns)}"]
            lines += [f"| {' | '.join(line)} |" for line in part.table.itertuples(index=False)] + [""]
    return "\n".join(lines)


PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Constraint programming and search compared</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; color: #222; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 14px; border: 0 }}
div {{ overflow-x: auto }} th, td {{ padding: .2rem .7rem; text-align: right; border: 0; white-space: nowrap }}
th {{ border-bottom: 2px solid #0072b2 }} tr:nth-child(even) td {{ background: #f4f6f8 }}
td:first-child, th:first-child {{ text-align: left }} figure {{ margin: 2rem 0 }} img {{ max-width: 100% }}
figcaption {{ color: #555 }} p {{ white-space: pre-line }}
</style>
<h1>Constraint programming and search compared</h1>
{body}
</html>
"""


def to_html(parts: Sequence[Section], figures: Mapping[str, tuple[str, Any]]) -> str:
    """Agreement first, then the pictures, then the tables."""
    first, *others = [
        f"<h2>{html.escape(part.heading)}</h2>\n<p>{html.escape(part.text)}</p>\n"
        + ("" if part.table is None else f"<div>{part.table.to_html(index=False, border=0)}</div>\n")
        for part in parts
    ]
    drawn = [
        f'<figure><img alt="{html.escape(caption)}" src="data:image/svg+xml;base64,'
        f'{base64.b64encode(image(figure, "svg")).decode()}">'
        f"<figcaption>{html.escape(caption)}</figcaption></figure>\n"
        for caption, figure in figures.values()
    ]
    return PAGE.format(body="".join([first, *drawn, *others]))
