"""When does constraint programming beat search? Runs solvers on puzzles under limits, and reports what came out.

    python compare.py solve instances/watersort/level-133.yaml
    python compare.py instances/watersort/ --solvers cp astar --time-limit 60
    python compare.py --deals 5..16x1..3 --count 50 --solvers cp astar --out results.jsonl
    python compare.py report results.jsonl --html report.html
    python compare.py reproduce frontier

After `pip install` the same words follow the command fewest-pours, from any folder; without a word it lists them all.

Every run (instance, solver, seed, repeat) appends one line of JSON to a results file, and the same command resumes
where a killed one stopped (instances/experiments); tables and plots are functions of such files, made afterwards
(report/ there). This is the one file that sees both sides: it passes their records on.
"""

import os
import sys

from instances.running.program_exit import program

if __name__ == "__main__":
    program("compare")  # by its own name the module is the same one for the board's workers

from collections.abc import Sequence
from pathlib import Path
from pkgutil import resolve_name

import cpmodel.solvers
import search_baseline.solvers
from instances import __version__
from instances.experiments.results_file import Interrupted, Stopped
from instances.files.bad_input import BadInput
from instances.files.wording import one_line, printable
from instances.running.solver_contract import Outcome
from instances.solving.outside_solvers import Unusable
from instances.solving.registry import Solvers
from search_baseline.design.random_level import random_level

BOARD_SIDES = {"search": search_baseline.solvers.SIDE, "CP-SAT": cpmodel.solvers.SIDE}
SIDES = tuple(BOARD_SIDES.values())
SOLVERS = Solvers(SIDES[::-1])
PUZZLE_WORDS = ("show", "deal", "import", "export", "check", "schema")
OVERVIEW = """usage: {0} WORD ..., and {0} WORD --help

  solve FILE...     the fewest steps, by search and constraint programming at once; --hint: only the next one
  board FILE        a page that solves as you play; --phone: on a phone, too
  page              one HTML file to enter, play and check levels, without a server
  show FILE         the picture of a puzzle, or an answer step by step
  import, export    lists, letters, emoji, JSON and pictures as puzzle files; puzzles for other programs
  deal, design      random puzzles, and levels to order; rate FILE...: how hard levels are
  check FILE CERT   a certificate, by the independent checker
  run FILE...       compare solvers, and write down their runs (the word run may be left out)
  report, reproduce tables and plots of such runs; the experiments of docs/results.md
  schema            the JSON Schema of puzzle files
  --version

FILE is also the name of a shipped puzzle, as in: {0} solve level-133
"""
BOARD_MODULES = (
    "instances.puzzles.watersort.pictures.opening",
    "cpmodel.watersort.default_strategy",
    "search_baseline.watersort.default_solver",
    "search_baseline.watersort.depth_search",
)


def name() -> str:
    """What the command is called: 'fewest-pours' or 'compare.py'."""
    return Path(sys.argv[0]).name


def main(arguments: Sequence[str] | None = None) -> int:
    """Each subcommand imports only its own package."""
    command = list(sys.argv[1:] if arguments is None else arguments)
    word, *rest = command or [""]
    if word in ("", "-h", "--help"):
        print(OVERVIEW.format(name()), end="")
        return 0 if word else 2
    if word == "--version":
        print(f"fewest-pours {__version__}")
        return 0
    text = "Solve puzzles by constraint programming and by search at once."
    rooms: dict[str, tuple[str, tuple[object, ...]]] = {
        "solve": ("instances.commands.solve_command:main", (f"{name()} solve", text, SIDES, rest)),
        "board": ("instances.pages.board.board_command:board", (rest, BOARD_SIDES, random_level, BOARD_MODULES)),
        "page": ("instances.pages.board.board_command:page", (rest,)),
        "report": ("instances.experiments.report.report_command:report", (rest, SOLVERS)),
        "reproduce": ("instances.experiments.reproduce_command:reproduce", (rest, SOLVERS)),
        "design": ("search_baseline.design.design_command:design", (rest, name())),
        "rate": ("search_baseline.design.rate_command:rate", (rest, name())),
        "run": ("instances.experiments.run_command:run_all", (rest, SOLVERS)),
        **dict.fromkeys(PUZZLE_WORDS, ("instances.commands.puzzle_commands:main", (command, name()))),
    }
    try:
        place, passed = rooms.get(word, (rooms["run"][0], (command, SOLVERS)))
        code = int(resolve_name(place)(*passed))
        if not rest and word not in rooms and not os.path.isdir(word):
            print(f"for its plan: {name()} solve {printable(word)}", file=sys.stderr)
        return code
    except (BadInput, Stopped, Unusable) as wrong:
        print(wrong, file=sys.stderr)
        codes = {BadInput: Outcome.BAD_INPUT.exit_code, Interrupted: Outcome.INTERRUPTED.exit_code}
        return codes.get(type(wrong), 2)
    except ImportError as missing:
        print(f"{one_line(str(missing))}, expected: pip install '.[board,compare,didp,parquet]'", file=sys.stderr)
        return 2
