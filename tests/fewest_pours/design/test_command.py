"""Levels to order: as wished, proven, no two alike, the same for the same seed, and a clear end."""

import json
import re
from dataclasses import replace
from functools import cache, partial
from itertools import permutations
from math import inf

import jsonschema
import pytest

from fewest_pours.commands.schemas import instance_schema, pack_schema
from fewest_pours.design import design_command, rate_command
from fewest_pours.design.watersort.climbing import climb_to_hardest
from fewest_pours.design.watersort.water_sort_design import alike, generate_covered
from fewest_pours.files.input_files import puzzle_files
from fewest_pours.puzzles.loading import loaded
from fewest_pours.puzzles.watersort import PUZZLE
from fewest_pours.puzzles.watersort.generator import generate
from fewest_pours.puzzles.watersort.rules import replay, units_of
from fewest_pours.running.limits import Limits
from fewest_pours.running.solver_contract import Watch
from fewest_pours.sides import level_designs
from fuzz.covers import fewest_from, following, state_of
from helpers.commands import command
from helpers.deals import deal_of, named, searched, typed
from helpers.truth import shortest

DESIGN = level_designs()["watersort"]


def design(words):
    return design_command.design(words, level_designs())


def packed(words, folder, code=0):
    """The levels of a pack that design makes, or adds to."""
    pack = folder / "pack.json"
    assert design(["watersort", *words.split(), "--json", str(pack)]) == code
    data = json.loads(pack.read_text())
    jsonschema.validate(data, pack_schema())
    return data["levels"]


def ordered(words, folder):
    assert design([*words.split(), "--out", str(folder)]) == 0
    return [named(path) for path in sorted(folder.iterdir())]


@pytest.mark.parametrize(
    ("words", "fewest"),
    [
        ("watersort --colors 3 --empties 1 --pours 6..8 --count 5", range(6, 9)),
        ("watersort --colors 3 --empties 1 --plans 1..3 --difficulty 0..0.4 --count 3", range(28)),
        ("watersort --colors 3 --empties 1 --unsolvable --count 3", [None]),
        ("watersort --colors 1 --hardest 999", [0]),  # the climb ends, as nothing can be exchanged
        ("watersort --colors 6 --unsolvable", [None]),  # found by a climb: random deals can be solved
        ("squares --blocks 2 --size 4 --clicks 4..6", range(4, 7)),
        ("futoshiki --size 4", [None]),
        ("pipes --size 4 --clues 0.5", [None]),
    ],
)
def test_levels_are_as_wished_and_their_files_state_the_answer(words, fewest, tmp_path):
    for level in ordered(words, tmp_path):
        result = searched(level)
        steps = shortest(level) if words.startswith("watersort") else None if result.plan is None else len(result.plan)
        assert steps in fewest
        assert level.known == type(level.known)(*([1] if result.unique else [steps, steps is not None]))
        assert "plans" not in words or 1 <= level.rating.plans <= 3


def test_the_same_seed_gives_the_same_levels_and_in_a_folder_that_has_them_others(tmp_path):
    """Their numbers follow those that are there; no two levels are alike."""
    words = "watersort --colors 4 --count 3 --seed 7"
    first = ordered(words, tmp_path / "one")
    assert ordered(words, tmp_path / "two") == first
    grown = ordered(words, tmp_path / "one")
    assert {path.name[-6] for path in (tmp_path / "one").iterdir()} == set("123456")
    assert grown[:3] == first
    others = ordered(f"{words} --not-in {tmp_path / 'one'}", tmp_path / "others")
    assert len({alike(level) for level in [*grown, *others]}) == 9


def test_a_curve_of_rising_difficulty_in_one_file(tmp_path):
    levels = packed("--curve 5..14 --count 10 --seed 2 --hidden 7", tmp_path)
    assert [level["measures"]["pours"] for level in levels] == list(range(5, 15))
    for level in levels:
        puzzle, deal, *_ = loaded("level", json.dumps(level["level"]))
        puzzle.verify(deal, puzzle.read_answer(level["plan"]))
        assert len(level["plan"]) == deal.known.pours == level["measures"]["pours"]
        assert len(deal.hidden) == 7  # of two colours only six are below others
        assert generate(len(units_of(deal)), 2, 4, level["seed"]).beakers == deal.beakers


def test_a_curve_rises_evenly_in_another_measure(tmp_path):
    levels = packed("--colors 4 --curve stuck 0.1..0.5 --count 5", tmp_path)
    stuck = [level["measures"]["stuck"] for level in levels]
    assert 0.1 <= stuck[0] <= stuck[-1] <= 0.5
    assert all(abs(share - place / 10) < 0.021 for place, share in enumerate(stuck, 1))


def test_a_curve_ends_where_levels_are_rare_and_says_so(capsys, tmp_path):
    levels = packed("--colors 3 --empties 1 --curve 6..60 --count 6 --tries 400", tmp_path, 1)
    found = re.search(r"pours beyond 6 to (\d+) are too rare for the curve", capsys.readouterr().err)
    assert found
    lengths = [level["measures"]["pours"] for level in levels]
    assert lengths == sorted(lengths)
    assert (lengths[0], lengths[-1]) == (6, int(found[1]))


def test_a_pack_grows_and_repeats_no_level(tmp_path, capsys, monkeypatch):
    """Nor one that another command adds meanwhile; nor does a design that is not to repeat it."""
    words = "--colors 2 --capacity 2 --tries 200"
    real = design_command.with_progress

    def after_another(order, watch):
        monkeypatch.setattr(design_command, "with_progress", real)
        packed(words, tmp_path)
        capsys.readouterr()
        yield from real(order, watch)

    monkeypatch.setattr(design_command, "with_progress", after_another)
    first, second = packed(f"{words} --count 2", tmp_path, 1)
    err = capsys.readouterr().err
    assert f"#2   pours {second['measures']['pours']}" in err
    assert "\n1 level left out, which another command added meanwhile\n" in err
    assert packed(words, tmp_path)[:2] == [first, second]
    for way in ("", " --hardest 0.1"):
        others = f"watersort {words}{way} --json {tmp_path}/other.json --not-in {tmp_path}/pack.json"
        assert design(others.split()) == 1  # there are three
    assert len(packed(f"{words} --curve 0..3 --count 11", tmp_path, 1)) > 3  # the others have more colours


def test_hidden_units_have_their_colour_and_a_flag(tmp_path):
    """In files and packs; they are the lowest, and of more than one colour; solvers and the checker see them."""
    plain = ordered("watersort --colors 4 --count 3", tmp_path / "plain")
    pack = tmp_path / "pack.json"
    hidden = ordered(f"watersort --colors 4 --count 3 --hidden 6 --json {pack}", tmp_path / "hidden")
    assert [replace(level, hidden=()) for level in hidden] == plain
    assert hidden == [named(file) for file in puzzle_files([pack])]
    for entry in json.loads(pack.read_text())["levels"]:
        jsonschema.validate(entry["level"], instance_schema())
        later = [(place, row, unit["color"]) for place, beaker in enumerate(entry["level"]["beakers"])
                 for row, unit in enumerate(beaker) if isinstance(unit, dict) and unit["hidden"]]  # fmt: skip
        assert sorted(row for _, row, _ in later) == [2, 2, 3, 3, 3, 3]
        assert len({color for *_, color in later}) > 1
    command(f"search_baseline {pack}#1 --certificate proof", folder=tmp_path)
    assert command(f"fewest_pours check {pack}#1 proof", folder=tmp_path).stdout.startswith("valid: optimal")
    seen = replay(hidden[0], PUZZLE.read_answer(json.loads(pack.read_text())["levels"][0]["plan"]))
    assert all(below < len(each.beakers[place]) - 1 for each in seen for place, below in each.hidden)


NULL_POURS = deal_of("cd", "bd", "cb", "a", "ba", "bb", "ba", "a", name="a and b fill two beakers")
LOST_BEHIND = generate_covered(1, 6, colors=4, empties=1, capacity=3)  # positions that only the cover makes lost


@pytest.mark.parametrize("deal", [generate(3, 1, 3, seed=11), NULL_POURS, LOST_BEHIND], ids=lambda deal: deal.name)
def test_a_rating_is_what_breadth_first_search_counts(deal):
    level = DESIGN.measure(deal, Watch())
    rating = dict(DESIGN.rate(level, 0, Watch()))
    fewest = cache(partial(fewest_from, capacity=deal.capacity))

    def follow(state):
        return {*following(state, deal.capacity)} - {state}

    @cache
    def plans(state):
        length = fewest(state)
        return 1 if length == 0 else sum(plans(each) for each in follow(state) if fewest(each) == (length or 0) - 1)

    played = map(state_of, replay(deal, level.answer)[:-1])
    kept = [[fewest(later) is not None for later in follow(state)] for state in played]
    assert rating["traps"] == round(sum(not all(each) for each in kept) / len(kept), 2)
    assert rating["narrowest"] == round(min(sum(each) / len(each) for each in kept), 2)
    assert rating["plans"] == plans(state_of(deal))


def test_at_the_time_limit_the_levels_rated_by_then_are_printed(tmp_path, capsys, monkeypatch):
    """Also those after one that takes minutes. The limit is reached once two levels are rated."""
    limits, ended = Limits(), []

    def rating_in(ending, file):
        ended.append(file)
        limits.time_limit = 0 if len(ended) == 2 else limits.time_limit
        return ending.value

    monkeypatch.setattr(rate_command, "Limits", lambda *_: limits)
    monkeypatch.setattr(rate_command, "rating_in", rating_in)
    (tmp_path / "large.txt").write_text(typed(generate(40, 5, seed=1)))
    small = ["level-01", "sample-three-colours"]
    assert rate_command.rate([str(tmp_path / "large.txt"), *small, "--workers", "2"], level_designs) == 23
    out, err = capsys.readouterr()
    assert [line.split()[0] for line in out.splitlines()] == small
    assert err.endswith("out of time: 2 of 3 levels rated\n")


@pytest.mark.parametrize(("colors", "capacity"), [(3, 3), (4, 2), (5, 2)])
def test_levels_are_alike_exactly_if_colours_and_beakers_can_be_matched(colors, capacity):
    """Whether a matching exists is tried for all of them; some have covers."""
    forms = {}
    for seed in range(400):
        deal = generate_covered(
            min(max(0, seed % 5 - 2), colors - 2), seed, colors=colors, empties=1, capacity=capacity
        )
        names = sorted(units_of(deal))
        form = min(
            sorted((swap[cover], [swap[color] for color in beaker]) for beaker, cover in state_of(deal))
            for swap in ({"": ""} | dict(zip(names, swapped, strict=True)) for swapped in permutations(names))
        )
        assert forms.setdefault(alike(deal), form) == form
    assert len(forms) == len(set(map(str, forms.values())))


def test_a_climb_finds_the_hardest_deals_of_a_small_size():
    """Of three colours on two empty beakers none needs more than 11 pours (docs/results.md)."""
    watch, climbed = Watch(), []

    def measured(deal, limits):
        climbed.append(deal)
        if len(climbed) == 200:
            watch.interrupted.set()
        return DESIGN.measure(deal, limits)

    level = climb_to_hardest(generate(3, 2), inf, measured, watch)
    assert 10 <= level.measures["pours"] == shortest(level.instance) <= 11
