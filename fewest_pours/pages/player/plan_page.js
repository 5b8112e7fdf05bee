// The page: a plan in the player, or one's own game of water sort, played on from any frame of the plan (own_game.js).

import {byId, make, say} from "./elements.js";
import {ownInWords, playOneself} from "./own_game.js";
import {Player} from "./player.js";
import {letGo} from "./pouring.js";
import {data, putOnStage, stage, swatch} from "./stage.js";
import {verdict, verdictInWords} from "./verdict.js";
import {capital} from "../words/phrases.js";
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

// The frame that is shown.
function inWords() {
  const {at, last, frames} = player;
  const step = frames[at].caption.replace(/ {2,}/, ", ");
  if (isOwn()) return ownInWords(step, statesUpTo(at));
  if (!at) return startInWords(last);
  return unit ? stepInWords(step, at, last) : `${capital(step)}.`;
}

function startInWords(last) {
  if (!unit) return last ? texts.thePuzzle : "";
  if (last) return texts.toGoFromStart(counted(last, unit));
  return isBeakers ? texts.playYourself : "";
}

function stepInWords(step, at, last) {
  const {mark} = plan[at];
  const marked = mark ? `${step} – ${mark}` : step;
  const words = texts.stepOfPlan(texts.stepNames[unit] ?? unit, at, last, marked);
  return at === last && ends ? words + texts.solvedAtEnd : words;
}

function arrived() {
  const {at} = player;
  const isKnownWon = !isBeakers || (ends && !isOwn()); // of a plan that ends solved, each frame can be won
  const found = isKnownWon ? {won: true} : verdict(statesUpTo(at), data.capacity);
  const words = inWords();
  if (isBeakers) letGo();
  const needsNoVerdict = isOwn() || found.won === true; // an own game's words have it; a plan is there to be won
  const stop = at ? "." : "";
  say(needsNoVerdict ? words : `${words}${stop} ${verdictInWords(found)}`, found.won === false);
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
