"""What players get besides the answer: a hint, a review, the move that lost the game, how many beakers would help."""

from dataclasses import replace

from instances.puzzles.puzzle import Asking, Findings, Game
from instances.puzzles.watersort.files import plan_data
from instances.puzzles.watersort.playing import review
from instances.puzzles.watersort.playing.hidden import hint_over_ways, judge
from instances.puzzles.watersort.rules import HIDDEN, Deal, units_of, why_unsolved
from instances.reading.text import counted
from instances.reading.yaml_files import Data
from instances.running.contract import LimitReached, Outcome, Result
from instances.running.enforcement import enforced

UNASKED = 10.0  # seconds at most to find how many more beakers would help, if no moves were played


def findings(game: Game, result: Result, ask: Asking) -> Findings:
    """The extras of the request, as far as they apply to the result for the game's last position."""
    found, lost, request = Findings(), result.outcome is Outcome.UNSOLVABLE, ask.request
    if request.review:
        moves = review.review(game, lambda deal, any_plan: result if deal is game.position else ask(deal, any_plan))
        found.lines += ["", *review.review_in_words(moves), ""]
        found.data["review"] = [move.data for move in moves]
        found.marks = [{"mark": move.remark, "lost": move.lost} for move in moves]
    if request.hints and (result.plan is not None or why_unsolved(game.position)):
        words, found.data["hint"] = hint(game, result, ask)
        found.add(words)
    if request.settings.explain and (lost or result.plan):
        sentences = [f"No plan exists: {result.reason}. python -m cpmodel --explain may give more reasons."] * lost
        try:
            explanation = ask.explained(game.position, result).explanation
            with enforced(ask.watch, grace=0):
                ask.watch.check()
                sentences = list(explanation(ask.watch)) if explanation else sentences
        except LimitReached as limit:
            sentences = [f"{limit} before it was explained".capitalize() + "."]
        found.data["explanation"] = sentences
        found.lines += ["", *sentences, ""] if sentences else []
    if request.rescue and lost:
        rescue(found, game, ask)
    return found


def hint(game: Game, result: Result, ask: Asking) -> tuple[str, Data]:
    """('hint: 6 -> 13  1 blue; 38 pours left after it, proven fewest', the same as data)"""
    position: Deal = game.position
    if result.plan is None:
        words, data = hint_over_ways(position, judge(position, ask.watch, game.positions))
        if not data.get("wins"):
            hidden, now = (units_of(deal)[HIDDEN] for deal in (game.positions[0], position))
            words += f"; {hidden - now} of {counted(hidden, 'hidden units')} known: start over with what --out writes"
        return words, data
    if not result.plan:
        return "solved: no pour is left", {"left": 0, "proven": True}
    plan, proven = result.plan[: ask.request.hints], result.outcome is Outcome.OPTIMAL
    (first, *then), left = plan_data(position, plan), len(result.plan) - len(plan)
    after = f"{counted(left, 'pours')} left after {'them' if then else 'it'}"
    data = first | {"left": left, "proven": proven} | ({"then": then} if then else {})
    pours = ", ".join(pour.words for pour in plan)
    return f"hint: {pours}; {after}, {'' if proven else 'not '}proven fewest", data


def rescue(found: Findings, game: Game, ask: Asking) -> None:
    """Add to the findings which move lost the game, and how many more empty beakers would help."""
    if game.steps:
        words, found.data["lost"] = review.lost_in_words(game, ask)
        found.add(words)
    else:
        ask = replace(ask, watch=ask.watch.rest(UNASKED))
    if (rescued := review.more_beakers(game.position, ask)) is not None:
        more, result = rescued
        found.add(f"with {counted(more, 'more empty beakers')} {review.pours_in_words(result)}")
        proven = result.outcome is Outcome.OPTIMAL
        found.data["more_beakers"] = {"beakers": more, "pours": result.upper_bound, "proven": proven}
