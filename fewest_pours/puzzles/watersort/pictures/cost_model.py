"""A model for CP-SAT, built without `cp_model`, which imports pandas: half a second, and most of the memory allowed."""

from ortools.sat.python import cp_model_helper as solver

SOLVED = solver.CpSolverStatus.OPTIMAL, solver.CpSolverStatus.FEASIBLE
INFEASIBLE = solver.CpSolverStatus.INFEASIBLE
UNKNOWN = solver.CpSolverStatus.UNKNOWN

EFFORT = 0.1  # deterministic time of the solver for one answer, in units of about a second; 0.03 is usual
UNBOUNDED = 1 << 30  # more than any sum
FINENESS = 100  # parts of a cost of 1, as the solver counts in whole numbers


class CostModel:
    """A CP-SAT model. A variable is given by its index; if it is 0 or 1, ~index is CP-SAT's code for its negation."""

    def __init__(self) -> None:
        self.proto = solver.CpModelProto()
        self.proto.objective.scaling_factor = 1 / FINENESS

    def integer_variable(self, low: int, high: int) -> int:
        self.proto.variables.add().domain.extend((low, high))
        return len(self.proto.variables) - 1

    def boolean_variable(self) -> int:
        return self.integer_variable(0, 1)

    def any_of(self, *literals: int) -> None:
        """Ask that some of these is true."""
        self.proto.constraints.add().bool_or.literals.extend(literals)

    def total(self, terms: list[tuple[int, int]], low: int, high: int, only_if: int | None = None) -> None:
        """Ask that the sum of factors times variables lies between two numbers; with only_if, where that is 1."""
        added = self.proto.constraints.add()
        if only_if is not None:
            added.enforcement_literal.append(only_if)
        added.linear.vars.extend(variable for _, variable in terms)
        added.linear.coeffs.extend(factor for factor, _ in terms)
        added.linear.domain.extend((low, high))

    def at_least(self, terms: list[tuple[int, int]], low: int, only_if: int | None = None) -> None:
        """Ask that the sum of factors times variables is no less than a number; with only_if, where that is 1."""
        self.total(terms, low, UNBOUNDED, only_if)

    def charge(self, cost: float, variable: int) -> None:
        self.proto.objective.vars.append(variable)
        self.proto.objective.coeffs.append(round(FINENESS * cost))

    def solve(self, most: float) -> solver.CpSolverResponse:
        """The solver's response: the cheapest answer found within EFFORT that costs no more than `most`, which is 0 or
        more, and a bound for the cost of all answers.
        """
        self.proto.objective.domain.clear()
        self.proto.objective.domain.extend((0, round(min(UNBOUNDED, FINENESS * most))))
        parameters = solver.SatParameters()
        parameters.num_workers = 1
        parameters.random_seed = 1
        parameters.linearization_level = 2  # the bound is what proves that no other answer is as good
        parameters.cp_model_presolve = False  # which takes longer than it saves: the model is small
        parameters.max_deterministic_time = EFFORT
        wrapper = solver.SolveWrapper()
        wrapper.set_parameters(parameters)
        response: solver.CpSolverResponse = wrapper.solve(self.proto)  # type: ignore[no-untyped-call]
        return response
