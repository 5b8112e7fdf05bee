"""Results that are kept with the project: compressed results files without plans and solutions; and their pages."""

import gzip
import json
import re
from collections.abc import Sequence
from pathlib import Path

from instances.reading.writing import write_text
from instances.report import Row
from instances.report.rows.results_file import header, read_rows
from instances.solving.agreement import solvable


def write_kept(path: Path, rows: Sequence[Row]) -> None:
    """The same rows give the same bytes. `solvable` replaces the plan and the solutions."""
    kept = [
        {name: value for name, value in row.items() if name not in ("plan", "solutions")} | {"solvable": solvable(row)}
        for row in rows
    ]
    lines = [header(rows[0]["version"]), *kept]
    text = "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def read_kept(path: Path) -> list[Row]:
    """Raises Unfit."""
    return list(read_rows(path))


def block(name: str) -> "re.Pattern[str]":
    """Where a page has the table of that name."""
    return re.compile(rf"(<!-- reproduce {re.escape(name)} -->\n)(.*?)(<!-- /reproduce -->)", re.DOTALL)


def put_into(page: Path, name: str, text: str) -> bool:
    """Put the text where the page asks for it, and return whether it does. Pictures are beside the pages of docs."""
    before = page.read_text(encoding="utf-8")
    here = text if page.parent.name == "docs" else text.replace("](pictures/", "](docs/pictures/")
    after = block(name).sub(lambda found: f"{found[1]}\n{here.strip()}\n\n{found[3]}", before)
    if after != before:
        write_text(page, after)
    return block(name).search(before) is not None
