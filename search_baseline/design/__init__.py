"""Levels to order: random instances whose measures are as wished, each with its proven answer.

What a puzzle has for it is the record `DESIGN` in `search_baseline/PUZZLE/design.py`.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from instances.lazy import Registry
from instances.puzzle import Options
from instances.puzzles import NAMES
from instances.solving.limits import Watch

Measures = dict[str, float]  # {'pours': 39, 'excess': 1}


@dataclass(frozen=True)
class Design:
    """
    options    what the instances are made from; generate: these and a seed -> an instance, ValueError for none
    measure    instance -> the instance with its proven answer, and its measures; None for what is no level.
               Raises LimitReached
    measures   name of a measure -> what it counts
    rate       instance, seed, watch -> more measures, which take longer; ratings: their names
    alike      two instances of which one is the other with other names, or in another order, give the same value
    unsolvable the measure of instances without a plan, where these can be wished for
    """

    options: Options
    generate: Callable[..., Any]
    measure: Callable[[Any, Watch], tuple[Any, Measures] | None]
    measures: Mapping[str, str]
    alike: Callable[[Any], Hashable]
    rate: Callable[[Any, int, Watch], tuple[Any, Measures]] | None = None
    ratings: Mapping[str, str] | None = None
    unsolvable: Callable[[Any, Watch], tuple[Any, Measures] | None] | None = None


PLACES = {name: name for name in NAMES} | {"watersort": "watersort.levels"}
DESIGNS: Mapping[str, Design] = Registry(
    {name: f"search_baseline.{place}.design:DESIGN" for name, place in PLACES.items()}
)
