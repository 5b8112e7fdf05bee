"""Pictures of beakers, top up. Colours have codes of letters, and hues where the terminal supports them.

  1 ▒2  3
│re│bl│  │
│gr│gr│  │
│bl│bl│gr│
└──┴──┴──┘

capacity 3   bl blue   gr green   re red
2: covered until green fills a beaker
"""

import re
from collections.abc import Container, Sequence

from rich.text import Text

from fewest_pours.drawing.colors import Look, looks
from fewest_pours.drawing.terminal import WIDTH, legend, plain, read_legend
from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.wording import printable
from fewest_pours.puzzles.watersort.file_format import completed
from fewest_pours.puzzles.watersort.rules import Beaker, Deal, colors_of

LEGEND = re.compile(r"capacity \d+(   |$)", re.MULTILINE)  # how it begins
COVER = re.compile(r"(\d+): covered until (.+) fills a beaker")
LEVELS = 12  # beakers of larger capacity are drawn only as high as they are filled


def looks_of(deal: Deal) -> dict[str, Look]:
    return looks(colors_of(deal), deal.looks)


def picture(deal: Deal, touched: Sequence[int] = (), unsure: Container[tuple[int | None, int | None]] = ()) -> Text:
    """The deal as text with styles; str() of it is the plain picture, which read_picture reads.

    touched: source and target of the last pour, marked above with ↑ and ↓.
    unsure: places of units marked with !; (beaker, None) stands for all units of a beaker.
    """
    shown = looks_of(deal)
    mark_width = 0 if unsure == () else 1
    code_widths = [len(look.code) + mark_width for look in shown.values()]
    width = max([2, len(str(len(deal.beakers))), *code_widths])
    levels = max([min(deal.capacity, LEVELS), *map(len, deal.beakers)])
    closed = dict(deal.covered)
    side_by_side = (WIDTH - 1) // (width + 1)
    text = Text()
    for first in range(0, len(deal.beakers), side_by_side):
        row = range(first, min(first + side_by_side, len(deal.beakers)))
        if touched:
            signs = dict(zip(touched, "↑↓", strict=True))
            text.append("".join(f" {signs.get(beaker, ''):>{width}}" for beaker in row).rstrip() + "\n")
        for beaker in row:
            cover = "▒" if beaker in closed else ""
            text.append(f"{cover}{beaker + 1}".rjust(width + 1))
        text.append("\n")
        for level in reversed(range(levels)):
            for beaker in row:
                text.append("│")
                if level < len(deal.beakers[beaker]):
                    look = shown[deal.beakers[beaker][level]]
                    is_doubtful = (beaker, level) in unsure or (beaker, None) in unsure
                    code = f"{look.code}!" if is_doubtful else look.code
                    text.append(f"{code:<{width}}", look.style)
                else:
                    text.append(" " * width)
            text.append("│\n")
        text.append("└" + "┴".join(["─" * width] * len(row)) + "┘\n\n")
    text.append_text(legend(f"capacity {deal.capacity}", shown))
    for beaker, color in deal.covered:
        text.append(f"\n{beaker + 1}: covered until {printable(color)} fills a beaker")
    return text


def read_picture(text: str, name: str) -> Deal | None:
    """The inverse of picture; text after the legend is ignored. None for other text.

    Raises Misfit, or ValueError for a damaged picture.
    """
    blocks = plain(text).split("\n\n")
    legends = [block for block in blocks if LEGEND.match(block)]
    if not legends:
        return None
    first_legend = legends[0]
    rows = blocks[: blocks.index(first_legend)]
    if rows and "|" not in rows[0]:  # no beakers, so another text
        return None
    if len(legends) > 1:
        raise Misfit(f"{len(legends)} pictures, expected one")
    color = read_legend(first_legend)
    is_without_beakers = text.strip() == f"capacity {color['capacity']}"
    capacity = int(color.pop("capacity"))
    closed = map(COVER.fullmatch, first_legend.splitlines())
    covered = tuple((int(cover[1]) - 1, cover[2]) for cover in closed if cover)
    beakers: list[Beaker] = []
    for row in rows:
        levels = [[cell.strip() for cell in line.split("|")[1:-1]] for line in row.splitlines() if line[:1] == "|"]
        for cells in zip(*levels, strict=True):
            unknown = next((cell for cell in cells if cell and cell not in color), None)
            if unknown is not None:
                raise Misfit(f"'{unknown}' in a beaker, expected one of {', '.join(color)}")
            beakers.append(tuple(color[cell] for cell in reversed(cells) if cell))
    if not (beakers or is_without_beakers):
        return None
    return completed(Deal(name, capacity, tuple(beakers), covered=covered))
