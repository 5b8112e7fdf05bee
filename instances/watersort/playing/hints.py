"""What a player may ask besides the answer: a hint, a review, which move lost the game, what would help."""

from collections.abc import Collection
from typing import Any

from instances.puzzle import Ask, Extra, Findings, Game
from instances.solving.limits import Watch
from instances.solving.outcome import Outcome, Result
from instances.text import counted
from instances.watersort.files import plan_data
from instances.watersort.playing.hidden import hint_over_ways, is_hidden, judge
from instances.watersort.playing.review import (
    fewest,
    lost_in_words,
    more_beakers,
    more_beakers_in_words,
    review,
    review_in_words,
    summary,
)
from instances.watersort.rules import Deal

UNASKED = 10.0  # seconds at most to find out how many more beakers would help a deal that nobody has played


def findings(game: Game, result: Result, extras: Collection[Extra], ask: Ask) -> Findings:
    """The extras that apply to the result for the game's position."""
    found = Findings()
    if Extra.REVIEW in extras:
        moves = review(game, lambda deal, any_plan: result if deal is game.position else ask(deal, any_plan))
        found.lines += ["", *review_in_words(moves), "", summary(moves)]
        if result.outcome is not Outcome.UNSOLVABLE:  # or which move lost the game follows below
            found.brief.append(summary(moves))
        found.data["review"] = [move.data for move in moves]
        found.marks = [{"mark": move.remark, "note": move.remark, "lost": move.lost} for move in moves]
        found.fewest = moves[0].before if moves else None
    if Extra.HINT in extras and is_hidden(game.position):
        words, found.data["hint"] = hint_over_ways(game.position, judge(game.position, 0, ask.watch, game.positions))
        found.add(words)
    if Extra.HINT in extras and result.plan is not None:
        words, found.data["hint"] = hint(game.position, result, ask.hints)
        found.add(words)
    if Extra.EXPLANATION in extras and (result.outcome is Outcome.UNSOLVABLE or result.plan):
        found.explanation = found.data["explanation"] = explanation(ask.explained(result), ask.watch)
        found.lines += ["", *found.explanation, ""]
    if result.outcome is Outcome.UNSOLVABLE and Extra.RESCUE in extras:
        rescue(found, game, ask)
    return found


def hint(position: Deal, result: Result, number: int) -> tuple[str, dict[str, Any]]:
    """'hint: 6 -> 13  1 blue; 38 pours left after it, proven fewest', and the same as data.

    number: of pours that the hint names.
    """
    plan, proven = result.plan or (), fewest(result) is not None
    if not plan:
        return "solved: no pour is left", {"left": 0, "proven": True}
    (first, *then), left = plan_data(position, plan[:number]), len(plan[number:])
    pours = ", ".join(pour.words for pour in plan[:number])
    after = f"{counted(left, 'pours')} left after {'them' if then else 'it'}"
    data = first | {"left": left, "proven": proven} | ({"then": then} if then else {})
    return f"hint: {pours}; {after}, {'' if proven else 'not '}proven fewest", data


def explanation(result: Result, watch: Watch) -> list[str]:
    """Why there is no plan, in sentences; the reason alone where no facts prove it. Or what all plans share."""
    if result.explanation is not None:
        return list(result.explanation(watch))
    if result.outcome is not Outcome.UNSOLVABLE:
        return []
    return [f"No plan exists: {result.reason}. python -m cpmodel --explain may give more reasons."]


def rescue(found: Findings, game: Game, ask: Ask) -> None:
    """Which move lost the game, and how many more empty beakers would help."""
    if game.steps:
        words, found.data["lost"] = lost_in_words(game, ask)
        found.add(words)
    else:
        ask.most = UNASKED
    if (helped := more_beakers(game.position, ask)) is not None:
        more, result = helped
        found.add(more_beakers_in_words(more, result))
        proven = fewest(result) is not None
        found.data["more_beakers"] = {"beakers": more, "pours": result.upper_bound, "proven": proven}
