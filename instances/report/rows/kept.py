"""Results that are kept with the project: small enough, and still all that a table or plot reads.

A compressed file of JSON lines. The first says what the file is and what all rows share; the others hold the rest of
each row. Left out are plans and solutions, so `solvable` says what they would have told.
"""

import gzip
import json
import re
from collections.abc import Sequence
from pathlib import Path

from instances.reading.writing import write_text
from instances.report import Row
from instances.report.rows.results_file import Unfit
from instances.solving.agreement import solvable

HEADER: Row = {"format": "compare.py kept results", "format_version": 1}
LEFT_OUT = ("key", "plan", "solutions", "name", "file", "lower_bound_by", "upper_bound_by", "date")
KEPT = ("expansions", "nodes", "nodes_to_first", "conflicts", "certificate")


def compact(rows: Sequence[Row]) -> tuple[Row, list[Row]]:
    """What all rows share, and each without it."""
    kept = []
    for row in rows:
        source = {name: value for name, value in row["source"].items() if name != "document"}
        work = {name: row["statistics"][name] for name in KEPT if name in row["statistics"]}
        less = {name: value for name, value in row.items() if name not in LEFT_OUT}
        kept.append(less | {"source": source, "statistics": work, "solvable": solvable(row)})
    shared = {
        name: value for name, value in kept[0].items() if all(name in row and row[name] == value for row in kept)
    }  # fmt: skip
    rest = [{name: value for name, value in row.items() if name not in shared} for row in kept]
    return shared | {"date": max(row.get("date", "") for row in rows)}, rest


def write_kept(path: Path, rows: Sequence[Row]) -> None:
    """The same rows give the same bytes."""
    shared, rest = compact(rows)
    lines = [HEADER | {"shared": shared}, *rest]
    text = "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def read_kept(path: Path) -> list[Row]:
    """Raises Unfit."""
    try:
        first, *rest = (json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines())
        assert first["format"] == HEADER["format"]
        return [first["shared"] | row for row in rest]
    except FileNotFoundError:
        raise Unfit(path, "no such file or directory, expected kept results") from None
    except (OSError, ValueError, KeyError, TypeError, AssertionError, EOFError):
        raise Unfit(path, "not a file of kept results, expected one that `compare.py reproduce` wrote") from None


def block(name: str) -> "re.Pattern[str]":
    """Where a page has the table of that name."""
    return re.compile(rf"(<!-- reproduce {re.escape(name)} -->\n)(.*?)(<!-- /reproduce -->)", re.DOTALL)


def put_into(page: Path, name: str, text: str) -> bool:
    """Put the text where the page asks for it; whether it does. Pictures are beside the page's docs."""
    before = page.read_text(encoding="utf-8")
    here = text if page.parent.name == "docs" else text.replace("](pictures/", "](docs/pictures/")
    after = block(name).sub(lambda found: f"{found[1]}\n{here.strip()}\n\n{found[3]}", before)
    if after != before:
        write_text(page, after)
    return block(name).search(before) is not None
