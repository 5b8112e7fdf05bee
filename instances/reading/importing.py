"""What people have at hand, as a file of ours: pictures as `show` prints them, and lists of beakers as JSON or text.

[["blue", "blue", "red"], ["EMPTY", "red", 0]]      the same as text:   blue blue red
{"tubes": [["blue"], []], "capacity": 4}                                2: red, EMPTY
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from instances.drawing.legend import NoPicture
from instances.futoshiki.picture import parse_picture as parse_futoshiki
from instances.futoshiki.rules import Futoshiki
from instances.pipes.picture import TILE_OF
from instances.pipes.picture import parse_picture as parse_pipes
from instances.pipes.rules import Pipes
from instances.puzzles import PUZZLES
from instances.reading.fields import Positive
from instances.reading.yaml_files import BadInput, Misfit, note, write_yaml
from instances.squares.picture import parse_picture as parse_squares
from instances.squares.rules import Level
from instances.terminal import plain
from instances.watersort.picture import parse_picture as parse_beakers
from instances.watersort.rules import Deal
from instances.watersort.slips import HIDDEN, advice, filled

NOTHING = {"", "0", "empty", "none", "null", "nil", ".", "-", "_", "~"}  # cells, in lower case, that hold no unit
HIDDEN_WORDS = {HIDDEN, "unknown", "hidden", "???"}


class NoPuzzle(ValueError):
    """A text that makes no puzzle; str() says why, and what was expected."""


def imported(path: str, text: str, name: str, bottom_first: bool, capacity: int | None) -> tuple[str, list[str]]:
    """The text of a file, and notes on what looks like a slip. Raises BadInput.

    bottom_first: how the lists are written; pictures know it. capacity: where the lists do not tell.
    """
    try:
        if re.search(r"^puzzle:", text, re.MULTILINE):
            raise NoPuzzle("a puzzle file already, expected a picture, or lists as JSON or text")
        if text.lstrip()[:1] in ("[", "{"):
            return of_lists(path, name, *beakers_of_json(text), bottom_first, capacity)
        if (found := from_picture(text, name)) is not None:
            puzzle, instance = found
            return write_yaml(PUZZLES[puzzle].document(instance)), []
        return of_lists(path, name, beakers_of_text(text), None, bottom_first, capacity)
    except Misfit as misfit:
        raise BadInput(path, str(misfit)) from None
    except json.JSONDecodeError as error:
        raise BadInput(
            path, f"broken JSON: {error.msg}, expected a list of beakers", error.lineno, error.colno
        ) from None
    except RecursionError:
        raise BadInput(path, "nested too deep, expected a picture, or lists as JSON or text") from None
    except (NoPicture, NoPuzzle) as wrong:
        raise BadInput(path, str(wrong)) from None
    except (ValueError, KeyError, IndexError):  # of what reads pictures as they are printed, and no others
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


def beakers_of_json(text: str) -> tuple[list[list[str]], int | None]:
    """The beakers, in a list or under some key of an object, and the capacity if the object says it."""
    data = json.loads(text)
    capacity = None
    if isinstance(data, dict):
        capacity = next((value for key, value in data.items() if key.lower() in ("capacity", "height", "size")), None)
        if capacity is not None and (type(capacity) is not int or capacity < 1):
            raise NoPuzzle(f"the capacity is {json.dumps(capacity)}, expected a whole number above 0")
        data = next((value for value in data.values() if is_lists(value)), None)
    if not is_lists(data):
        raise NoPuzzle('no list of lists, expected beakers such as [["red", "blue"], []]')
    wrong = next((cell for beaker in data for cell in beaker if isinstance(cell, list | dict)), None)
    if wrong is not None:
        raise NoPuzzle("a list or an object in a beaker, expected colours")
    words = [["" if cell is None else str(cell) for cell in beaker] for beaker in data]
    return words, capacity


def is_lists(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, list) for each in value)


def beakers_of_text(text: str) -> list[list[str]]:
    """A beaker a line, its cells between spaces or commas; a number with a colon or a dash may stand before it."""
    beakers = []
    for line in text.splitlines():
        line = re.sub(r"^\s*(?:\d+\s*[:.)]|-(?=\s))\s*", "", line)
        separator = r"[,;|\t]+" if re.search(r"[,;|\t]", line) else r"\s+"
        cells = [cell.strip(" \t\"'") for cell in re.split(separator, line.strip(" \t[](){},;|"))]
        if line.strip():
            beakers.append([] if cells == [""] else cells)
    if not beakers:
        raise NoPuzzle("nothing, expected a picture, or lists as JSON or text")
    return beakers


def of_lists(
    path: str, name: str, lists: Sequence[list[str]], said: int | None, bottom_first: bool, given: int | None
) -> tuple[str, list[str]]:
    """A water sort file of lists of cells, some of which may be empty."""
    capacity = given or said or max([1, *map(len, lists)])
    if capacity > Positive.most:
        raise NoPuzzle(f"the capacity is {capacity}, expected at most {Positive.most}")
    beakers: list[list[str]] = []
    for number, cells in enumerate(lists, 1):
        words = [word_of(cell) for cell in (reversed(cells) if bottom_first else cells)]
        units = [word for word in words if word]
        if any(words[: len(words) - len(units)]):
            order = "--bottom-first" if not bottom_first else "no --bottom-first"
            raise NoPuzzle(f"beaker {number} has an empty cell below a colour, expected its top first ({order}?)")
        drawn = next((word for word in units if re.search("[\u2500-\u257f]", word)), None)
        if drawn is not None:
            raise NoPuzzle(f"beaker {number} has '{drawn}', expected colours, or a picture with its line 'capacity N'")
        if len(units) > capacity:
            raise NoPuzzle(f"beaker {number} has {len(units)} units, expected at most {capacity}")
        beakers.append(units)
    contents = tuple(tuple(reversed(beaker)) for beaker in filled(beakers, capacity))
    notes = [note(path, text, 1, 1) for _, text in advice(beakers, capacity)]
    return write_yaml(PUZZLES["watersort"].document(Deal(name, capacity, contents))), notes


def word_of(cell: str) -> str:
    """The colour as one word, '' for an empty cell: word_of('Light blue') == 'Light-blue'"""
    if cell.strip().lower() in NOTHING:
        return ""
    if cell.strip().lower() in HIDDEN_WORDS:
        return HIDDEN
    return "-".join(cell.split())
