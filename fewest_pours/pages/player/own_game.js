// One's own game: a pour is a frame after the one that is shown, and the page says whether it can still be won.

import {byId, copied, say} from "./elements.js";
import {player, statesUpTo, watch} from "./plan_page.js";
import {tapped} from "./pouring.js";
import {afterPour, isSolved, isStuck, poured, toYaml} from "./rules.js";
import {data, stage} from "./stage.js";
import {verdict, verdictInWords} from "./verdict.js";
import {counted, texts} from "../words/words.js";

export function ownInWords(step, number) {
  const {state} = player.frames[number];
  const solved = isSolved(state, data.capacity);
  const stuck = !solved && isStuck(state, data.capacity) ? texts.noPourLeft : "";
  const won = solved ? texts.solved : stuck + verdictInWords(verdict(statesUpTo(number), data.capacity));
  const best = data.proven ? texts.fewestIs : texts.bestPlanHas;
  const known = data.fewest === null ? "" : best(data.fewest);
  return `${step && `${step}. `}${won} ${texts.soFar(counted(number, "pour"))}${known}.`;
}

function tap(number) {
  if (player.running) player.pause();
  const {state} = player.frames[player.at];
  tapped(number, state, (from, to) => {
    const color = state[from].at(-1);
    const caption = `${from + 1} → ${to + 1}  ${poured(state[from], state[to], data.capacity)} ${data.colors[color].name}`;
    const pour = {state: afterPour(state, from, to, data.capacity), touched: [from, to], caption, color};
    watch([...player.frames.slice(0, player.at + 1), pour], player.at);
    player.next();
  });
}

async function copy() {
  const area = byId("yaml");
  Object.assign(area, {value: toYaml(data, player.frames[player.at].state), hidden: false});
  area.select();
  say((await copied(area.value)) ? texts.copied : texts.copyFromBelow);
}

export function playOneself() {
  byId("copy").onclick = copy;
  stage.onTap(tap);
}
