"""Solvers that are not part of the project: any program, and any Python module.

A program gets a puzzle file and prints its answer as one line of JSON, as docs/format.md describes it. A module has
`SOLVERS = {'watersort': {'name': solve}}` with functions `solve(instance, settings, watch) -> Result`. Neither is
trusted more than ours: instances/solving/running.py replays every plan.
"""

import hashlib
import json
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

import msgspec

from instances.puzzle import Puzzle
from instances.puzzles import PUZZLES
from instances.reading.fields import Record
from instances.reading.validation import read_as
from instances.reading.yaml_files import write_yaml
from instances.solving.limits import Settings, Solve, Watch
from instances.solving.outcome import Outcome, Result
from instances.solving.supervisor import LOOK, Supervisor, exit_in_words

MOST_PRINTED = 256 << 20  # bytes; a program that prints more is ended
LONGEST_ANSWER = 16 << 20  # bytes of a line
LONGEST_REASON = 1000  # letters
Steps = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
GROUP = "fewest_pours.solvers"  # of entry points; each is a mapping like SOLVERS
Named = Mapping[str, Mapping[str, Solve]]  # puzzle -> name -> what runs


class ProgramFailed(Exception):
    """What a program did instead of giving an answer."""


class Unusable(Exception):
    """A solver from outside that cannot be loaded; str() is the reason, in one line."""


@dataclass(frozen=True)
class Outside:
    """Outside('command', 'prog {file}', '9a...') or Outside('module', 'mine.py', '3f...').

    digest: of the module's text, or of all files that the command names, so that an edited solver runs again. Files
    that these load in turn do not count.
    """

    kind: str
    place: str
    digest: str = ""

    def solve(self, puzzle: Puzzle, name: str) -> Solve:
        if self.kind == "command":
            return by_command(puzzle, self.place)
        return module_solvers(self.place)[puzzle.name][name]


# ------------------------------------------------------------------------------------------------------ a program


def by_command(puzzle: Puzzle, template: str) -> Solve:
    """A solver that runs a program, its command with {file}, {seconds}, {seed} and {workers} filled in."""
    words = words_of(template)

    def solve(instance: Any, settings: Settings, watch: Watch) -> Result:
        try:
            return answered(words, puzzle, instance, settings, watch)
        except ProgramFailed as reason:
            return Result(Outcome.SOLVER_FAILED, reason=str(reason))

    return solve


def words_of(template: str) -> list[str]:
    """The words of a command, as a shell reads them; ValueError if there are none."""
    words = shlex.split(template)
    if not words or not words[0]:
        raise ValueError("no program")
    return words


def digest_of_command(template: str) -> str:
    """The digest of all files that a command names, the program included. Raises ValueError as words_of."""
    program, *others = words_of(template)
    files = [Path(word) for word in (shutil.which(program) or program, *others)]
    return digest_of_files([file for file in files if file.is_file()])


def digest_of_files(files: Sequence[Path]) -> str:
    """One digest of all of them, '' if there are none. Raises Unusable for a file that cannot be read."""
    whole = hashlib.sha256()
    for path in files:
        try:
            with open(path, "rb") as file:
                whole.update(hashlib.file_digest(file, "sha256").digest())
        except OSError as error:
            raise Unusable(f"{path}: {(error.strerror or str(error)).lower()}") from None
    return whole.hexdigest()[:16] if files else ""


def answered(words: Sequence[str], puzzle: Puzzle, instance: Any, settings: Settings, watch: Watch) -> Result:
    """The result that the program prints. Raises ProgramFailed, RuleBroken, LimitReached."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "instance.yaml"
        file.write_text(write_yaml(puzzle.document(instance)), encoding="utf-8")
        values = {
            "file": str(file), "seconds": f"{watch.remaining() or 1e9:.2f}",
            "seed": str(settings.seed), "workers": str(settings.workers),
        }  # fmt: skip
        line, complaint, code = printed([filled(word, values) for word in words], Path(folder), watch)
    if not line:
        failed(f"it printed nothing and ended with {exit_in_words(code)}", complaint)
    try:
        return result_of(puzzle, instance, json.loads(line))
    except RecursionError:
        failed("its last line is no answer: nested too deep", complaint)
    except ValueError as error:
        died = f"; it ended with {exit_in_words(code)}" if code < 0 else ""
        failed(f"its last line is no answer: {error}{died}", complaint)


def filled(word: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        word = word.replace(f"{{{name}}}", value)
    return word


def printed(command: list[str], folder: Path, watch: Watch) -> tuple[str, str, int]:
    """The last line of a program's output, that of its errors, and its exit code. Raises LimitReached."""
    out, err = folder / "out", folder / "err"
    with Supervisor[str](watch) as supervisor:
        supervisor.program("program", command, folder)
        while (event := supervisor.next(LOOK)) is None:
            if any(file.exists() and file.stat().st_size > MOST_PRINTED for file in (out, err)):
                failed(f"it printed over {MOST_PRINTED >> 20} MiB", "")
    if isinstance(event.value, OSError):
        failed(f"{command[0]}: {(event.value.strerror or str(event.value)).lower()}", "")
    return last_line(out), last_line(err), event.value


def last_line(file: Path) -> str:
    """The last line that is not blank, or as much of its end as an answer may have."""
    with open(file, "rb") as printed:
        printed.seek(max(0, file.stat().st_size - LONGEST_ANSWER))
        return printed.read().decode("utf-8", "replace").strip().rpartition("\n")[2]


def failed(reason: str, complaint: str) -> NoReturn:
    """Raises ProgramFailed with the reason, and the program's own error message."""
    raise ProgramFailed(f"{reason} ({complaint[:LONGEST_REASON]})" if complaint else reason)


class Printed(Record, forbid_unknown_fields=False):
    """What a program answers, of the fields of instances.solving.answer.Answer."""

    outcome: Literal[tuple(outcome.value for outcome in Outcome)]  # type: ignore[valid-type]
    plan: Any = None
    solutions: Any = None
    unique: bool | None = None
    lower_bound: Steps | None = None
    upper_bound: Steps | None = None
    reason: str | None = None
    statistics: dict[str, Any] = msgspec.field(default_factory=dict)


def result_of(puzzle: Puzzle, instance: Any, data: Any) -> Result:
    """The Result of an answer in JSON, the inverse of answer_of in instances.solving.answer. Raises ValueError."""
    printed = read_as(Printed, data)
    outcome, reason = Outcome[printed.outcome.upper()], printed.reason and printed.reason[:LONGEST_REASON]
    if outcome in (Outcome.BAD_INPUT, Outcome.SOLVER_FAILED):
        return Result(Outcome.SOLVER_FAILED, reason=reason or "it gives no reason")
    name = "plan" if puzzle.steps else "solutions"
    answer = getattr(printed, name)
    try:
        read = None if answer is None else puzzle.read_answer(instance, answer)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    result = Result(outcome, unique=printed.unique, reason=reason, statistics=printed.statistics)
    if not puzzle.steps:
        return replace(result, solutions=read or ())
    lower, upper = printed.lower_bound, printed.upper_bound
    if read is not None:
        upper = len(read) if upper is None else upper
        lower = len(read) if lower is None and outcome is Outcome.OPTIMAL else lower
    return replace(result, plan=read, lower_bound=lower, upper_bound=upper)


# ------------------------------------------------------------------------------------------------------- a module


@cache
def module_solvers(place: str) -> Named:
    """The mapping in a module, 'my.solvers' or 'mine.py', under the name after a colon or SOLVERS. Raises Unusable."""
    module, _, name = place.partition(":")
    return checked(lambda: getattr(loaded(module), name or "SOLVERS"), place)


@cache
def loaded(module: str) -> Any:
    if not module.endswith(".py"):
        return import_module(module)
    spec = spec_from_file_location(f"outside_{digest_of(module)}", module)
    assert spec is not None
    assert spec.loader is not None
    found = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def checked(load: Callable[[], Any], place: str) -> Named:
    """The mapping that is loaded. Raises Unusable for whatever goes wrong."""
    try:
        solvers = load()
    except Unusable:
        raise
    except (Exception, SystemExit) as error:
        raise Unusable(f"{place}: {type(error).__name__}: {error}") from None
    try:
        unknown = [puzzle for puzzle in solvers if puzzle not in PUZZLES]
        unfit = [name for named in solvers.values() for name, solve in named.items() if not callable(solve)]
    except (AttributeError, TypeError):
        raise Unusable(f"{place}: SOLVERS is no mapping of puzzles, expected {{puzzle: {{name: solve}}}}") from None
    if unknown:
        raise Unusable(f"{place}: SOLVERS has puzzle {unknown[0]!r}, expected one of {', '.join(PUZZLES)}")
    if unfit:
        raise Unusable(f"{place}: solver {unfit[0]!r} cannot be called, expected a function")
    return solvers  # type: ignore[no-any-return]


def digest_of(place: str) -> str:
    """The digest of a file; '' of a dotted name, as its package has a version."""
    file = place.partition(":")[0]
    return digest_of_files([Path(file)]) if file.endswith(".py") else ""


def installed() -> list[tuple[str, Named]]:
    """The solvers that installed packages register in GROUP, each after its 'package version'. Raises Unusable."""
    found = []
    for point in entry_points(group=GROUP):
        owner = point.dist
        label = point.value if owner is None else f"{owner.name} {owner.version}"
        found.append((label, checked(point.load, label)))
    return found
