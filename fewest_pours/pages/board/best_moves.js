// Which moves are best, wherever one is asked for: by the list of moves, badges, hints, *Best*, plans of safe pours.
// The program's best_pours.py chooses by the same rule where units are hidden; shared cases hold the two together.
//
// A judged move: {move, rank, isBest, mayBeChosen}
//
//   rank         a list of numbers; the first that differs decides, and the smaller one is better
//   isBest       whether a shortest plan is known to begin with it
//   mayBeChosen  () => whether bestMove may choose it: a best move; where none can be known to be, one that leads to a
//                new position that can be won, as far as known

import {afterPour, poured, topRun} from "../player/rules.js";
import {keyOf, legalPours} from "./legal_pours.js";

export const inOrder = (judged) => judged.toSorted((one, other) => compareRanks(one.rank, other.rank));

function compareRanks(one, other) {
  const place = one.findIndex((number, at) => number !== other[at]);
  return place < 0 ? 0 : one[place] - other[place];
}

// The move to make now: the first of a proven plan, else one that is best, else the first of any plan, else the first
// in order that may be chosen; undefined if none may.
export function bestMove(judged, plan = null, isProven = false) {
  const moves = inOrder(judged);
  if (plan?.length && (isProven || !moves[0]?.isBest)) return plan[0];
  return moves.find(({mayBeChosen}) => mayBeChosen())?.move;
}

// The pours of a position with hidden units. won: of each pour, as "0,1", in how many ways to fill them in it wins.
// Of those that win in as many ways, one that uses up no empty beaker is better, and then one that uncovers a unit.
export function judgedOverWays(state, capacity, earlier, won, hidden) {
  const isNew = newnessAfter(earlier);
  return legalPours(state, capacity, hidden).map((move) => {
    const many = won.get(move.join()) ?? 0;
    const usesEmpty = !state[move[1]].length;
    const uncovers = uncoversUnit(state, move, capacity, hidden);
    const mayBeChosen = () => many > 0 && isNew(afterPour(state, ...move, capacity));
    return {move, rank: [-many, Number(usesEmpty), Number(!uncovers)], isBest: false, mayBeChosen};
  });
}

export function uncoversUnit(state, [from, to], capacity, hidden) {
  const beaker = state[from];
  const moved = poured(beaker, state[to], capacity);
  return beaker[beaker.length - 1 - moved] === hidden;
}

// Whether a position is none of the earlier ones, up to the order of beakers.
export function newnessAfter(earlier) {
  const been = new Set(earlier.map(keyOf));
  return (state) => !been.has(keyOf(state));
}

// The rank of a pour by how near it brings the end: a whole run onto a beaker of its colour alone, onto its colour above
// others, into an empty beaker, a part of a run.
export function rankByProgress(state, [from, to], capacity) {
  if (poured(state[from], state[to], capacity) < topRun(state[from])) return 3;
  if (!state[to].length) return 2;
  return topRun(state[to]) === state[to].length ? 0 : 1;
}
