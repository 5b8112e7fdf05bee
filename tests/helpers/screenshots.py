"""Screenshots of made-up water sort apps, each with the level that it shows: draw(Random('0 1'))."""

from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

import cv2
import numpy as np

from fewest_pours.puzzles.watersort.generator import generate
from helpers.deals import played_on, same_units

Bgr = tuple[float, ...]
Array = np.ndarray  # of pixels, or of points (x, y)
WIDE = 120  # pixels of a beaker while it is drawn; then the picture is scaled to a screen's width
SHADES = {"dark": (10, 60), "light": (190, 250), "grained": (50, 120)}
CORNERS = {"round": 0.5, "straight": 0.22, "square": 0.0, "tapered": 0.0}  # radius, as a share of a beaker's width
LETTERS = "ABDEFHKLMNPRSTUX"
WHITE = (255.0,) * 3


@dataclass
class Screenshot:
    """data: the file's bytes; beakers: each with its top first, colours as numbers, '?' hidden; covered: from '1'."""

    data: bytes
    capacity: int
    beakers: list[list[str]]
    covered: dict[str, str]
    style: dict[str, Any]


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
    """Write a text around a point."""
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


def palette(rng: Random, number: int, others: list[Bgr]) -> list[Bgr]:
    """Colours far from each other and from the others."""
    found: list[Bgr] = []
    apart = 26.0
    while len(found) < number:
        color = tuple(rng.choice((rng.uniform(20, 250), rng.choice((30, 130, 230)))) for _ in range(3))
        if min(np.linalg.norm(lab(color) - lab(other)) for other in found + others) > apart:
            found.append(color)
        apart = max(17.0, apart - 0.02)
    return found


def lab(color: Bgr) -> Array:
    return cv2.cvtColor(np.array([[color]], np.float32) / 255, cv2.COLOR_BGR2LAB)[0, 0]


def level(rng: Random) -> tuple[int, list[list[str]], dict[int, str]]:
    """A capacity, beakers from the bottom up, and what opens some: a random deal, perhaps some pours later."""
    capacity = rng.choice((4, 4, 4, 4, 4, 3, 5, 6))
    deal = generate(rng.randint(2, 12), rng.choice((1, 2, 2, 2, 3)), capacity, rng.randrange(1 << 30))
    state = played_on(deal.beakers, capacity, rng.choice((0, 0, 0, 1, 4, 9)), rng)
    numbers = {unit: str(number) for number, unit in enumerate(dict.fromkeys(chain(*state)))}
    hiding, covering = rng.choice((0, 0, 0.6)), rng.choice((0, 0, 0, 0.25))
    beakers, covered = [], {}
    for place, beaker in enumerate(state):
        hidden = rng.randint(1, capacity) if rng.random() < hiding else 0
        beakers.append(["?" if beaker[k + 1 :] and k < hidden else numbers[unit] for k, unit in enumerate(beaker)])
        if len(beaker) == capacity and rng.random() < covering:
            covered[place] = rng.choice(list(numbers.values()))
    return capacity, beakers, covered


def backdrop(rng: Random, theme: str, background: Bgr, high: float, wide: float) -> Array:
    """A screen before anything is drawn, perhaps with a grain, perhaps darker towards the top."""
    pixels = np.full((round(high), round(wide), 3), background, np.float32)
    if theme == "grained":
        noise = np.random.default_rng(rng.randrange(1 << 30))
        grain = noise.normal(0, rng.uniform(3, 12), (round(high / 16), round(wide / 6))).astype(np.float32)
        pixels += cv2.resize(cv2.GaussianBlur(grain, (0, 0), 1.5), pixels.shape[1::-1])[..., None]
    if rng.random() < 0.4:
        pixels *= np.linspace(rng.uniform(0.7, 1), 1, len(pixels), dtype=np.float32)[:, None, None]
    return pixels.astype(np.uint8)


def clutter(rng: Random, pixels: Array, button: Bgr, title: Bgr) -> None:
    """Buttons above and below the level, and its number, in these colours."""
    high, wide = pixels.shape[:2]
    buttons, corner = rng.randint(0, 5), rng.choice((0.02, 0.05)) * wide
    for x in np.arange(0.5, buttons) / max(1, buttons) * wide:
        for y in (0.06 * wide, high - 0.07 * wide):
            fill(pixels, box(x, y, 0.1 * wide, 0.07 * wide, corner), button)
            sign(pixels, rng.choice("<O5+3"), x, y, 0.035 * wide, WHITE)
    if rng.random() < 0.7:
        sign(pixels, f"LEVEL {rng.randint(1, 999)}", wide / 2, 0.13 * wide, 0.04 * wide, title)


def draw(rng: Random, fault: str = "") -> Screenshot:
    """The next screenshot of this random stream.

    fault: the last beaker is "lifted" or "taller", each is a "flask", or two colours look "alike".
    """
    capacity, beakers, covered = level(rng)
    theme, shape, ghost = rng.choice(("dark", *SHADES)), rng.choice(("round", *CORNERS)), rng.random() < 0.15
    shape = fault if fault == "flask" else shape
    number = len(beakers) + ghost
    rows = max(1 + (number > 8), min(rng.choice((1, 2, 2, 2, 3)), number // 3))
    per_row = -(-number // rows)
    pitch, unit = WIDE / rng.uniform(0.62, 0.8), WIDE * rng.uniform(0.7, 1.1)
    high = (capacity + rng.uniform(0.2, 0.9)) * unit
    step = high + rng.uniform(0.45, 0.9) * WIDE
    across = pitch * max(per_row / 0.94, 5)
    tall = max(rng.choice((1.2, 1.8, 2.1)) * across, rows * step + 0.4 * across)
    top = (tall - rows * step) * rng.uniform(0.4, 0.5)

    shade = rng.uniform(*SHADES[theme])
    background = tuple(shade * rng.uniform(0.75, 1) for _ in range(3))
    shine, gray, tints = ((0.0,) * 3, 60.0, (20, 110)) if theme == "light" else (WHITE, 205.0, (150, 240))
    rim_color = rng.choice(((gray,) * 3, (gray,) * 3, tuple(rng.uniform(*tints) for _ in range(3))))
    secret = rng.choice(((rng.uniform(35, 60),) * 3, tuple(c + 14 for c in background)))
    button, curtain, *colors = palette(rng, 14, [background, secret])
    if fault == "alike":
        colors[1] = colors[0]
    pixels = backdrop(rng, theme, background, tall, across)

    clutter(rng, pixels, button, rim_color)
    tint, thick, gap = rng.choice((0, 0.06, 0.12)), rng.uniform(0.03, 0.08) * WIDE, rng.choice((0, 4, 10))
    streak, surface, rim, signs = (rng.random() < share for share in (0.35, 0.3, 0.4, 0.1))
    font, size = rng.choice((0, 2, 3)), rng.uniform(0.4, 0.6) * unit
    for place in range(number):
        row, column = divmod(place, per_row)
        in_row = min(per_row, number - row * per_row)
        x, tip = across / 2 + (column - (in_row - 1) / 2) * pitch, top + row * step
        bottom = tip + high
        if place == len(beakers) - 1:
            bottom -= (fault == "lifted") * 0.6 * unit
            tip = bottom - high - (fault == "taller") * unit
        outline = glass(x, bottom, bottom - tip, shape)
        if place == len(beakers):
            faint = tuple(0.5 * c + 0.5 * gray for c in background)
            line(pixels, outline, faint, thick, rng.choice((1, 2)))
            sign(pixels, "+", x, bottom - high / 2, 60, rim_color)
            break
        fill(pixels, outline, shine, tint)
        drawn = pixels.copy()
        for k, color in enumerate(beakers[place]):
            y, paint = bottom - (k + 0.5) * unit, secret if color == "?" else colors[int(color)]
            fill(drawn, box(x, y, WIDE, unit), paint)
            if color == "?" or signs:
                sign(drawn, "?" if color == "?" else LETTERS[int(color)], x, y, size, (240.0,) * 3, font)
            if surface and k == len(beakers[place]) - 1:
                fill(drawn, box(x, y - unit / 2, WIDE, 0.16 * unit, unit), tuple(0.6 * c + 100 for c in paint))
        fill(pixels, glass(x, bottom - gap, bottom - gap - tip, shape, gap), drawn)
        if streak:
            fill(pixels, box(x - 36, bottom - 0.55 * high, 14, 0.75 * high, WIDE), WHITE, 0.35)
        line(pixels, outline, rim_color, thick)
        if rim:
            fill(pixels, box(x, tip, 136, 14, 6), rim_color)
        if place in covered:
            y = bottom - high / 2
            fill(pixels, box(x, y, 132, high + 36, 6), curtain)
            fill(pixels, box(x, y, 48, 96, 24), (235.0,) * 3)
            fill(pixels, box(x, y, 34, 82, 17), colors[int(covered[place])])

    scale = rng.choice((240, 360, 540, 720, 1080, 1440)) * rng.uniform(0.9, 1.1) / across
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    kind, *quality = rng.choice(
        [(".png",), (".jpg", cv2.IMWRITE_JPEG_QUALITY, rng.randint(60, 95)), (".webp", cv2.IMWRITE_WEBP_QUALITY, 80)]
    )
    style = {"theme": theme, "shape": shape, "wide": small.shape[1], "ghost": ghost}
    shown = [[] if place in covered else units[::-1] for place, units in enumerate(beakers)]
    opened = {str(place + 1): color for place, color in covered.items()}
    return Screenshot(cv2.imencode(kind, small, quality)[1].tobytes(), capacity, shown, opened, style)


def difference(read: dict[str, Any], shown: Screenshot) -> str:
    """How the data of a puzzle file differ from the level that is shown, up to names of colours; '' if not."""
    covers = read.get("covered", {})
    behind = [[] if str(place) in covers else beaker for place, beaker in enumerate(read["beakers"], 1)]
    ours = [*behind, [covers[place] for place in shown.covered if place in covers], ["?"]]
    theirs = [*shown.beakers, [*shown.covered.values()], ["?"]]
    right = read["capacity"] == str(shown.capacity) and len(covers) == len(shown.covered) and same_units(ours, theirs)
    return "" if right else f"{read}, expected {shown.capacity}, {theirs}"
