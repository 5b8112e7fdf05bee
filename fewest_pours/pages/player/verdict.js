// Which pour lost a game of water sort, decided by winnable.js.

import {canBeWon} from "./winnable.js";
import {texts} from "../words/words.js";

const decided = new WeakMap(); // position -> true, false, or null if it is too large

export function winnable(position, capacity) {
  if (!decided.has(position)) decided.set(position, canBeWon(position, capacity));
  return decided.get(position);
}

// A lost game stays lost, so bisection finds the first lost position (since) and the last one that can be won (back,
// -1 if none); between them are positions too large to decide. won: of the last position, true, false or null.
export function verdict(positions, capacity) {
  const won = winnable(positions[positions.length - 1], capacity);
  if (won !== false) return {won};
  let back = -1;
  let since = positions.length - 1;
  const unknown = new Set();
  for (;;) {
    const open = [];
    for (let number = back + 1; number < since; number += 1) if (!unknown.has(number)) open.push(number);
    if (!open.length) return {won, since, back};
    const middle = open[open.length >> 1];
    const known = winnable(positions[middle], capacity);
    if (known === true) back = middle;
    else if (known === false) since = middle;
    else unknown.add(middle);
  }
}

export function verdictInWords({won, since, back}) {
  if (won) return texts.stillWon;
  if (won === null) return texts.notDecided;
  if (since === 0) return texts.lostFromStart;
  return texts.lostSinceOrBefore(since, back === since - 1);
}
