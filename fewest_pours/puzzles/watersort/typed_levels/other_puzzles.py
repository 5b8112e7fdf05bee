"""What a text that is not a water sort level looks like: another puzzle, a document, a drawing."""

import re
from collections import Counter

from fewest_pours.files.wording import Sentence

NOTATIONS = "docs/puzzles.md describes its notation"
ALONE = 'paste the lists alone, such as [["red", "blue"], ["blue", "red"], []]'
SIGNS = "[<>∧∨˄˅]"  # of Futoshiki
MOST_LINES = 40  # of a grid
MOST_ROWS = 15  # of a Futoshiki


def what_it_looks_like(text: str) -> Sentence | None:
    """A message that names what was seen, None if nothing is known about it."""
    bare = text.strip()
    found = re.match(r"(?:<[?!]\w[^>]*>\s*)*<([\w:-]+)", bare)
    if found:
        words = f"XML or HTML that begins with <{found[1]}>, expected a level: {ALONE}"
        return Sentence(words, "looks_like_markup", element=found[1])
    rows = [line.split() if " " in line.strip() else list(line.strip()) for line in bare.splitlines() if line.strip()]
    if not 2 < len(rows) <= MOST_LINES:
        return None
    has_signs = bool(re.search(SIGNS, bare))
    is_flow = looks_like_flow(rows)
    if looks_like_futoshiki(rows, has_signs) and (has_signs or not is_flow):
        words = f"a square of digits that looks like Futoshiki, expected `.` for an empty cell: {NOTATIONS}"
        return Sentence(words, "looks_like_futoshiki")
    if is_flow:
        words = "a grid that looks like Flow or Numberlink (each sign twice), expected a puzzle of docs/puzzles.md"
        return Sentence(words, "looks_like_flow")
    if looks_like_squares(rows):
        words = f"a grid of arrows and letters that looks like Game About Squares, expected its YAML: {NOTATIONS}"
        return Sentence(words, "looks_like_squares")
    return None


def looks_like_futoshiki(rows: list[list[str]], has_signs: bool) -> bool:
    """Whether there are as many digits in each row as rows, few of them above 0, or signs < > between digits."""
    digits = [[cell for cell in row if re.fullmatch(r"\d|[._*-]", cell)] for row in rows]
    grid = [row for row in digits if row]
    size = len(grid)
    is_square = 2 < size <= MOST_ROWS and all(len(row) == size for row in grid)
    has_other_cells = any(not re.fullmatch(r"\d|[._*<>^v∧∨˄˅|-]+", cell) for row in rows for cell in row)
    if not is_square or has_other_cells:
        return False
    values = [int(cell) for row in grid for cell in row if cell.isdigit()]
    if not values or max(values) > size:
        return False
    blank = sum(cell in ("0", ".", "_", "*", "-") for row in grid for cell in row)
    return has_signs or 2 * blank > size * size


def looks_like_flow(rows: list[list[str]]) -> bool:
    """Whether a rectangle is mostly blank and every other sign in it stands twice."""
    cells = Counter(cell for row in rows for cell in row)
    blank = sum(cells.pop(sign, 0) for sign in (".", "0", "_", "-", "*"))
    same = len({len(row) for row in rows}) == 1
    return same and len(cells) > 1 and set(cells.values()) == {2} and blank > 2 * len(cells)


def looks_like_squares(rows: list[list[str]]) -> bool:
    """Whether a grid holds arrows besides letters and blanks."""
    cells = [cell for row in rows for cell in row]
    arrows = [cell for cell in cells if re.search(r"[\^<>↑↓←→⬆⬇⬅➡]", cell)]
    return bool(arrows) and all(len(cell) <= 3 for cell in cells) and any(cell[:1].isalpha() for cell in cells)
