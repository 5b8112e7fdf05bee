"""Solvers and checker read the same language: what one makes of a file, the other makes of it too."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.paths import INSTANCES
from instances.certificates.certificate_files import seen
from instances.checker import read_instance
from instances.puzzles import load
from instances.reading.yaml_files import BadInput, write_yaml

Drawn = Callable[[random.Random], str]
FILES = [
    *(f"watersort/{name}.yaml" for name in ("one-pour", "solved-empty", "deal-6c1e4h-7005", "ito-fig10a-h3-k2")),
    *("squares/level-03.yaml", "squares/level-11.yaml", "futoshiki/gen-6x6-a.yaml", "pipes/blog-5x5.yaml"),
]
NUMBERS = ["0", "1", "2", "9", "+1", "-1", "1.0", "1e1", "٣", "1_0", "0x1", "1000000000", "'1'"]
PIECES = [*NUMBERS, *"?a~[],{}:\n <^v╔▒#|", "'?'", "null", "true", "[]", "  ", "up"]


def spoilt(text: str, rng: random.Random) -> str:
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(text))
        if rng.random() < 0.5 and (digits := [i for i, character in enumerate(text) if character.isdigit()]):
            place = rng.choice(digits)
        text = text[:place] + rng.choice(PIECES) + text[place + rng.choice([0, 1, 1, 2]) :]
    return text


@pytest.mark.parametrize("name", FILES)
def test_what_a_solver_takes_the_checker_takes_for_the_same(name: str, tmp_path: Path) -> None:
    text, path, rng, taken = (INSTANCES / name).read_text(encoding="utf-8"), tmp_path / "f.yaml", random.Random(name), 0
    for _ in range(200):
        path.write_text(spoilt(text, rng), encoding="utf-8")
        try:
            puzzle, instance = load(path)
        except BadInput:
            continue
        assert read_instance(path) == (puzzle.name, seen(puzzle, instance))
        taken += 1
    assert taken > 10


def random_futoshiki(rng: random.Random) -> str:
    """A drawing with signs, digits and other characters anywhere, mostly where they may stand."""
    size = rng.randint(1, 3)
    places = [[" "] * (2 * size - 1) for _ in range(2 * size - 1)]
    for y, line in enumerate(places):
        for x in range(len(line)):
            fits = {(0, 0): "...12", (0, 1): "  <>", (1, 0): "  ^v", (1, 1): "    "}[y % 2, x % 2]
            line[x] = rng.choice(fits if rng.random() < 0.95 else ".13<>^v x")
    return "\n".join("".join(line) for line in places)


def random_pipes(rng: random.Random) -> str:
    size = rng.randint(1, 3)
    return "\n".join("".join(rng.choice("╔╗╚╝║═▒▒?") for _ in range(size)) for _ in range(size))


@pytest.mark.parametrize(("puzzle", "drawn"), [("futoshiki", random_futoshiki), ("pipes", random_pipes)])
def test_what_the_checker_takes_a_solver_takes_for_the_same(puzzle: str, drawn: Drawn, tmp_path: Path) -> None:
    """Random drawings: signs only stand where they mean something."""
    path, rng, taken = tmp_path / "f.yaml", random.Random(puzzle), 0
    for _ in range(1000):
        drawing = drawn(rng)
        tiles = "╔" * drawing.count("▒") if puzzle == "pipes" else None
        data = {"puzzle": puzzle, "grid": f"{drawing}\n"} | ({} if tiles is None else {"tiles": tiles})
        path.write_text(write_yaml(data), encoding="utf-8")
        try:
            read = read_instance(path)
        except BadInput:
            with pytest.raises(BadInput):
                load(path)
            continue
        loaded, instance = load(path)
        assert read == (loaded.name, seen(loaded, instance))
        taken += 1
    assert taken > 100


@pytest.mark.parametrize("capacity", ["2", "+2", "02", "'2'"])
def test_capacities(capacity: str, tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_text(f"puzzle: watersort\ncapacity: {capacity}\nbeakers: [[a, b], [b, '?'], []]\n")
    assert read_instance(path) == ("watersort", seen(*load(path)))


def test_what_is_repaired_is_repaired_alike(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_text("puzzle: watersort\ncapacity: 2\nbeakers: [[light blue, ?], [light-blue, red], []]\n")
    puzzle, deal = load(path)
    notes: list[str] = []
    assert read_instance(path, notes.append) == ("watersort", seen(puzzle, deal))
    assert len(notes) == 1
