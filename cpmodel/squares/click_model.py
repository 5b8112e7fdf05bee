"""Game About Squares as a constraint model: the plans of at most so many clicks, or clicks that repeat nothing.

The horizon T bounds everything. In t clicks a block moves at most t cells, and a block whose circle is more than T - t
cells away comes too late; so each coordinate of each block has few values at each time, and a literal for each of them.
Rules about two blocks are constraints on the differences of their coordinates.

CP-SAT decides click by click. A conflict then forbids a position of the blocks at some time, with all ways to reach it;
that is 6 to 8 times faster than CP-SAT's own search and presolve. So the work is about one conflict for each position
and time. A plan may end before the horizon: then one refutation holds for all shorter horizons too.
"""

from dataclasses import replace
from itertools import combinations
from typing import Any

from ortools.sat.python import cp_model

from cpmodel.literals import Boolean
from cpmodel.squares.click_rules import follow_the_rules
from cpmodel.squares.click_variables import AXES, Model, variables
from instances.squares.rules import Level


def build(level: Level, horizon: int) -> Model | None:
    """The model of the plans of at most `horizon` clicks; None if some block cannot be in time."""
    model = variables(level, horizon)
    if model is not None:
        follow_the_rules(model)
        click_by_click(model)
    return model


def build_without_repetition(level: Level, horizon: int) -> Model | None:
    """The model of `horizon` clicks that meet no position twice, whether they solve the level or not."""
    model = variables(replace(level, goals=(None,) * len(level.goals)), horizon)
    if model is not None:
        follow_the_rules(model)
        no_position_comes_twice(model)
        click_by_click(model)
    return model


def no_position_comes_twice(model: Model) -> None:
    """At any two times some block is in another place, or looks another way."""
    cp = model.cp
    for before, now in combinations(range(model.horizon + 1), 2):
        differences = []
        for b in model.blocks:
            states: list[list[dict[Any, Boolean]]]
            states = [[model.looks[b, t], *(model.place[b, t, axis] for axis in AXES)] for t in (before, now)]
            for first, second in zip(*states, strict=True):
                differences.append(differs := cp.new_bool_var(f"block {b} differs at times {before} and {now}"))
                for value in first.keys() & second.keys():
                    cp.add_bool_or(~differs, ~first[value], ~second[value])
        cp.add_bool_or(differences)


def click_by_click(model: Model) -> None:
    choices = [choice for t in model.clicks for choice in (model.over[t], *(model.clicked[t, b] for b in model.blocks))]
    model.cp.add_decision_strategy(choices, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
