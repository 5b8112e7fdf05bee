"""Damage to data and to text, as a careless or a hostile writer would do it."""

import copy
from random import Random
from typing import Any

NASTY: tuple[Any, ...] = (
    *("", " ", "~", "null", "true", "on", "0", "-1", "01", "+1", "1.0", "1e9", "0x10", "1_0", "99999999999999999999"),
    *("[/x]", "[bold]", "[link=http://x]x[/link]", ":smile:", "\x1b[31m", "\x9b31m", "\u202e", "\x00", "\ud800", "a b"),
    *("$x$", "%s", "{}", "<script>", "a\nb", "a\tb", "é", "颜色", "x" * 5000, "٣", "１"),
    *(None, True, False, 0, -1, 1.5, 1e308, float("nan"), float("inf"), 10**30, -(10**18), [], {}, [[]], {"": ""}),
)
TOKENS = (
    *(b"&a ", b"*a", b"!!python/object:os.system ", b"!x ", b"|", b">", b"'", b'"', b"#", b"---\n", b"...\n"),
    *(b"%YAML 2\n", b"? ", b": ", b"- ", b"[", b"]", b"{", b"}", b",", b"\t", b"\n", b"\r", b"\x00", b"\xff"),
    *(b"\xc2\x85", b"\xef\xbb\xbf", b"\xe2\x80\xae", b"\x1b]0;x\x07", b"\xc2\x9b", b"[/x]", b"[" * 50, b"- " * 50),
    *(b"9" * 5000, b"x" * 5000, b"<<: ", b"NaN", b"Infinity", b"-1", b"1e999", b"\\ud800", b"\\u0000", b"null"),
)  # fmt: skip


def damaged_text(text: bytes, stream: Random) -> bytes:
    """The text after one to four strokes: bytes changed, pieces cut out, doubled, moved or put in."""
    for _ in range(stream.randint(1, 4)):
        start = stream.randrange(len(text) + 1)
        end = min(len(text), start + int(stream.expovariate(0.1)))
        piece = text[start:end]
        stroke = stream.randrange(5)
        if stroke == 0:
            piece = bytes(byte ^ 1 << stream.randrange(8) for byte in piece[:3]) + piece[3:]
        elif stroke == 1:
            piece = b""
        elif stroke == 2:
            piece *= stream.choice((2, 2, 2, 100))
        elif stroke == 3:
            piece = stream.choice(TOKENS) + piece
        else:
            other = stream.randrange(len(text) + 1)
            piece = text[other : other + end - start]
        text = text[:start] + piece + text[end:]
    return text


def damaged(data: Any, stream: Random) -> Any:
    """A copy of the data with one to three values put in, taken out, exchanged, or moved elsewhere."""
    data = copy.deepcopy(data)
    for _ in range(stream.randint(1, 3)):
        places = list(places_of(data))
        if not places:
            return copy.deepcopy(stream.choice(NASTY))
        holder, key = stream.choice(places)
        stroke = stream.randrange(6)
        if stroke == 0:
            del holder[key]
        elif stroke == 1:
            other, name = stream.choice(places)
            if key in holder if isinstance(holder, dict) else key < len(holder):
                value = copy.deepcopy(holder[key])
                if isinstance(other, dict):
                    other[name] = value
                else:
                    other.insert(name, value)
        elif stroke == 2 and isinstance(holder, dict):
            holder[str(stream.choice(NASTY))] = holder.pop(key)
        elif stroke == 3 and isinstance(holder[key], int) and not isinstance(holder[key], bool):
            holder[key] += stream.choice((-1000, -1, 1, 1000))
        elif stroke == 4:
            holder[key] = [holder[key]]
        else:
            holder[key] = copy.deepcopy(stream.choice(NASTY))
    return data


def places_of(data: Any) -> Any:
    """Every value that is held by a list or a mapping: (holder, key)."""
    waiting = [data]
    while waiting:
        holder = waiting.pop()
        entries = holder.items() if isinstance(holder, dict) else enumerate(holder) if isinstance(holder, list) else ()
        for key, value in entries:
            yield holder, key
            waiting.append(value)
