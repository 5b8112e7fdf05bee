"""Solvers from outside the project: programs and Python modules.

A program reads a puzzle file and prints its answer as one line of JSON (docs/format.md). A module has
`SOLVERS = {'watersort': {'name': solve}}` with functions `solve(instance, settings, watch) -> Result`. Neither is
trusted: fewest_pours/solving/answer.py replays every plan.
"""

import hashlib
import json
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from fewest_pours.files.validation import read_as
from fewest_pours.files.wording import why
from fewest_pours.files.yaml_files import write_yaml
from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.puzzles.puzzle import Puzzle
from fewest_pours.running.processes import exit_in_words
from fewest_pours.running.solver_contract import Instance, Outcome, Result, Settings, Solve, Watch
from fewest_pours.running.start_methods.child import ChildEnding
from fewest_pours.running.supervisor import LOOK, Supervisor, keep
from fewest_pours.solving.answer import Answer

MOST_PRINTED = 64 << 20  # bytes; a program that prints more is ended
LONGEST_REASON = 1000  # characters
GAP = re.compile(r"\{(file|json|seconds|seed|workers)\}")  # placeholders in a command
ERROR = re.compile(r"error|exception|fatal|panic", re.IGNORECASE)  # what lines of complaints say in most languages
GROUP = "fewest_pours.solvers"  # of entry points; each is a mapping like SOLVERS
Named = Mapping[str, Mapping[str, Solve]]  # puzzle -> name -> solver


class Unusable(Exception):
    """An outside solver cannot be loaded; str() is the reason, in one line."""


@dataclass(frozen=True)
class Outside:
    """Outside('command', 'prog {file}', '9a...') or Outside('module', 'mine.py', '3f...').

    digest: of the module's text, or of all files that the command names, so that an edited solver is run again. Files
    that these import or run in turn are not included.
    """

    kind: str
    place: str
    digest: str = ""

    def solver(self, puzzle: Puzzle, name: str) -> Solve:
        if self.kind == "command":
            return by_command(puzzle, self.place)
        return module_solvers(self.place)[puzzle.name][name]


# ------------------------------------------------------------------------------------------------------ a program


def by_command(puzzle: Puzzle, template: str) -> Solve:
    """A solver that runs a program, its command with {file}, {json}, {seconds}, {seed} and {workers} filled in."""
    words = shlex.split(template)

    def solve(instance: Instance, settings: Settings, watch: Watch) -> Result:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            document = puzzle.document(instance)
            file = folder / "instance.yaml"
            as_json = folder / "instance.json"
            file.write_text(write_yaml(document), encoding="utf-8")
            as_json.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
            values = {
                "file": file,
                "json": as_json,
                "seconds": f"{min(watch.remaining(), 1e9):.2f}",
                "seed": settings.seed,
                "workers": settings.workers,
            }
            command = [GAP.sub(lambda gap: str(values[gap[1]]), word) for word in words]
            try:
                return result_of(puzzle, instance, run_program(command, folder, watch))
            except ValueError as wrong:
                complaint = complaint_in(folder / "err")[:LONGEST_REASON]
                return Result(Outcome.SOLVER_FAILED, reason=f"{wrong} ({complaint})" if complaint else str(wrong))

    return solve


def run_program(command: Sequence[str], folder: Path, watch: Watch) -> object:
    """Run a program, and return the JSON in its last line. Raises ValueError if there is none, and LimitReached."""
    with Supervisor[str](watch) as supervisor:
        supervisor.call("program", partial(keep, command, folder))
        event = None
        while event is None:
            event = supervisor.next(LOOK)
            if event is None and largest_file(folder) > MOST_PRINTED:
                raise ValueError(f"it printed more than {MOST_PRINTED >> 20} MiB")
    if isinstance(event, ChildEnding) and event.outcome:
        raise ValueError(f"{event.reason}, expected an answer in its output")
    if isinstance(event.value, OSError):
        raise ValueError(f"{command[0]}: {why(event.value)}")
    line = last_line(folder / "out")
    end = f"ended with {exit_in_words(event.value)}"
    if not line:
        raise ValueError(f"it printed nothing and {end}")
    try:
        found: object = json.loads(line)
        return found
    except (ValueError, RecursionError) as error:
        raise ValueError(f"its last line is not an answer: {error}; it {end}") from None


def largest_file(folder: Path) -> int:
    """The bytes of the largest file: what a program has printed, or another file that it writes."""
    largest = 0
    for file in folder.iterdir():
        with suppress(FileNotFoundError):  # the program may just have removed it
            largest = max(largest, file.stat().st_size)
    return largest


def last_line(file: Path) -> str:
    """The last line that is not blank."""
    return file.read_bytes().strip().rpartition(b"\n")[2].decode("utf-8", "replace")


def complaint_in(file: Path) -> str:
    """The last line that names an error, which stack traces may follow; if there is none, the last line.

    Empty if the program was not even started.
    """
    if not file.exists():
        return ""
    lines = file.read_bytes().decode("utf-8", "replace").splitlines()
    return next((line.strip() for line in reversed(lines) if ERROR.search(line)), last_line(file))


def result_of(puzzle: Puzzle, instance: Instance, data: object) -> Result:
    """The Result of an answer in JSON: the inverse of fewest_pours.solving.answer.answer_of. Raises ValueError."""
    fields = read_as(Answer, data).data()
    outcome = Outcome[fields["outcome"].upper()]
    reason = (fields.get("reason") or "")[:LONGEST_REASON]
    if outcome in (Outcome.BAD_INPUT, Outcome.SOLVER_FAILED):
        return Result(Outcome.SOLVER_FAILED, reason=reason or "no reason given")
    name = "plan" if puzzle.steps else "solutions"
    try:
        answer = fields.get(name)
        read = None if answer is None else puzzle.read_answer(answer)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    result = Result(outcome, reason=reason or None, statistics=fields.get("statistics", {}))
    if not puzzle.steps:
        return replace(result, solutions=read or (), unique=fields.get("unique"))
    lower = fields.get("lower_bound")
    upper = fields.get("upper_bound")
    if read is not None and upper is None:
        upper = len(read)
    if read is not None and lower is None and outcome is Outcome.OPTIMAL:
        lower = len(read)
    return replace(result, plan=read, lower_bound=lower, upper_bound=upper)


# ------------------------------------------------------------------------------------------------------- a module


@cache
def module_solvers(place: str) -> Named:
    """The mapping in a module, 'my.solvers' or 'mine.py', under the name after a colon or SOLVERS. Raises Unusable."""
    module, name = module_and_name(place)
    return expect_solvers(lambda: getattr(module_at(module), name), place)


def module_and_name(place: str) -> tuple[str, str]:
    """The module, and the name behind a colon or SOLVERS: ('C:/mine.py', 'SOLVERS') for 'C:/mine.py'."""
    module, _, name = place.rpartition(":")
    return (module, name) if module and name.isidentifier() else (place, "SOLVERS")


@cache
def module_at(module: str) -> ModuleType:
    if not module.endswith(".py"):
        return import_module(module)
    spec = spec_from_file_location(module, module)
    assert spec is not None
    assert spec.loader is not None
    found = sys.modules[module] = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def expect_solvers(load: Callable[[], Named], place: str) -> Named:
    """The mapping that `load` returns. Raises Unusable if it fails or is not one."""
    try:
        solvers = load()
        fit = all(puzzle in PUZZLES and all(map(callable, named.values())) for puzzle, named in solvers.items())
    except (Exception, SystemExit) as error:
        raise Unusable(f"{place}: {type(error).__name__}: {error}") from None
    if not fit:
        raise Unusable(f"{place}: no solvers, expected {{puzzle: {{name: function}}}} for {', '.join(PUZZLES)}")
    return solvers


@cache
def installed() -> list[tuple[str, Named]]:
    """The solvers that installed packages register in GROUP, each after its 'package version'. Raises Unusable."""
    from importlib.metadata import entry_points  # slow to load, and most commands need it not

    points = entry_points(group=GROUP)
    labels = [point.value if point.dist is None else f"{point.dist.name} {point.dist.version}" for point in points]
    return [(label, expect_solvers(point.load, label)) for point, label in zip(points, labels, strict=True)]


def digest_of(files: Iterable[str | Path]) -> str:
    """One digest of all the files. Raises Unusable for a file that cannot be read."""
    whole = hashlib.sha256()
    for file in files:
        try:
            whole.update(hashlib.sha256(Path(file).read_bytes()).digest())
        except OSError as error:
            raise Unusable(f"{file}: {why(error)}") from None
    return whole.hexdigest()[:16]
