"""Screenshots of made-up apps are read as levels or refused in one line; what is doubtful is reported."""

import struct
import zlib
from io import BytesIO
from random import Random

import cv2
import numpy as np
import pytest
import yaml
from PIL import Image

from fewest_pours import api
from fewest_pours.drawing.colors import rgb
from fewest_pours.files.bad_input import BadInput
from fewest_pours.puzzles.loading import loaded
from fewest_pours.puzzles.watersort.pictures import color_names
from fewest_pours.puzzles.watersort.pictures.limited_reading import read_level
from fewest_pours.puzzles.watersort.pictures.opening import opened
from fewest_pours.puzzles.watersort.pictures.reading import scaled
from fewest_pours.puzzles.watersort.pictures.windows import windows
from fuzz.pictures import random_screenshot, verdict
from helpers.commands import command
from helpers.screenshots import COLORS, WIDE, Look, difference, draw, level

LEVEL = level("0123 1230 2301 3012 4554 5445 - -")
CLEAR = draw(LEVEL, Look())
DOUBTFUL = draw(level("??01 ??10 2323 3232 - -"), Look(colors=((223, 123, 30), *COLORS[1:])))  # two colours, or one
LOOKS_READ = "light flask dull air rims grain tall sign alike pale shades tiny hidden cover ghost row balls shop lifted"
PIXELS = cv2.imdecode(np.frombuffer(CLEAR.data, np.uint8), cv2.IMREAD_COLOR)


def encoded(pixels, ending=".png"):
    return cv2.imencode(ending, pixels)[1].tobytes()


def image(pixels):
    return Image.fromarray(pixels[..., ::-1])


def turned(pixels):
    """A JPEG that lies on its side, with the EXIF note that says so."""
    exif = Image.Exif()
    exif[0x112] = 6
    return saved(image(pixels).rotate(90, expand=True), "JPEG", exif=exif)


def saved(image, kind, **options):
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def empty_png(wide, high):
    """A PNG of one colour, whose pixels take a thousandth of their bytes."""
    rows = zlib.compress(bytes((-(-wide // 8) + 1) * min(high, 3_000)), 1)
    head = struct.pack(">IIBBBBB", wide, high, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("shown", "look"),
    [
        (LEVEL, Look(light=True, background=(235, 240, 230), rim_color=(60.0,) * 3)),
        (LEVEL, Look(shape="flask")),
        (LEVEL, Look(tint=0.6)),
        (LEVEL, Look(shape="tapered", air=0.95)),
        (LEVEL, Look(shape="square", rim=True, streak=True, surface=True)),
        (LEVEL, Look(background=(80, 90, 70), grain=8, darker=0.8, tint=0.12)),
        (LEVEL, Look(unit=1.7 * WIDE)),
        (LEVEL, Look(signs=True)),
        (LEVEL, Look(colors=((200, 60, 170), (200, 86, 180), *COLORS[:4]))),
        (LEVEL, Look(colors=((66, 46, 36), *COLORS[1:]))),
        (level("??01 ??10 2323 3232 - -"), Look(colors=((200, 60, 170), (200, 78, 176), *COLORS[2:]))),
        (LEVEL, Look(wide=260, written=(".jpg", cv2.IMWRITE_JPEG_QUALITY, 60))),
        (level("?123 1?30 2?01 ??12 4554 5445 - -"), Look()),
        (LEVEL._replace(covered={2: "0", 5: "3"}), Look()),
        (LEVEL, Look(ghost="dashed")),
        (level("011 102 220 345 453 534 -"), Look(rows=1)),
        (LEVEL, Look(balls=True)),
        (LEVEL, Look(streak=0.35, shop=True, tall=3.2, middle=0.05)),
        (LEVEL, Look(lifted=0.6)),
    ],
    ids=LOOKS_READ.split(),
)
def test_drawn_screenshots_are_read_and_what_is_left_out_is_noted(shown, look):
    drawn = draw(shown, look)
    read = read_level(drawn.data)
    assert verdict(drawn, read) == "exact"
    assert [note[:8] for note in read.notes] == ["left out"] * bool(look.ghost) + ["the unit"] * look.balls


@pytest.mark.parametrize(
    "written",
    [
        turned,
        lambda pixels: encoded(pixels, ".webp"),
        lambda pixels: encoded(pixels.astype(np.uint16) * 257),
        lambda pixels: encoded(np.dstack([pixels, np.full(pixels.shape[:2], 255, np.uint8)])),
        lambda pixels: saved(image(pixels).quantize(256), "PNG"),
        lambda pixels: saved(image(pixels), "PNG", save_all=True, append_images=[image(np.zeros_like(pixels))]),
    ],
    ids=["turned", "webp", "16 bit", "alpha", "palette", "animated"],
)
def test_a_picture_is_opened_by_its_content(written):
    shown = opened(written(PIXELS))
    assert shown.shape == PIXELS.shape
    assert cv2.absdiff(shown, PIXELS).mean() < 3


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (CLEAR.data[:-2000], "ends early"),
        (CLEAR.data[:200] + bytes(3000) + CLEAR.data[3200:], "expected a picture of a whole level"),
        (b"GIF89a" + CLEAR.data, "expected PNG, JPEG or WebP"),
        (empty_png(30_000, 30_000), "over 40 megapixels"),
        (empty_png(3_000, 3_000), "no stacks of coloured units"),
        (empty_png(0, 9), "a damaged picture"),
        (empty_png(9, 9), "too small"),
        (encoded(PIXELS[: len(PIXELS) // 8]), "expected a picture of a whole level"),
        (CLEAR.data + bytes(13 << 20), "more than 12 MiB"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(data, message, tmp_path):
    file = tmp_path / "level.png"
    file.write_bytes(data)
    with pytest.raises(BadInput, match=message) as refused:
        loaded(file)
    assert str(refused.value).startswith(f"{file}:1:1: ")
    assert "\n" not in str(refused.value)


def test_transparency_stays_where_it_is_in_a_picture_with_a_note_that_it_lies():
    picture = Image.new("RGBA", (100, 100))
    picture.paste((255, 0, 0, 255), (0, 0, 100, 50))
    exif = Image.Exif()
    exif[0x112] = 3
    pixels = opened(saved(picture, "PNG", exif=exif))
    assert pixels[[20, 80], 50].tolist() == [[0, 0, 255], [255, 255, 255]]


def test_a_doubtful_level_is_shown_and_solved_only_if_trusted(tmp_path):
    file = tmp_path / "level.png"
    file.write_bytes(DOUBTFUL.data)
    done = command("fewest_pours solve", file)
    assert (done.returncode, "--trust" in done.stderr, "!" in done.stdout) == (31, True, True)
    assert "note: unsure: beaker 1, units 1 and 2 from below" in done.stderr
    assert command("fewest_pours solve --trust --time-limit 20", file).returncode in (0, 11, 23, 34)


def test_a_screenshot_is_a_level_everywhere(tmp_path):
    file = tmp_path / "level.txt"
    file.write_bytes(CLEAR.data)
    assert [len(beaker) for beaker in api.load(file).beakers] == [*map(len, CLEAR.beakers)]
    assert [command(f"fewest_pours {words}", file).returncode for words in ("solve --quiet", "show")] == [0, 0]
    done = command("fewest_pours import", file, "--steps", tmp_path / "steps")
    assert (done.returncode, "unsure" in done.stderr) == (0, False)
    assert difference(yaml.load(done.stdout, yaml.BaseLoader), CLEAR) == ""
    assert len([*(tmp_path / "steps").glob("*.png")]) == 3


def test_an_import_shows_what_is_seen_and_a_solve_uses_what_counts_prove(tmp_path):
    file = tmp_path / "level.png"
    file.write_bytes(draw(level("?123 1230 2301 3012 - -"), Look()).data)
    imported = command("fewest_pours import", file)
    assert "'?'" in imported.stdout
    assert "1 hidden unit is" in imported.stderr
    assert command("fewest_pours solve --quiet", file).returncode == 0


@pytest.mark.parametrize("case", ["29113012 103", "29113012 894", "29113013 1626", "29113013 1786", "30113016 528"])
def test_what_was_once_read_wrongly_is_right_or_doubted(case):
    shown = random_screenshot(Random(case))
    assert verdict(shown, read_level(shown.data)) in ("exact", "unsure")


def test_a_beaker_of_another_height_is_a_doubt():
    for look in (Look(taller={7: -1}), Look(taller={7: 1}, between=1.5 * WIDE)):
        assert read_level(draw(LEVEL, look).data).notes == ["unsure: are beakers of unequal heights?"]


@pytest.mark.parametrize("faint", [[8], [8, 9]])
def test_faint_beakers_are_doubted_where_no_other_is_empty(faint):
    shown = draw(level("0123 1230 2301 3012 4554 54 45" + len(faint) * " -"), Look())
    pixels = opened(shown.data)
    for number in faint:
        x, bottom = map(round, shown.standing[number - 1])
        beaker = pixels[bottom - 300 : bottom + 20, x - 60 : x + 60]
        beaker[:] = beaker // 3 + (2 * pixels[bottom + 30, x].astype(int) // 3).astype(np.uint8)
    notes = read_level(encoded(pixels)).notes
    assert notes == [f"unsure: beaker {number}: a beaker, or none" for number in faint]


def test_a_game_in_a_window_is_read_alone_unless_one_of_its_beakers_is_outside():
    page = cv2.copyMakeBorder(PIXELS, 60, 60, 500, 500, cv2.BORDER_CONSTANT, value=(250, 240, 230))
    for number, color in enumerate(COLORS):
        page[200 * number :][:180, 60:300] = page[200 * number :][:180, -300:-60] = color
    read = read_level(encoded(page))
    assert difference(read.data, CLEAR) == ""
    assert read.notes == ["left out: what is outside of a window"]
    x, bottom = map(round, CLEAR.standing[-1])
    page[300:760, 330:470] = PIXELS[bottom - 430 : bottom + 30, x - 70 : x + 70]
    assert read_level(encoded(page)).unsure


PEOPLE_SAY = {
    "red": "#c52b22 #d63031 #f44336 #ef4444 #c0392b", "orange": "#e88c41 #ff9800 #ff5722 #f97316 #fd7e14",
    "yellow": "#f1da58 #ffeb3b #f1c40f #ffd700", "green": "#1d8258 #62d67d #4caf50 #2ecc71 #00ff00 #43a047",
    "blue": "#1f1ce7 #3a2ec3 #0984e3 #3f51b5 #3b82f6 #0000ff", "pink": "#d9677c #ea5e7b #fd79a8 #ec4899",
    "purple": "#571e6d #602e96 #722b93 #673ab7 #800080 #9c27b0", "brown": "#7e4a07 #795548 #8b4513",
    "grey": "#636466 #9e9e9e #64748b", "teal": "#009688 #16a085", "olive": "#788f0f #808000", "navy": "#000080",
    "turquoise": "#00cec9 #4ecdc4", "cyan": "#00ffff #00bcd4", "magenta": "#ff00ff", "maroon": "#800000",
    "light-green": "#90ee90 #98fb98 #aed581", "light-blue": "#55a3e5 #74b9ff #87ceeb", "dark-green": "#116533",
}  # fmt: skip


def names_of(*hues):
    pixels = np.array([[rgb(hue) for hue in hues]], np.float32) / 255
    return color_names.named([*cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB)[0]])[0]


def test_a_frame_is_one_window():
    page = cv2.rectangle(np.full((800, 1000, 3), 255, np.uint8), (100, 100), (600, 700), (0, 0, 0), 3)
    (window,) = windows(scaled(page, 1))
    assert [window.has(x, 0.5) for x in (0.08, 0.12, 0.58, 0.62)] == [False, True, True, False]


def test_colours_get_the_names_that_people_use():
    assert not [(hue, name) for name, hues in PEOPLE_SAY.items() for hue in hues.split() if names_of(hue) != [name]]


def test_two_colours_of_one_name_are_told_apart_by_shade():
    assert names_of("#3a2ec3", "#55a3e5", "#62d67d", "#116533") == ["blue", "light-blue", "green", "dark-green"]
    assert names_of("#1f1ce7", "#1f4fd8") == ["dark-blue", "blue"]
    assert len({*names_of(*(f"#{100 + n:02x}{n:02x}40" for n in range(99)))}) == 99  # more than there are names for
