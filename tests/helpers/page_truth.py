"""What is true of levels of water sort, as JSON for the tests of the page's scripts, which node runs."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, product
from pathlib import Path
from random import Random
from typing import Any

import yaml

from fewest_pours.drawing.colors import LETTERS, NAMES, OWN, looks
from fewest_pours.files.bad_input import BadInput
from fewest_pours.pages.board.board_page import palette
from fewest_pours.puzzles.loading import loaded
from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.puzzles.watersort.file_format import completed
from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.playing.best_pours import best_pours
from fewest_pours.puzzles.watersort.playing.hidden_units import choices, judge
from fewest_pours.puzzles.watersort.rules import (
    HIDDEN,
    Deal,
    poured_on,
    pours,
    solved,
    units_of,
    unsolvable_by_counting,
)
from fewest_pours.puzzles.watersort.terminal_picture import looks_of
from fewest_pours.running.solver_contract import Watch
from fuzz.mutation import damaged_text
from fuzz.notations import notation
from helpers.deals import searched
from helpers.paths import INSTANCES, text_of
from helpers.truth import random_games

Facts = dict[str, Any]


def facts_of(deal: Deal) -> Facts:
    """A position as the page holds it, its pours, and what the search says of it."""
    numbered = PUZZLE.drawing.state
    legal = [[pour.source, pour.target, numbered(poured_on(deal, pour))] for pour in pours(deal.beakers, deal.capacity)]
    found = searched(deal)
    return {
        "state": numbered(deal),
        "capacity": deal.capacity,
        "solved": solved(deal.beakers, deal.capacity),
        "pours": legal,
        "whole": unsolvable_by_counting(deal) is None,
        "fewest": None if found.plan is None else len(found.plan),
    }


def positions(many: int) -> Iterator[Facts]:
    """Facts on random deals and on positions of random games, about so many of each."""
    sizes = list(product((4, 5, 6, 7, 8), (1, 2), range(100)))
    for colors, empties, seed in sizes[:: max(1, len(sizes) // many)]:
        yield facts_of(generate(colors, empties, 4, seed))
    for game in random_games()[: many // 4]:
        yield from map(facts_of, game.positions)


def hidden_positions(many: int) -> Iterator[Facts]:
    """Positions of games with hidden units: in how many ways each pour wins, and the best pour; null if none wins."""
    stream = Random(2)
    for seed in range(many):
        deal = generate(stream.choice((3, 4)), stream.choice((1, 2)), 3, seed)
        hide = stream.sample([(b, u) for b, units in enumerate(deal.beakers) for u in range(len(units) - 1)], 3)
        beakers = tuple(
            tuple(HIDDEN if (b, u) in hide else unit for u, unit in enumerate(units))
            for b, units in enumerate(deal.beakers)
        )
        earlier: list[Deal] = []
        position = completed(replace(deal, beakers=beakers))
        while HIDDEN in units_of(position) and (options := choices(position, earlier)):
            judgment = judge(position, Watch(60, 1024), earlier)
            best = best_pours(position, judgment).pours
            yield {
                "state": PUZZLE.drawing.state(position),
                "capacity": deal.capacity,
                "hidden": list(looks_of(position)).index(HIDDEN),
                "earlier": [PUZZLE.drawing.state(each) for each in earlier],
                "wins": [[pour.source, pour.target, wins] for pour, wins, _ in judgment.pours],
                "best": [best[0].source, best[0].target] if best else None,
            }
            earlier.append(position)
            position = poured_on(position, stream.choice(options))


def typed(many: int) -> Iterator[Facts]:
    """Texts, and how the program reads each: null if it refuses it."""
    for text in texts(many):
        yield {"text": text, "level": level_of(text)}


def level_of(text: str) -> Facts | None:
    try:
        found = loaded("", text)
    except BadInput:
        return None
    deal = found.instance
    if found.puzzle is not PUZZLE:
        return None
    turned = found.other_reading and found.other_reading.instance
    return {
        "capacity": deal.capacity,
        "rows": [list(beaker[::-1]) for beaker in deal.beakers],
        "other": turned and [list(beaker[::-1]) for beaker in turned.beakers],
        "unseen": list(deal.unseen),
        "covers": [list(cover) for cover in deal.covered],
        "looks": dict(deal.looks),
    }


def words_and_looks(many: int) -> Iterator[Facts]:
    """Sets of words for colours, and how the program draws them."""
    stream = Random(1)
    odd = "c01", "c02", "🟢", "🟥", "Red", "red2", "tomato", "light-red", "#00FF00", "x", "é"
    words = [*NAMES, *OWN, *LETTERS, *odd]
    for size in range(1, many // 2):
        chosen = tuple(dict.fromkeys(stream.choices(words, k=min(size, 40))))
        given = tuple((word, "#123456") for word in chosen[:1])
        drawn = looks(chosen, given)
        yield {"words": chosen, "given": dict(given), "looks": [vars(drawn[word]) for word in chosen]}


def texts(many: int) -> Iterator[str]:
    """Lists as people type them, the shipped files, the texts of a table, and damaged ones."""
    stream = Random(0)
    yield from (notation(stream)[0] for _ in range(many))
    shipped = [path.read_text(encoding="utf-8") for path in sorted((INSTANCES / "watersort").glob("*.yaml"))]
    yield from shipped
    every = yaml.load(text_of("tests/fewest_pours/puzzles/texts.yaml"), yaml.CSafeLoader).values()
    table = [text for text, *_ in chain(*every)]
    yield from table
    for _ in range(many):
        damaged = damaged_text(stream.choice([*shipped, *filter(None, table)]).encode(), stream)
        yield damaged.decode(errors="ignore")


def write(folder: Path, many: int) -> None:
    """Write the cases that the tests in node read, about so many of each kind."""
    (folder / "palette.json").write_text(json.dumps(palette()), encoding="utf-8")
    kinds = {
        "positions": positions(many),
        "hidden": hidden_positions(many // 3),
        "typed": typed(many),
        "looks": words_and_looks(many),
    }
    for name, cases in kinds.items():
        (folder / f"{name}.json").write_text(json.dumps(list(cases)), encoding="utf-8")
