// Playing on from the current frame; after each pour the page shows whether the game can still be won.

// All positions since the page's start.
function played() {
  return [...data.frames.slice(0, player.at).map(({state}) => state), ...own.positions];
}

function begin() {
  const {at, last} = player, {state, touched} = data.frames[at];
  player.stop();
  own = {positions: [state], touched: [touched], picked: null};
  stage.show(state, touched);
  reached(last ? `You play from step ${at}. ` : "You play: tap a beaker, then another. ");
}

function leave() {
  own = null;
  stage.pick(null);
  byId("yaml").hidden = true;
}

function count() {
  const pours = player.at + own.positions.length - 1;
  const counted = `${pours} pour${pours === 1 ? "" : "s"} so far`;
  return data.fewest === null ? counted + "." : `${counted}; ${data.proven ? "the fewest is" : "the best plan has"} ${data.fewest}.`;
}

function tap(number) {
  if (own === null) begin();
  byId("yaml").hidden = true;
  const state = own.positions[own.positions.length - 1];
  if (own.picked === null) {
    if (!state[number].length) return refuse(number, `Beaker ${number + 1} is empty.`);
    if (coverOf(state[number]) !== null) return refuse(number, whyNot(state, number, number, data));
    own.picked = number;
    stage.pick(number);
    return say(`Pour beaker ${number + 1} into which?`);
  }
  const from = own.picked;
  own.picked = null;
  stage.pick(null);
  if (from === number) return reached("");
  const units = poured(state[from], state[number], data.capacity);
  if (!units) return refuse(number, whyNot(state, from, number, data));
  const color = data.colors[state[from][state[from].length - 1]].name;
  const later = afterPour(state, from, number, data.capacity);
  own.positions.push(later);
  own.touched.push([from, number]);
  stage.step(state, later, [from, number], 1.6 * player.speed);
  reached(`${from + 1} → ${number + 1}, ${units} ${color}. `);
}

// Comments on the position; pour: the words for the pour that led to it.
function reached(pour) {
  const state = own.positions[own.positions.length - 1];
  if (isSolved(state, data.capacity)) say(`${pour}Solved! ${count()}`);
  else {
    const found = verdict(played(), data.capacity);
    const stuck = isStuck(state, data.capacity) ? "No pour is left. " : "";
    say(`${pour}${stuck}${verdictInWords(found)} ${count()}`, found.won === false);
  }
  controls();
}

function refuse(number, why) {
  stage.shake(number);
  say(why, true);
}

function undo() {
  if (own === null || own.positions.length < 2) return;
  backTo(own.positions.length - 2, "Undone. ");
}

function backTo(number, what) {
  own.positions.length = own.touched.length = number + 1;
  own.picked = null;
  stage.pick(null);
  stage.show(own.positions[number], own.touched[number]);
  reached(what);
}

// Goes back to the last position that can be won, either of one's own game or of the frames before it.
function rescue() {
  const {back} = verdict(own === null ? data.frames.slice(0, player.at + 1).map(({state}) => state) : played(), data.capacity);
  if (own !== null && back >= player.at) return backTo(back - player.at, "");
  player.go(back);
  begin();
}

async function copy() {
  const state = own === null ? data.frames[player.at].state : own.positions[own.positions.length - 1];
  const area = byId("yaml");
  area.value = toYaml(data, state);
  area.hidden = false;
  area.select();
  try {
    await navigator.clipboard.writeText(area.value);
    say("Copied.");
  } catch {
    say(document.execCommand("copy") ? "Copied." : "Copy it from below.");
  }
}

byId("mine").addEventListener("click", begin);
byId("undo").addEventListener("click", undo);
byId("rescue").addEventListener("click", rescue);
byId("plan").addEventListener("click", () => player.go(player.at));
byId("copy").addEventListener("click", copy);
stage.onTap(tap);
addEventListener("keydown", (event) => {
  if (event.key === "u" && !event.ctrlKey && !event.metaKey && !event.altKey) undo();
});
