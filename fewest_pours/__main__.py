"""The command fewest-pours, which is also `python -m fewest_pours`: one word for each thing that people do."""

import sys

from fewest_pours.running.program_exit import program

if __name__ == "__main__":  # imports this module by its own name, calls its `main`, and exits
    program("fewest_pours.__main__")

import os
from collections.abc import Callable, Sequence
from functools import partial
from pkgutil import resolve_name

from fewest_pours.experiments.stopped import Interrupted, Stopped
from fewest_pours.files.bad_input import BadInput
from fewest_pours.files.wording import one_line, printable
from fewest_pours.running.read_within import NotRead
from fewest_pours.running.solver_contract import Outcome
from fewest_pours.sides import all_solvers, constraint_side, deal_without_plan, level_designs, search_side
from fewest_pours.solving.outside_solvers import Unusable
from fewest_pours.version import __version__

PROGRAM = "fewest-pours"
PUZZLE_WORDS = ("show", "deal", "import", "export", "check", "schema")
OVERVIEW = """usage: fewest-pours WORD ..., and fewest-pours WORD --help

  solve FILE...     the fewest steps, by search and constraint programming at once; --hint: only the next one
  board FILE        a page that solves as you play; --phone: on a phone, too
  page              one HTML file to enter, play and check levels, without a server
  show FILE         the picture of a puzzle, or an answer step by step
  import, export    lists, letters, emoji, JSON and pictures as puzzle files; puzzles for other programs
  deal, design      random puzzles, and levels to order; rate FILE...: how hard levels are
  check FILE CERT   a certificate, by the independent checker
  compare FILE...   compare solvers, and write down their runs; compare report, compare reproduce: tables and plots
  schema            the JSON Schema of puzzle files
  --version

FILE is also the name of a shipped puzzle, as in: fewest-pours solve level-133
"""
BOARD_MODULES = (
    "fewest_pours.puzzles.futoshiki.typed_grid",
    "fewest_pours.puzzles.watersort.typed_levels.pack_orders",
    "fewest_pours.puzzles.watersort.pictures.limited_reading",
    "fewest_pours.puzzles.watersort.pictures.opening",
    "cpmodel.watersort.default_strategy",
    "search_baseline.watersort.default_solver",
    "search_baseline.watersort.depth_search",
)


def main(arguments: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] in ("-h", "--help"):
        print(OVERVIEW, end="")
        return 0 if words else 2
    word, *rest = words
    if word == "--version":
        print(f"{PROGRAM} {__version__}")
        return 0
    if word == "compare":
        return compare(rest, f"{PROGRAM} compare")
    if word in PUZZLE_WORDS:
        return finish("fewest_pours.commands.puzzle_commands:main", words, PROGRAM)
    if word == "solve":
        text = "Solve puzzles by constraint programming and by search at once."
        sides = (search_side(), constraint_side())
        return finish("fewest_pours.commands.solve_command:main", f"{PROGRAM} solve", text, sides, rest)
    if word == "board":
        from fewest_pours.design.random_level import random_level

        sides_by_label = {"search": search_side(), "CP-SAT": constraint_side()}
        generate = partial(random_level, level_designs)
        place = "fewest_pours.pages.board.board_command:board"
        return finish(place, rest, PROGRAM, sides_by_label, generate, BOARD_MODULES)
    if word == "page":
        return finish("fewest_pours.pages.board.board_command:page", rest, PROGRAM)
    if word == "design":
        return finish("fewest_pours.design.design_command:design", rest, level_designs(), PROGRAM)
    if word == "rate":
        return finish("fewest_pours.design.rate_command:rate", rest, level_designs, PROGRAM)
    print(f"{PROGRAM}: no word {printable(word)!r}, expected one of those that --help lists", file=sys.stderr)
    return 2


def compare(arguments: Sequence[str], program_name: str) -> int:
    """Compare solvers: runs, `report` and `reproduce`. program_name: how it was called, for messages."""
    words = list(arguments)
    solvers = all_solvers()
    if words[:1] == ["report"]:
        return finish("fewest_pours.experiments.report.report_command:report", words[1:], solvers, program_name)
    if words[:1] == ["reproduce"]:
        place = "fewest_pours.experiments.reproduce_command:reproduce"
        return finish(place, words[1:], solvers, deal_without_plan, program_name)
    code = finish("fewest_pours.experiments.run_command:run_all", words, solvers, program_name)
    if code in (0, 1) and len(words) == 1 and not os.path.isdir(words[0]):
        print(f"for its plan: {PROGRAM} solve {printable(words[0])}", file=sys.stderr)
    return code


def finish(place: str, *passed: object) -> int:
    """The exit code of the function at this place, which is imported only now; what it refuses is one line."""
    try:
        function: Callable[..., int] = resolve_name(place)
        return int(function(*passed))
    except BadInput as wrong:
        print(wrong, file=sys.stderr)
        return Outcome.BAD_INPUT.exit_code
    except NotRead as limit:
        print(limit, file=sys.stderr)
        return limit.outcome.exit_code
    except Interrupted as stopped:
        print(stopped, file=sys.stderr)
        return Outcome.INTERRUPTED.exit_code
    except (Stopped, Unusable) as stopped:
        print(stopped, file=sys.stderr)
        return 2
    except ImportError as missing:
        print(f"{one_line(str(missing))}, expected: pip install '.[board,compare,didp,parquet]'", file=sys.stderr)
        return 2
