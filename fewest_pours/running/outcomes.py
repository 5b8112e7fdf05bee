"""How a run can end: one word with one meaning and one exit code (the codes follow Fast Downward's driver).

A limit that was reached is never an answer: `out_of_time` is not `unsolvable`, and `no_plan_within_horizon` excludes no
longer plan.
"""

from enum import Enum


class Outcome(Enum):
    """Outcome.OPTIMAL.value == 'optimal'; Outcome.OPTIMAL.exit_code == 0"""

    OPTIMAL = "optimal", 0  # a plan and a proof that none is shorter; or a solution, where there is no length
    SOLVED = "solved", 0  # a plan, not proven shortest
    UNSOLVABLE = "unsolvable", 11  # proof that no plan of any length exists
    NO_PLAN_WITHIN_HORIZON = "no_plan_within_horizon", 12
    OUT_OF_MEMORY = "out_of_memory", 22
    OUT_OF_TIME = "out_of_time", 23
    BAD_INPUT = "bad_input", 31
    SOLVER_FAILED = "solver_failed", 32  # our fault: a solver died, a model is invalid, a plan breaks a rule
    UNSUPPORTED = "unsupported", 34  # this solver cannot decide this instance; another one may
    INTERRUPTED = "interrupted", 130

    exit_code: int

    def __new__(cls, value: str, exit_code: int) -> "Outcome":
        member = object.__new__(cls)
        member._value_ = value
        member.exit_code = exit_code
        return member

    @property
    def words(self) -> str:
        """Outcome.OUT_OF_TIME.words == 'out of time'"""
        return str(self.value).replace("_", " ")
