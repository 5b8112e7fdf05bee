"""Screenshots of made-up water sort apps, each with the level that it shows: draw(LEVEL, Look(shape="flask"))."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import cv2
import numpy as np

from helpers.deals import same_units

Bgr = tuple[float, ...]
Array = np.ndarray  # of pixels, or of points (x, y)
WIDE = 120  # pixels of a beaker while it is drawn; then the picture is scaled to a screen's width
CORNERS = {"round": 0.5, "straight": 0.22, "square": 0.0, "tapered": 0.0}  # radius, as a share of a beaker's width
LETTERS = "ABDEFHKLMNPRSTUX"
WHITE = (255.0,) * 3
COLORS = (
    (40, 40, 220), (220, 120, 30), (60, 190, 60), (40, 210, 240), (200, 60, 170), (30, 130, 250),
    (230, 220, 60), (90, 60, 120), (200, 180, 250), (20, 90, 90), (150, 230, 170), (120, 20, 20),
)  # fmt: skip


class Level(NamedTuple):
    """capacity; beakers from the bottom up, colours as numbers, '?' hidden; covered: what opens some, from 0."""

    capacity: int
    beakers: list[list[str]]
    covered: dict[int, str]


@dataclass(frozen=True)
class Look:
    """How an app draws levels; sizes in pixels while it is drawn, or as shares."""

    light: bool = False  # so that lines and glass are dark
    shape: str = "round"
    background: Bgr = (60, 40, 30)
    grain: float = 0.0  # its deviation
    darker: float = 1.0  # the share of light at the top
    rim_color: Bgr = (205.0,) * 3
    secret: Bgr = (48.0,) * 3
    button: Bgr = (90, 150, 80)
    curtain: Bgr = (60, 90, 150)
    colors: tuple[Bgr, ...] = COLORS
    ghost: str = ""  # "whole" or "dashed", the outline of a ghost in the last place
    lifted: float = 0.0  # units, by which the last beaker is
    taller: Mapping[int, float] = field(default_factory=dict)  # beaker: units, by which it is
    rows: int = 2
    pitch: float = WIDE / 0.7
    unit: float = 0.9 * WIDE
    air: float = 0.5  # units above a full beaker
    between: float = 0.6 * WIDE  # rows
    tall: float = 1.8  # of its width, the height of the screen
    middle: float = 0.45  # of the free height, what is above the level
    buttons: int = 3
    corner: float = 0.02
    title: str = "LEVEL 12"
    tint: float = 0.06
    thick: float = 0.05 * WIDE
    gap: float = 4.0
    streak: float = 0.0  # on the glass: 1 for one beside its middle, less for one nearer to it
    shop: bool = False  # below the level, with a thing to buy that looks like a cover
    surface: bool = False
    balls: bool = False
    rim: bool = False
    signs: bool = False
    font: int = 2
    size: float = 0.5  # of a unit, the height of signs
    wide: float = 720.0  # pixels of the finished screen
    written: tuple = (".png",)
    seed: int = 0  # of the grain


@dataclass
class Screenshot:
    """beakers: each with its top first; covered: from '1'; standing: the middles of bottoms; scale: of pixels drawn."""

    data: bytes
    capacity: int
    beakers: list[list[str]]
    covered: dict[str, str]
    look: Look = field(default_factory=Look)
    standing: tuple[tuple[float, float], ...] = ()
    scale: float = 1.0


def level(text: str, covered: dict[int, str] | None = None) -> Level:
    """The level of a text with a word for each beaker, its bottom first and '-' for an empty one: level("0110 1-")."""
    beakers = [list(word.replace("-", "")) for word in text.split()]
    return Level(max(map(len, beakers)), beakers, covered or {})


def fill(pixels: Array, points: Array, color: Bgr | Array, share: float = 1.0) -> None:
    """Paint a polygon with a colour, or with another picture; the share is less if it is transparent."""
    x, y, wide, high = cv2.boundingRect(np.float32(points))
    place = slice(y, y + high), slice(x, x + wide)
    mask = cv2.fillPoly(np.zeros((high, wide), np.float32), [np.round(points - (x, y)).astype(int)], share)[..., None]
    pixels[place] = mask * np.broadcast_to(color, pixels.shape)[place] + (1 - mask) * pixels[place]


def line(pixels: Array, points: Array, color: Bgr, wide: float, every: int = 1) -> None:
    """Draw the outline of a polygon, or every second piece of it."""
    pieces = np.stack([points, np.roll(points, 1, 0)], 1)[::every]
    cv2.polylines(pixels, list(np.round(pieces).astype(int)), False, color, round(wide), cv2.LINE_AA)


def sign(pixels: Array, text: str, x: float, y: float, high: float, color: Bgr, font: int = 2) -> None:
    size, thick = high / 21, round(0.12 * high)
    (wide, tall), _ = cv2.getTextSize(text, font, size, thick)
    cv2.putText(pixels, text, (round(x - wide / 2), round(y + tall / 2)), font, size, color, thick, cv2.LINE_AA)


def box(x: float, y: float, wide: float, high: float, radius: float = 0.0) -> Array:
    """The outline of a rectangle around a point, with round corners."""
    radius = min(radius, wide / 2, high / 2)
    quarters = np.repeat(np.arange(4), 7)
    corners = np.sign(circle(quarters + 0.5)) * (wide / 2 - radius, high / 2 - radius)
    return (x, y) + corners + radius * circle(quarters + np.tile(np.linspace(0, 1, 7), 4))


def circle(quarters: Array) -> Array:
    return np.stack([np.cos(quarters * np.pi / 2), np.sin(quarters * np.pi / 2)], 1)


def glass(x: float, bottom: float, high: float, shape: str, gap: float = 0.0) -> Array:
    """The outline of a beaker, or of what lies so far within it."""
    wide, top = WIDE - 2 * gap, bottom - high
    points = box(x, top, wide, 2 * (high - gap), CORNERS.get(shape, 0) * wide)
    points[:, 1] = np.maximum(points[:, 1], top)
    narrow = {"tapered": (0, 0.2), "flask": (0.5, 0)}.get(shape, (0, 0))
    points[:, 0] += (x - points[:, 0]) * np.interp(points[:, 1], (top, bottom), narrow)
    return points


def backdrop(look: Look, high: float, wide: float) -> Array:
    """A screen before anything is drawn, perhaps with a grain, perhaps darker towards the top."""
    pixels = np.full((round(high), round(wide), 3), look.background, np.float32)
    if look.grain:
        noise = np.random.default_rng(look.seed)
        grain = noise.normal(0, look.grain, (round(high / 16), round(wide / 6))).astype(np.float32)
        pixels += cv2.resize(cv2.GaussianBlur(grain, (0, 0), 1.5), pixels.shape[1::-1])[..., None]
    pixels *= np.linspace(look.darker, 1, len(pixels), dtype=np.float32)[:, None, None]
    return pixels.astype(np.uint8)


def clutter(look: Look, pixels: Array) -> None:
    """Buttons above and below the level, and its number."""
    high, wide = pixels.shape[:2]
    for x, text in zip(np.arange(0.5, look.buttons) / max(1, look.buttons) * wide, "<O5+3", strict=False):
        for y in (0.06 * wide, high - 0.07 * wide):
            fill(pixels, box(x, y, 0.1 * wide, 0.07 * wide, look.corner * wide), look.button)
            sign(pixels, text, x, y, 0.035 * wide, WHITE)
    sign(pixels, look.title, wide / 2, 0.13 * wide, 0.04 * wide, look.rim_color)


def draw_ghost(look: Look, pixels: Array, outline: Array, x: float, y: float) -> None:
    """A faint beaker with a plus: it must be bought first."""
    faint = tuple(0.5 * c + 0.5 * (60.0 if look.light else 205.0) for c in look.background)
    line(pixels, outline, faint, look.thick, 2 if look.ghost == "dashed" else 1)
    sign(pixels, "+", x, y, 60, look.rim_color)


def draw_beaker(look: Look, pixels: Array, units: list[str], x: float, bottom: float, tip: float) -> None:
    unit = look.unit
    outline = glass(x, bottom, bottom - tip, look.shape)
    fill(pixels, outline, (0.0,) * 3 if look.light else WHITE, look.tint)
    drawn = pixels.copy()
    for k, color in enumerate(units):
        y, paint = bottom - (k + 0.5) * unit, look.secret if color == "?" else look.colors[int(color)]
        wide, high = (0.92 * unit, 0.92 * unit) if look.balls else (WIDE, unit)
        fill(drawn, box(x, y, wide, high, unit * look.balls), paint)
        if color == "?" or look.signs:
            sign(drawn, "?" if color == "?" else LETTERS[int(color)], x, y, look.size * unit, (240.0,) * 3, look.font)
        if look.surface and k == len(units) - 1:
            fill(drawn, box(x, y - unit / 2, WIDE, 0.16 * unit, unit), tuple(0.6 * c + 100 for c in paint))
    fill(pixels, glass(x, bottom - look.gap, bottom - look.gap - tip, look.shape, look.gap), drawn)
    if look.streak:
        high = bottom - tip
        fill(pixels, box(x - 36 * look.streak, bottom - 0.55 * high, 14, 0.75 * high, WIDE), WHITE, 0.35)
    line(pixels, outline, look.rim_color, look.thick)
    if look.rim:
        fill(pixels, box(x, tip, 136, 14, 6), look.rim_color)


def draw_cover(look: Look, pixels: Array, color: str, x: float, y: float, high: float) -> None:
    """A curtain with a flask of the colour that opens it."""
    fill(pixels, box(x, y, 132, high + 36, 6), look.curtain)
    fill(pixels, box(x, y, 48, 96, 24), (235.0,) * 3)
    fill(pixels, box(x, y, 34, 82, 17), look.colors[int(color)])


def draw(shown: Level, look: Look) -> Screenshot:
    capacity, beakers, covered = shown
    number = len(beakers) + bool(look.ghost)
    per_row = -(-number // look.rows)
    high = (capacity + look.air) * look.unit
    step = high + look.between
    across = look.pitch * max(per_row / 0.94, 5)
    tall = max(look.tall * across, look.rows * step + 0.4 * across)
    pixels = backdrop(look, tall, across)
    clutter(look, pixels)
    scale = look.wide / across
    standing = []
    for place in range(number):
        row, column = divmod(place, per_row)
        in_row = min(per_row, number - row * per_row)
        x = across / 2 + (column - (in_row - 1) / 2) * look.pitch
        bottom = (tall - look.rows * step) * look.middle + row * step + high
        if place == len(beakers):
            draw_ghost(look, pixels, glass(x, bottom, high, look.shape), x, bottom - high / 2)
            continue
        bottom -= look.lifted * look.unit if place == len(beakers) - 1 else 0
        standing.append((scale * x, scale * bottom))
        draw_beaker(look, pixels, beakers[place], x, bottom, bottom - high - look.taller.get(place, 0) * look.unit)
        if place in covered:
            draw_cover(look, pixels, covered[place], x, bottom - high / 2, high)
    if look.shop:
        draw_cover(look, pixels, "0", across / 2, tall - high, high)
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    seen = [[] if place in covered else units[::-1] for place, units in enumerate(beakers)]
    opened = {str(place + 1): color for place, color in covered.items()}
    data = cv2.imencode(look.written[0], small, look.written[1:])[1].tobytes()
    return Screenshot(data, capacity, seen, opened, look, tuple(standing), scale)


def difference(read: dict[str, Any], shown: Screenshot) -> str:
    """How the data of a puzzle file differ from the level that is shown, up to names of colours; '' if not."""
    covers = read.get("covered", {})
    ours = [[] if str(place) in covers else beaker for place, beaker in enumerate(read["beakers"], 1)]
    ours += [[covers[place] for place in shown.covered if place in covers], ["?"]]
    theirs = [*shown.beakers, [*shown.covered.values()], ["?"]]
    right = read["capacity"] == str(shown.capacity) and len(covers) == len(shown.covered) and same_units(ours, theirs)
    return "" if right else f"{read}, expected {shown.capacity}, {theirs}"
