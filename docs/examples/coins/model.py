"""The coins as a constraint model: plans of at most `horizon` turns, in which no coin is turned twice."""

from dataclasses import dataclass, replace
from functools import partial

from ortools.sat.python import cp_model

from coins import Coins, Turn
from cpmodel.horizon_deepening import deepen
from cpmodel.solving import Parameters, Value
from fewest_pours.running.solver_contract import Outcome, Result, Settings, Watch
from fewest_pours.running.solver_record import Solver


@dataclass(frozen=True)
class Model:
    """turned[i]: coin i is turned; the order of turns does not matter."""

    cp: cp_model.CpModel
    turned: list[cp_model.IntVar]
    parameters: Parameters

    def read(self, value: Value) -> tuple[Turn, ...]:
        return tuple(i for i, turned in enumerate(self.turned) if value(turned))


def build(coins: Coins, horizon: int) -> Model:
    cp = cp_model.CpModel()
    turned = [cp.new_bool_var(f"turned[{i}]") for i in range(len(coins.row))]
    for i, coin in enumerate(coins.row):
        cp.add_bool_xor([*turned[max(0, i - 1) : i + 2], coin == "H"])
    cp.add(sum(turned) <= horizon)
    return Model(cp, turned, {})


def solve(coins: Coins, settings: Settings, watch: Watch) -> Result:
    """No coin is turned twice in a shortest plan, so there is none with more turns than coins."""
    tails = coins.row.count("T")
    most = len(coins.row)
    horizon = most if settings.horizon is None else min(settings.horizon, most)
    result = deepen(partial(build, coins), -(-tails // 3), replace(settings, horizon=horizon), watch)
    if result.outcome is Outcome.NO_PLAN_WITHIN_HORIZON and horizon == most:
        return Result(Outcome.UNSOLVABLE, reason="no plan turns each coin at most once", lower_bound_by="cp")
    return result


SOLVERS = (Solver("cp", "auto", solve),)
