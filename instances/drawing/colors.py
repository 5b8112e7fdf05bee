"""The palette, and how colours look: a hue that the word names, letters on it, and a short code for plain text.

Everything here depends on the *set* of a puzzle's colours only, so a colour looks the same in every position.
"""

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, count
from pathlib import Path

import webcolors

Color = str  # 'red'
Rgb = tuple[int, int, int]

PALETTE = json.loads(Path(__file__).with_name("colors.json").read_text(encoding="utf-8"))
NAMES: list[Color] = PALETTE["dealt"]  # in the order in which random puzzles use them
OWN: dict[Color, str] = PALETTE["hues"]  # dealt colours far apart, and words that CSS does not know
SHADES: dict[str, tuple[str, float]] = PALETTE["shades"]  # 'light' -> what to mix with, and how much of it
LONGEST = 40  # characters of a word that is looked at as a colour
NEAR = 40.0  # hues below this distance are hard to tell apart
MANY = 200  # colours of one puzzle beyond which hues are only different


def color_name(index: int) -> Color:
    """color_name(0) == 'red'; color_name(24) == 'red2'"""
    turn, place = divmod(index, len(NAMES))
    return NAMES[place] + (str(turn + 1) if turn else "")


@dataclass(frozen=True)
class Look:
    """Look('re', '#d62728', '#ffffff', True): code, background, letters on it, and whether the word names the hue."""

    code: str
    hue: str
    ink: str
    named: bool

    @property
    def style(self) -> str:
        """For a terminal; a hue that the word does not name is underlined."""
        return f"{'' if self.named else 'underline '}{self.ink} on {self.hue}"


def looks(colors: Iterable[Color]) -> dict[Color, Look]:
    """The look of each colour, in the order given; no two have the same code or the same hue."""
    order = list(dict.fromkeys(colors))
    every = looks_of(frozenset(order))
    return {color: every[color] for color in order}


@lru_cache(8)
def looks_of(colors: frozenset[Color]) -> dict[Color, Look]:
    own = {color: own_hue(color) for color in colors}
    code, hue = codes(colors), hues(own)
    return {color: Look(code[color], hue[color], ink(hue[color]), own[color] is not None) for color in colors}


# ------------------------------------------------------------------------------------------------------------- codes


def codes(colors: Iterable[Color]) -> dict[Color, str]:
    """A short code for each colour, all different: {'red': 're', 'baby-blue': 'bb', 'red2': 're2', 'c07': 'c07'}

    A colour with a name of its own has the same code in every puzzle.
    """
    given: dict[Color, str] = {color: fixed_codes()[color] for color in colors if color in fixed_codes()}
    taken = set(given.values())
    numbers: defaultdict[str, Iterator[int]] = defaultdict(count)
    for color in sorted(set(colors) - set(given)):
        given[color] = next(code for code in candidates(color, numbers) if code not in taken)
        taken.add(given[color])
    return given


@cache
def fixed_codes() -> dict[Color, str]:
    """The codes of the colours that have names of their own, those that are dealt first."""
    given: dict[Color, str] = {}
    taken: set[str] = set()
    for color in dict.fromkeys([*NAMES, *OWN, *sorted(webcolors.names("css3"))]):
        given[color] = next(code for code in candidates(color, defaultdict(count)) if code not in taken)
        taken.add(given[color])
    return given


def candidates(color: Color, numbers: defaultdict[str, Iterator[int]]) -> Iterator[str]:
    """Codes for a colour, the best first, without end; `numbers` counts on for each first letter."""
    if color == "?":
        yield color
    letters = "".join(c for c in color[:LONGEST] if c.isascii() and c.isalnum()).lower() or "x"
    numbered = re.fullmatch(r"(\D*)(\d{1,3})", letters)
    if numbered:
        word, number = numbered.groups()
        yield (fixed_codes()[word] if word in NAMES else word[:1]) + number
        yield word[:2] + number
    parts = [part[0].lower() for part in re.split(r"[-_]", color) if part and part[0].isascii() and part[0].isalnum()]
    if len(parts) == 2:
        yield parts[0] + parts[1]
    if len(letters) < 3:
        yield letters
    yield from (first + second for first, second in combinations(letters, 2))
    for number in numbers[letters[0]]:
        yield f"{letters[0]}{number}"


# -------------------------------------------------------------------------------------------------------------- hues


def hues(own_hues: dict[Color, str | None]) -> dict[Color, str]:
    """A hue for each colour, all different: the one that its word names, or a shade of it where that is taken.

    Words that name no hue share the pale and greyish ones.
    """
    given: dict[Color, str] = {}
    taken: dict[str, Rgb] = {}
    words = sorted(own_hues, key=lambda word: (word not in OWN, own_hues[word] is None, word))
    unnamed = count()
    others: dict[str, Iterator[str]] = {}  # hues beside each own one, those not tried yet
    for color in words:
        own = own_hues[color] or neutral(next(unnamed))
        far = (hue for hue in shades(own) if is_far(rgb(hue), taken.values()))
        found = next(far, None) if len(words) <= MANY else None
        given[color] = found or next(hue for hue in others.setdefault(own, beside(own)) if hue not in taken)
        taken[given[color]] = rgb(given[color])
    return given


def own_hue(word: Color) -> str | None:
    """The hue that a word names, or None: own_hue('DarkGreen') == '#006400'; also 'reddish', 'blue-green', '🟢'."""
    word = word.lower()
    if len(word) > LONGEST:
        return None
    return named_hue(word) or named_hue(word.rstrip("0123456789"))


@lru_cache(10_000)
def named_hue(word: str) -> str | None:
    if re.fullmatch("#[0-9a-f]{6}", word):
        return word
    if len(word) == 1 and not word.isascii():  # '🟢' is a LARGE GREEN CIRCLE
        return next(filter(None, map(named_hue, unicodedata.name(word, "").lower().split())), None)
    parts = [part for part in re.split(r"[-_]", word) if part]
    joined = "".join(parts)
    for name in (word, "-".join(parts), joined):
        if name in OWN:
            return OWN[name]
    if joined in webcolors.names("css3"):
        return str(webcolors.name_to_hex(joined))
    if joined.endswith("ish"):
        stem = joined.removesuffix("ish")
        for name in (stem, stem[:-1], stem + "e"):  # greenish, reddish, purplish
            if name and (base := named_hue(name)):
                return mixed(base, "#a0a0a0", 0.35)
    for shade, (other, share) in SHADES.items():
        if joined != shade and joined.startswith(shade) and (base := named_hue(joined.removeprefix(shade))):
            return mixed(base, other, share)
    if len(parts) == 2 and (first := named_hue(parts[0])) and (second := named_hue(parts[1])):
        return mixed(first, second, 0.5)
    return None


def neutral(number: int) -> str:
    """Greyish tints, neighbours far from each other."""
    turn = number * 0.618 % 1.0 * 3
    weight, first = turn % 1.0, int(turn)
    tints = ("#c9a9a9", "#a9c9ac", "#a9b1cc")
    return mixed(mixed(tints[first], tints[(first + 1) % 3], weight), ("#ffffff", "#606060")[number % 2], 0.3)


def shades(hue: str) -> Iterator[str]:
    """The hue, then lighter, darker and greyer ones in turn."""
    yield hue
    for share in (0.18, 0.3, 0.42, 0.54, 0.66):
        yield from (mixed(hue, other, share) for other in ("#ffffff", "#000000", "#808080"))


def beside(hue: str) -> Iterator[str]:
    """The hue and others, the nearest first, without end."""
    number = int(hue[1:], 16)
    return (f"#{(number + 0x010305 * step) % (1 << 24):06x}" for step in count())


def is_far(new: Rgb, taken: Iterable[Rgb]) -> bool:
    """Whether a hue can be told from all of these."""
    return all(distance(new, other) >= NEAR for other in taken)


def distance(first: Rgb, second: Rgb) -> float:
    """How different two colours look, 0 to 765: the "redmean" approximation."""
    mean = (first[0] + second[0]) / 2
    red, green, blue = first[0] - second[0], first[1] - second[1], first[2] - second[2]
    return float(((2 + mean / 256) * red**2 + 4 * green**2 + (2 + (255 - mean) / 256) * blue**2) ** 0.5)


def rgb(hue: str) -> Rgb:
    return int(hue[1:3], 16), int(hue[3:5], 16), int(hue[5:7], 16)


def mixed(hue: str, other: str, share: float) -> str:
    """The hue with this share of the other in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(rgb(hue), rgb(other), strict=True))
    return f"#{red:02x}{green:02x}{blue:02x}"


def ink(hue: str) -> str:
    """Black or white, whichever reads better on the hue."""
    red, green, blue = rgb(hue)
    return "#ffffff" if 299 * red + 587 * green + 114 * blue < 128_000 else "#000000"
