"""Types of command line options, and options that several commands share."""

import argparse
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import inf
from typing import TypeVar

Value = TypeVar("Value")


def typed(kind: Callable[[str], Value], fits: Callable[[Value], bool], expected: str) -> Callable[[str], Value]:
    """A type for argparse that accepts values that fit, and raises ArgumentTypeError with `expected` for others."""

    def read(text: str) -> Value:
        with suppress(ValueError):
            value = kind(text)
            if fits(value):
                return value
        raise argparse.ArgumentTypeError(f"{text!r}, expected {expected}")

    return read


def up_to(most: int, least: int = 0) -> Callable[[str], int]:
    """A type for whole numbers in this range."""
    return typed(int, lambda value: least <= value <= most, f"a whole number from {least} to {most}")


positive = typed(float, lambda value: 0 < value < inf, "a number above 0")
natural = typed(int, lambda value: value >= 0, "a whole number, 0 or above")
count = typed(int, lambda value: value >= 1, "a whole number, 1 or above")


def add_options(arguments: argparse.ArgumentParser, options: Mapping[str, tuple[type, float, str]]) -> None:
    """Add the parameters of random instances as options: their types, defaults and help."""
    for option, (kind, default, text) in options.items():
        arguments.add_argument(f"--{option}", metavar="N", type=kind, default=default, help=f"{text} ({default})")


def add_limits(arguments: argparse.ArgumentParser, of: str = "") -> None:
    """Add --time-limit and --memory-limit; of: what they limit, for the help."""
    add = arguments.add_argument
    add("--time-limit", metavar="SECONDS", type=positive, default=inf, help=f"wall time{of} (no limit)")
    add("--memory-limit", metavar="MIB", type=positive, default=inf, help=f"resident memory{of} (no limit)")
