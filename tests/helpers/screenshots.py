"""Screenshots of made-up water sort apps, each with the level that it shows: draw(Random('0 1'))."""

from dataclasses import dataclass
from itertools import chain, pairwise
from random import Random
from typing import Any

import cv2
import numpy as np

from instances.puzzles.watersort.files import generate
from instances.puzzles.watersort.rules import after, pours

Bgr = tuple[float, ...]
Points = list[tuple[float, float]]


@dataclass
class Screenshot:
    """data: the file's bytes; beakers: each with its top first, colours as numbers, '?' hidden; covered: from 1."""

    data: bytes
    capacity: int
    beakers: list[list[str]]
    covered: dict[int, str]
    style: dict[str, Any]


class Canvas:
    """A picture, a small one drawn at twice its size."""

    def __init__(self, wide: float, high: float, background: Bgr) -> None:
        self.scale = 2 if wide < 600 else 1
        shape = round(self.scale * high), round(self.scale * wide), 3
        self.pixels = np.full(shape, background, np.float32)

    def fill(self, points: Points, color: Bgr, alpha: float = 1.0, within: Points | None = None) -> None:
        """A polygon, and only what lies within another one."""
        corners = self.scale * np.array(points)
        low = np.clip(np.floor(corners.min(0)) - 1, 0, None).astype(int)
        high = np.clip(np.ceil(corners.max(0)).astype(int) + 2, low, self.pixels.shape[1::-1])
        mask = polygon(corners, low, high)
        self.blend(
            np.minimum(mask, polygon(self.scale * np.array(within), low, high)) if within else mask, low, color, alpha
        )

    def blend(self, mask: np.ndarray, at: Any, color: Bgr, alpha: float = 1.0) -> None:
        part = self.pixels[at[1] : at[1] + mask.shape[0], at[0] : at[0] + mask.shape[1]]
        part += (np.array(color, np.float32) - part) * (alpha / 255 * mask[: part.shape[0], : part.shape[1], None])

    def line(self, points: Points, color: Bgr, wide: float, closed: bool = True) -> None:
        corners = np.round(np.array(points) * 16 * self.scale).astype(np.int32)
        cv2.polylines(self.pixels, [corners], closed, color, max(1, round(self.scale * wide)), cv2.LINE_AA, 4)

    def sign(self, text: str, x: float, y: float, high: float, color: Bgr, font: int = 2) -> None:
        size, thick = self.scale * high / 21, max(1, round(0.12 * self.scale * high))
        (wide, tall), _ = cv2.getTextSize(text, font, size, thick)
        mask = np.zeros((2 * tall, wide + 2 * thick), np.uint8)
        cv2.putText(mask, text, (thick, round(1.5 * tall)), font, size, 255, thick, cv2.LINE_AA)
        self.blend(
            mask, (max(0, round(self.scale * x - wide / 2 - thick)), max(0, round(self.scale * y - tall))), color
        )


def polygon(corners: np.ndarray, low: Any, high: Any) -> np.ndarray:
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    return cv2.fillPoly(mask, [np.round((corners - low) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)


def box(x: float, y: float, wide: float, high: float, radius: float = 0.0) -> Points:
    """The outline of a rectangle with round corners."""
    radius = min(radius, wide / 2, high / 2)
    corners = ((x + wide, y + high, 0), (x, y + high, 1), (x, y, 2), (x + wide, y, 3))
    turns = ((cx, cy, (start + np.linspace(0, 1, 7)) * np.pi / 2) for cx, cy, start in corners)
    inward = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    return [
        (cx + radius * (ix + np.cos(a)), cy + radius * (iy + np.sin(a)))
        for (cx, cy, turn), (ix, iy) in zip(turns, inward, strict=True)
        for a in turn
    ]


def outline(x: float, bottom: float, wide: float, high: float, shape: str) -> Points:
    """A beaker's glass around the middle x."""
    if shape == "tapered":
        low = 0.8 * wide
        return [
            (x - wide / 2, bottom - high),
            (x + wide / 2, bottom - high),
            (x + low / 2, bottom),
            (x - low / 2, bottom),
        ]
    corner = {"round": wide / 2, "straight": 0.22 * wide, "square": 0.0}[shape]
    points = box(x - wide / 2, bottom - high - wide, wide, high + wide, corner)
    return [(px, max(py, bottom - high)) for px, py in points]


def lab(color: Bgr) -> np.ndarray:
    return cv2.cvtColor(np.array([[color]], np.float32) / 255, cv2.COLOR_BGR2LAB)[0, 0]


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


def level(rng: Random) -> tuple[int, list[list[str]]]:
    """A capacity, and beakers from the bottom up: a random deal, sometimes some pours later."""
    capacity = rng.choice((4, 4, 4, 4, 4, 3, 5, 6))
    deal = generate(rng.randint(2, 12), rng.choice((1, 2, 2, 2, 3)), capacity, rng.randrange(1 << 30))
    state = deal.beakers
    for _ in range(rng.choice((0, 0, 0, 1, 4, 9))):
        if legal := list(pours(state, capacity)):
            state = after(state, rng.choice(legal))
    return capacity, [list(beaker) for beaker in state]


def draw(rng: Random, fault: str = "") -> Screenshot:
    """The next screenshot of this random stream; fault: the last beaker is "lifted" or "taller" than others."""
    capacity, beakers = level(rng)
    theme, shape = (
        rng.choice(("dark", "dark", "light", "grained")),
        rng.choice(("round", "round", "straight", "square", "tapered")),
    )
    rows = min(rng.choice((1, 2, 2, 2, 3)), max(1, len(beakers) // 3)) if len(beakers) < 9 else rng.choice((2, 2, 3))
    per_row = -(-len(beakers) // rows)
    shade = {"dark": rng.uniform(10, 60), "light": rng.uniform(190, 250), "grained": rng.uniform(50, 120)}[theme]
    background = tuple(min(255.0, shade * rng.uniform(0.75, 1.05)) for _ in range(3))
    dark = sum(background) < 384
    glass: Bgr = (
        tuple(rng.uniform(150, 240) if dark else rng.uniform(20, 110) for _ in range(3))
        if rng.random() < 0.3
        else ((205.0,) * 3 if dark else (60.0,) * 3)
    )
    secret: Bgr = (
        tuple([rng.uniform(35, 60)] * 3) if theme != "dark" or rng.random() < 0.5 else tuple(c + 14 for c in background)
    )
    wide = rng.choice((240, 360, 540, 720, 1080, 1440)) * rng.uniform(0.9, 1.1)
    ratio, air = rng.uniform(0.7, 1.1), rng.uniform(0.2, 0.9)
    pitch = min(0.94 * wide / per_row, 0.2 * wide)
    w = pitch * rng.uniform(0.62, 0.8)
    u = ratio * w
    high = (capacity + air) * u
    step = high + rng.uniform(0.45, 0.9) * w
    tall = rng.choice((1.2, 1.8, 2.1)) * wide
    top = max(0.18 * wide, (tall - rows * step) * 0.4)
    tall = max(tall, top + rows * step + 0.15 * wide)
    canvas = Canvas(wide, tall, background)
    pixels = canvas.pixels
    if theme == "grained":
        seed = np.random.default_rng(rng.randrange(1 << 30))
        grain = seed.normal(0, 1, (pixels.shape[0] // 8 + 2, pixels.shape[1] // 3 + 2)).astype(np.float32)
        pixels += (
            6 * cv2.resize(cv2.GaussianBlur(grain, (0, 0), 1.5), pixels.shape[1::-1])[..., None] * rng.uniform(0.5, 2)
        )
    if rng.random() < 0.4:
        pixels *= np.linspace(rng.uniform(0.8, 1.15), 1, len(pixels), dtype=np.float32)[:, None, None]
    colors = palette(rng, 14, [background, secret])
    hue = {str(n): c for n, c in enumerate(dict.fromkeys(unit for beaker in beakers for unit in beaker))}
    number = {color: n for n, color in hue.items()}
    beakers = [[number[unit] for unit in beaker] for beaker in beakers]
    fill = {n: colors[int(n)] for n in hue}
    hiding = rng.choice((0, 0, 0.6)) if sum(map(bool, beakers)) > 2 else 0
    covering = rng.choice((0, 0, 0, 0.25))
    signs = not hiding and rng.random() < 0.1
    font, signs_high = rng.choice((0, 2, 3)), rng.uniform(0.4, 0.6) * u
    streak, ellipse, line, rim = (
        rng.random() < 0.35,
        rng.random() < 0.3,
        max(1.0, rng.uniform(0.03, 0.08) * w),
        rng.random() < 0.4,
    )
    inside = rng.choice((0, 0.06, 0.12))
    gap = rng.choice((0.0, 1.0, 1.5)) * line
    ghost = rng.random() < 0.15
    buttons = rng.randint(0, 5)
    for n in range(buttons):
        for y in (0.06 * wide, tall - 0.07 * wide):
            x = (n + 0.5) * wide / max(buttons, 1)
            canvas.fill(
                box(x - 0.05 * wide, y - 0.035 * wide, 0.1 * wide, 0.07 * wide, rng.choice((0.02, 0.05)) * wide),
                colors[-1],
            )
            canvas.sign(rng.choice("<O5+3"), x, y, 0.035 * wide, (255.0, 255.0, 255.0), 2)
    if rng.random() < 0.7:
        canvas.sign(f"LEVEL {rng.randint(1, 999)}", wide / 2, 0.13 * wide, 0.04 * wide, glass, 2)
    covered: dict[int, str] = {}
    shown = []
    for i, beaker in enumerate(beakers + ghost * [[]]):
        row, column = (
            divmod(i, per_row)
            if i < len(beakers)
            else ((len(beakers) - 1) // per_row, (len(beakers) - 1) % per_row + 1)
        )
        count = (
            min(per_row, len(beakers) + ghost - row * per_row)
            if row < rows - 1
            else len(beakers) + ghost - row * per_row
        )
        if i == len(beakers) and count * pitch > wide:
            break
        x = wide / 2 + (column - (count - 1) / 2) * min(pitch, wide / count)
        bottom = top + row * step + high
        odd = fault if i == len(beakers) - 1 else ""
        bottom -= (odd == "lifted") * 0.6 * u
        points = outline(x, bottom, w, high + (odd == "taller") * u, shape)
        if i == len(beakers):
            for a, b in list(pairwise(points))[:: 1 + len(beakers) % 2]:
                canvas.line(
                    [a, b], tuple(0.5 * (g + c) for g, c in zip(glass, background, strict=True)), line, closed=False
                )
            canvas.sign("+", x, bottom - high / 2, 0.5 * w, glass, 2)
            break
        within = outline(x, bottom - gap, w - 2 * gap, high - gap, shape)
        canvas.fill(points, (255.0, 255.0, 255.0) if dark else (0.0, 0.0, 0.0), inside)
        hidden = max(0, min(len(beaker) - 1, rng.randint(1, capacity))) if rng.random() < hiding else 0
        units = ["?" if k < hidden else unit for k, unit in enumerate(beaker)]
        for k, unit in enumerate(units):
            y = bottom - (k + 1) * u
            canvas.fill(box(x - w, y, 2 * w, u), secret if unit == "?" else fill[unit], 1, within)
            if unit == "?" or signs:
                canvas.sign(
                    unit if unit == "?" else "ABDEFHKLMNPRSTUX"[int(unit)],
                    x,
                    y + u / 2,
                    signs_high,
                    (240.0, 240.0, 240.0),
                    font,
                )
        if units and ellipse:
            y = bottom - len(units) * u
            canvas.fill(
                box(x - w / 2 + gap, y - 0.07 * u, w - 2 * gap, 0.16 * u, u),
                tuple(0.6 * c + 100 for c in (secret if units[-1] == "?" else fill[units[-1]])),
            )
        if streak:
            canvas.fill(box(x - 0.36 * w, bottom - 0.93 * high, 0.12 * w, 0.75 * high, w), (255.0, 255.0, 255.0), 0.35)
        canvas.line(points, glass, line, closed=True)
        if rim:
            canvas.fill(box(x - 0.57 * w, bottom - high - 0.09 * w, 1.14 * w, 0.12 * w, 0.05 * w), glass)
        if len(units) == capacity and rng.random() < covering:
            covered[i + 1] = rng.choice(list(fill))
            canvas.fill(box(x - 0.55 * w, bottom - high - 0.15 * w, 1.1 * w, high + 0.05 * w, 0.05 * w), colors[-2])
            canvas.fill(box(x - 0.2 * w, bottom - 0.65 * high, 0.4 * w, 0.8 * w, 0.2 * w), (235.0, 235.0, 235.0))
            canvas.fill(
                box(x - 0.14 * w, bottom - 0.65 * high + 0.06 * w, 0.28 * w, 0.68 * w, 0.14 * w), fill[covered[i + 1]]
            )
            units = []
        shown.append(units[::-1])
    small = cv2.resize(
        np.clip(pixels, 0, 255).astype(np.uint8), (round(wide), round(tall)), interpolation=cv2.INTER_AREA
    )
    kind = rng.choice((".png", ".jpg", ".jpg", ".webp"))
    quality = {
        ".png": [],
        ".jpg": [cv2.IMWRITE_JPEG_QUALITY, rng.randint(60, 95)],
        ".webp": [cv2.IMWRITE_WEBP_QUALITY, rng.randint(70, 95)],
    }[kind]
    style = {
        "theme": theme,
        "shape": shape,
        "wide": round(wide),
        "hidden": hiding,
        "signs": signs,
        "ghost": ghost,
        "kind": kind,
    }
    return Screenshot(cv2.imencode(kind, small, quality)[1].tobytes(), capacity, shown, covered, style)


def difference(read: dict[str, Any], shown: Screenshot) -> str:
    """How the data of a puzzle file differ from the level that is shown, up to names of colours; '' if not."""
    covers = {str(place): color for place, color in shown.covered.items()}
    if (read["capacity"], sorted(read.get("covered", {}))) != (str(shown.capacity), sorted(covers)):
        return f"capacity {read['capacity']}, covered {read.get('covered')}, expected {shown.capacity}, {covers}"
    behind = {int(place) - 1 for place in covers}
    sides = [
        [[] if n in behind else beaker for n, beaker in enumerate(each)] for each in (read["beakers"], shown.beakers)
    ]
    if [*map(len, sides[0])] != [*map(len, sides[1])]:
        return f"units {[*map(len, sides[0])]}, expected {[*map(len, sides[1])]}"
    pairs = {*zip(*(chain.from_iterable(side) for side in sides), strict=True)}
    pairs |= {(read["covered"][place], color) for place, color in covers.items()}
    one_to_one = len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})
    return "" if one_to_one and all((a == "?") == (b == "?") for a, b in pairs) else f"colours {sorted(pairs)}"
