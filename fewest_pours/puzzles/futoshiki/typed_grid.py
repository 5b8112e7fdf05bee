"""A Futoshiki as people type it, with 0 for an empty cell and signs between: turned into the drawing of files.

0 < 2   0          . < 2 .
^                  ^
0   0   0          . . .
"""

import re

from fewest_pours.puzzles.futoshiki.file_format import drawing
from fewest_pours.puzzles.futoshiki.rules import LARGEST, Less
from fewest_pours.puzzles.reading import Read, Settled, expect_lists_for, is_data

MOST = 4_000  # characters
SIGNS = str.maketrans("∧∨˄˅⌃⌄＜＞＾０１２３４５６７８９", "^v^v^v<>^0123456789")
CELL = re.compile(r"[0-9._]")
ROW = re.compile(r"[\s|]*+(?:[0-9._][\s|]*+(?:[<>][\s|]*+)?)+")
BELOW = re.compile(r"[\s^v]*")


def read_text(text: str, settled: Settled) -> Read | None:
    """The Futoshiki in a text, None for other text. Raises Misfit for options that are about lists."""
    grid = None if is_data(text) else typed_drawing(text)
    if grid is None:
        return None
    expect_lists_for(settled)
    return Read({"puzzle": "futoshiki", "grid": grid}, [((1, 1), "read as a Futoshiki, 0 for an empty cell")])


def typed_drawing(text: str) -> str | None:
    """The drawing of a Futoshiki with signs, None for other text."""
    if len(text) > MOST:
        return None
    lines = [line.rstrip() for line in text.translate(SIGNS).strip("\n").splitlines()]
    rows = [number for number, line in enumerate(lines) if line and ROW.fullmatch(line)]
    size = len(rows)
    cells = [[found.start() for found in CELL.finditer(lines[number])] for number in rows]
    is_square = 1 < size <= LARGEST and all(len(row) == size for row in cells)
    has_other_lines = any(
        line and number not in rows and not BELOW.fullmatch(line) for number, line in enumerate(lines)
    )
    has_signs = any(re.search("[<>^v]", line) for line in lines)
    if not is_square or has_other_lines or not has_signs:
        return None
    values = [CELL.findall(lines[number]) for number in rows]
    grid = tuple(tuple(int(value) if value.isdigit() else 0 for value in row) for row in values)
    between = signs_between_rows(lines, rows, cells)
    if between is None or max(map(max, grid)) > size:
        return None
    return drawing(grid, (*signs_in_rows(lines, rows, cells), *between)) + "\n"


def signs_in_rows(lines: list[str], rows: list[int], cells: list[list[int]]) -> list[Less]:
    """The signs < and > between neighbours of a row."""
    found: list[Less] = []
    for r, number in enumerate(rows):
        for c in range(len(rows) - 1):
            between = lines[number][cells[r][c] + 1 : cells[r][c + 1]]
            if "<" in between:
                found.append(Less((r, c), (r, c + 1)))
            elif ">" in between:
                found.append(Less((r, c + 1), (r, c)))
    return found


def signs_between_rows(lines: list[str], rows: list[int], cells: list[list[int]]) -> list[Less] | None:
    """The signs ^ and v below cells; None for one that does not stand below a cell."""
    found: list[Less] = []
    for number, line in enumerate(lines):
        above = [r for r, row in enumerate(rows) if row < number]
        if number in rows or not line:
            continue
        if not above or above[-1] + 1 == len(rows):
            return None
        r = above[-1]
        for sign in re.finditer("[v^]", line):
            c = min(range(len(rows)), key=lambda column: abs(cells[r][column] - sign.start()))
            if abs(cells[r][c] - sign.start()) > 1:
                return None
            upper = (r, c)
            lower = (r + 1, c)
            found.append(Less(upper, lower) if sign[0] == "^" else Less(lower, upper))
    return found
