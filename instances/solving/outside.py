"""Solvers that are not part of the project: any program, and any Python module.

A program is given a puzzle file and prints its answer as one line of JSON, as docs/format.md describes it. A module has
`SOLVERS = {'watersort': {'name': solve}}` with functions `solve(instance, settings, watch) -> Result`. Neither is
believed more than ours: every plan is replayed by whoever calls them (instances/solving/running.py).
"""

import hashlib
import json
import shlex
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NoReturn

from instances.puzzle import Puzzle
from instances.puzzles import PUZZLES
from instances.reading.yaml_files import write_yaml
from instances.solving.limits import Settings, Solve, Watch
from instances.solving.outcome import Outcome, Result
from instances.solving.supervisor import LOOK, Supervisor, exit_in_words

MOST_PRINTED = 256 << 20  # bytes; a program that prints more is ended
LONGEST_ANSWER = 16 << 20  # bytes of a line
LONGEST_REASON = 1000  # letters
MOST_STEPS = 10**9  # of a bound
GROUP = "fewest_pours.solvers"  # of entry points; each is a mapping like SOLVERS
Named = Mapping[str, Mapping[str, Solve]]  # puzzle -> name -> what runs


class ProgramFailed(Exception):
    """What a program did instead of giving an answer."""


class Unusable(Exception):
    """A solver from outside that cannot be had at all; str() is one line that says why."""


@dataclass(frozen=True)
class Outside:
    """Outside('command', 'prog {file}', '9a...') or Outside('module', 'mine.py', '3f...').

    digest: of the text of the module, or of each file that the command names, so that what was edited runs again. What
    these files read by themselves is not seen.
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
    """A solver that runs a program: {file}, {seconds}, {seed} and {workers} stand for what it is told."""
    words = words_of(template)

    def solve(instance: Any, settings: Settings, watch: Watch) -> Result:
        try:
            return answer_of(words, puzzle, instance, settings, watch)
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
    """Of the program and of every other file that its command names; '' if there is none. ValueError as words_of."""
    program, *others = words_of(template)
    files = [Path(word) for word in (shutil.which(program) or program, *others)]
    return digest_of_files([file for file in files if file.is_file()])


def digest_of_files(files: Sequence[Path]) -> str:
    """'' of none; raises Unusable for what cannot be read."""
    whole = hashlib.sha256()
    for path in files:
        try:
            with open(path, "rb") as file:
                whole.update(hashlib.file_digest(file, "sha256").digest())
        except OSError as error:
            raise Unusable(f"{path}: {(error.strerror or str(error)).lower()}") from None
    return whole.hexdigest()[:16] if files else ""


def answer_of(words: Sequence[str], puzzle: Puzzle, instance: Any, settings: Settings, watch: Watch) -> Result:
    """What the program answers; raises ProgramFailed, RuleBroken, LimitReached."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "instance.yaml"
        file.write_text(write_yaml(puzzle.document(instance)), encoding="utf-8")
        told = {
            "file": str(file), "seconds": f"{watch.remaining() or 1e9:.2f}",
            "seed": str(settings.seed), "workers": str(settings.workers),
        }  # fmt: skip
        line, complaint, code = printed([filled(word, told) for word in words], Path(folder), watch)
    if not line:
        failed(f"it printed nothing and ended with {exit_in_words(code)}", complaint)
    try:
        return result_of(puzzle, instance, json.loads(line))
    except RecursionError:
        failed("its last line is no answer: nested too deep", complaint)
    except ValueError as error:
        died = f"; it ended with {exit_in_words(code)}" if code < 0 else ""
        failed(f"its last line is no answer: {error}{died}", complaint)


def filled(word: str, told: Mapping[str, str]) -> str:
    for name, value in told.items():
        word = word.replace(f"{{{name}}}", value)
    return word


def printed(command: list[str], folder: Path, watch: Watch) -> tuple[str, str, int]:
    """The last line that a program prints, that of its complaints, and its exit code; raises LimitReached."""
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
    """Raises ProgramFailed with the reason, and what the program complained of."""
    raise ProgramFailed(f"{reason} ({complaint[:LONGEST_REASON]})" if complaint else reason)


def result_of(puzzle: Puzzle, instance: Any, data: Any) -> Result:
    """The Result that an answer in JSON tells, the inverse of running.data; ValueError says what is wrong with it."""
    if not isinstance(data, dict):
        raise ValueError(f"{json.dumps(data)[:60]}, expected an object")
    outcomes = {outcome.value: outcome for outcome in Outcome}
    word = data.get("outcome")
    if not isinstance(word, str) or word not in outcomes:
        raise ValueError(f"outcome is {json.dumps(word)[:60]}, expected one of {', '.join(outcomes)}")
    outcome = outcomes[word]
    if outcome in (Outcome.BAD_INPUT, Outcome.SOLVER_FAILED):
        return Result(Outcome.SOLVER_FAILED, reason=str(data.get("reason", "it says so"))[:LONGEST_REASON])
    answer = data.get("plan" if puzzle.steps else "solutions")
    try:
        read = None if answer is None else puzzle.read_answer(instance, answer)
    except ValueError as error:
        raise ValueError(f"{'plan' if puzzle.steps else 'solutions'}: {error}") from None
    lower, upper = whole(data, "lower_bound"), whole(data, "upper_bound")
    if puzzle.steps and read is not None:
        upper = len(read) if upper is None else upper
        lower = len(read) if lower is None and outcome is Outcome.OPTIMAL else lower
    unique, statistics = data.get("unique"), data.get("statistics")
    return Result(
        outcome,
        plan=read if puzzle.steps else None,
        solutions=() if puzzle.steps or read is None else read,
        unique=unique if isinstance(unique, bool) else None,
        lower_bound=lower,
        upper_bound=upper,
        reason=None if data.get("reason") is None else str(data["reason"])[:LONGEST_REASON],
        statistics=statistics if isinstance(statistics, dict) else {},
    )


def whole(data: Mapping[str, Any], name: str) -> int | None:
    value = data.get(name)
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_STEPS):
        return value
    raise ValueError(f"{name} is {json.dumps(value)[:60]}, expected a whole number from 0 to {MOST_STEPS}")


# ------------------------------------------------------------------------------------------------------- a module


@cache
def module_solvers(place: str) -> Named:
    """The mapping of a module, by its dotted name or its file, and its name there (SOLVERS); raises Unusable."""
    module, _, name = place.partition(":")
    try:
        return checked(getattr(loaded(module), name or "SOLVERS"), place)
    except Unusable:
        raise
    except (Exception, SystemExit) as error:
        raise Unusable(f"{place}: {type(error).__name__}: {error}") from None


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


def checked(solvers: Any, place: str) -> Named:
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
    """Of a file's text; of a dotted name '', as its package has a version."""
    file = place.partition(":")[0]
    return digest_of_files([Path(file)]) if file.endswith(".py") else ""


def installed() -> list[tuple[str, Named]]:
    """What installed packages register in GROUP: 'package version' and its solvers; raises Unusable."""
    found = []
    for point in entry_points(group=GROUP):
        owner = point.dist
        label = point.value if owner is None else f"{owner.name} {owner.version}"
        try:
            found.append((label, checked(point.load(), label)))
        except Unusable:
            raise
        except (Exception, SystemExit) as error:
            raise Unusable(f"{label}: {type(error).__name__}: {error}") from None
    return found
