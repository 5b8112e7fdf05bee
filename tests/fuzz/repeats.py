"""Files that repeat a piece: the work to read or refuse them grows with their length and no faster.

Memory and time at the largest size are limited by the runner.
"""

import sys
from itertools import count
from random import Random

from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.input_files import MAX_BYTES
from fewest_pours.puzzles.loading import loaded
from fuzz.runner import Trial

CHARACTERS, DOUBLINGS, GROWTH = 1 << 11, 3, 2.5  # the length; how often it is doubled; factor of the cost for each time
WATER = "puzzle: watersort\ncapacity: 4\nbeakers:\n"
HEADS = ["", "[", "[[", "['", '["', '{"tubes": [', "{", "a b\n", "a  ", '{"a":', "capacity 4   re red\n"]
HEADS += ["  1  2\n│re│bl│\n", WATER, f"{WATER}- [", f"{WATER}- ['", "puzzle: squares\nblocks:\n"]
HEADS += [f"puzzle: {grid}\ngrid: |\n" for grid in ("futoshiki", "pipes")]
TAILS = ["", "]", "]]", "}", "x", "'", '"', "\n]", "\nb", ": x", "\n\ncapacity 4   re red", "\n\n" + WATER]
SIGNS = "a b # ' \" '' , ; : | ? - [ ] [] [], { } {} ( ) . 0 / 🔴 ⬜ ❤️ │ 9 1- = + --- ... % @ ` \\ ~ < > &a *a !a"
WORDS = (
    "red,light ,light blue ,#ff0000,- ,- - ,0 ,x ,? ,empty\n,2 empty\n,- |\n  a\n,- ',- \",a: ,a: b\n,- [a]\n,- [?]\n"
)
MORE = "['a;[\"a;[?, ;?,;puzzle: ;1: ;tube 1: ;1. ;│re;└──┘\n; | ;\u200d;\u0301;\ufe0f;\\ud83d;\\u;Level 5\n;+---"
BLANKS = [" ", "\t", "\n", "\r", "\r\n", "\x85", "\u2028"]
PIECES = [*SIGNS.split(" "), *WORDS.split(","), *MORE.split(";"), *BLANKS, "light_blue ", "capacity 4   "]


def repeated(stream: Random) -> tuple[str, str, str]:
    piece = "".join(stream.choices(PIECES, k=stream.choice((1, 1, 2, 2, 3, 5))))
    return stream.choice(HEADS), piece, stream.choice(TAILS)


def of_length(parts: tuple[str, str, str], characters: int) -> str:
    head, piece, tail = parts
    return head + piece * (characters // len(piece)) + tail


def read(text: str) -> str:
    try:
        return loaded("x", text).puzzle.name
    except BadInput as wrong:
        return "refused: " + str(wrong).rpartition("expected ")[2][:20]


def calls(text: str) -> int:
    """How many functions are called, in Python and in C: the same on every machine."""
    events = count()
    sys.setprofile(lambda *_: next(events))
    try:
        read(text)
    finally:
        sys.setprofile(None)
    return next(events)


def growing(stream: Random) -> Trial:
    """A file at two lengths."""
    parts = repeated(stream)

    def attempt() -> str:
        short, long = of_length(parts, CHARACTERS), of_length(parts, CHARACTERS << DOUBLINGS)
        read(short)  # loads what is loaded once
        cost, most = calls(long), GROWTH**DOUBLINGS * calls(short)
        assert cost <= most, f"{len(long)} characters: {cost} calls, more than {most}"
        return read(short)

    return parts, attempt


def largest(stream: Random) -> Trial:
    """A file of the largest size that is read at all."""
    parts = repeated(stream)

    def attempt() -> str:
        return read(of_length(parts, MAX_BYTES).encode()[:MAX_BYTES].decode(errors="ignore"))

    return parts, attempt
