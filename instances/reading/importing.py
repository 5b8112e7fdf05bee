"""What people have at hand, read as a puzzle: pictures as `show` prints them, and beakers as JSON or text.

[["blue", "blue", "red"], ["EMPTY", "red", 0]]      the same as text:   blue blue red      or:   bbr
{"tubes": [["blue"], []], "capacity": 4}                                2: red, EMPTY            .r

Whatever is guessed becomes a note. What has several readings is refused.
"""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile
from typing import Any

from instances.drawing.colors import SHADES, own_hue
from instances.drawing.legend import NoPicture
from instances.futoshiki.picture import parse_picture as parse_futoshiki
from instances.futoshiki.rules import Futoshiki
from instances.pipes.picture import TILE_OF
from instances.pipes.picture import parse_picture as parse_pipes
from instances.pipes.rules import Pipes
from instances.reading.fields import Positive
from instances.reading.yaml_files import MAX_VALUES, BadInput, Misfit, note
from instances.squares.picture import parse_picture as parse_squares
from instances.squares.rules import Level
from instances.terminal import plain
from instances.text import counted
from instances.watersort.picture import parse_picture as parse_beakers
from instances.watersort.rules import Deal
from instances.watersort.slips import HIDDEN, advice, filled

NOTHING = {"", "0", "empty", "none", "null", "nil", ".", "-", "_", "~"}  # cells, in lower case, that hold no unit
HIDDEN_WORDS = {HIDDEN, "unknown", "hidden", "???"}
LABEL = re.compile(r"\s*(?:(?:beaker|tube|bottle)?\s*\d+\s*[:.)]|-(?=\s|$))\s*", re.IGNORECASE)
KEY = re.compile(r"^[ \t]*['\"]?[A-Za-z_]\w*['\"]?[ \t]*:(?:\s|$)", re.MULTILINE)
SIGNS = ("So", "Sk", "Mn", "Cf")  # Unicode's categories of emoji and what modifies them


class NoPuzzle(ValueError):
    """A text that makes no puzzle; str() gives the reason and what was expected."""


@dataclass
class Lists:
    """Beakers as lists of cells, some of them empty; capacity if it was given, and what was guessed so far.

    lines: each beaker was a line or a string.
    """

    beakers: list[list[str]]
    capacity: int | None = None
    lines: bool = False
    guesses: list[str] = field(default_factory=list)


def is_puzzle_file(text: str) -> bool:
    """Whether a text is meant as a puzzle file in YAML, however wrong."""
    if re.search(r"^capacity \d+(   |$)", text, re.MULTILINE):  # the legend of a picture
        return False
    is_json = text.lstrip()[:1] in ("[", "{")
    return bool(re.search(r"puzzle['\"]?\s*:", text) or (not is_json and KEY.search(text)))


def imported(
    path: str, text: str, name: str, bottom_first: bool = False, capacity: int | None = None
) -> tuple[str, Any, list[str]]:
    """The puzzle's name, the instance, and notes on what was guessed and on what looks like a slip. Raises BadInput.

    bottom_first: how lists are written; pictures are always top first. capacity: for lists that do not tell.
    """
    try:
        if is_puzzle_file(text):
            raise NoPuzzle("a puzzle file already, expected a picture, or lists as JSON or text")
        if text.lstrip()[:1] in ("[", "{"):
            lists = beakers_of_json(json.loads(text))
        elif (found := from_picture(text, name)) is not None:
            return *found, []
        else:
            lists = beakers_of_text(text)
        lists.capacity = capacity or lists.capacity
        if lists.lines:
            split_up(lists)
        beakers, units = top_first(lists, bottom_first)
        shown = filled(beakers, units)
        deal = Deal(name, units, tuple(tuple(reversed(beaker)) for beaker in shown))
        slips = [text for _, text in advice(beakers, units)]
        return "watersort", deal, [note(path, text) for text in [*lists.guesses, *slips]]
    except json.JSONDecodeError as error:
        raise BadInput(path, f"broken JSON: {error.msg}, expected beakers", error.lineno, error.colno) from None
    except RecursionError:
        raise BadInput(path, "nested too deep, expected a picture, or lists as JSON or text") from None
    except (NoPicture, NoPuzzle, Misfit) as wrong:
        raise BadInput(path, str(wrong)) from None
    except (ValueError, KeyError, IndexError):  # from the readers of pictures, for any picture that is damaged
        raise BadInput(path, "a damaged picture or list, expected a picture, or lists as JSON or text") from None


# ----------------------------------------------------------------------------------------------------------- pictures


def from_picture(text: str, name: str) -> tuple[str, Any] | None:
    """The puzzle's name and the instance of a picture, with the title above it if it has one; None for no picture."""
    blocks = [block.strip("\n") for block in re.split(r"\n\s*\n", text.strip("\n"))]
    legends = [i for i, block in enumerate(blocks) if re.match(r"capacity \d+(   |$)", block)]
    if len(legends) > 1:
        raise NoPuzzle(f"{len(legends)} pictures, expected one")
    if legends:
        drawn = blocks[: legends[0] + 1]
        title = "" if "|" in plain(drawn[0]) or len(drawn) < 3 else drawn.pop(0)
        capacity, beakers = parse_beakers("\n\n".join(drawn))
        return "watersort", Deal(title or name, capacity, beakers)
    title = blocks.pop(0) if len(blocks) > 1 and "\n" not in blocks[0] and not is_drawing(blocks[0]) else ""
    drawing = blocks[0] if blocks else ""
    whole = text.strip("\n").removeprefix(title).strip("\n")
    if re.match(r"[ \d-]*\n +\+-", plain(drawing)):
        level = parse_squares("\n\n".join(blocks[:2]))
        return "squares", Level(title or name, level.colors, level.blocks, level.goals, level.arrows)
    if set(drawing) - {"\n", " "} and set(drawing) <= {*TILE_OF, "\n", " "}:
        return "pipes", Pipes(title or name, *parse_pipes("\n\n".join(blocks[:2])))
    if is_drawing(drawing.split("\n")[0]) and set(drawing) & set(".<>^v") and "\n" in whole:
        return "futoshiki", Futoshiki(title or name, *parse_futoshiki(whole))
    return None


def is_drawing(line: str) -> bool:
    """The line may be the first of a futoshiki, or of pipes."""
    return bool(re.fullmatch(r"[.1-9A-F](?:[ <>][.1-9A-F])*\s*", line)) or set(line) <= set(TILE_OF)


# -------------------------------------------------------------------------------------------------------------- lists


def beakers_of_json(data: Any) -> Lists:
    """The beakers that level editors write: lists, or strings, or objects with one list each, under any key."""
    if isinstance(data, dict):
        capacity = next((value for key, value in data.items() if key.lower() in ("capacity", "height", "size")), None)
        if capacity is not None and (type(capacity) is not int or capacity < 1):
            raise NoPuzzle(f"the capacity is {json.dumps(capacity)}, expected a whole number above 0")
        if found := [value for value in data.values() if isinstance(value, list | dict) and value]:
            return (
                replace(inner, capacity=inner.capacity or capacity) if (inner := beakers_of_json(found[0])) else inner
            )
    if isinstance(data, list) and data and all(isinstance(each, dict) for each in data):
        data = [next((value for value in each.values() if isinstance(value, list)), None) for each in data]
        if any(isinstance(cell, list) for beakers in data for cell in beakers or ()):
            if len(data) > 1:
                raise NoPuzzle(f"{len(data)} levels, expected one")
            return beakers_of_json(data[0])
    if isinstance(data, list) and data and all(isinstance(each, str) for each in data):
        return Lists([cells_of(each) for each in data], lines=True)
    if not (isinstance(data, list) and data and all(isinstance(each, list) for each in data)):
        raise NoPuzzle('no list of lists, expected beakers such as [["red", "blue"], []]')
    return Lists([[color_in(cell) for cell in beaker] for beaker in data])


def color_in(cell: Any) -> str:
    """A cell of JSON as text: 'red', 3, null, {"color": "red"}"""
    if isinstance(cell, dict):
        cell = next((value for key, value in cell.items() if key.lower() in ("color", "colour")), cell)
    if isinstance(cell, list | dict):
        raise NoPuzzle("a list or an object in a beaker, expected colours")
    return "" if cell is None else str(cell)


def beakers_of_text(text: str) -> Lists:
    """A beaker a line, its cells between spaces or commas; a number with a colon or a dash may stand before it."""
    lines = [line for line in text.rstrip(" \t").split("\n") if not re.match(r"\s*#(\s|$)", line)]
    if not any(map(str.strip, lines)):
        raise NoPuzzle("the file is empty, expected a puzzle file, a picture, or lists as JSON or text")
    while not lines[0].strip():
        lines.pop(0)
    lists = Lists([cells_of(line) for line in lines if line.strip()], lines=True)
    blank = sum(not line.strip() for line in lines) - (not lines[-1].strip())  # one ends the last line
    if blank:
        lists.guesses.append(f"{counted(blank, 'empty lines')} left out; write `empty` for an empty beaker")
    join_shades(lists)
    return lists


def cells_of(line: str) -> list[str]:
    """cells_of('2: light blue, red') == ['light blue', 'red']"""
    line = line[match.end() :] if (match := LABEL.match(line)) else line
    separator = r"[,;|\t]+" if re.search(r"[,;|\t]", line) else r"\s+"
    cells = [cell.strip(" \t\r\"'") for cell in re.split(separator, line.strip(" \t\r[](){},;|"))]
    return [] if cells == [""] else cells


def join_shades(lists: Lists) -> None:
    """Let `light blue`, `dark green` and the like be one colour."""
    for beaker in lists.beakers:
        for i in reversed(range(len(beaker) - 1)):
            if beaker[i].lower() in SHADES and own_hue(beaker[i + 1]):
                beaker[i : i + 2] = [f"{beaker[i]}-{beaker[i + 1]}"]
                guess = f"`{beaker[i].replace('-', ' ')}` is read as one colour, {beaker[i]}"
                lists.guesses += [guess] if guess not in lists.guesses else []


def split_up(lists: Lists) -> None:
    """Let 'rgbr' be four units, where every beaker is one such word and the counts are right; emoji always.

    Raises NoPuzzle where words may be colours as well.
    """
    cells = [cell for beaker in lists.beakers for cell in beaker]
    if drawn := next((cell for cell in cells if re.search("[\u2500-\u257f]", cell)), None):
        raise NoPuzzle(f"'{drawn}' in a beaker, expected colours, or a picture with its line 'capacity N'")
    words = [cell for cell in cells if word_of(cell) not in ("", HIDDEN)]
    longest = max(words, key=len, default="")
    emoji = all(unicodedata.category(character) in SIGNS for word in words for character in word)
    if len(units_in(longest)) < 2 or not (emoji or all(len(beaker) < 2 for beaker in lists.beakers)):
        return
    beakers = [
        [unit for cell in beaker for unit in (units_in(cell) if word_of(cell) else [])] for beaker in lists.beakers
    ]
    units = Counter(word_of(unit) for beaker in beakers for unit in beaker)
    capacity = lists.capacity or max(map(len, beakers))
    fits = max(map(len, beakers)) <= capacity
    if fits and (emoji or HIDDEN in units or not any(units[color] % capacity for color in units if color)):
        lists.guesses.append(f"`{longest}` is read as {counted(len(units_in(longest)), 'units')}, one a character")
        lists.beakers = beakers
    elif lists.capacity is None:
        raise NoPuzzle(f"'{longest}' is one word, expected the units of a beaker with spaces or commas between them")


def units_in(text: str) -> list[str]:
    """units_in('rg') == ['r', 'g']; an emoji stays whole, without what selects its style."""
    return re.findall("\\S[\u20e3\U0001f3fb-\U0001f3ff]?(?:\u200d\\S)*", text.replace("\ufe0f", ""))


def top_first(lists: Lists, bottom_first: bool) -> tuple[list[list[str]], int]:
    """The units of each beaker, hidden ones as '?', and the capacity; adds to the guesses. Raises NoPuzzle."""
    if sum(map(len, lists.beakers)) + len(lists.beakers) > MAX_VALUES:
        raise NoPuzzle(f"more than {MAX_VALUES} units and beakers, expected fewer")
    if strange := next((cell for beaker in lists.beakers for cell in beaker if not is_text(cell)), None):
        raise NoPuzzle(f"'{strange}' in a beaker, expected plain text")
    capacity = lists.capacity or max(map(len, lists.beakers))
    beakers = [[word_of(cell) for cell in cells] for cells in lists.beakers]
    from_end = not bottom_first and not all(map(falls, beakers)) and all(falls(beaker[::-1]) for beaker in beakers)
    if bottom_first or from_end:
        beakers = [beaker[::-1] for beaker in beakers]
    for number, beaker in enumerate(beakers, 1):
        if not falls(beaker):
            raise NoPuzzle(f"beaker {number} has an empty cell below a colour, expected all empty cells above")
    units = [[word for word in beaker if word] for beaker in beakers]
    for number, beaker in enumerate(units, 1):
        if len(beaker) > capacity:
            raise NoPuzzle(f"beaker {number} has {len(beaker)} units, expected at most {capacity}")
    if capacity > Positive.most:
        raise NoPuzzle(f"the capacity is {capacity}, expected at most {Positive.most}")
    if lists.capacity is None and capacity < 2:
        raise NoPuzzle("no beaker of two units or more, expected a beaker a line, or a picture, or lists as JSON")
    order = "bottom" if bottom_first or from_end else "top"
    zeros = ", 0 an empty cell" if any("0" in cells for cells in lists.beakers) else ""
    size = counted(len(units), "beakers")
    lists.guesses.insert(0, f"read as {size} of capacity {capacity}, the {order} of each first{zeros}")
    return units, capacity


def is_text(cell: str) -> bool:
    """Everything in it can be seen, but for what joins emoji."""
    return cell.replace("\u200d", "").isprintable()


def falls(beaker: Sequence[str]) -> bool:
    """No empty cell is below a colour, where the top comes first."""
    return all(dropwhile(lambda word: not word, beaker))


def word_of(cell: str) -> str:
    """The colour as one word, '' for an empty cell: word_of('Light blue') == 'Light-blue'"""
    if cell.strip().lower() in NOTHING:
        return ""
    if cell.strip().lower() in HIDDEN_WORDS:
        return HIDDEN
    return "-".join(cell.split())
