// The plan, in the player: it starts where the game is, and the game goes on from any of its frames.

import {byId, say} from "../player/elements.js";
import {Player} from "../player/player.js";
import {data, stage} from "../player/stage.js";
import {counted, texts} from "../words/words.js";
import {answer} from "./answer.js";
import {answerChanged} from "./events.js";
import {game, isBeakers, isHidden, position, positionsFrom, solved, states} from "./game.js";
import {noMove, startHints} from "./hints.js";
import {moveInWords} from "./moves_in_words.js";
import {playOn} from "./playing.js";
import {safePlan} from "./safe_pours.js";
import {alone, countedFromOne, received} from "./server.js";

const LOOKS_FOR_PLAN = 20; // until the best plan so far is shown: a shortest one is mostly near
const BETWEEN_LOOKS = 100; // milliseconds

export let player = null;

export async function showPlan() {
  if (player) return;
  if (isHidden()) return say(texts.planNeedsAll);
  const mine = answer;
  const isOutdated = () => answer !== mine || player !== null; // a move was made, or Plan was pressed again
  await untilProven(mine);
  if (isOutdated()) return;
  const plan = mine.plan ?? (isBeakers() && mine.won ? safePlan(states, data.capacity) : null);
  if (!plan?.length) return solved || say(noMove());
  const all = await positionsOf(plan);
  if (isOutdated()) return;
  startHints();
  player = new Player(stage, framesOf(plan, all), showFrame);
  document.body.classList.add("watching");
  player.play();
}

// Waits for a plan that is proven shortest: not long, and only where a plan that is not may still improve.
async function untilProven(mine) {
  const isProven = () => mine.plan !== null && mine.plan.length === mine.lower;
  const mayImprove = () => !alone && mine.won !== false && !isProven();
  for (let looks = 0; mayImprove() && looks < LOOKS_FOR_PLAN; looks += 1) {
    say(texts.working);
    await new Promise((done) => setTimeout(done, BETWEEN_LOOKS));
    if (answer !== mine) return;
  }
}

// all: the positions before, between and after the moves
function framesOf(plan, all) {
  const frames = plan.map((move, number) => ({
    state: all[number + 1],
    touched: move,
    caption: moveInWords(move),
    color: isBeakers() ? all[number][move[0]].at(-1) : move[0],
  }));
  return [{state: all[0], touched: []}, ...frames];
}

// The position, and those after each of the moves.
async function positionsOf(plan) {
  if (isBeakers()) return positionsFrom(position(), plan);
  const moves = [...game.moves, ...plan].map(countedFromOne);
  const {states: fromStart} = await received("/play", {text: game.text, moves});
  return fromStart.slice(game.moves.length);
}

function showFrame() {
  const {at, last, frames} = player;
  const proven = answer.plan && answer.lower === last;
  const step = texts.stepNames[data.step] ?? data.step;
  const words = at
    ? texts.stepOfPlan(step, at, last, frames[at].caption) + (at === last ? texts.solvedAtEnd : "")
    : texts.planOf(counted(last, data.step)) + (proven ? texts.provenFewest : "");
  say(words);
  player.showControls(words);
  if (isBeakers()) frames[at].state.forEach((_, beaker) => stage.mark(beaker));
}

export function leavePlan() {
  if (!player) return;
  player.stop();
  player = null;
  document.body.classList.remove("watching");
  byId("steps").replaceChildren();
  if (position()) stage.show(position());
}

export function closePlan() {
  leavePlan();
  say("");
  answerChanged.tell();
}

// Goes on with the game from the frame that is shown.
export function playFromHere() {
  const moves = player.frames.slice(1, player.at + 1).map(({touched}) => touched);
  return playOn([...game.moves, ...moves]);
}
