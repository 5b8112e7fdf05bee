"""Damage to data and to text, as a careless or a hostile writer would do it."""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

WORDS = "|||~|null|true|on|0|-1|01|+1|1.0|1e9|0x10|1_0|99999999999999999999|[/x]|[bold]|[link=http://x]x[/link]|:smile:"
WORDS += "|\x1b[31m|\x9b31m|\u202e|\x00|\ud800|a b|$x$|%s|{}|<script>|a\nb|a\tb|é|颜色|٣|１"
NUMBERS = (True, False, 0, -1, 1.5, 1e308, float("nan"), float("inf"), 10**30, -(10**18))
NASTY: tuple[Any, ...] = (*WORDS.split("|"), "x" * 5000, None, *NUMBERS, [], {}, [[]], {"": ""})
MARKS = "&a ;*a;!!python/object:os.system ;!x ;|;>;';\";#;---\n;...\n;%YAML 2\n;? ;: ;- ;[;];{;};,;\t;\n;\r;\x00"
MARKS += ";\x85;\ufeff;\u202e;\x1b]0\x07;\x9b;[/x];<<: ;NaN;Infinity;-1;1e999;\\ud800;\\u0000;null"
TOKENS = (*(mark.encode() for mark in MARKS.split(";")), b"\xff", b"[" * 50, b"- " * 50, b"9" * 5000, b"x" * 5000)


def damaged_text(text: bytes, stream: Random) -> bytes:
    """The text after one to four strokes: bytes changed, pieces cut out, doubled, moved or put in."""
    for _ in range(stream.randint(1, 4)):
        start, other = stream.randrange(len(text) + 1), stream.randrange(len(text) + 1)
        end = min(len(text), start + int(stream.expovariate(0.1)))
        piece = text[start:end]
        strokes = (
            bytes(byte ^ 1 << stream.randrange(8) for byte in piece[:3]) + piece[3:],
            b"",
            piece * stream.choice((2, 2, 2, 100)),
            stream.choice(TOKENS) + piece,
            text[other : other + end - start],
        )
        text = text[:start] + stream.choice(strokes) + text[end:]
    return text


def damaged(data, stream: Random):
    """A copy of the data with one to three values put in, taken out, exchanged, or moved elsewhere."""
    data = copy.deepcopy(data)
    for _ in range(stream.randint(1, 3)):
        places = list(places_of(data))
        if not places:
            return copy.deepcopy(stream.choice(NASTY))
        holder, key = stream.choice(places)
        match stream.randrange(6):
            case 0:
                del holder[key]
            case 1:
                other, name = stream.choice(places)
                if other is not holder:
                    other[name] = copy.deepcopy(holder[key])
            case 2 if isinstance(holder, dict):
                holder[str(stream.choice(NASTY))] = holder.pop(key)
            case 3 if type(holder[key]) is int:
                holder[key] += stream.choice((-1000, -1, 1, 1000))
            case 4:
                holder[key] = [holder[key]]
            case _:
                holder[key] = copy.deepcopy(stream.choice(NASTY))
    return data


def places_of(data) -> Iterator[tuple[Any, Any]]:
    """Every value that is held by a list or a mapping: (holder, key)."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield data, key
        yield from places_of(value)
