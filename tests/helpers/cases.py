"""Long tests in two forms: on some of the cases in the plain run, on all of them with --slow."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

import pytest

Case = TypeVar("Case")
Of = Callable[[Iterable[Any]], list[Any]]  # the cases -> those that a test looks at


def spread(most: int, cases: Iterable[Case]) -> list[Case]:
    """At most so many of the cases, evenly spread, the first one among them."""
    every = list(cases)
    return [every[number * len(every) // most] for number in range(most)] if len(every) > most else every


def some_or_all(most: int) -> pytest.MarkDecorator:
    """Gives a test its argument `of`: `for case in of(cases)` are at most so many, or all behind --slow."""
    forms = [partial(spread, most), pytest.param(list, marks=pytest.mark.slow)]
    return pytest.mark.parametrize("of", forms, ids=["some", "all"])
