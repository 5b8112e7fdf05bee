"""Pictures of unknown origin, opened by their content; a PNG, JPEG or WebP must be whole."""

import os

MOST_PIXELS = 40_000_000
# OpenCV reads these when it is imported.
os.environ |= {"OPENCV_IO_MAX_IMAGE_PIXELS": str(MOST_PIXELS), "OPENCV_LOG_LEVEL": "SILENT"}

import cv2  # noqa: E402
import numpy as np  # noqa: E402

from fewest_pours.files.wording import Sentence  # noqa: E402
from fewest_pours.puzzles.watersort.pictures.areas import Pixels, Unreadable  # noqa: E402

cv2.setNumThreads(1)  # a picture at the size at which it is read is small: more threads only cost time

PNG = b"\x89PNG"
END_OF_PNG = b"IEND"
COLOR_TYPE = 25  # the place of the byte of a PNG that says how its pixels are stored
PLAIN_RGB = b"\x02"  # this byte where they have no alpha
JPEG = b"\xff\xd8\xff"
SCAN_OF_JPEG = b"\xff\xda"
END_OF_JPEG = b"\xff\xd9"
WEBP = b"RIFF"
SHORTEST_SIDE = 64  # pixels
LONGEST_SHAPE = 20  # times the shorter side, the most of the longer one


def is_whole(data: bytes) -> bool:
    """Whether a file does not end early; of other kinds OpenCV decides."""
    if data.startswith(WEBP):
        return int.from_bytes(data[4:8], "little") + 8 <= len(data)
    if data.startswith(JPEG):  # previews within a file have ends, too, but before the last scan
        return data.rfind(END_OF_JPEG) > data.rfind(SCAN_OF_JPEG)
    return not data.startswith(PNG) or END_OF_PNG in data


def may_be_transparent(data: bytes) -> bool:
    """Whether a file may say how transparent its pixels are; a second look at most screenshots would only cost time."""
    is_plain_png = data.startswith(PNG) and data[COLOR_TYPE : COLOR_TYPE + 1] == PLAIN_RGB and b"tRNS" not in data
    return not (is_plain_png or data.startswith(JPEG))


def opened(data: bytes) -> Pixels:
    """The pixels, on white where transparent, else upright; of an animation the first picture. Raises Unreadable."""
    if not is_whole(data):
        raise Unreadable(Sentence("a picture that ends early", "damaged_picture"))
    buffer = np.frombuffer(data, np.uint8)
    try:
        pixels = cv2.imdecode(buffer, cv2.IMREAD_COLOR)
        layers = cv2.imdecode(buffer, cv2.IMREAD_UNCHANGED) if may_be_transparent(data) else None
    except cv2.error:
        pixels = None
    if pixels is None:
        words = f"a damaged picture, or one of over {MOST_PIXELS // 10**6} megapixels"
        raise Unreadable(Sentence(words, "damaged_picture"))
    if layers is not None and layers.ndim == 3 and layers.shape[2] == 4:
        layers = layers.astype(np.float32) / (65535 if layers.dtype == np.uint16 else 255)
        pixels = np.round(255 + 255 * (layers[:, :, :3] - 1) * layers[:, :, 3:]).astype(np.uint8)
    if pixels.shape[0] * pixels.shape[1] > MOST_PIXELS:  # where OpenCV was loaded before this module
        raise Unreadable(Sentence(f"over {MOST_PIXELS // 10**6} megapixels", "picture_too_large"))
    if min(pixels.shape[:2]) < SHORTEST_SIDE or max(pixels.shape[:2]) > LONGEST_SHAPE * min(pixels.shape[:2]):
        high, wide = pixels.shape[:2]
        words = f"{wide} x {high} pixels, too small or too long"
        raise Unreadable(Sentence(words, "picture_of_wrong_size", wide=wide, high=high))
    return np.asarray(pixels, np.uint8)
