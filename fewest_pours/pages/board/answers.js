// The answer for the position: first from the page itself, then streamed by the server; a new position aborts it.

import {cellContent} from "../player/cells.js";
import {byId, make} from "../player/elements.js";
import {picked} from "../player/pouring.js";
import {afterPour, hasCovers, toYaml} from "../player/rules.js";
import {data, stage, swatch} from "../player/stage.js";
import {verdict, winnable} from "../player/verdict.js";
import {canBeWon} from "../player/winnable.js";
import {alone, countedFromOne, countedFromZero, request, SERVED, setAlone} from "./address.js";
import {answeredHere} from "./answer_here.js";
import {showChart} from "./bounds_chart.js";
import {game, isBeakers, isSighting, play, playOn, position, solved, startOver, states} from "./game.js";
import {askWhatAppeared, hiddenCost, isHidden, judge, judgedInWords, noPourWins, seenInWords} from "./hidden.js";
import {moveInWords, showHints, startHints} from "./hints.js";
import {levelSolved} from "./levels.js";
import {draft} from "./level_entry.js";
import {player} from "./plan.js";
import {legalPours, progress} from "./safe_pours.js";
import {placeOf, valueOfSign} from "./taps.js";
import {showReview} from "./review.js";
import {showWhy} from "./why.js";
import {counted, texts} from "../words/words.js";

export let answer = newAnswer();
let asking = null;

function newAnswer() {
  return {
    won: null,
    checked: new Set(),
    lower: null,
    upper: null,
    plan: null,
    unique: null,
    rated: new Map(),
    more: [],
    why: [],
    sides: {},
    losing: new Set(),
  };
}

// Discards the answer for the old position while another level loads.
export function forget() {
  asking?.abort();
  answer = newAnswer();
  byId("verdict").textContent = texts.working;
  byId("moves").replaceChildren();
}

export async function ask() {
  asking?.abort();
  asking = new AbortController();
  const {signal} = asking;
  const mine = newAnswer();
  answer = mine;
  startHints();
  if (isHidden()) {
    showAnswer();
    askWhatAppeared();
    return judge(mine, signal);
  }
  mine.won = solved || (isBeakers() ? winnable(position(), data.capacity) : null);
  showAnswer();
  if (solved) return;
  if (isBeakers()) findLosing(mine, signal);
  try {
    if (SERVED) await takeAll(mine, answeredByServer(signal), signal);
  } catch (error) {
    if (!signal.aborted && error instanceof TypeError) setAlone(true); // the answer broke off
    if (!signal.aborted && !alone) byId("count").textContent = error.message;
    if (!signal.aborted) showAnswer();
  }
  if (!signal.aborted && solvesHere(mine.won)) {
    const moves = legalPours(position(), data.capacity);
    await takeAll(mine, answeredHere(position(), data.capacity, moves, signal), signal);
  }
}

async function takeAll(answer, stream, signal) {
  for await (const events of stream) {
    for (const event of events) take(answer, event);
    if (!signal.aborted) showAnswer();
  }
}

// Where the page is alone: its own solver, for positions that it supports.
function solvesHere(won) {
  return alone && won !== false && isBeakers() && !hasCovers(position());
}

async function* answeredByServer(signal) {
  const here = isBeakers()
    ? {text: toYaml(data, position())}
    : {text: game.text, moves: game.moves.map(countedFromOne)};
  const response = await request("/answer", here, signal);
  yield* arriving(response.body.pipeThrough(new TextDecoderStream()));
}

// The events of each part of a stream, whose lines are JSON.
async function* arriving(stream) {
  const reader = stream.getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop();
    yield lines.map((line) => JSON.parse(line));
  }
}

function take(answer, event) {
  const {kind, by} = event;
  if (kind === "bounds" || kind === "ended") {
    answer.sides[by] ??= [];
    answer.sides[by].push(event);
    const {lower, upper} = event;
    if (lower !== null && (answer.lower === null || lower > answer.lower)) answer.lower = lower;
    if (upper !== null && (answer.upper === null || upper < answer.upper)) answer.upper = upper;
  }
  const plan = event.plan && movesOf(event.plan);
  if (plan && (answer.plan === null || plan.length < answer.plan.length)) answer.plan = plan;
  if (kind === "ended") {
    if (event.outcome === "unsolvable") answer.won = false;
    if (event.unique !== null) answer.unique = event.unique;
  }
  if (answer.plan !== null) answer.won = true;
  if (kind === "rated") for (const move of event.moves) answer.rated.set(countedFromZero(move).join(), event);
  if (kind === "more") answer.more[event.beakers] = event;
  if (kind === "why") answer.why = event.facts;
}

// The moves of a plan or of a solution, as `--json` prints it.
function movesOf(plan) {
  if (isBeakers()) return plan.map(({from, to}) => [from - 1, to - 1]);
  if (data.script === "blocks") return plan.map((word) => [data.colors.findIndex((color) => color.word === word)]);
  const signs = [...plan[0].join("")]; // row by row
  return position().flatMap((sign, number) =>
    cellContent(sign) ? [] : [[...placeOf(number), valueOfSign(signs[number])]],
  );
}

// What a move costs beyond the best: {words, kind, rank}. While that is unknown, words are '…', or 'safe' where the page
// is alone and knows that the position can still be won after it.
export function cost(move) {
  if (isHidden()) return hiddenCost(move);
  const found = ratedCost(move);
  const isSafe = found.kind === "wait" && alone && answer.checked.has(move.join());
  return isSafe ? {words: texts.safe, kind: "safe", rank: 40 + progress(position(), move, data.capacity)} : found;
}

function ratedCost(move) {
  const rated = answer.rated.get(move.join());
  if (rated?.lost || answer.losing.has(move.join())) return {words: texts.loses, kind: "lost", rank: 99};
  const unknown = {words: "…", kind: "wait", rank: 50};
  if (!rated || answer.lower === null || answer.lower !== answer.upper || rated.lower === null) return unknown;
  const least = rated.lower + 1 - answer.upper;
  const isKnown = rated.lower === rated.upper;
  if (least <= 0) return isKnown ? {words: texts.best, kind: "best", rank: 0} : unknown;
  return {words: `${isKnown ? "" : "≥"}+${least}`, kind: least === 1 ? "one" : "two", rank: least};
}

// For long loops: a function that shows the answer now and then and keeps the page responsive. It returns whether to stop.
export function pauses(signal) {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < 40) return false;
    showAnswer();
    await new Promise((done) => setTimeout(done));
    last = performance.now();
    return signal.aborted;
  };
}

// Finds the pours that lose the game.
async function findLosing(answer, signal) {
  const state = position();
  const stopped = pauses(signal);
  for (const [from, to] of legalPours(state, data.capacity)) {
    const won = canBeWon(afterPour(state, from, to, data.capacity), data.capacity);
    if (won !== null) (won ? answer.checked : answer.losing).add(`${from},${to}`);
    if (await stopped()) return;
  }
  showAnswer();
}

// Moves that change more than the order of the beakers, each with its cost, best first.
export function ratedMoves() {
  if (solved) return [];
  const moves = isBeakers()
    ? legalPours(position(), data.capacity)
    : [...answer.rated.keys()].map((key) => key.split(",").map(Number));
  return moves.map((move) => ({move, ...cost(move)})).sort((a, b) => a.rank - b.rank);
}

const CLASS_OF = new Map([
  [null, ""],
  [true, "won"],
  [false, "lost"],
]); // by whether the position can be won

export function showAnswer() {
  if (draft) return;
  const {won} = answer;
  const found = isBeakers() && won === false ? verdict(states, data.capacity) : {};
  byId("verdict").className = CLASS_OF.get(won);
  byId("verdict").textContent = verdictOnGame(won, found.since);
  const hopeless = isHidden() && noPourWins();
  byId("rescue").hidden = !(found.back >= 0 || hopeless) || player !== null;
  byId("rescue").textContent = hopeless ? texts.startOverKeeping : texts.backToWinnable;
  byId("rescue").onclick = hopeless ? startOver : () => playOn(game.moves.slice(0, found.back));
  levelSolved(solved);
  byId("best").disabled = byId("show-plan").disabled = solved;
  const [best] = isHidden() && answer.judged?.ways ? ratedMoves() : [];
  byId("count").textContent = best ? judgedInWords(best.move) : countInWords();
  if (hopeless) byId("count").textContent = texts.noPourWins;
  showMoves();
  showMore();
  showChart();
  showWhy(won === false);
  showReview();
  showHints();
}

// since: the pour that lost the game; 0 or undefined if there is none.
function verdictOnGame(won, since) {
  if (isHidden()) return seenInWords();
  if (solved) return texts.solved;
  if (won === null) return texts.working;
  if (won) return data.step ? texts.canBeWon : texts.canBeCompleted;
  if (since) return texts.lostSince(poursIn(since));
  const cannot = data.step ? texts.cannotBeWon : texts.cannotBeCompleted;
  return game.moves.length && !isBeakers() ? cannot + texts.anyMore : cannot;
}

// How many of the first moves are more than sightings.
const poursIn = (number) => game.moves.slice(0, number).filter((move) => !isSighting(move)).length;

// The moves left and made: '36 to 43 pours left, 2 made'
function countInWords() {
  const pours = poursIn(game.moves.length);
  const made = pours ? texts.made(pours) : "";
  return [leftInWords(), made].filter(Boolean).join(", ");
}

function leftInWords() {
  const {won, lower, upper, unique} = answer;
  const {step} = data; // null for puzzles that are filled in
  if (solved || won === false) return "";
  if (!step && unique === null) return "";
  if (!step) return unique ? texts.oneSolution : texts.severalSolutions;
  if (upper === null) return lower === null ? "" : texts.leftAtLeast(counted(lower, step));
  const most = counted(upper, step);
  return lower === upper ? texts.leftProven(most) : texts.leftBetween(lower ?? 0, most);
}

function showMoves() {
  const rated = ratedMoves();
  const list = byId("moves");
  byId("rated-moves").hidden = !data.step || solved;
  const spoil = byId("costs").checked;
  list.hidden = !spoil;
  list.replaceChildren(
    ...rated.map(({move, words, kind}) => {
      const [source] = move;
      const price = make("span", {className: `cost ${kind}`, textContent: words});
      const what = isBeakers()
        ? [swatch(position()[source].at(-1)), moveInWords(move)]
        : [swatch(source), data.colors[source].name];
      return make("li", {}, make("button", {onclick: () => play(move)}, ...what, price));
    }),
  );
  if (isBeakers() && !rated.length) list.textContent = texts.noPourPossible;
  if (isBeakers() && !player) showBadges(spoil ? rated : []);
}

// Badges below the beakers: what a pour from the picked beaker into each would cost, else each beaker's best pour.
function showBadges(rated) {
  position().forEach((_, number) => {
    const own = rated.find(({move}) =>
      picked === null
        ? move[0] === number
        : move[0] === picked && (move[1] === number || (!position()[number].length && !position()[move[1]].length)),
    );
    stage.mark(number, own?.words ?? "", own?.kind ?? "");
  });
}

// How many more empty beakers would help.
function showMore() {
  const words = answer.more.map(({lost, lower, upper}) => {
    if (lost) return texts.moreCannot;
    if (upper === null) return texts.moreUnknown;
    const pours = counted(upper, "pour");
    return lower === upper ? pours : texts.moreAtMost(pours);
  });
  const [one, two] = words.slice(1);
  byId("more").textContent = one ? texts.withMore(one, two) : "";
}
