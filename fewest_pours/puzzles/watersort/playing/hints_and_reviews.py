"""What players get besides the answer: a hint, a review, the move that lost the game, how many beakers would help.

Figures that are not proven are marked as such.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from fewest_pours.files.wording import counted
from fewest_pours.files.yaml_files import Data
from fewest_pours.puzzles.puzzle import Asking, Findings, Game
from fewest_pours.puzzles.watersort.file_format import plan_data
from fewest_pours.puzzles.watersort.playing.best_pours import best_pours
from fewest_pours.puzzles.watersort.playing.hidden_units import hint_over_ways, judge
from fewest_pours.puzzles.watersort.playing.moves import extend
from fewest_pours.puzzles.watersort.rules import HIDDEN, Deal, Pour, units_of, unsolvable_by_counting, why_unsolved
from fewest_pours.running.forced_stop import enforced
from fewest_pours.running.solver_contract import LimitReached, Outcome, Result

CONTINUED = 4  # pours of the best continuation that stand beside a costly pour
UNASKED = 10.0  # seconds at most to find how many more beakers would help, if no moves were played

WaterGame = Game[Deal, Pour]
WaterAsking = Asking[Deal, Pour]
Solve = Callable[[Deal, bool], Result[Pour]]  # position, whether to stop at the first plan -> result


def findings(game: WaterGame, result: Result[Pour], ask: WaterAsking) -> Findings:
    """The extras of the request, as far as they apply to the result for the game's last position."""
    found = Findings()
    lost = result.outcome is Outcome.UNSOLVABLE
    request = ask.request
    if request.review:

        def solve(deal: Deal, any_plan: bool) -> Result[Pour]:
            return result if deal is game.position else ask(deal, any_plan)

        moves = review(game, solve)
        found.lines += ["", *review_in_words(moves), ""]
        found.data["review"] = [move.data for move in moves]
        found.marks = [{"mark": move.remark, "lost": move.lost} for move in moves]
    if request.hints and (result.plan is not None or why_unsolved(game.position)):
        words, found.data["hint"] = hint(game, result, ask)
        found.add(words)
    if request.settings.explain and (lost or result.plan):
        explain(found, game, result, ask)
    if request.rescue and lost:
        rescue(found, game, ask)
    return found


def explain(found: Findings, game: WaterGame, result: Result[Pour], ask: WaterAsking) -> None:
    """Add to the findings why no plan exists, or what all plans have in common."""
    sentences: list[str] = []
    if result.outcome is Outcome.UNSOLVABLE:
        sentences.append(f"No plan exists: {result.reason}. python -m cpmodel --explain may give more reasons.")
    try:
        compute_sentences = ask.explained(game.position, result).explanation
        if compute_sentences is not None:
            # A solver that explains leaves this work until now, and may not look at the watch while it does it.
            with enforced(ask.watch, grace=0):
                ask.watch.check()
                sentences = list(map(str, compute_sentences(ask.watch))) or sentences
    except LimitReached as limit:
        sentences = [f"{limit} before it was explained".capitalize() + "."]
    found.data["explanation"] = sentences
    if sentences:
        found.lines += ["", *sentences, ""]


def hint(game: WaterGame, result: Result[Pour], ask: WaterAsking) -> tuple[str, Data]:
    """('hint: 6 -> 13  1 blue; 38 pours left after it, proven fewest', the same as data)"""
    if result.plan is None:
        return hint_over_hidden_units(game, ask)
    next_pours = best_pours(game.position, result.plan, ask.request.hints).pours
    if not next_pours:
        return "solved: no pour is left", {"left": 0, "proven": True}
    proven = result.outcome is Outcome.OPTIMAL
    left = len(result.plan) - len(next_pours)
    first, *then = plan_data(next_pours)
    data: Data = first | {"left": left, "proven": proven}
    if then:
        data["then"] = then
    pours = ", ".join(pour.words for pour in next_pours)
    them = "them" if then else "it"
    proof = "proven fewest" if proven else "not proven fewest"
    return f"hint: {pours}; {counted(left, 'pours')} left after {them}, {proof}", data


def hint_over_hidden_units(game: WaterGame, ask: WaterAsking) -> tuple[str, Data]:
    """A hint, in words and as data, where no solver can find a plan: the pour that wins for most of what is hidden."""
    position = game.position
    judgment = judge(position, ask.watch, game.positions)
    words, data = hint_over_ways(judgment, best_pours(position, judgment).judged)
    if data["ways"] and not data.get("wins"):
        hidden_at_start = units_of(game.positions[0])[HIDDEN]
        known = hidden_at_start - units_of(position)[HIDDEN]
        of_all = counted(hidden_at_start, "hidden units")
        words += f"; {known} of {of_all} known: start over with what --out writes"
    return words, data


def rescue(found: Findings, game: WaterGame, ask: WaterAsking) -> None:
    """Add to the findings which move lost the game, and how many more empty beakers would help."""
    if game.steps:
        words, found.data["lost"] = lost_in_words(game, ask)
        found.add(words)
    else:
        ask = replace(ask, watch=ask.watch.rest(UNASKED))
    rescued = more_beakers(game.position, ask)
    if rescued is not None:
        more, result = rescued
        found.add(f"with {counted(more, 'more empty beakers')} {pours_in_words(result)}")
        proven = result.outcome is Outcome.OPTIMAL
        found.data["more_beakers"] = {"beakers": more, "pours": result.upper_bound, "proven": proven}


# ------------------------------------------------------------------------------------------------------------ reviews


@dataclass(frozen=True)
class Reviewed:
    """A move of the game, and the results for the positions before and after it."""

    pour: Pour
    before: Result[Pour]
    after: Result[Pour]

    @property
    def lost(self) -> bool:
        """Whether the position before the move has a plan, and the one after it is proven to have none."""
        return self.before.plan is not None and self.after.outcome is Outcome.UNSOLVABLE

    @property
    def cost(self) -> int | None:
        """Pours that the move wastes: 0 for a best move; None if not proven."""
        before = fewest(self.before)
        after = fewest(self.after)
        if before is None or after is None:
            return None
        return after + 1 - before

    @property
    def remark(self) -> str:
        """'costs 2', 'lost here'; '' for a best move."""
        if self.lost:
            return "lost here"
        return f"costs {self.cost}" if self.cost else ""

    @property
    def better(self) -> str:
        """'better: 2 -> 4, 3 -> 1, ...', how the best plan goes on where the move costs something; else ''."""
        if not self.remark or self.before.plan is None:
            return ""
        pours = [pour.arrow for pour in self.before.plan]
        more = ["..."] if len(pours) > CONTINUED else []
        return "better: " + ", ".join(pours[:CONTINUED] + more)

    @property
    def data(self) -> Data:
        """For JSON."""
        figures = {"before": fewest(self.before), "after": fewest(self.after), "cost": self.cost, "lost": self.lost}
        return self.pour.places | figures


def review(game: WaterGame, solve: Solve) -> list[Reviewed]:
    """The moves of the game, each with the results before and after it."""
    results: list[Result[Pour]] = []
    for position in game.positions:
        lost = bool(results) and results[-1].outcome is Outcome.UNSOLVABLE
        results.append(results[-1] if lost else solve(position, False))
    return [Reviewed(pour, *both) for pour, both in zip(game.steps, pairwise(results), strict=True)]


def fewest(result: Result[Pour]) -> int | None:
    """The fewest pours, if proven."""
    return result.upper_bound if result.outcome is Outcome.OPTIMAL else None


def review_in_words(moves: Sequence[Reviewed]) -> list[str]:
    """What all moves cost, then a line per move: its number, the pour, the fewest before and after it, its cost."""
    lines = [game_in_words(moves), ""] if moves else []
    lines += ["       move       fewest before  after"]
    for number, move in enumerate(moves, 1):
        pour = f"{move.pour.source + 1:>2} -> {move.pour.target + 1}"
        before, after = map(figure, (move.before, move.after))
        remarks = "; ".join(filter(None, (move.remark, move.better)))
        lines.append(f"{number:>4}.  {pour:<9} {before:>14} {after:>6}   {remarks}".rstrip())
    return lines


def game_in_words(moves: Sequence[Reviewed]) -> str:
    """'41 pours, 39 is best: pours 7 and 23 cost 1 each'; '39 pours: the fewest possible'"""
    best = fewest(moves[0].before)
    left = fewest(moves[-1].after)
    made = counted(len(moves), "pours")
    if left:
        made += f" made, {left} left"
    if left is not None and best == len(moves) + left:
        return f"{made}: the fewest possible"
    if best is not None:
        made += f", {best} is best"
    costs = {number: move.cost for number, move in enumerate(moves, 1) if move.cost}
    return f"{made}: {costs_in_words(costs)}" if costs else made


def costs_in_words(costs: dict[int, int]) -> str:
    """{7: 1, 23: 1} -> 'pours 7 and 23 cost 1 each'"""
    parts = []
    for cost in sorted(set(costs.values())):
        *others, last = [str(number) for number, each in costs.items() if each == cost]
        if others:
            parts.append(f"pours {', '.join(others)} and {last} cost {cost} each")
        else:
            parts.append(f"pour {last} costs {cost}")
    return ", ".join(parts)


def figure(result: Result[Pour]) -> str:
    """'24', '?' if not proven, '-' if there is no plan."""
    known = "-" if result.outcome is Outcome.UNSOLVABLE else fewest(result)
    return "?" if known is None else str(known)


def lost_since(game: WaterGame, solve: Solve) -> tuple[int, int]:
    """(last, first): the last position known to be solvable and the first known not to be, as numbers of moves.

    The game's last position is unsolvable, and all positions before a solvable one are solvable. Between the two may
    lie positions that the solver did not decide. last is -1 if no position is known to be solvable.
    """
    first = len(game.steps)
    for number in reversed(range(first)):
        result = solve(game.positions[number], True)
        if result.plan is not None:
            return number, first
        if result.outcome is Outcome.UNSOLVABLE:
            first = number
    return -1, first


def lost_in_words(game: WaterGame, solve: Solve) -> tuple[str, Data]:
    """('move 7 (3 -> 1) lost the game; with 5 -> 2 instead it can be solved in 24 pours', the same as data)"""
    last, first = lost_since(game, solve)
    if first == 0:
        return "lost from the start: the deal itself has no plan", {"move": 0}
    if last < 0:
        moves = "move 1" if first == 1 else f"one of the moves 1 to {first}"
        return f"lost from the start, or by {moves}", {"move": [0, first]}
    if first > last + 1:
        return f"one of the moves {last + 1} to {first} lost the game", {"move": [last + 1, first]}
    pour = game.steps[last]
    best = solve(game.positions[last], False)
    words = f"move {first} ({pour.arrow}) lost the game"
    data: Data = {"move": first} | pour.places | {"fewest_before": fewest(best)}
    instead = best_pours(game.positions[last], best.plan or ()).pours
    if instead:
        data["instead"] = instead[0].places
        words += f"; with {instead[0].arrow} instead it can be solved in {pours_in_words(best)}"
    return words, data


def more_beakers(position: Deal, solve: Solve) -> tuple[int, Result[Pour]] | None:
    """The fewest additional empty beakers that make an unsolvable position solvable, and the result with them.

    None if no number does, or if the solver cannot decide.
    """
    if unsolvable_by_counting(position) is not None:
        return None
    # One more beaker for each colour suffices. Clear one beaker after another: what has left its place fills at most as
    # many beakers as were cleared, and of each colour at most one more is not full.
    for more in range(1, len(units_of(position)) + 1):
        result = solve(extend(position, more), False)
        if result.outcome is not Outcome.UNSOLVABLE:
            return None if result.plan is None else (more, result)
    return None


def pours_in_words(result: Result[Pour]) -> str:
    """'41 pours' if proven fewest, else 'at most 41 pours'"""
    return f"{'' if fewest(result) else 'at most '}{counted(len(result.plan or ()), 'pours')}"
