// The page: a plan in the player, or one's own game of water sort, played on from any frame of the plan (own_game.js).

const data = JSON.parse(byId("data").textContent), isBeakers = data.script === "beakers";
const unit = data.steps?.slice(0, -1); // 'pour'; of puzzles that are filled in, none
const colorOf = (word) => (word === null ? null : data.colors.findIndex((color) => color.word === word));
const plan = [{caption: "", state: data.state, touched: []}];
data.frames.forEach((frame, number) => plan.push({...frame, ...data.marks[number], color: colorOf(frame.word), caption: frame.caption.replace("->", "→")}));
byId("look").textContent = colorStyle(data.colors);
const stage = window[`${data.script}Stage`](data, byId("board")), ends = stage.solved(plan[plan.length - 1].state);
let player = null;

const isOwn = () => player.frames !== plan;
const statesUpTo = (number) => player.frames.slice(0, number + 1).map(({state}) => state);

function watch(frames, at) {
  player?.stop();
  player = new Player(stage, frames, arrived);
  player.go(at);
}

function inWords(number) {
  const {caption, mark} = player.frames[number], {last} = player, step = caption.replace(/ {2,}/, ", ");
  if (!unit) return number ? step[0].toUpperCase() + step.slice(1) + "." : last ? "The puzzle." : "";
  if (isOwn()) return ownInWords(step, number);
  if (!number) return last ? `Start; ${last} ${unit}${last === 1 ? "" : "s"} to go.` : isBeakers ? "Play yourself: tap a beaker, then another." : "";
  return `${unit[0].toUpperCase()}${unit.slice(1)} ${number} of ${last}: ${step}${mark ? " – " + mark : ""}${number === last && ends ? ". Solved." : ""}`;
}

function arrived() {
  const {at} = player, decided = !isBeakers || (ends && !isOwn()); // frames of a plan that ends solved need no verdict
  const found = decided ? {won: true} : verdict(statesUpTo(at), data.capacity), words = inWords(at);
  if (isBeakers) letGo();
  say(found.won === true || isOwn() ? words : `${words}${at ? "." : ""} ${verdictInWords(found)}`, found.won === false);
  player.controls(words);
  byId("watching").hidden = player.last === 0;
  byId("rescue").hidden = !(found.back >= 0);
  byId("rescue").onclick = () => watch(player.frames.slice(0, found.back + 1), found.back);
  byId("plan").hidden = !isOwn();
  byId("copy").hidden = !isBeakers;
  byId("yaml").hidden = true;
}

// Back to the frame at which one's own game left the plan.
byId("plan").onclick = () => watch(plan, plan.findLastIndex((frame, number) => frame === player.frames[number]));
byId("plan").textContent = plan.length > 1 ? "Back to the plan" : "Back to the start";
byId("legend").replaceChildren(...data.colors.map(({name}, number) => make("li", {}, swatch(number), make("span", {textContent: name}))));
byId("why").hidden = !data.why.length;
byId("why").replaceChildren(...data.why.map((textContent, number) => make(number ? "p" : "summary", {textContent})));
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (player.last && player.key(event)) event.preventDefault();
});
watch(plan, 0);
