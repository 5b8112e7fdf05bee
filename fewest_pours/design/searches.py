"""What levels are measured by: the searches that are passed in, as this package imports no solver."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from fewest_pours.puzzles.futoshiki.rules import Futoshiki
from fewest_pours.puzzles.watersort.rules import Deal
from fewest_pours.running.solver_contract import Solve, Watch

Position = TypeVar("Position", bound=Hashable)  # of a game, the same where only the order of beakers differs


@dataclass(frozen=True)
class PourGraph(Generic[Position]):
    """The positions of a deal's game and the pours between them.

    position_of   deal -> its position
    successors    position -> the positions after one pour, perhaps with repetitions and the position itself
    lower_bound   position -> pours that it still needs at least; 0 exactly where it is solved
    """

    position_of: Callable[[Deal], Position]
    successors: Callable[[Position], Iterable[Position]]
    lower_bound: Callable[[Position], int]


PositionGraph = Callable[[Deal], PourGraph[Position]]
Solvability = Callable[[Deal, Watch], Callable[[Position], bool]]  # raises LimitReached


@dataclass(frozen=True)
class Searches(Generic[Position]):
    """
    solvers      puzzle -> the solver whose proven answers measure its levels
    winnable     whether a deal has a plan; raises LimitReached
    solvability  deal -> whether a position of its game can be solved; raises LimitReached
    pour_graph   deal -> the positions of its game
    generate_futoshiki  options and seed -> a random futoshiki with exactly one solution
    """

    solvers: Mapping[str, Solve]
    winnable: Callable[[Deal, Watch], bool]
    solvability: Solvability[Position]
    pour_graph: PositionGraph[Position]
    generate_futoshiki: Callable[..., Futoshiki]
