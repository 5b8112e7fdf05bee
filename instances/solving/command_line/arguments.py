"""Types of command line options, and options that several commands have."""

import argparse
from collections.abc import Callable
from math import inf
from typing import Any

from instances.puzzle import Options


def typed(kind: Callable[[str], Any], fits: Callable[[Any], bool], expected: str) -> Callable[[str], Any]:
    """The type of an option whose values fit; for others it raises ArgumentTypeError with what was expected."""

    def read(text: str) -> Any:
        try:
            if fits(found := kind(text)):
                return found
        except ValueError:
            pass
        raise argparse.ArgumentTypeError(f"{text!r}, expected {expected}")

    return read


positive = typed(float, lambda found: 0 < found < inf, "a number above 0")
natural = typed(int, lambda found: found >= 0, "a whole number, 0 or above")
count = typed(int, lambda found: found >= 1, "a whole number, 1 or above")


def add_options(arguments: argparse.ArgumentParser, options: Options) -> None:
    """What random instances are made from, as options of a command."""
    for option, (kind, default, text) in options.items():
        spelt = [f"--{option}", "--colours"] if option == "colors" else [f"--{option}"]
        help_text = f"{text} ({default})"
        arguments.add_argument(*spelt, metavar="N", dest=option, type=kind, default=default, help=help_text)
