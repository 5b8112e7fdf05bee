"""What levels of a puzzle are made from and measured by: the record that `designs.py` lists for each puzzle."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, NamedTuple

from fewest_pours.design.curve import Range
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.puzzle import Options
from fewest_pours.running.solver_contract import InstanceT, Plan, Watch

Measures = dict[str, float]  # {'pours': 39, 'excess': 1}
Wishes = dict[str, Range]  # {'pours': (38, 42)}


class Measured(NamedTuple, Generic[InstanceT]):
    """An instance with its proven answer in `known`, its measures, and the plan or the solutions (None: no plan)."""

    instance: InstanceT
    measures: Measures
    answer: Plan | None = None


@dataclass(frozen=True)
class Design(Generic[InstanceT]):
    """
    options      the options of random instances; generate: these and a seed -> an instance, ValueError if impossible
    measure      instance, watch -> Measured; None for what is not a level. Raises LimitReached
    measures     name of a measure -> what it counts
    bounds       instance -> lower bounds on some measures, which take no search
    alike        equal for two instances that differ only in names, or in the order of what has no order
    ratings      name of a measure that takes longer -> what it counts
    rate         Measured, seed, watch -> these, the cheapest first
    with_ratings instance, these -> the instance with them
    unsolvable   the measure of instances without a plan, where these can be ordered
    climb        instance, seconds, is_new, watch -> the hardest new instance of its size found by then, None for none;
                 where there is such a climb
    guaranteed   instance -> a sentence that every instance of its size has a plan, or None
    impossible   options, wishes -> why no instance meets the wishes, by proof; None if that is not known
    rises        the option by which a curve of difficulty rises; '' for none
    hide         instance, number of units, seed -> the instance with that many units hidden from players, ValueError
                 for more than it has below others
    """

    options: Options
    generate: Callable[..., InstanceT]
    measure: Callable[[InstanceT, Watch], Measured[InstanceT] | None]
    measures: Mapping[str, str]
    alike: Callable[[InstanceT], Hashable]
    bounds: Callable[[InstanceT], Measures] = lambda instance: {}
    ratings: Mapping[str, str] = field(default_factory=dict)
    rate: Callable[[Measured[InstanceT], int, Watch], Iterator[tuple[str, float]]] = lambda level, seed, watch: iter(())
    with_ratings: Callable[[InstanceT, Measures], InstanceT] = lambda instance, measures: instance
    unsolvable: Callable[[InstanceT, Watch], Measured[InstanceT] | None] | None = None
    climb: Callable[[InstanceT, float, Callable[[InstanceT], bool], Watch], Measured[InstanceT] | None] | None = None
    guaranteed: Callable[[InstanceT], str | None] = lambda instance: None
    impossible: Callable[[Data, Wishes], str | None] | None = None
    rises: str = ""
    hide: Callable[[InstanceT, int, int], InstanceT] | None = None


def rate_level(
    design: Design, level: Measured, watch: Watch, fits: Callable[[Measures], bool] = lambda _: True, seed: int = 0
) -> Measured | None:
    """The level with its ratings; None as soon as one of them does not fit. Raises LimitReached."""
    ratings: Measures = {}
    for name, value in design.rate(level, seed, watch):
        if not fits({name: value}):
            return None
        ratings[name] = value
    instance = design.with_ratings(level.instance, ratings)
    return level._replace(instance=instance, measures=level.measures | ratings)
