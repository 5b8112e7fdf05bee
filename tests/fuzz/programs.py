"""Levels as programs, editors and notes hold them: orders in words, signs for empty places, counts, comments."""

import json
from collections.abc import Callable
from itertools import chain
from random import Random

Units = list[list[int]]  # colours as numbers, top first
TOP_FIRST = [
    "top to bottom",
    "top first",
    "von oben nach unten",
    "the first is the top",
    "сверху вниз",
    "top -> bottom",
]
BOTTOM_FIRST = [
    *(
        "bottom to top",
        "bottom first",
        "von unten nach oben",
        "the last is the top",
        "снизу вверх",
        "从下到上",
        "bottom up",
    ),
    *("each tube from the bottom to the top", "index 0 is the bottom", "bottom -> top", "de abajo hacia arriba"),
]
NO_ORDER = ["level 7", "by Ann", "the top row has four tubes, the bottom row three", "pour the top colour"]
KEYS = {"bottom": ["bottomToTop", "tubes_bottom_first", "liquidIdsBottomToTop"], "top": ["topToBottom", "tubesTopDown"]}
COMMENTS = ["# {}", "// {}", "/* {} */", "<!-- {} -->"]
AIR = ["EMPTY", "null", "None", "air", "NA", "void", "EMPTY_SLOT", "NONE_", "transparent", "-1"]
AIR_OR_COLOR = ["e", "99", "*", "+", "o", "zz"]  # two readings, unless the counts decide
WORDS = ["red", "blue", "green", "pink", "teal", "purple", "orange", "yellow", "brown", "cyan", "grey", "lime", "navy"]
LANGUAGES = {  # all lists, a list, between units, a unit
    "Java": ("int[][] tubes = {{{}}};", "{{{}}}", ", ", "{}"),
    "Go": ("tubes := [][]string{{{}}}", "{{{}}}", ", ", '"{}"'),
    "TypeScript": ("const tubes: string[][] = [{}];", "[{}]", ", ", "'{}'"),
    "Python": ("data_in = [\n{},\n]", "[{}]", ", ", '"{}"'),
    "Kotlin": ("val tubes = listOf({})", "listOf({})", ", ", '"{}"'),
    "Rust": ("let tubes = vec![{}];", "vec![{}]", ", ", '"{}"'),
    "Clojure": ("[{}]", "[{}]", " ", ":{}"),
    "C++": ("std::vector<std::vector<int>> t = {{{}}};", "{{{}}}", ", ", "{}"),
    "Lua": ("local tubes = {{ {} }}", "{{ {} }}", ", ", '"{}"'),
    "no commas": ("{}", "[{}]", " ", "{}"),
}
Writer = Callable[[Units, int, Random], str]


def named(beakers: Units, stream: Random) -> list[list[str]]:
    """The units as numbers or words."""
    words = stream.sample(WORDS, len(WORDS)) if stream.random() < 0.6 else [str(n + 1) for n in range(len(WORDS))]
    return [[words[unit] for unit in beaker] for beaker in beakers]


def lines_of(rows: list[list[str]]) -> list[str]:
    return [" ".join(row) or "empty" for row in rows]


def ordered(order: str, beakers: Units, stream: Random) -> str:
    """Lines, or JSON, that say in words or in a key at which end they begin."""
    rows = named([beaker[:: -1 if order == "bottom" else 1] for beaker in beakers], stream)
    words = stream.choice(BOTTOM_FIRST if order == "bottom" else TOP_FIRST)
    match stream.randrange(4):
        case 0:
            return json.dumps({stream.choice(KEYS[order]): rows})
        case 1:
            return json.dumps({stream.choice(("comment", "order", "note")): words, "tubes": rows})
        case 2:
            return "\n".join([stream.choice(COMMENTS).format(words), *lines_of(rows)])
        case _:
            first, *rest = lines_of(rows)
            return "\n".join([f"{first} // {words}", *rest])


def order_in_words_from_the_bottom(beakers: Units, capacity: int, stream: Random) -> str:
    return ordered("bottom", beakers, stream)


def order_in_words_from_the_top(beakers: Units, capacity: int, stream: Random) -> str:
    return ordered("top", beakers, stream)


def two_orders(beakers: Units, capacity: int, stream: Random) -> str:
    """Two comments that contradict each other."""
    both = [stream.choice(TOP_FIRST), stream.choice(BOTTOM_FIRST)]
    stream.shuffle(both)
    return "\n".join([*(stream.choice(COMMENTS).format(words) for words in both), *lines_of(named(beakers, stream))])


def in_a_language(beakers: Units, capacity: int, stream: Random) -> str:
    around, list_of, between, unit = LANGUAGES[stream.choice(list(LANGUAGES))]
    rows = [list_of.format(between.join(map(unit.format, row))) for row in named(beakers, stream)]
    lists = stream.choice((", ", ",\n")) if between == ", " else stream.choice((" ", "", "\n"))
    return around.format(lists.join(rows))


def counted(beakers: Units, capacity: int, stream: Random) -> str:
    """Numbers above the beakers, or between semicolons before them."""
    rows = named(beakers, stream)
    head = stream.choice(([len(beakers)], [len(beakers), capacity], [len(set(chain.from_iterable(beakers))), capacity]))
    if stream.random() < 0.3:
        fields = [",".join(row) or ",".join(["e"] * capacity) for row in rows]
        return ";".join([*map(str, head), *fields]) + ";"
    return "\n".join([stream.choice((" ", "\n")).join(map(str, head)), *lines_of(rows)])


def commented(beakers: Units, capacity: int, stream: Random) -> str:
    """Comments that say nothing of an order, above the lines and behind some."""
    rows = lines_of(named(beakers, stream))
    sign = stream.choice(COMMENTS)
    behind = [row + (" " + sign.format(stream.choice(NO_ORDER)) if stream.random() < 0.3 else "") for row in rows]
    return "\n".join([sign.format(stream.choice(NO_ORDER)), *behind])


def padded(sign: str, beakers: Units, capacity: int, stream: Random) -> str:
    """A game in progress: some units have been poured, and a sign stands for each empty place."""
    state = [list(beaker) for beaker in beakers]
    while all(len(beaker) in (0, capacity) for beaker in state):  # else no empty place shows the order
        source = stream.choice([beaker for beaker in state if beaker])
        target = stream.choice([beaker for beaker in state if len(beaker) < capacity] or [source])
        if target is not source:
            target.insert(0, source.pop(0))
    beakers[:] = state
    rows = [[sign] * (capacity - len(row)) + row for row in named(state, stream)]
    if stream.random() < 0.5:
        return json.dumps({"tubes": rows})
    return "\n".join(map(stream.choice((" ", ", ")).join, rows))


def air_by_word(beakers: Units, capacity: int, stream: Random) -> str:
    return padded(stream.choice(AIR), beakers, capacity, stream)


def air_by_sign(beakers: Units, capacity: int, stream: Random) -> str:
    return padded(stream.choice(AIR_OR_COLOR), beakers, capacity, stream)


SETTLED: tuple[Writer, ...] = (
    order_in_words_from_the_bottom,
    order_in_words_from_the_top,
    air_by_word,
    air_by_sign,
)  # what they write shows which end is the top
OPEN: tuple[Writer, ...] = (in_a_language, counted, commented)  # it does not
