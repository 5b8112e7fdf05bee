// The page: a plan in the player, or one's own game of water sort, played on from any frame of the plan (own_game.js).

import {byId, make, say} from "./elements.js";
import {ownInWords, playOneself} from "./own_game.js";
import {Player} from "./player.js";
import {letGo} from "./pouring.js";
import {data, putOnStage, stage, swatch} from "./stage.js";
import {verdict, verdictInWords} from "./verdict.js";
import {counted, fillInWords, texts} from "../words/words.js";

fillInWords();
putOnStage(JSON.parse(byId("data").textContent));
const isBeakers = data.script === "beakers";
const unit = data.step;
const colorOf = (word) => (word === null ? null : data.colors.findIndex((color) => color.word === word));
const plan = [{caption: "", state: data.state, touched: []}];
data.frames.forEach((frame, number) =>
  plan.push({...frame, ...data.marks[number], color: colorOf(frame.word), caption: frame.caption.replace("->", "→")}),
);
const ends = stage.solved(plan[plan.length - 1].state);
let player = null;

const isOwn = () => player.frames !== plan;
const statesUpTo = (number) => player.frames.slice(0, number + 1).map(({state}) => state);

// Shows these frames, from one of them, in a player, which is returned.
function watch(frames, at) {
  player?.stop();
  player = new Player(stage, frames, arrived);
  player.go(at);
  return player;
}

function inWords(number) {
  const {caption, mark} = player.frames[number];
  const {last} = player;
  const step = caption.replace(/ {2,}/, ", ");
  if (!unit && number) return `${step[0].toUpperCase() + step.slice(1)}.`;
  if (!unit) return last ? texts.thePuzzle : "";
  if (isOwn()) return ownInWords(step, statesUpTo(number));
  if (!number && last) return texts.toGoFromStart(counted(last, unit));
  if (!number) return isBeakers ? texts.playYourself : "";
  const marked = mark ? `${step} – ${mark}` : step;
  return (
    texts.stepOfPlan(texts.stepNames[unit] ?? unit, number, last, marked) +
    (number === last && ends ? texts.solvedAtEnd : "")
  );
}

function arrived() {
  const {at} = player;
  const decided = !isBeakers || (ends && !isOwn()); // frames of a plan that ends solved need no verdict
  const found = decided ? {won: true} : verdict(statesUpTo(at), data.capacity);
  const words = inWords(at);
  if (isBeakers) letGo();
  const isPlain = found.won === true || isOwn();
  const stop = at ? "." : "";
  say(isPlain ? words : `${words}${stop} ${verdictInWords(found)}`, found.won === false);
  player.showControls(words);
  byId("watching").hidden = player.last === 0;
  byId("rescue").hidden = !(found.back >= 0);
  byId("rescue").onclick = () => watch(player.frames.slice(0, found.back + 1), found.back);
  byId("plan").hidden = !isOwn();
  byId("copy").hidden = !isBeakers;
  byId("yaml").hidden = true;
}

// Back to the frame at which one's own game left the plan.
byId("plan").onclick = () =>
  watch(
    plan,
    plan.findLastIndex((frame, number) => frame === player.frames[number]),
  );
byId("plan").textContent = plan.length > 1 ? texts.backToPlan : texts.backToStart;
byId("legend").replaceChildren(
  ...data.colors.map(({name}, number) => make("li", {}, swatch(number), make("span", {textContent: name}))),
);
byId("why").hidden = !data.why.length;
byId("why").replaceChildren(...data.why.map((textContent, number) => make(number ? "p" : "summary", {textContent})));
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (player.last && player.key(event)) event.preventDefault();
});
if (isBeakers) playOneself(() => player, watch);
watch(plan, 0);
