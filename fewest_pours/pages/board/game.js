// The game: a level, what was seen of its hidden units before, and the moves from its start. Each change can be undone.

import {byId, make, say} from "../player/elements.js";
import {afterPour, contentsOf, poured} from "../player/rules.js";
import {data, hiddenColor, putOnStage, shows, stage, swatch} from "../player/stage.js";
import {countedFromOne, received, writeAddress} from "./address.js";
import {ask, forget} from "./answers.js";
import {draft} from "./draft.js";
import {endEntry, undoEntry} from "./level_entry.js";
import {askOrder, showOrders} from "./list_order.js";
import {leavePlan} from "./plan.js";
import {nameItems, release, tappable, wireStage} from "./taps.js";
import {dealtHere, readHere} from "./without_server.js";
import {counted, sentence, texts} from "../words/words.js";

// moves: pours [from, to], blocks [number], cells [row, column, value], sightings [beaker, "red"] of an uncovered unit.
// seen: [beaker, units below it, "red"], sightings of earlier games, which hold from the start.
export let game = {text: "", moves: [], seen: []};
export let states = []; // all positions of the game, in the form that the stage shows
let mistake = null; // of a puzzle that is filled in: {code, ...}, as the program sends it
export let solved = false;
export const past = [];
export const future = [];

export const isBeakers = () => data !== null && data.script === "beakers";
export const position = () => states[states.length - 1];
export const isSighting = (move) => typeof move[move.length - 1] === "string";

// Shows a level and plays these moves; says why if it cannot, and returns whether it could.
export const open = (...wish) =>
  load(...wish).then(
    () => true,
    (error) => say(error.message, true),
  );

// wish: the level's text, or the options of a random one. keep: can be undone. Throws an Error that says what is wrong.
export async function load(wish, moves = [], keep = true, seen = []) {
  const before = {data, game};
  const level = await levelFor(wish, moves);
  if (keep && game.text) remember();
  try {
    await show(level, moves, seen);
  } catch (error) {
    if (keep && before.data) {
      past.pop();
      await show(before.data, before.game.moves, before.game.seen);
    }
    throw error;
  }
  if (game.text !== before.game.text) scrollTo(0, 0);
}

// The level as the server reads it, with all positions; without a server, as the page itself does.
async function levelFor(wish, moves) {
  const beakers = wish.text === undefined ? wish.puzzle === "watersort" : /^puzzle: watersort/m.test(wish.text);
  try {
    const text = wish.text ?? (await received("/deal", wish)).text;
    return await received("/play", {text, moves: beakers ? [] : moves.map(countedFromOne)});
  } catch (error) {
    if (!error.alone) throw error;
    return wish.text === undefined ? dealtHere(wish) : readHere(wish.text);
  }
}

function remember() {
  past.push(game);
  future.length = 0;
}

// Puts a level on the stage, without a game.
export function mount(level) {
  leavePlan();
  putOnStage(level);
  const title = Object.hasOwn(texts.titles, level.title) ? texts.titles[level.title] : level.title;
  byId("title").textContent = document.title = title;
  document.querySelector("main").className = level.script;
}

export async function show(level, moves, seen) {
  const focused = tappable().indexOf(document.activeElement);
  forget();
  endEntry();
  mount(level);
  game = {text: level.text, moves: [], seen};
  showNotes(level.notes);
  askOrder(level);
  showLegend();
  wireStage();
  tappable()[focused]?.focus();
  showTools();
  say("");
  await replay(moves, level);
}

export function showNotes(notes) {
  const words = [...new Set(notes)];
  byId("notes").hidden = !words.length;
  byId("notes").open = words.length === 1;
  byId("notes").querySelector("summary").textContent = counted(words.length, "remark");
  byId("notes")
    .querySelector("ul")
    .replaceChildren(...words.map((textContent) => make("li", {textContent})));
}

// The colours of the level, each with its name.
function showLegend() {
  const used = new Set(data.script === "beakers" ? data.state.flatMap(contentsOf) : []);
  byId("legend-of-colors").hidden = !used.size;
  const items = [...used].map((color) =>
    make("li", {}, swatch(color), make("span", {textContent: data.colors[color].name})),
  );
  byId("legend").replaceChildren(...items);
}

export function showTools() {
  byId("edit").hidden = !isBeakers();
  byId("show-plan").hidden = byId("pricing").hidden = data.script === "cells";
  byId("forget").hidden = !game.seen.length;
}

// Computes and shows the positions after these moves: of beakers by the page itself, else by the server.
async function replay(moves, played = null) {
  if (isBeakers()) {
    states = positionsFrom(known(data.state, game.seen), moves);
    mistake = null;
  } else {
    ({states, mistake} = played ?? (await received("/play", {text: game.text, moves: moves.map(countedFromOne)})));
  }
  solved = !mistake && stage.solved(position());
  game = {...game, moves};
  stage.show(position(), moves.length && isBeakers() ? moves[moves.length - 1] : []);
  nameItems();
  arrived();
}

// The position after a pour or a sighting. Throws an Error if it is impossible: links may hold any moves.
function afterMove(state, [from, to]) {
  if (typeof to === "string") return known(state, [[from, (state[from]?.length ?? 0) - 1, to]]);
  if (from === to || !state[to] || !shows(state[from] ?? []) || !poured(state[from], state[to], data.capacity))
    throw new Error(texts.movesDoNotFit);
  return afterPour(state, from, to, data.capacity);
}

// A position, and those after each of the moves.
export function positionsFrom(state, moves) {
  const all = [state];
  for (const move of moves) all.push(afterMove(all.at(-1), move));
  return all;
}

// The position with these hidden units replaced by the colours seen.
export function known(state, seen) {
  const next = state.map((beaker) => [...beaker]);
  for (const [beaker, below, word] of seen) {
    const color = data.colors.findIndex((each) => each.word === word);
    if (color < 0 || next[beaker]?.[below] !== hiddenColor()) throw new Error(texts.seenDoesNotFit);
    next[beaker][below] = color;
  }
  return next;
}

export async function play(move) {
  const before = position();
  remember();
  try {
    await replay([...game.moves, move]);
  } catch (error) {
    past.pop();
    return say(error.message, true);
  }
  if (isBeakers() && !isSighting(move)) stage.step(before, position(), move, 2);
}

async function travel(from, to) {
  if (!from.length) return;
  to.push(game);
  const next = from.pop();
  if (next.text !== game.text) return open(next, next.moves, false, next.seen);
  game = next;
  showTools();
  await replay(next.moves);
}
export const undo = () => (draft ? undoEntry() : travel(past, future));
export const redo = () => travel(future, past);

// Goes on with other moves, and perhaps other sightings of earlier games; can be undone.
export function playOn(moves, seen = game.seen) {
  remember();
  game = {...game, seen};
  showTools();
  return replay(moves);
}

// Back to the start; the hidden units that were seen stay known.
export const startOver = () => playOn([], seenSoFar());

// What was seen of hidden units, in earlier games and in this one.
export function seenSoFar() {
  const sightings = game.moves.flatMap((move, number) =>
    isBeakers() && isSighting(move) ? [[move[0], states[number][move[0]].length - 1, move[1]]] : [],
  );
  return [...game.seen, ...sightings];
}

// Updates everything that depends on the position.
export function arrived() {
  release();
  leavePlan();
  showOrders();
  writeAddress();
  byId("undo").disabled = !past.length;
  byId("redo").disabled = !future.length;
  byId("restart").disabled = !game.moves.length;
  say(mistake ? texts.wrong(sentence(mistake)) : "", mistake !== null);
  ask();
}
