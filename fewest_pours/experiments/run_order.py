"""The order in which the runs of an experiment are executed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

from fewest_pours.experiments.instance_sources import Source, content_digest
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

    chosen: the solvers of each puzzle. version: puzzle, name of a solver, whether it comes from outside -> the version
    of its code.
    """
    for repeat, source in product(range(repeats), sources):
        puzzle = source["puzzle"]
        digest = content_digest(source)
        for seed, (solver, outside) in product(seeds, chosen[puzzle].items()):
            code = version(puzzle, solver, outside is not None)
            yield Run(source, digest, solver, seed, repeat, parameters, code, outside)
