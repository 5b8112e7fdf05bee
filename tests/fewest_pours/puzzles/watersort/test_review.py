"""A game under way: moves as people write them, hints, reviews, where it was lost, and what would help."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest

from fewest_pours.commands.solve_command import main
from fewest_pours.files.yaml_files import write_yaml
from fewest_pours.puzzles.watersort import file_format
from fewest_pours.puzzles.watersort.playing.hints_and_reviews import (
    costs_in_words,
    fewest,
    lost_in_words,
    lost_since,
    more_beakers,
    review,
)
from fewest_pours.puzzles.watersort.playing.moves import PLAYING, read_moves
from fewest_pours.running.solver_contract import Outcome, Result
from helpers.deals import deal_of, searched
from helpers.truth import enumerate_deals, random_games, shortest
from search_baseline.solvers import SIDE

TWO = deal_of("red blue", "blue red", "")


@pytest.mark.parametrize(
    "text",
    [
        "   1.  4 -> 5  1 blue\n   2.  3 -> 1  2 c1-3\n",
        "4\u20135 3\u20141",  # dashes of two lengths
        *("4-5 3-1", "4 → 5\n\n3 → 1", "4 to 5, 3 to 1"),
    ],
)
def test_moves_are_read_as_people_type_them(text):
    assert read_moves(text) == [(4, 5), (3, 1)]


@pytest.mark.parametrize("text", ["4-5 red", "4 -> 5  2 c1-3", "[" * 100_000])
def test_text_without_moves_is_refused(text):
    with pytest.raises(ValueError, match="expected"):
        read_moves(text)


def solve(position, any_plan):
    return searched(position, any_plan=any_plan)


def unsure(position, any_plan):
    return Result(Outcome.OUT_OF_TIME)


def test_a_review_and_the_move_that_lost_are_those_of_breadth_first_search():
    lost = 0
    for game in random_games():
        truth = [shortest(position) for position in game.positions]
        moves = review(game, solve)
        assert [(fewest(move.before), fewest(move.after)) for move in moves] == list(pairwise(truth))
        assert [move.lost for move in moves] == [before is not later is None for before, later in pairwise(truth)]
        if truth[-1] is None:
            lost += 1
            last, first = lost_since(game, solve)
            assert first == last + 1 == truth.index(None)
    assert lost > 10


def test_only_the_pour_that_loses_a_game_is_said_to_lose_it():
    start = deal_of("blue green blue", "red red red", "blue green green", "", capacity=3)
    game = PLAYING.play(start, [(2, 4), (1, 2), (3, 1)])
    assert [move.remark for move in review(game, solve)] == ["costs 1", "lost here", ""]


def test_more_beakers_are_the_fewest_that_help():
    seen = set()
    for deal in [*enumerate_deals(3, 2, 0), *enumerate_deals(3, 3, 0)]:
        if shortest(deal) is None:
            found = more_beakers(deal, solve)
            more, result = found
            with_more = [replace(deal, beakers=deal.beakers + ((),) * k) for k in range(more + 1)]
            assert [shortest(each) for each in with_more] == [None] * more + [result.upper_bound]
            seen.add(more)
    assert seen == {1, 2}


def test_nothing_is_claimed_that_the_solver_did_not_decide():
    game = PLAYING.play(TWO, [(1, 3), (2, 1)])
    assert lost_since(game, unsure) == (-1, 2)
    assert lost_in_words(game, unsure)[0] == "lost from the start, or by one of the moves 1 to 2"
    words, _ = lost_in_words(game, lambda *asked: (unsure if asked[0] == game.positions[1] else solve)(*asked))
    assert words == "one of the moves 1 to 2 lost the game"
    assert more_beakers(TWO, unsure) is None
    assert more_beakers(deal_of("ab"), solve) is None  # units are missing
    assert [move.remark for move in review(game, unsure)] == ["", ""]


def asked(capsys, *arguments):
    code = main("search_baseline", "", (SIDE,), list(map(str, arguments)))
    return (code, *capsys.readouterr())


def test_a_page_shows_the_review_and_then_the_plan(capsys, tmp_path):
    deal, out = tmp_path / "deal.yaml", tmp_path / "page.html"
    deal.write_text(write_yaml(file_format.document(replace(TWO, beakers=(*TWO.beakers, ())))), encoding="utf-8")
    code, words, _ = asked(capsys, deal, "--moves", "1-3 3-4", "--review", "--page", out)
    assert code == 0
    assert "2 pours made, 2 left, 3 is best: pour 2 costs 1\n" in words
    assert "costs 1; better: " in words
    assert "\n2 pours made, 1 left: the fewest possible\n" in asked(capsys, deal, "--moves", "1-3 2-1", "--review")[1]
    assert costs_in_words({7: 1, 9: 2, 23: 1}) == "pours 7 and 23 cost 1 each, pour 9 costs 2"
    data = json.loads(out.read_text(encoding="utf-8").split('type="application/json">')[1].split("</script>")[0])
    assert len(data["frames"]) == 2 + 2
    assert [mark["mark"] for mark in data["marks"]] == ["", "costs 1"]
    assert (data["fewest"], data["proven"]) == (3, True)
