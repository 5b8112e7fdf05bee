"""The order in which the runs of an experiment are executed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

from fewest_pours.experiments.instance_sources import Source, content
from fewest_pours.experiments.run_identity import Parameters, Run
from fewest_pours.solving.outside_solvers import Outside

Chosen = dict[str, Outside | None]  # solvers by name; None: one of ours


def ordered_runs(
    sources: Sequence[Source],
    chosen: Mapping[str, Chosen],
    seeds: Sequence[int],
    repeats: int,
    parameters: Parameters,
    version: Callable[[str, str, bool], str],
) -> Iterator[Run]:
    """All runs. Solvers take turns on each instance, so that the machine's drift affects all of them alike.

    chosen: the solvers of each puzzle; version: of the code of a solver: puzzle, name, whether it comes from outside.
    """
    for repeat, source in product(range(repeats), sources):
        mark = content(source)
        puzzle = source["puzzle"]
        for seed, (solver, outside) in product(seeds, chosen[puzzle].items()):
            code = version(puzzle, solver, outside is not None)
            yield Run(source, mark, solver, seed, repeat, parameters, code, outside)
