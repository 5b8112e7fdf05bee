"""The fewest steps that solve a puzzle, from Python: puzzles in, proven answers out. docs/api.md is a short tour.

    from fewest_pours import load, solve

    result = solve(load("level-133"), time_limit=10)
    print(result.outcome.value, result.lower_bound, len(result.plan))

The names below are those of fewest_pours/api.py, which is imported when one of them is first used: parts of this
package, such as the checker, load nothing that they do not need.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from fewest_pours.version import __version__ as __version__

if TYPE_CHECKING:
    from fewest_pours.api import (
        BadInput,
        Deal,
        Outcome,
        Refused,
        Result,
        RuleBroken,
        Unproven,
        check,
        deal,
        load,
        loads,
        picture,
        plots,
        puzzle_of,
        replay,
        results,
        solve,
    )

__all__ = [
    "BadInput",
    "Deal",
    "Outcome",
    "Refused",
    "Result",
    "RuleBroken",
    "Unproven",
    "__version__",
    "check",
    "deal",
    "load",
    "loads",
    "picture",
    "plots",
    "puzzle_of",
    "replay",
    "results",
    "solve",
]


def __getattr__(name: str) -> object:
    """A public name, at its first use (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("fewest_pours.api"), name)
