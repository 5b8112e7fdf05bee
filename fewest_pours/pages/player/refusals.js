// Why a pour is refused, in words.

import {texts} from "../words/words.js";
import {coverOf} from "./rules.js";

// Why nothing can be poured from a beaker, as a sentence; '' if something can.
export function whyNotFrom(state, from, data) {
  const cover = coverOf(state[from]);
  if (cover !== null) return texts.beakerCovered(from + 1, data.colors[cover].name);
  return state[from].length ? "" : texts.beakerEmpty(from + 1);
}

// Why a pour is not allowed, as a sentence.
export function whyNot(state, from, to, data) {
  const source = state[from];
  const target = state[to];
  const name = (beaker) => data.colors[beaker[beaker.length - 1]].name;
  if (coverOf(target) !== null) return whyNotFrom(state, to, data);
  if (target.length >= data.capacity) return texts.beakerFull(to + 1);
  return texts.notOnto(name(source), name(target));
}
