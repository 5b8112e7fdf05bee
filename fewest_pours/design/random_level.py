"""A random level for the board, of any puzzle."""

from collections.abc import Callable, Mapping

from fewest_pours.design.design_record import Design
from fewest_pours.running.solver_contract import Instance, Watch

TRIES = 1_000  # instances that are looked at for one with a plan


def random_level(
    designs: Callable[[], Mapping[str, Design]],
    name: str,
    options: Mapping[str, int],
    seed: int,
    designed: bool,
    watch: Watch,
    expect_fit: Callable[[Instance], None],
) -> Instance:
    """A random level; a designed one has a plan that is known.

    expect_fit: raises ValueError for a level that is too large. Raises LimitReached, and ValueError for options that
    make no level.
    """
    design = designs()[name]
    unknown = options.keys() - design.options.keys()
    if unknown:
        raise ValueError(f"no option {min(unknown)}, expected {', '.join(design.options)}")
    chosen = {option: default for option, (_, default, _) in design.options.items()} | dict(options)
    for number in range(TRIES):
        instance: Instance = design.generate(**chosen, seed=seed + number)
        expect_fit(instance)
        if not designed:
            return instance
        measured = design.measure(instance, watch)
        if measured is not None:
            level: Instance = measured.instance
            return level
    raise ValueError("no such level was found")
