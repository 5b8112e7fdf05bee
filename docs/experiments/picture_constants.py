"""What each constant of pictures costs when it is a quarter larger or a fifth smaller, on drawn screenshots:

python docs/experiments/picture_constants.py --cases 28 --seed 2911 > docs/results/picture_constants.csv

Of how many screenshots the verdict or the level changes, and how many are read wrongly then. A constant that changes
nothing here may still keep a picture that nobody has seen from being believed.
"""

import csv
import os
import pickle
import re
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Container, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import product
from pathlib import Path
from pkgutil import iter_modules
from random import Random
from typing import Any

sys.path.append(str(Path(__file__).parents[2] / "tests"))
os.environ["OMP_NUM_THREADS"] = "1"

from fewest_pours.puzzles.watersort import pictures
from fewest_pours.puzzles.watersort.pictures import reading
from fewest_pours.puzzles.watersort.pictures.level import LevelInPicture
from fewest_pours.puzzles.watersort.pictures.limited_reading import read_level
from fuzz.pictures import random_screenshot
from helpers.screenshots import difference

FACTORS = {"larger": 1.25, "smaller": 0.8}
NOT_TUNED = {"opening", "limited_reading"}  # limits, and formats of files
FIXED = {"SIZE", "ANY"}  # that of the drawn signs, which are drawn once; and more than any sum
OF_DECISION = {"cell_costs", "cost_model", "decision", "doubts", "level_model"}
AFTER_STACKS = {"beakers", "beakers_to_buy", "covers", "hypotheses", "lifted_beakers", *OF_DECISION}

Verdict = tuple[str, Any]
MODULES = {
    each.name: import_module(f"{pictures.__name__}.{each.name}")
    for each in iter_modules(pictures.__path__)
    if each.name not in NOT_TUNED
}


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and value > 0


def constants() -> Iterator[tuple[str, str]]:
    """Module and name of each tuned constant: a number, or several."""
    for module, holder in MODULES.items():
        source = Path(str(holder.__file__)).read_text()
        for name, value in vars(holder).items():
            numbers = value if isinstance(value, tuple) else (value,)
            is_tuned = name.isupper() and name not in FIXED and numbers and all(map(is_number, numbers))
            is_imported = re.search(rf"^(\w+, )*{name}(, \w+)* = ", source, re.MULTILINE) is None
            if is_tuned and not is_imported:
                yield module, name


def scaled(value: Any, factor: float) -> Any:
    """The changed value; an odd number, such as the size of a filter, stays odd."""
    if isinstance(value, tuple):
        return tuple(scaled(each, factor) for each in value)
    if isinstance(value, int):
        changed = max(1, round(value * factor))
        return changed | 1 if value % 2 else changed
    return value * factor


@contextmanager
def changed(name: str, before: Any, after: Any) -> Iterator[None]:
    """The constant with another value, in its module and in those that import it."""
    holders = [holder for holder in MODULES.values() if name in vars(holder) and getattr(holder, name) is before]
    for holder in holders:
        setattr(holder, name, after)
    try:
        yield
    finally:
        for holder in holders:
            setattr(holder, name, before)


@contextmanager
def replaced(name: str, function: Callable[..., Any]) -> Iterator[None]:
    """A step of the reader replaced by one that remembers."""
    before = getattr(reading, name)
    setattr(reading, name, function)
    try:
        yield
    finally:
        setattr(reading, name, before)


def verdict(shown: Any) -> Verdict:
    """What becomes of a screenshot, and the level that is read."""
    try:
        level = read_level(shown.data)
    except Exception as error:
        return "failed", type(error).__name__
    if not isinstance(level, LevelInPicture):
        return "refused", None
    content = level.data["capacity"], level.data["beakers"], level.data.get("covered")
    if level.unsure:
        return "doubted", content
    return ("wrong" if difference(level.data, shown) else "exact"), content


class Remembering:
    """The first steps of one screenshot as they are today, so that constants of later steps need not repeat them."""

    def __init__(self) -> None:
        self.scaled, self.stacks = reading.scaled, reading.stacks
        self.located, self.hypotheses = reading.located, reading.hypotheses
        self.kept: dict[Any, Any] = {}

    def keep(self, key: Any, compute: Callable[[], Any]) -> Any:
        if key not in self.kept:
            try:
                self.kept[key] = pickle.dumps(compute())
            except reading.Unreadable as why:
                self.kept[key] = why
        found = self.kept[key]
        if isinstance(found, bytes):
            return pickle.loads(found)
        raise found

    def keep_stacks(self, picture: Any) -> Any:
        return self.keep("stacks", lambda: self.stacks(picture))

    def keep_picture(self, pixels: Any) -> Any:
        return self.keep("picture", lambda: self.scaled(pixels))

    def keep_located(self, found: Any, rows: Any, height: Any) -> Any:
        # Where units are depends on the height alone, as no constant of this step changes. It is found only if the
        # hypotheses, which are all that is asked for, are not kept yet.
        return height, lambda: self.located(found, rows, height)

    def keep_hypotheses(self, height_and_scene: Any) -> Any:
        height, locate = height_and_scene
        return iter(self.keep(height, lambda: list(self.hypotheses(locate()))))


@dataclass
class Effect:
    """Of how many screenshots a changed constant changes the verdict or the level, and how many it makes wrong."""

    changed: int = 0
    wrong: int = 0


def effects_on(case: int, seed: int, names: Container[str]) -> dict[tuple[str, str, str], Effect]:
    """What each constant and factor does to one screenshot; names: of the constants, all if there are none."""
    rng = Random(seed)
    for _ in range(case):
        random_screenshot(rng)
    shown = random_screenshot(rng)
    kept = Remembering()
    as_is = verdict(shown)
    found = {}
    for (module, name), (word, factor) in product(constants(), FACTORS.items()):
        if names and name not in names:
            continue
        before = getattr(MODULES[module], name)
        with ExitStack() as changes:
            changes.enter_context(changed(name, before, scaled(before, factor)))
            if module in AFTER_STACKS:
                changes.enter_context(replaced("stacks", kept.keep_stacks))
                changes.enter_context(replaced("scaled", kept.keep_picture))
            if module in OF_DECISION:
                changes.enter_context(replaced("located", kept.keep_located))
                changes.enter_context(replaced("hypotheses", kept.keep_hypotheses))
            after = verdict(shown)
        is_made_wrong = after[0] == "wrong" and as_is[0] != "wrong"
        found[module, name, word] = Effect(after != as_is, is_made_wrong)
    return found


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--cases", type=int, default=28)
    parser.add_argument("--seed", type=int, default=2911)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("names", nargs="*", help="constants, all without")
    given = parser.parse_args()
    in_all: defaultdict[tuple[str, str, str], Effect] = defaultdict(Effect)
    with ProcessPoolExecutor(given.jobs) as pool:
        effects = partial(effects_on, seed=given.seed, names=given.names)
        for of_case in pool.map(effects, range(given.cases)):
            for key, effect in of_case.items():
                in_all[key].changed += effect.changed
                in_all[key].wrong += effect.wrong
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(
        ["module", "constant", "value", *(f"{word}: {what}" for word in FACTORS for what in ("changed", "wrong"))]
    )
    for module, name in constants():
        if (module, name, "larger") in in_all:
            value = getattr(MODULES[module], name)
            counts = (in_all[module, name, word] for word in FACTORS)
            rows.writerow([module, name, value, *(count for each in counts for count in (each.changed, each.wrong))])


if __name__ == "__main__":
    main()
