"""The palette, and the look of each colour: the hue that its name suggests, ink on it, and a short code for plain text.

Looks depend only on the *set* of a puzzle's colours, so a colour looks the same in every position.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from colorsys import hls_to_rgb
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, count, islice
from math import dist
from pathlib import Path

import webcolors

Color = str  # 'red'
Rgb = tuple[int, ...]  # red, green, blue

PALETTE = json.loads(Path(__file__).with_name("colors.json").read_text(encoding="utf-8"))
NAMES: list[Color] = PALETTE["dealt"]  # in the order in which random puzzles use them
OWN: dict[Color, str] = PALETTE["hues"]  # dealt colours far apart, and words that CSS does not know
SHADES: dict[str, tuple[str, float]] = PALETTE["shades"]  # 'light' -> what to mix with, and how much of it
LETTERS: dict[str, Color] = PALETTE["letters"]  # one for a colour, in levels such as `rgbr`
EXAMPLES: dict[Color, list[str]] = PALETTE["examples"]  # of hues to which people give a name
CHOOSING = PALETTE["choosing"]
LONGEST: int = CHOOSING["longest"]  # characters of a word that may name a colour
NEAR: float = CHOOSING["near"]  # RGB distance below which hues are hard to tell apart
MANY: int = CHOOSING["many"]  # colours in a puzzle beyond which hues only have to differ
SHARES: list[float] = CHOOSING["shares"]  # of white, black or grey in the shades of a hue


def color_name(index: int) -> Color:
    """The name of the n-th colour of generated deals.

    >>> color_name(0)
    'red'
    >>> color_name(24)
    'red2'
    """
    turn, place = divmod(index, len(NAMES))
    return NAMES[place] + (str(turn + 1) if turn else "")


@dataclass(frozen=True)
class Look:
    """Look('re', '#d62728', '#ffffff'): code, background, and letters on it."""

    code: str
    hue: str
    ink: str

    @property
    def style(self) -> str:
        """For a terminal."""
        return f"{self.ink} on {self.hue}"


@lru_cache(8)
def looks(colors: tuple[Color, ...], given: tuple[tuple[Color, str], ...] = ()) -> dict[Color, Look]:
    """The look of each colour, in this order; no two have the same code, nor the same hue unless it is given."""
    code = codes(colors)
    hue = hues(colors) | dict(given)
    return {color: Look(code[color], hue[color], ink(hue[color])) for color in colors}


# ------------------------------------------------------------------------------------------------------------- codes


def codes(colors: Iterable[Color]) -> dict[Color, str]:
    """A short code for each colour, all different: {'red': 're', 'red2': 're2', 'c07': 'c0', 'bleu': 'be'}

    A colour of the palette has the same code in every puzzle.
    """
    given: dict[Color, str] = {}
    taken: set[str] = set()
    numbers = count()  # one for all colours: a number is used once
    for color in dict.fromkeys([*NAMES, *OWN, *sorted(colors)]):
        said = spoken(color)[:LONGEST]
        letters = "".join(c for c in said if c.isascii() and c.isalnum()).lower() or "x"
        word = letters.rstrip("0123456789")
        preferred: list[str] = []
        if color == "?":
            preferred.append(color)
        elif word in given:
            preferred.append(given[word] + letters[len(word) :])  # 're2' for red2
        pairs = map("".join, combinations(letters, min(len(letters), 2)))
        candidates = chain(preferred, pairs, (f"{letters[0]}{number}" for number in numbers))
        given[color] = next(code for code in candidates if code not in taken)
        taken.add(given[color])
    return given


# -------------------------------------------------------------------------------------------------------------- hues


def hues(colors: Iterable[Color]) -> dict[Color, str]:
    """A hue for each colour, all different: the one that its word names, or a shade of it if that is taken.

    Words that name no hue get the remaining ones.
    """
    own = {color: own_hue(color) or hue_of_letter(color) for color in colors}

    def turn(word: Color) -> tuple[bool, bool, Color]:
        """The palette's own words choose first, then words that name a hue, then all others."""
        return word not in OWN, own[word] is None, word

    given: dict[Color, str] = {}
    taken: dict[str, Rgb] = {}
    rest = other_hues()
    for color in sorted(own, key=turn):
        hue = free_hue(own[color], rest, taken, len(own))
        given[color] = hue
        taken[hue] = rgb(hue)
    return given


def free_hue(named: str | None, rest: Iterator[str], taken: dict[str, Rgb], colors: int) -> str:
    """The first hue that suits: a shade of the one named or, if none is, one of the next in the rest.

    A hue suits if it is far from all that are taken; with many colours only the first is looked at, and suits unless it
    is taken itself. If none suits, it is the first of the rest that is not taken. `rest` is shared by all colours of a
    puzzle: hues that were skipped are not looked at again.
    """
    wanted = islice(rest, len(SHARES)) if named is None else shades(named)
    if colors <= MANY:
        suiting = (hue for hue in wanted if is_far(hue, taken))
    else:
        suiting = (hue for hue in islice(wanted, 1) if hue not in taken)
    not_taken = (hue for hue in rest if hue not in taken)
    return next(chain(suiting, not_taken))


def own_hue(word: Color) -> str | None:
    """The hue that a word names, or None; also '#00FF00', 'red2', '🟢'.

    >>> own_hue('DarkGreen')
    '#006400'
    """
    word = word.lower()
    if len(word) > LONGEST:
        return None
    return named_hue(word) or named_hue(word.rstrip("0123456789"))


def hue_of_letter(word: Color) -> str | None:
    """The hue of the colour that a letter stands for, in levels such as `rgbr`; None for other words."""
    color = LETTERS.get(word.lower())
    return None if color is None else OWN.get(color)


def spoken(color: Color) -> str:
    """The colour as people say it.

    >>> spoken('🟢')
    'green'
    """
    if len(color) == 1 and not color.isascii():
        return next(filter(named_hue, unicodedata.name(color, "").lower().split()), color)
    return color


def named_hue(word: str) -> str | None:
    if re.fullmatch("#[0-9a-f]{6}", word):
        return word
    said = spoken(word)  # '🟢' is a LARGE GREEN CIRCLE
    if said != word:
        return named_hue(said)
    if word in OWN:
        return OWN[word]
    joined = re.sub("[-_]", "", word)
    if joined in webcolors.names("css3"):
        return str(webcolors.name_to_hex(joined))
    for shade, (other, share) in SHADES.items():
        if joined == shade or not joined.startswith(shade):
            continue
        base = named_hue(joined.removeprefix(shade))
        if base is not None:
            return mixed(base, other, share)
    return None


GOLDEN_TURN = 0.618  # of the colour circle: successive multiples of the golden ratio lie far apart
LIGHTNESSES = (0.72, 0.34, 0.53)  # in turn
SATURATION = 0.5
GREY = 0x808080
BEYOND_WHITE = 1 << 24
LUMINANCE_WEIGHTS = (0.2126, 0.7152, 0.0722)  # of red, green and blue
EQUAL_CONTRAST = 0.179  # the luminance that has as much contrast with white as with black
TRIED_PER_WORD = 20  # hues of the golden turn, before those from GREY up in order


def shades(hue: str) -> Iterator[str]:
    """The hue, then lighter, darker and greyer ones in turn."""
    yield hue
    for share in SHARES:
        yield from (mixed(hue, other, share) for other in ("#ffffff", "#000000", "#808080"))


def other_hues() -> Iterator[str]:
    """Hues for words that name none, successive ones far apart; then all from #808080 up."""
    for number in range(TRIED_PER_WORD * MANY):
        lightness = LIGHTNESSES[number % len(LIGHTNESSES)]
        parts = hls_to_rgb(GOLDEN_TURN * number % 1, lightness, SATURATION)
        yield f"#{bytes(round(255 * part) for part in parts).hex()}"
    yield from (f"#{number:06x}" for number in range(GREY, BEYOND_WHITE))


def is_far(hue: str, taken: dict[str, Rgb]) -> bool:
    """Whether a hue is easy to tell from all the hues taken."""
    return all(dist(rgb(hue), other) >= NEAR for other in taken.values())


def rgb(hue: str) -> Rgb:
    return tuple(bytes.fromhex(hue[1:]))


def mixed(hue: str, other: str, share: float) -> str:
    """The hue mixed with this share of the other."""
    pairs = zip(rgb(hue), rgb(other), strict=True)
    parts = [round(part + (other_part - part) * share) for part, other_part in pairs]
    return f"#{bytes(parts).hex()}"


def ink(hue: str) -> str:
    """Black or white, whichever has more contrast with the hue: at least 4.5 to 1 (WCAG 2.2, relative luminance)."""
    luminance = sum(
        weight * ((part / 255 + 0.055) / 1.055) ** 2.4  # sRGB's transfer function, without its linear part for black
        for weight, part in zip(LUMINANCE_WEIGHTS, rgb(hue), strict=True)
    )
    return "#ffffff" if luminance < EQUAL_CONTRAST else "#000000"
