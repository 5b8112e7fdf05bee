"""What is tested alike of the puzzles whose answer is a grid: Futoshiki and Pipes."""

from pathlib import Path
from typing import Any

import pytest

from instances.puzzle import Puzzle, RuleBroken
from instances.puzzles import load
from instances.reading.yaml_files import BadInput
from instances.solving.limits import Settings, Solve, Watch
from instances.solving.outcome import Outcome, Result


def check_mistake(folder: Path, text: str, message: str) -> None:
    """The file is refused with these words: '3:1: a drawing of 2 lines'."""
    file = folder / "wrong.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as wrong:
        load(file)
    assert str(wrong.value).startswith(f"{file}:{message}")


def check_refusals(puzzle: Puzzle, instance: Any, wrong: dict[Any, str]) -> None:
    """Answers that are none are told with what is wrong with them."""
    for solutions, message in wrong.items():
        with pytest.raises(RuleBroken, match=message):
            puzzle.verify(instance, solutions)


def check_count(puzzle: Puzzle, instance: Any, solve: Solve, count: int) -> None:
    """The solver says what there is: no solution, one, or more."""
    result = solve(instance, Settings(), Watch())
    assert result.outcome is (Outcome.OPTIMAL if count else Outcome.UNSOLVABLE), instance.name
    assert len(result.solutions) == min(count, 2), instance.name
    assert result.unique is (count == 1 if count else None), instance.name
    if count:
        puzzle.verify(instance, result.solutions)


def count_of(result: Result) -> int:
    """Solutions that the result speaks of; 2 for more than one."""
    return 0 if not result.solutions else 1 if result.unique else 2


def check_interrupted(solve: Solve, instance: Any) -> None:
    """An answer that is not found is not given."""
    watch = Watch()
    watch.interrupted.set()
    result = solve(instance, Settings(), watch)
    assert (result.outcome, result.solutions, result.unique) == (Outcome.INTERRUPTED, (), None)
