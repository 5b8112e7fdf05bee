"""A report in the terminal, as Markdown, and as one self-contained page of HTML."""

import base64
import html
import re
from collections.abc import Sequence
from pathlib import Path
from string import Template

import pandas as pd

from instances.report.plots import image, pictures
from instances.report.tables import Section

PAGE = Template(Path(__file__).with_name("page.html").read_text(encoding="utf-8"))


def to_terminal(parts: Sequence[Section]) -> None:
    for part in parts:
        print(f"\n{part.heading}\n{part.text}")
        if part.table is not None:
            print(part.table.to_string(index=False))


def to_markdown(parts: Sequence[Section], frame: pd.DataFrame) -> bytes:
    lines = []
    for part in parts:
        lines += [f"## {escaped(part.heading)}", "", "\n\n".join(map(escaped, part.text.split("\n"))), ""]
        if part.table is not None:
            lines += [*markdown_table(part.table.rename(columns=escaped).map(escaped)), ""]
    return "\n".join(lines).encode()


def escaped(text: str) -> str:
    """The text as Markdown shows it: no markup, HTML or formula, and no heading or list at its start."""
    return re.sub(r"([\\`*_\[\]<>&|~$]|^\s*[-+=#]|(?<=^\d)[.)])", r"\\\1", text)


def markdown_table(table: pd.DataFrame) -> list[str]:
    """The lines of a table whose cells are Markdown."""
    lines = [list(table.columns), ["---"] * len(table.columns), *table.astype(str).to_numpy().tolist()]
    return [f"| {' | '.join(line)} |" for line in lines]


def to_html(parts: Sequence[Section], frame: pd.DataFrame) -> bytes:
    """Agreement first, then the pictures, then the tables."""
    blocks = [
        f"<h2>{html.escape(part.heading)}</h2>\n<p>{html.escape(part.text)}</p>\n"
        + ("" if part.table is None else f'<div class="wide">{part.table.to_html(index=False)}</div>\n')
        for part in parts
    ]
    drawn = "".join(
        f'<img alt="{name}" src="data:image/png;base64,{base64.b64encode(image(figure)).decode()}">\n'
        for name, figure in pictures(frame).items()
    )
    blocks.insert(1, f'<div class="figures">{drawn}</div>\n')
    return PAGE.substitute(body="".join(blocks)).encode()
