"""Both ways of solving, by dotted name: nothing below this module imports a solver."""

from collections.abc import Mapping
from functools import cache
from pkgutil import resolve_name

from fewest_pours.design.design_record import Design
from fewest_pours.guarantees.guaranteed import FindDealWithoutPlan
from fewest_pours.running.solver_record import Side
from fewest_pours.solving.registry import Solvers


@cache
def search_side() -> Side:
    side: Side = resolve_name("search_baseline.solvers:SIDE")
    return side


@cache
def constraint_side() -> Side:
    side: Side = resolve_name("cpmodel.solvers:SIDE")
    return side


@cache
def all_solvers() -> Solvers:
    """Every solver of both sides; those of constraint programming come first in tables and plots."""
    return Solvers((constraint_side(), search_side()))


@cache
def deal_without_plan() -> FindDealWithoutPlan:
    """The search of constraint programming for a deal without a plan among all deals of a size."""
    find: FindDealWithoutPlan = resolve_name("cpmodel.guarantees:deal_without_plan")
    return find


@cache
def level_designs() -> Mapping[str, Design]:
    """The record of each puzzle for levels to order, measured by the search side; loads all its solvers."""
    from fewest_pours.design.designs import designs

    return designs(resolve_name("search_baseline.level_searches:SEARCHES"))
