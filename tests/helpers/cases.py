"""Long tests in two forms: on a few of the cases in a plain run, on ten times as many with --slow."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pytest
from hypothesis import settings

Of = Callable[[Iterable[Any]], list[Any]]  # the cases -> those that a test looks at


def spread(most: int, cases: Iterable[Any]) -> list[Any]:
    """At most `most` of the cases, evenly spread, including the first."""
    every = list(cases)
    return [every[number * len(every) // most] for number in range(most)] if len(every) > most else every


def few_or_many(most: int) -> pytest.MarkDecorator:
    """Gives a test its argument `of`: `of(cases)` is at most `most` of the cases, or ten times as many with --slow."""
    forms = [partial(spread, most), pytest.param(partial(spread, 10 * most), marks=pytest.mark.slow)]
    return pytest.mark.parametrize("of", forms, ids=["few", "many"])


def examples(count: int) -> settings:
    """This number of random examples with --slow; in a plain run the share of them that tests/conftest.py sets."""
    return settings(max_examples=max(1, count * settings.default.max_examples // 100))


def case(*values, slow: bool):
    """The parameters of a test; slow: only with --slow."""
    return pytest.param(*values, marks=pytest.mark.slow if slow else ())
