"""Levels in every notation that people use, with the slips they make: each is read exactly, or refused."""

import json
from collections.abc import Sequence
from random import Random

from fewest_pours.files.bad_input import BadInput
from fewest_pours.puzzles.loading import loaded
from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.rules import Deal, units_of
from fuzz.runner import Trial
from helpers.deals import same_units

SPELLINGS = [
    ["red", "Red", "RED"], ["blue", "Blue"], ["green", "Green"], ["mint"], ["grey", "gray", "Grey"], ["pink"], ["teal"],
    ["light blue", "light-blue", "light_blue", "lightblue"], ["dark green", "Dark green", "dark-green"], ["purple"],
    ["orange", "Orange"], ["yellow"], ["brown"], ["cyan"], ["white", "White"], ["azul"],
]  # fmt: skip
EMPTY = ["empty", "Empty", "leer", "vide", "vacío", "空", "x", "-", ".", "empty tube", "(empty)", "_"]
SIGNS = {"letters": "rgbyopcmtwlnkq", "emoji": "🔴🟢🔵🟡🟠🟣🟤⚫🟥🟩🟦🟨🟧🟪"}
Units = list[list[int]]  # colours as numbers, top first


def random_level(stream: Random) -> tuple[Units, int]:
    """A level with empty beakers at its end, as a game starts, and its capacity."""
    capacity, colors = stream.choice((3, 4, 4, 4, 5)), stream.randint(2, 12)
    deal = generate(colors, stream.randint(1, 3), capacity, stream.randrange(1 << 30))
    number = {unit: n for n, unit in enumerate(units_of(deal))}
    if colors > 2 and stream.random() < 0.3:
        number[max(number)] = 0  # now a colour fills two beakers
    beakers = [[number[unit] for unit in beaker[::-1]] for beaker in deal.beakers]
    if all(len(set(beaker)) < 2 for beaker in beakers):  # solved already: not what anybody asks about
        return random_level(stream)
    return beakers, capacity


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


def written(beakers: Units, style: str, stream: Random) -> list[list[str]]:
    """The units as numbers, letters, emoji, or words, of which a colour may have several; "joined" by hyphens."""
    if style == "numbers":
        return [[str(unit + 1) for unit in beaker] for beaker in beakers]
    if style in SIGNS:
        signs = stream.sample(SIGNS[style], 14)
        return [[signs[unit] for unit in beaker] for beaker in beakers]
    names = stream.sample(SPELLINGS, len(SPELLINGS))
    careless = stream.random() < 0.5
    rows = [[stream.choice(names[unit]) if careless else names[unit][0] for unit in beaker] for beaker in beakers]
    return [[word.replace(" ", "-") for word in row] for row in rows] if style == "joined" else rows


def lines(beakers: Units, capacity: int, stream: Random) -> str:
    style, between = stream.choice(
        [("letters", ""), ("emoji", "")]
        + [(style, sign) for style in ("joined", "numbers") for sign in (" ", "  ")]
        + [("words", stream.choice((",", ", ", " , ", "; ", " | ", "\t", " / ")))] * 2
    )
    full = [between.join(row) for row in written(beakers, style, stream) if row]
    blanks = {"emoji": ("⬜" * capacity, "empty", "." * capacity), "letters": ("." * capacity,)}
    blank, empties = stream.choice(blanks.get(style, EMPTY)), sum(not beaker for beaker in beakers)
    ends = [
        [stream.choice((f"{empties} empty", f"empty x{empties}", f"{empties} empty tubes"))],
        [""] * (empties + 1) if style != "emoji" else [blank] * empties,  # the last line has no end
        *[[blank] * empties] * 3,
    ]
    label = stream.choice(("", "", "", "{}: ", "{}. ", "tube {}: ", "- "))
    whole = [label.format(number) + row if row else row for number, row in enumerate(full + stream.choice(ends), 1)]
    if stream.random() < 0.2:
        whole[1:1] = [""]
    if stream.random() < 0.25:
        whole[:0] = [stream.choice(("Level 57", "My level", "# level", "Nivel 3", f"capacity {capacity}"))]
    return "\n".join(whole)


def one_line(beakers: Units, capacity: int, stream: Random) -> str:
    inner, outer = stream.choice(
        ((",", " | "), (", ", "; "), (" ", " | "), (" ", ", "), (",", "/"), ("", " "), ("", ","))
    )
    rows = [inner.join(row) for row in written(beakers, "joined" if inner else "letters", stream)]
    rows = [row or (stream.choice(("empty", "leer")) if inner else "." * capacity) for row in rows]
    if inner and stream.random() < 0.3:
        return outer.join(rows[:3]) + "\n" + outer.join(rows[3:])
    return outer.join(rows)


def on_screen(beakers: Units, capacity: int, stream: Random) -> str:
    """Rows as on the screen, the beakers side by side."""
    style, between, blank = stream.choice(
        [("letters", "", sign) for sign in ".x"]
        + [("letters", " ", sign) for sign in ".-x"]
        + [("joined", between, sign) for between in (" ", ",", "  ") for sign in ".-x"]
    )
    height = max(capacity, *map(len, beakers))
    padded = [[blank] * (height - len(row)) + row for row in written(beakers, style, stream)]
    return "\n".join(map(between.join, zip(*padded, strict=True)))


def in_json(beakers: Units, capacity: int, stream: Random) -> str:
    padding = stream.choice(([], [stream.choice(("EMPTY", None, "", "leer"))]))
    words = written(beakers, stream.choice(("words", "words", "numbers")), stream)
    rows = [padding * (capacity - len(row)) + row for row in words]
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
    """Lines that begin at the bottom, as --bottom-first reads them."""
    rows = [row[::-1] + ["."] * (capacity - len(row)) for row in written(beakers, "joined", stream)]
    return "\n".join(map(stream.choice((" ", ",")).join, rows))


LANGUAGES = [  # in front of all beakers, and behind; around each beaker; what quotes a word
    ("tubes = [", "]", "[", "]", "'"), ("const t: string[][] = [", "];", "[", "]", '"'), ("{", "}", "{", "}", '"'),
    ("tubes := [][]string{", "}", "{", "}", '"'), ("let t = vec![", "];", "vec![", "]", '"'),
    ("val t = listOf(", ")", "listOf(", ")", '"'), ("new string[][] {", "};", "new[] {", "}", '"'),
    ("return {", "}", "{", "}", '"'), ("$t = array(", ");", "array(", ")", "'"), ("t <- list(", ")", "c(", ")", '"'),
]  # fmt: skip
ORDERS = {
    "top": ["top to bottom", "the first is the top"],
    "bottom": ["from bottom to top", "last = top", "bottom first"],
}


def in_language(beakers: Units, capacity: int, stream: Random) -> str:
    """Lists of a programming language, with a comment that may say which end is first."""
    head, foot, opening, closing, quote = stream.choice(LANGUAGES)
    style = stream.choice(("words", "numbers"))
    quote = quote if style == "words" else ""
    rows = written(beakers, style, stream)
    order = stream.choice(("top", "bottom", ""))
    rows = [row[::-1] for row in rows] if order == "bottom" else rows
    comment = stream.choice(("// {}", "# {}", "/* {} */")).format(stream.choice(ORDERS.get(order, ["level 7"])))
    lists = [opening + ", ".join(f"{quote}{word}{quote}" for word in row) + closing for row in rows]
    between = stream.choice((", ", ",\n  "))
    return f"{comment}\n{head}{between.join(lists)}{foot}\n"


def with_air(beakers: Units, capacity: int, stream: Random) -> str:
    """A head that counts, and a word for air in every empty place above."""
    air = stream.choice(("AIR", "NA", "void", "EMPTY_SLOT", "None", "null", "transparent", "-1"))
    rows = written(beakers, "numbers" if air == "-1" else "joined", stream)
    whole = [" ".join([air] * (capacity - len(row)) + row) for row in rows]
    return "\n".join(stream.choice(([], [str(len(rows))], [f"{len(rows)} {capacity}"])) + whole)


def with_blanks(beakers: Units, capacity: int, stream: Random) -> str:
    """A drawing whose empty places are blanks, the last beaker not empty; nothing but the places shows them."""
    height = max(capacity, *map(len, beakers))
    padded = [[" "] * (height - len(row)) + row for row in written(beakers, "letters", stream)]
    pitch = stream.choice((1, 2, 3)) * " "
    return "\n".join(pitch.join(row).rstrip() for row in zip(*padded, strict=True))


WRITERS = (lines, lines, lines, one_line, on_screen, in_json, bottom_first, in_language, in_language, with_air)


def notation(stream: Random) -> Trial:
    beakers, capacity = random_level(stream)
    write = stream.choice(WRITERS)
    wrong = stream.random() < 0.25
    if wrong:
        beakers = slipped(beakers, stream)
    if stream.random() < 0.1:
        write = with_blanks
        beakers = [*beakers[::-1]]
    text = write(beakers, capacity, stream)
    right = None if wrong else beakers
    return text, lambda: f"{write.__name__}, {verdict(text, right, write is bottom_first)}"


def verdict(text: str, beakers: Units | None, rising: bool) -> str:
    """How a text was read; None: it has a slip, so that only a refusal is right."""
    try:
        found = loaded("x", text, rising)
    except BadInput as refused:
        return ("refused: a slip" if beakers is None else "refused: ") + str(refused)[: 0 if beakers is None else 45]
    assert beakers is not None, (found.instance.beakers, found.notes)
    assert same(found.instance, beakers), (found.instance.beakers, found.notes)
    return "read"


def same(deal: Deal, beakers: Sequence[Sequence[int]]) -> bool:
    """Whether the deal is the one with these units up to the names of colours."""
    return same_units([beaker[::-1] for beaker in deal.beakers], beakers)
