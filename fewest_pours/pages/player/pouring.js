// Pouring by taps: the first picks a beaker, the second pours it.

import {say} from "./elements.js";
import {whyNot, whyNotFrom} from "./refusals.js";
import {poured} from "./rules.js";
import {data, stage} from "./stage.js";
import {texts} from "../words/words.js";

export let picked = null; // the beaker; on the board also a cell

export function pickUp(number) {
  picked = number;
}

export function letGo() {
  picked = null;
  stage.pick?.(null);
}

// pour: called with both beakers once a pour is chosen that is allowed.
export function pickOrPour(number, state, pour) {
  if (picked === null) {
    const why = whyNotFrom(state, number, data);
    if (why) return refuse(number, why);
    picked = number;
    stage.pick(number);
    return say(texts.pourWhere(number + 1));
  }
  const from = picked;
  letGo();
  if (from === number) say("");
  else if (poured(state[from], state[number], data.capacity)) pour(from, number);
  else refuse(number, whyNot(state, from, number, data));
}

function refuse(number, why) {
  stage.shake(number);
  say(why, true);
}
