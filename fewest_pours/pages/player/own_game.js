// One's own game: a pour is a frame after the one that is shown, and the page says whether it can still be won.

import {counted, texts} from "../words/words.js";
import {byId, copyText, say} from "./elements.js";
import {pickOrPour} from "./pouring.js";
import {toYaml} from "./level_file.js";
import {afterPour, isSolved, isStuck, poured} from "./rules.js";
import {data, stage} from "./stage.js";
import {verdict, verdictInWords} from "./verdict.js";

// states: all positions up to the one that is shown. step: what led to it, in words.
export function ownInWords(step, states) {
  const state = states.at(-1);
  const solved = isSolved(state, data.capacity);
  const stuck = !solved && isStuck(state, data.capacity) ? texts.noPourLeft : "";
  const won = solved ? texts.solved : stuck + verdictInWords(verdict(states, data.capacity));
  return `${step && `${step}. `}${won} ${poursInWords(states.length - 1, solved)}`;
}

// '4 pours so far; the fewest is 3.'
function poursInWords(pours, solved) {
  const made = counted(pours, "pour");
  if (solved && data.proven && pours === data.fewest) return texts.perfectGame(made);
  const best = data.proven ? texts.fewestIs : texts.bestPlanHas;
  return `${texts.soFar(made)}${data.fewest === null ? "" : best(data.fewest)}.`;
}

// shownPlayer: () => the player that shows the game. watch: shows other frames, from one of them.
export function playOneself(shownPlayer, watch) {
  byId("copy").onclick = () => copy(shownPlayer().frames[shownPlayer().at].state);
  stage.onTap((number) => tap(number, shownPlayer(), watch));
}

function tap(number, player, watch) {
  if (player.running) player.pause();
  const {state} = player.frames[player.at];
  pickOrPour(number, state, (from, to) => {
    const color = state[from].at(-1);
    const units = poured(state[from], state[to], data.capacity);
    const caption = `${from + 1} → ${to + 1}  ${units} ${data.colors[color].name}`;
    const pour = {state: afterPour(state, from, to, data.capacity), touched: [from, to], caption, color};
    watch([...player.frames.slice(0, player.at + 1), pour], player.at).next();
  });
}

async function copy(state) {
  const area = byId("yaml");
  Object.assign(area, {value: toYaml(data, state), hidden: false});
  area.select();
  say((await copyText(area.value)) ? texts.copied : texts.copyFromBelow);
}
