// Safe pours, after which the game can still be won, and plans of them: what the page knows without any solver.

import {afterPour, isSolved, poured, topRun} from "../player/rules.js";
import {shows} from "../player/stage.js";
import {canBeWon} from "../player/winnable.js";

export const keyOf = (state) => state.map(String).sort().join("|");

// Empty beakers are interchangeable: only the first is a target.
export function legalPours(state, capacity) {
  const empty = state.findIndex((beaker) => !beaker.length);
  const found = [];
  for (const [from, source] of state.entries()) {
    if (!shows(source)) continue;
    for (const [to, target] of state.entries()) {
      const useless = !target.length && (to !== empty || topRun(source) === source.length);
      if (from !== to && !useless && poured(source, target, capacity)) found.push([from, to]);
    }
  }
  return found;
}

// How little a pour brings nearer to the end: whole runs onto their colour first, then into an empty beaker, then parts.
export function progress(state, [from, to], capacity) {
  if (poured(state[from], state[to], capacity) < topRun(state[from])) return 3;
  if (!state[to].length) return 2;
  return topRun(state[to]) === state[to].length ? 0 : 1;
}

// The first of the safe pours, best first, that leads to none of the earlier positions; undefined if there is none.
export function safePour(state, earlier, capacity) {
  const been = new Set(earlier.map(keyOf));
  const ranked = legalPours(state, capacity).map((move) => ({move, rank: progress(state, move, capacity)}));
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .map(({move}) => move)
    .find((move) => {
      const later = afterPour(state, ...move, capacity);
      return !been.has(keyOf(later)) && canBeWon(later, capacity);
    });
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
