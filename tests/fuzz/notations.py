"""Levels in every notation that people use, with the slips they make: each is read exactly, or refused."""

import json
from collections.abc import Sequence
from random import Random

from fuzz.runner import Trial
from instances.puzzles.loading import loaded
from instances.puzzles.watersort.rules import Deal
from instances.reading.yaml_files import BadInput

SPELLINGS = [
    ["red", "Red", "RED"], ["blue", "Blue"], ["green", "Green"], ["mint"], ["grey", "gray", "Grey"], ["pink"], ["teal"],
    ["light blue", "light-blue", "light_blue", "lightblue"], ["dark green", "Dark green", "dark-green"], ["purple"],
    ["orange", "Orange"], ["yellow"], ["brown"], ["cyan"], ["white", "White"], ["azul"],
]  # fmt: skip
EMPTY = ["empty", "Empty", "leer", "vide", "vacío", "空", "x", "-", ".", "empty tube", "(empty)", "_"]
LETTERS, EMOJI = "rgbyopcmtwlnkq", "🔴🟢🔵🟡🟠🟣🟤⚫🟥🟩🟦🟨🟧🟪"
Units = list[list[int]]  # colours as numbers, top first


def random_level(stream: Random) -> tuple[Units, int]:
    """A level with empty beakers at its end, as a game starts, and its capacity."""
    capacity, colors = stream.choice((3, 4, 4, 4, 5)), stream.randint(2, 12)
    fills = [*range(colors), *stream.choices(range(colors), k=stream.choice((0, 0, 1)))]
    units = [color for color in fills for _ in range(capacity)]
    stream.shuffle(units)
    beakers = [units[i : i + capacity] for i in range(0, len(units), capacity)]
    if all(len(set(beaker)) == 1 for beaker in beakers):  # solved already: not what anybody asks about
        return random_level(stream)
    return beakers + [[] for _ in range(stream.randint(1, 3))], capacity


def slipped(beakers: Units, stream: Random) -> Units:
    """The beakers with one unit forgotten, doubled or exchanged for another colour."""
    wrong = [list(beaker) for beaker in beakers]
    beaker = stream.choice([each for each in wrong if each])
    place, other = stream.randrange(len(beaker)), stream.choice([unit for each in beakers for unit in each])
    match stream.randrange(3):
        case 0:
            del beaker[place]
        case 1:
            beaker.insert(place, beaker[place])
        case _:
            beaker[place] = other if other != beaker[place] else max(map(max, filter(None, beakers))) + 1
    return wrong


def words_of(beakers: Units, stream: Random) -> list[list[str]]:
    """The units as words; a colour may be spelt in several ways."""
    names = stream.sample(SPELLINGS, len(SPELLINGS))
    careless = stream.random() < 0.5
    return [[stream.choice(names[unit]) if careless else names[unit][0] for unit in beaker] for beaker in beakers]


def lines(beakers: Units, capacity: int, stream: Random) -> str:
    """A line for each beaker, of words, numbers, letters or emoji."""
    style = stream.choice(("words", "commas", "numbers", "letters", "emoji"))
    if style in ("letters", "emoji"):
        signs = stream.sample(LETTERS if style == "letters" else EMOJI, 14)
        rows = ["".join(signs[unit] for unit in beaker) for beaker in beakers]
        blank = stream.choice(("⬜" * capacity, "empty", "." * capacity)) if style == "emoji" else "." * capacity
    else:
        cells = words_of(beakers, stream) if style != "numbers" else [[str(u + 1) for u in each] for each in beakers]
        if style == "commas" or stream.random() < 0.2:
            signs = stream.choice((",", ", ", " , ", "; ", " | ", "\t", " / "))
        else:
            signs, cells = stream.choice((" ", "  ")), [[cell.replace(" ", "-") for cell in row] for row in cells]
        rows = [signs.join(row) for row in cells]
        blank = stream.choice(EMPTY)
    empties = sum(not beaker for beaker in beakers)
    full = [row for row, beaker in zip(rows, beakers, strict=True) if beaker]
    match stream.randrange(5):
        case 0:
            end = [stream.choice((f"{empties} empty", f"empty x{empties}", f"{empties} empty tubes"))]
        case 1:
            end = [""] * (empties + 1) if style != "emoji" else [blank] * empties  # the last line has no end
        case _:
            end = [blank] * empties
    labels = stream.choice(("", "", "", "{}: ", "{}. ", "tube {}: ", "- "))
    whole = [labels.format(number) + row if row else row for number, row in enumerate(full + end, 1)]
    if stream.random() < 0.2:
        whole[1:1] = [""]
    if stream.random() < 0.25:
        whole[:0] = [stream.choice(("Level 57", "My level", "# level", "Nivel 3", "capacity " + str(capacity)))]
    return "\n".join(whole)


def one_line(beakers: Units, capacity: int, stream: Random) -> str:
    inner, outer = stream.choice(
        ((",", " | "), (", ", "; "), (" ", " | "), (" ", ", "), (",", "/"), ("", " "), ("", ","))
    )
    if not inner:
        signs = stream.sample(LETTERS, 14)
        return outer.join("".join(signs[unit] for unit in beaker) or "." * capacity for beaker in beakers)
    rows = [[word.replace(" ", "-") for word in row] for row in words_of(beakers, stream)]
    lines = [inner.join(row) or stream.choice(("empty", "leer")) for row in rows]
    return outer.join(lines) if stream.random() < 0.7 else outer.join(lines[:3]) + "\n" + outer.join(lines[3:])


def on_screen(beakers: Units, capacity: int, stream: Random) -> str:
    """Rows as on the screen, the beakers side by side."""
    if stream.random() < 0.5:
        signs = stream.sample(LETTERS, 14)
        cells, between = [[signs[unit] for unit in beaker] for beaker in beakers], stream.choice(("", " "))
    else:
        cells = [[word.replace(" ", "-") for word in row] for row in words_of(beakers, stream)]
        between = stream.choice((" ", ",", "  "))
    blank = stream.choice((".", "-", "x") if between != "" else (".", "x"))
    height = max(capacity, *map(len, cells))
    padded = [[blank] * (height - len(row)) + row for row in cells]
    return "\n".join(between.join(row[level] for row in padded) for level in range(height))


def in_json(beakers: Units, capacity: int, stream: Random) -> str:
    words = words_of(beakers, stream)
    if stream.random() < 0.3:
        words = [[str(unit + stream.choice((1,))) for unit in beaker] for beaker in beakers]
    blank = stream.choice(("EMPTY", None, "", "leer"))
    padded = stream.choice(([], [blank]))
    rows = [padded * (capacity - len(row)) + row for row in words]
    key = stream.choice(("tubes", "bottles", "beakers", "data"))
    forms = (
        rows,
        {key: rows},
        {"level": {key: rows}, "id": 3},
        {key: rows, "capacity": capacity},
        [{"units": row} for row in rows],
    )
    return json.dumps(stream.choice(forms))


def bottom_first(beakers: Units, capacity: int, stream: Random) -> str:
    """Lists that begin at the bottom, as --bottom-first reads them."""
    rows = [
        [word.replace(" ", "-") for word in row[::-1]] + ["."] * (capacity - len(row))
        for row in words_of(beakers, stream)
    ]
    return "\n".join(stream.choice((" ", ",")).join(row) for row in rows)


def notation(stream: Random) -> Trial:
    beakers, capacity = random_level(stream)
    write = stream.choice((lines, lines, lines, one_line, on_screen, in_json, bottom_first))
    wrong = stream.random() < 0.25
    text = write(slipped(beakers, stream) if wrong else beakers, capacity, stream)
    return text, lambda: f"{write.__name__}, {verdict(text, None if wrong else beakers, write is bottom_first)}"


def verdict(text: str, beakers: Units | None, bottom_first: bool) -> str:
    """How a text was read; None: it has a slip, so that only a refusal is right."""
    try:
        deal, notes = loaded("x", text, bottom_first)[1:3]
    except BadInput as refused:
        return ("refused: a slip" if beakers is None else "refused: ") + str(refused)[: 0 if beakers is None else 45]
    assert beakers is not None, (deal.beakers, notes)
    assert same(deal, beakers), (deal.beakers, notes)
    return "read"


def same(deal: Deal, beakers: Sequence[Sequence[int]]) -> bool:
    """Whether the deal is the one with these units up to the names of colours."""
    read = [list(beaker[::-1]) for beaker in deal.beakers]
    if list(map(len, read)) != list(map(len, beakers)):
        return False
    pairs = {pair for ours, theirs in zip(read, beakers, strict=True) for pair in zip(ours, theirs, strict=True)}
    return len(pairs) == len({ours for ours, _ in pairs}) == len({theirs for _, theirs in pairs})
