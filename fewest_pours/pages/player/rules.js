// The rules of water sort. A state is a list of beakers, each its colours as numbers, bottom first, and -1 - c on top of
// one that is covered until colour c fills a beaker.

// The colour that opens a beaker, null if it is open.
export function coverOf(beaker) {
  const top = beaker[beaker.length - 1];
  return top < 0 ? -1 - top : null;
}

export const hasCovers = (state) => state.some((beaker) => coverOf(beaker) !== null);

export const contentsOf = (beaker) => (coverOf(beaker) === null ? beaker : beaker.slice(0, -1));

export function topRun(beaker) {
  let units = 0;
  while (units < beaker.length && beaker[beaker.length - 1 - units] === beaker[beaker.length - 1]) units += 1;
  return units;
}

// How many units a pour moves; 0 if it is not allowed.
export function poured(source, target, capacity) {
  if (!source.length || coverOf(source) !== null) return 0;
  const fits = !target.length || target[target.length - 1] === source[source.length - 1]; // a cover is not a colour
  return fits ? Math.min(topRun(source), capacity - target.length) : 0;
}

// units: how many move. Where hidden units are filled in, the caller gives the number that goes by what is visible: a
// unit filled in below, of the same colour, does not go along.
export function afterPour(state, from, to, capacity, units = poured(state[from], state[to], capacity)) {
  const next = state.slice();
  next[to] = state[to].concat(state[from].slice(state[from].length - units));
  next[from] = state[from].slice(0, state[from].length - units);
  const filled = topRun(next[to]) === capacity ? next[to][0] : null;
  if (filled === null) return next;
  return next.map((beaker) => (coverOf(beaker) === filled ? contentsOf(beaker) : beaker));
}

export const isSolved = (state, capacity) => state.every((beaker) => !beaker.length || topRun(beaker) === capacity);
export const isStuck = (state, capacity) =>
  !state.some((source, from) => state.some((target, to) => from !== to && poured(source, target, capacity)));
