// Safe pours, after which the game can still be won, and plans of them: what the page knows without any solver.

const keyOf = (state) => state.map(String).sort().join("|");

// Empty beakers are interchangeable: only the first is a target.
function legalPours(state, capacity) {
  const empty = state.findIndex((beaker) => !beaker.length), found = [];
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
function progress(state, [from, to], capacity) {
  if (poured(state[from], state[to], capacity) < topRun(state[from])) return 3;
  return state[to].length ? (topRun(state[to]) === state[to].length ? 0 : 1) : 2;
}

// The first of the safe pours, best first, that leads to none of the earlier positions; undefined if there is none.
function safePour(state, earlier, capacity) {
  const been = new Set(earlier.map(keyOf)), ranked = legalPours(state, capacity).map((move) => ({move, rank: progress(state, move, capacity)}));
  return ranked.sort((a, b) => a.rank - b.rank).map(({move}) => move).find((move) => {
    const later = afterPour(state, ...move, capacity);
    return !been.has(keyOf(later)) && canBeWon(later, capacity);
  });
}

// A plan of safe pours, rarely a shortest one; null if none is found in time.
function safePlan(states, capacity, milliseconds = 3_000) {
  const all = states.slice(), plan = [], until = performance.now() + milliseconds;
  while (!isSolved(all[all.length - 1], capacity)) {
    const state = all[all.length - 1], move = safePour(state, all, capacity);
    if (!move || performance.now() > until) return null;
    plan.push(move);
    all.push(afterPour(state, ...move, capacity));
  }
  return plan;
}
