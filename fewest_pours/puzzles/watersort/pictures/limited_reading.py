"""The level in a picture as the data of a puzzle file, read in a process with limits: the picture may be hostile."""

import os
from functools import partial
from pathlib import Path

from fewest_pours.files.bad_input import message_of
from fewest_pours.files.wording import Sentence, with_data_of
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.watersort.pictures.level import LevelInPicture
from fewest_pours.running.limits import LimitReached, Limits
from fewest_pours.running.outcomes import Outcome
from fewest_pours.running.rlimits import restrict
from fewest_pours.running.start_methods.child import ChildEnding
from fewest_pours.running.supervisor import Supervisor

COMPUTING = 10  # seconds of processor time for one picture
WALL = 60  # seconds of wall time for one picture
MEMORY = 1 << 10  # MiB that one picture may take: a limit that every system but Windows keeps
SUPERVISED = MEMORY + 200  # MiB of the process in all, Python included; beyond, its supervisor ends it on any system


def level_in(data: bytes, steps: Path | None = None) -> LevelInPicture:
    """The level that a picture shows. steps: a folder for what each step saw.

    Raises ValueError with what was seen instead, or which limit was reached.
    """
    try:
        with Supervisor[str](Limits(WALL, SUPERVISED)) as supervisor:
            supervisor.call("picture", partial(limited, data, steps))
            ending = supervisor.next()
    except LimitReached as reached:
        raise ValueError(f"a picture that takes too long or too much memory ({reached})") from None
    assert isinstance(ending, ChildEnding), "it sends no messages"
    if ending.outcome is Outcome.OUT_OF_MEMORY:
        raise ValueError(Sentence("a picture that takes too much memory", "picture_too_large"))
    if ending.outcome:
        words = f"a picture that takes over {COMPUTING} s, or cannot be read ({ending.reason})"
        raise ValueError(Sentence(words, "picture_too_large"))
    if isinstance(ending.value, str):
        raise ValueError(ending.value)
    assert isinstance(ending.value, LevelInPicture)
    return ending.value


def limited(data: bytes, steps: Path | None, say: object = None) -> LevelInPicture | str:
    """Read in this process, with limits from now on. say: unused, its supervisor passes it."""
    restrict(COMPUTING, MEMORY)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # where libraries complain of damaged pictures
    return read_level(data, steps)


def read_level(data: bytes, steps: Path | None = None) -> LevelInPicture | str:
    """The level, or in words why it cannot be read."""
    try:
        from fewest_pours.puzzles.watersort.pictures import areas, color_names, opening, reading
        from fewest_pours.puzzles.watersort.pictures.steps import StepWriter
    except ImportError:
        return "a picture, which needs pip install '.[pictures]'"
    try:
        read = reading.read(opening.opened(data), StepWriter(steps) if steps else None)
    except areas.Unreadable as why:
        return with_data_of(message_of(why), f"{why}, expected a picture of a whole level")
    names, hex_colors = color_names.named(read.looks)
    beakers = [["?" if color < 0 else names[color] for color in reversed(beaker)] for beaker in read.beakers]
    level: Data = {"puzzle": "watersort", "capacity": str(read.capacity), "beakers": beakers}
    if read.covered:
        level["covered"] = {str(place + 1): names[color] for place, color in read.covered.items()}
    level["looks"] = dict(zip(names, hex_colors, strict=True))
    return LevelInPicture(level, tuple(dict.fromkeys(read.doubts)), tuple(dict.fromkeys(read.remarks)))
