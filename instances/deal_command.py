"""The command that prints random instances as files, for all who can make them."""

import argparse
from collections.abc import Callable, Mapping
from typing import Any

from instances.puzzle import Options
from instances.puzzles import PUZZLES
from instances.reading.yaml_files import write_yaml

Generate = Callable[..., Any]


def add_deal(commands: Any, generators: Mapping[str, Generate]) -> None:
    """The command `deal PUZZLE --OPTION ... --seed N`, for each puzzle that has a generator here."""
    deal = commands.add_parser("deal", help="print a random puzzle as a file; the same options give the same puzzle")
    puzzles = deal.add_subparsers(dest="puzzle", metavar="PUZZLE", required=True)
    for name in generators:
        options = puzzles.add_parser(name, help=f"a random {name} puzzle")
        add_options(options, PUZZLES[name].options)
        options.add_argument("--seed", type=int, default=0, help="(0)")


def add_options(arguments: argparse.ArgumentParser, options: Options) -> None:
    """What random instances are made from, as options of a command."""
    for option, (kind, default, text) in options.items():
        if kind is bool:
            arguments.add_argument(f"--{option}", action="store_true", help=text)
        else:
            spelt = [f"--{option}", "--colours"] if option == "colors" else [f"--{option}"]
            help_text = f"{text} ({default})"
            arguments.add_argument(*spelt, metavar="N", dest=option, type=kind, default=default, help=help_text)


def deal(options: argparse.Namespace, generators: Mapping[str, Generate]) -> str:
    """The text of the file; ValueError for options that make no puzzle."""
    puzzle = PUZZLES[options.puzzle]
    chosen = {name: getattr(options, name) for name in puzzle.options}
    return write_yaml(puzzle.document(generators[puzzle.name](**chosen, seed=options.seed)))
