// The pours that are worth a look, and which positions are the same.

import {poured, topRun} from "../player/rules.js";
import {hiddenColor} from "../player/stage.js";

// The same text for positions that differ in the order of beakers alone.
export const keyOf = (state) => state.map(String).sort().join("|");

// The pours of visible units that change more than the order of the beakers. Empty beakers are interchangeable: only
// the first is a target.
export function legalPours(state, capacity, hidden = hiddenColor()) {
  const empty = state.findIndex((beaker) => !beaker.length);
  const found = [];
  for (const [from, source] of state.entries()) {
    if (!source.length || source.at(-1) === hidden) continue;
    for (const [to, target] of state.entries()) {
      const useless = !target.length && (to !== empty || topRun(source) === source.length);
      if (from !== to && !useless && poured(source, target, capacity)) found.push([from, to]);
    }
  }
  return found;
}
