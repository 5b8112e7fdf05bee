// Safe pours, after which the game can still be won, and plans of them: what the page knows without any solver.

import {afterPour, isSolved} from "../player/rules.js";
import {canBeWon} from "../player/winnable.js";
import {bestMove, newnessAfter, rankByProgress} from "./best_moves.js";
import {legalPours} from "./legal_pours.js";

// The best of the safe pours that lead to none of the earlier positions; undefined if there is none.
export function safePour(state, earlier, capacity) {
  const isNew = newnessAfter(earlier);
  const judged = legalPours(state, capacity).map((move) => {
    const mayBeChosen = () => {
      const later = afterPour(state, ...move, capacity);
      return isNew(later) && canBeWon(later, capacity) === true;
    };
    return {move, rank: [rankByProgress(state, move, capacity)], isBest: false, mayBeChosen};
  });
  return bestMove(judged);
}

// A plan of safe pours, rarely a shortest one; null if none is found in time.
export function safePlan(states, capacity, milliseconds = 3_000) {
  const all = states.slice();
  const plan = [];
  const until = performance.now() + milliseconds;
  while (!isSolved(all[all.length - 1], capacity)) {
    const state = all[all.length - 1];
    const move = safePour(state, all, capacity);
    if (!move || performance.now() > until) return null;
    plan.push(move);
    all.push(afterPour(state, ...move, capacity));
  }
  return plan;
}
