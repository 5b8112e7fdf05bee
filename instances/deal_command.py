"""The command that prints random instances as files, for all who can make them."""

import argparse
from collections.abc import Callable, Mapping
from typing import Any

from instances.puzzles import PUZZLES
from instances.reading.yaml_files import write_yaml

Generate = Callable[..., Any]


def add_deal(commands: Any, generators: Mapping[str, Generate]) -> None:
    """The command `deal PUZZLE --OPTION ... --seed N`, for each puzzle that has a generator here."""
    deal = commands.add_parser("deal", help="print a random puzzle as a file; the same options give the same puzzle")
    puzzles = deal.add_subparsers(dest="puzzle", metavar="PUZZLE", required=True)
    for name in generators:
        options = puzzles.add_parser(name, help=f"a random {name} puzzle")
        for option, (kind, default, text) in PUZZLES[name].options.items():
            spelt = [f"--{option}", "--colours"] if option == "colors" else [f"--{option}"]
            options.add_argument(*spelt, dest=option, type=kind, default=default, help=f"{text} ({default})")
        options.add_argument("--seed", type=int, default=0, help="(0)")


def deal(options: argparse.Namespace, generators: Mapping[str, Generate]) -> str:
    """The text of the file; ValueError for options that make no puzzle."""
    puzzle = PUZZLES[options.puzzle]
    chosen = {name: getattr(options, name) for name in puzzle.options}
    return write_yaml(puzzle.document(generators[puzzle.name](**chosen, seed=options.seed)))
