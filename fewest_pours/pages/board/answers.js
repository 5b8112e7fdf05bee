// Finds the answer for the position: first by the page itself, then by the server; a new position ends the search.

import {cellContent} from "../player/cells.js";
import {byId} from "../player/elements.js";
import {toYaml} from "../player/level_file.js";
import {afterPour, hasCovers} from "../player/rules.js";
import {data} from "../player/stage.js";
import {winnable} from "../player/verdict.js";
import {canBeWon} from "../player/winnable.js";
import {texts} from "../words/words.js";
import {pauses, startAnswer} from "./answer.js";
import {askSolver} from "./answer_here.js";
import {placeOf, valueOfSign} from "./cell_values.js";
import {answerChanged} from "./events.js";
import {game, isBeakers, isHidden, position, solved} from "./game.js";
import {judge} from "./hidden.js";
import {legalPours} from "./legal_pours.js";
import {alone, countedFromOne, countedFromZero, request, SERVED, setAlone} from "./server.js";

let asking = null;

// Discards the answer for the old position while another level loads.
export function forget() {
  asking?.abort();
  startAnswer();
  byId("verdict").textContent = texts.working;
  byId("moves").replaceChildren();
}

export async function ask() {
  asking?.abort();
  asking = new AbortController();
  const {signal} = asking;
  const mine = startAnswer();
  if (isHidden()) {
    answerChanged.tell();
    return judge(mine, signal);
  }
  mine.won = solved || (isBeakers() ? winnable(position(), data.capacity) : null);
  answerChanged.tell();
  if (solved) return;
  if (isBeakers()) findLosing(mine, signal);
  try {
    if (SERVED) await takeAll(mine, askServer(signal), signal);
  } catch (error) {
    if (!signal.aborted && error instanceof TypeError) setAlone(true); // the answer broke off
    if (!alone) mine.obstacle = error.message;
    if (!signal.aborted) answerChanged.tell();
  }
  if (!signal.aborted && solvesHere(mine.won)) {
    const moves = legalPours(position(), data.capacity);
    await takeAll(mine, askSolver(position(), data.capacity, moves, signal), signal);
  }
}

async function takeAll(answer, stream, signal) {
  for await (const events of stream) {
    for (const event of events) take(answer, event);
    if (!signal.aborted) answerChanged.tell();
  }
}

// Where the page is alone: its own solver, for positions that it supports.
function solvesHere(won) {
  const isSupported = isBeakers() && !hasCovers(position());
  return alone && isSupported && won !== false;
}

// Beakers are sent as they stand, a level of its own; of other puzzles, the level and the moves.
async function* askServer(signal) {
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

// Adds to the answer what an event tells of the position.
function take(answer, event) {
  const {kind, by} = event;
  if (kind === "rated") for (const move of event.moves) answer.rated.set(countedFromZero(move).join(), event);
  if (kind === "more") answer.more[event.beakers] = event;
  if (kind === "why") answer.why = event.facts;
  if (kind !== "bounds" && kind !== "ended") return;
  answer.sides[by] ??= [];
  answer.sides[by].push(event);
  takeBounds(answer, event);
  if (kind !== "ended") return;
  if (event.outcome === "unsolvable") answer.won = false;
  if (event.unique !== null) answer.unique = event.unique;
}

// The best bounds and the shortest plan of both sides.
function takeBounds(answer, {lower, upper, plan}) {
  if (lower !== null && (answer.lower === null || lower > answer.lower)) answer.lower = lower;
  if (upper !== null && (answer.upper === null || upper < answer.upper)) answer.upper = upper;
  const moves = plan && movesOf(plan);
  if (!moves) return;
  if (answer.plan === null || moves.length < answer.plan.length) answer.plan = moves;
  answer.won = true;
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

// Finds the pours that lose the game.
async function findLosing(answer, signal) {
  const state = position();
  const stopped = pauses(signal);
  for (const [from, to] of legalPours(state, data.capacity)) {
    const won = canBeWon(afterPour(state, from, to, data.capacity), data.capacity);
    if (won === true) answer.checked.add(`${from},${to}`);
    if (won === false) answer.losing.add(`${from},${to}`);
    if (await stopped()) return;
  }
  answerChanged.tell();
}
