"""Which reading of a level that people typed is taken: the one that stands alone.

A file may be cut into beakers and cells in several ways (line_layouts.py, brackets.py, editors_json.py), a cell may
mean several things (word_meanings.py), and lists may begin at either end (written_order.py). Of these readings, those
stand whose counts come out and that leave room for a pour (evidence.py); of those, the ones that leave out fewest
lines. If they are one level, it is taken, with a note on each guess; if they are several, they are named and refused.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.toml_files import parse_toml
from fewest_pours.files.wording import Sentence
from fewest_pours.files.yaml_files import Data, Marks, mark_of, parse_yaml
from fewest_pours.puzzles.reading import Read, Settled
from fewest_pours.puzzles.watersort.typed_levels.bracketed_lists import Lists, lists_in
from fewest_pours.puzzles.watersort.typed_levels.comments import Text, texts_without_comments
from fewest_pours.puzzles.watersort.typed_levels.doubts import expect_even, expect_sense, two_readings
from fewest_pours.puzzles.watersort.typed_levels.editors_json import layouts_of_json
from fewest_pours.puzzles.watersort.typed_levels.editors_settings import Around
from fewest_pours.puzzles.watersort.typed_levels.evidence import TextReading, readings
from fewest_pours.puzzles.watersort.typed_levels.head_and_foot import TITLES, is_title
from fewest_pours.puzzles.watersort.typed_levels.layout import MAX_TEXT, Layout, expect_short
from fewest_pours.puzzles.watersort.typed_levels.line_layouts import layouts_of_text
from fewest_pours.puzzles.watersort.typed_levels.other_puzzles import what_it_looks_like
from fewest_pours.puzzles.watersort.typed_levels.placed_text import Placed, plain
from fewest_pours.puzzles.watersort.typed_levels.written_order import Written, order_in

CAPACITY_IN_WORDS = re.compile(r"\bcapacity\W{0,4}(?:is\W|of\W)?\W{0,2}(\d{1,3})\b", re.IGNORECASE)
JSON_SIGNS = re.compile("[\"':,]")  # without any of them, brackets are places of a drawing
NOTHING_SHOWS = (
    "nothing shows which end of the lists is the top; the first is taken: --top-first or --bottom-first settles it"
)


def read_lists(text: str, in_json: bool, options: Settled, beside: Around) -> Read:
    """The level in a text. Raises Misfit.

    in_json: whether it is JSON, or YAML with lists in lists. options: override what the text says. beside: what stands
    beside the levels of a pack, for all that the text does not say itself.
    """
    if not in_json:
        expect_short([text])
        expect_one_level(text)
    layouts = (layout_in_pack(layout, beside) for layout in layouts_in(text, in_json))
    tried = list(readings(layouts, options.order, options.capacity))
    reading = taken(tried, text)
    notes = [((1, 1), Sentence(f"read as {reading.name}", "read_as", reading=reading.name)), *reading.layout.notes]
    other = None
    if not reading.settled:
        turned = reading.reversed()
        if turned.beakers != reading.beakers:
            other = data_of(turned)
            notes.append(((1, 1), NOTHING_SHOWS))
    elif options.order is None and reading.layout.orders:
        written = reading.layout.orders[0]
        words = f"`{written.words}` says that the {written.order} is first"
        notes.append((written.at, Sentence(words, "says_order", text=str(written.words), order=written.order)))
    return Read(
        data_of(reading),
        notes,
        reading.order,
        other,
        claims=reading.layout.claims,
        shows_order=reading.settled and options.order is None,
    )


def layouts_in(text: str, in_json: bool) -> Iterator[Layout]:
    """The layouts of a text, with what its comments say of the order and the capacity.

    The text is read with and without what may be comments. Raises Misfit, the first one, if no way gives a layout.
    """
    first_misfit: Misfit | None = None
    has_layouts = False
    texts = texts_without_comments(text) if len(text) <= MAX_TEXT else [Text(text, [], [])]
    for bare, comments, how in texts:
        orders = tuple(Written(order, line, line.at) for line in comments if (order := order_in(line)))
        capacities = [int(found[1]) for line in comments if (found := CAPACITY_IN_WORDS.search(line))]
        said = capacities[0] if capacities else None
        try:
            for layout in layouts_without_comments(bare, in_json):
                has_layouts = True
                with_orders = layout_with(layout, (*orders, *layout.orders), how)
                yield replace(with_orders, capacity=layout.capacity or said)
        except Misfit as misfit:
            first_misfit = first_misfit or misfit
    if first_misfit and not has_layouts:
        raise first_misfit


def layout_in_pack(layout: Layout, beside: Around) -> Layout:
    """The layout, with what stands beside the levels of the pack."""
    said = {number.things for number in layout.numbers}
    return replace(
        layout,
        orders=layout.orders or tuple(beside.written),
        capacity=layout.capacity or beside.capacity,
        numbers=(*layout.numbers, *(number for number in beside.numbers if number.things not in said)),
        notes=(*layout.notes, *beside.notes),
    )


def layout_with(layout: Layout, orders: tuple[Written, ...], how: Sequence[str]) -> Layout:
    return replace(layout, orders=orders, how=(*layout.how, *how))


def layouts_without_comments(text: str, in_json: bool) -> Iterator[Layout]:
    """The layouts of a text without comments, as the first of these that it is:

    1. TOML.
    2. JSON or YAML, if it looks so (in_json). If it is neither, it may still be lists of another language.
    3. Lists in brackets of any language, perhaps below titles. If they do not hold beakers, and a name in front of one
       shows that they are lists, that is reported. If brackets hold a cell each, they may be places of a drawing: then
       the text may be lines as well, as it may if it holds no beakers.
    4. Lines. But if signs of JSON show that brackets were meant as such, what is wrong with the JSON is reported.
    """
    not_json: Misfit | None = None
    in_toml = parse_toml(text)
    if in_toml is not None:
        data, marks = in_toml
        yield from with_places(layouts_of_json(data, marks), marks)
        return
    if in_json:
        try:
            data, marks = parse_yaml(text)
        except Misfit as found:
            not_json = found
        else:
            yield from with_places(layouts_of_json(data, marks), marks)
            return
    lists = lists_below_titles(text) if len(text) <= MAX_TEXT else None
    if lists is None:
        if not_json and JSON_SIGNS.search(text):
            raise not_json
        yield from layouts_of_text(text)
        return
    layouts, not_beakers = layouts_of_brackets(lists)
    yield from layouts
    if not_beakers and holds_names(lists):
        raise not_beakers
    # Without beakers, or with beakers of one cell alone, which may be places of a drawing, lines are read as well.
    has_longer_rows = any(len(row) > 1 for layout in layouts for row in layout.rows)
    if not has_longer_rows:
        for layout in layouts_of_text(text):
            yield replace(layout, unused=layout.unused + 1)  # worse, as brackets explain the text better


def layouts_of_brackets(lists: Lists) -> tuple[list[Layout], Misfit | None]:
    """The layouts of lists in brackets, and why there are no more, if something is wrong."""
    orders = tuple(Written(order, name, name.at) for name in lists.names if (order := order_in(name)))
    found: list[Layout] = []
    try:
        for layout in with_places(layouts_of_json(lists.data, lists.marks), lists.marks):
            found.append(layout_with(layout, (*orders, *layout.orders), ()))
    except Misfit as wrong:
        return found, wrong
    return found, None


def lists_below_titles(text: str) -> Lists | None:
    """The lists in a text, below lines that are titles, which may say an order; None if it holds anything else."""
    lines = text.split("\n")
    titles: list[Placed] = []
    most = min(TITLES, len(lines) - 1)
    for number in range(most + 1):
        rest = lines[number:]
        lists = lists_in("\n" * number + "\n".join(rest))  # line ends keep the numbers of lines right
        if lists is not None:
            lists.names.extend(titles)
            return lists
        title = plain(rest[0], (number + 1, 1)).bare()
        if title and not is_title(title, [Placed(line) for line in rest[1:]]):
            break
        if title:
            titles.append(title)
    return None


def holds_names(lists: Lists) -> bool:
    """Whether a list in brackets has a name in front, `tubes = [`, so that it is not a drawing."""
    return isinstance(lists.data, dict) and not all(key.isdigit() for key in lists.data)


def with_places(layouts: Iterator[Layout], marks: Marks) -> Iterator[Layout]:
    """The layouts; a Misfit on the way gets its line and column."""
    try:
        yield from layouts
    except Misfit as wrong:
        raise Misfit(wrong.message, at=wrong.at or mark_of(marks, wrong.place)) from None


def taken(tried: list[TextReading | Misfit], text: str) -> TextReading:
    """The reading that stands alone. Raises Misfit for none and for several."""
    fitting = [each for each in tried if isinstance(each, TextReading) and each.fits]
    likely = likeliest(fitting)
    if not likely:
        return first_that_makes_sense(tried, text)
    reading = likely[0]
    others = likely
    if reading.meaning.by_place:  # never taken; but if the sign as a colour is another level, both are named
        others = [*likely, *with_letter_as_color(reading, fitting)]
    for other in others:
        if other.same != reading.same:
            raise two_readings(reading, other)
    if reading.meaning.by_place:
        sign = reading.meaning.by_place[0]
        words = f"`{sign}` may be a colour or an empty cell, read as {reading.name}: write `.` for empty"
        raise Misfit(Sentence(words, "color_or_empty", sign=str(sign), reading=reading.name))
    expect_sense(reading)
    return reading


def likeliest(fitting: list[TextReading]) -> list[TextReading]:
    """Of readings whose counts come out, those that leave room for a pour and leave out the fewest lines.

    If none leaves room, those that use every line. Raises Misfit if keys say other numbers than any.
    """
    playable = [each for each in fitting if each.playable]
    complete = [each for each in fitting if not leaves_out_lines(each.layout)]
    candidates = playable or complete
    agreeing = [each for each in candidates if each.wrong_number is None]
    if candidates and candidates[0].wrong_number and not agreeing:
        raise candidates[0].wrong_number
    least = min((each.layout.unused for each in agreeing), default=0)
    return [each for each in agreeing if each.layout.unused == least]


def leaves_out_lines(layout: Layout) -> bool:
    """Whether the layout leaves out lines, or blank lines at the end, as columns do."""
    return layout.unused > 0 or (layout.columns and layout.blank > 0)


def first_that_makes_sense(tried: list[TextReading | Misfit], text: str) -> TextReading:
    """The first reading, for `parse` to say what is wrong with it. Raises Misfit if more can be said here.

    For a text whose counts come out in no reading, or only in some that leave out lines and have no room for a pour.
    """
    looks = what_it_looks_like(text) if len(text) <= MAX_TEXT else None
    if looks:
        raise Misfit(looks)
    reading = tried[0]
    if isinstance(reading, Misfit):
        raise reading
    if reading.wrong_number:
        raise reading.wrong_number
    if reading.fits:
        expect_sense(reading)
    expect_even(reading)
    return reading


def with_letter_as_color(reading: TextReading, fitting: list[TextReading]) -> list[TextReading]:
    """The readings of the same cells that take for a colour the letter which this one takes for an empty cell."""
    return [each for each in fitting if not each.meaning.by_place and each.layout.rows == reading.layout.rows]


def data_of(reading: TextReading) -> Data:
    """The data of a puzzle file."""
    beakers = [
        [{"color": color, "hidden": "true"} if hidden else color for color, hidden in beaker]
        for beaker in reading.beakers
    ]
    return {"puzzle": "watersort", "capacity": reading.capacity, "beakers": beakers}


def expect_one_level(text: str) -> None:
    """Raise Misfit for several levels with empty lines between them."""
    parts = re.split(r"\n\s*\n", text.strip())
    if len(parts) > 1 and all(map(is_level, parts)):
        words = f"{len(parts)} levels with empty lines between them, expected one"
        raise Misfit(Sentence(words, "several_levels", levels=len(parts)))


def is_level(text: str) -> bool:
    """Whether a part of a text is a level by itself."""
    try:
        found = readings(layouts_of_text(text), None, None)
        return any(isinstance(each, TextReading) and each.fits and each.playable for each in found)
    except Misfit:
        return False
