"""Levels to order: random instances whose measures are as wished, each with its proven answer.

`search_baseline/designs.py` names the record of each puzzle.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from instances.puzzle import Options
from instances.solving.limits import Watch

Measures = dict[str, float]  # {'pours': 39, 'excess': 1}
Range = tuple[float, float]
Wishes = dict[str, Range]  # {'pours': (38, 42)}


class Measured(NamedTuple):
    """An instance with its proven answer in `known`, its measures, and the plan or the solutions (None: no plan)."""

    instance: Any
    measures: Measures
    answer: tuple[Any, ...] | None = None


@dataclass(frozen=True)
class Design:
    """
    options    what instances are made from; generate: these and a seed -> an instance, ValueError for none
    measure    instance, watch -> Measured; None for what is no level. Raises LimitReached
    measures   name of a measure -> what it counts
    alike      equal for two instances that differ only in names, or in the order of what has no order
    ratings    name of a measure that takes longer -> what it counts
    rate       Measured, seed, watch -> these, the cheapest first; rated: instance, these -> the instance with them
    unsolvable the measure of instances without a plan, where these can be ordered
    impossible options, wishes -> why no instance meets the wishes, by proof; None if that is not known
    rises      the measure of a curve of difficulty, and the option by which it rises
    hide       data of a file, number of units, seed -> the data with so many units hidden; ValueError for too many
    """

    options: Options
    generate: Callable[..., Any]
    measure: Callable[[Any, Watch], Measured | None]
    measures: Mapping[str, str]
    alike: Callable[[Any], Hashable]
    ratings: Mapping[str, str] = field(default_factory=dict)
    rate: Callable[[Measured, int, Watch], Iterator[tuple[str, float]]] = lambda level, seed, watch: iter(())
    rated: Callable[[Any, Measures], Any] = lambda instance, measures: instance
    unsolvable: Callable[[Any, Watch], Measured | None] | None = None
    impossible: Callable[[Mapping[str, Any], Wishes], str | None] | None = None
    rises: tuple[str, str] | None = None
    hide: Callable[[dict[str, Any], int, int], dict[str, Any]] | None = None
