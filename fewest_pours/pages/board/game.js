// The game: a level, what was seen of its hidden units before, and the moves from its start.

import {afterPour, poured} from "../player/rules.js";
import {data, hiddenColor, shows, stage} from "../player/stage.js";
import {texts} from "../words/words.js";
import {positionReached} from "./events.js";
import {inHindsight} from "./hidden_orders.js";
import {countedFromOne, received} from "./server.js";

// moves: pours [from, to], blocks [number], cells [row, column, value], sightings [beaker, "red"] of an uncovered unit.
// seen: [beaker, units below it, "red"], sightings of earlier games, which hold from the start.
export let game = {text: "", moves: [], seen: []};
export let states = []; // all positions of the game, in the form that the stage shows
export let hindsight = []; // the same, with the units filled in that were hidden then and are seen by now
export let mistake = null; // of a puzzle that is filled in: {code, ...}, as the program sends it
export let solved = false;

// Earlier and later games, for undo and redo.
export const past = [];
export const future = [];

export const isBeakers = () => data !== null && data.script === "beakers";
export const isSighting = (move) => typeof move.at(-1) === "string";
export const position = () => states.at(-1);
export const isHidden = () => isBeakers() && position().some((beaker) => beaker.includes(hiddenColor()));

export function setGame(next) {
  game = next;
}

export function remember() {
  past.push(game);
  future.length = 0;
}

// Goes to the position after these moves, on the stage as well. played: what the server said of them, if it was asked.
// Throws before it changes anything.
export async function replay(moves, played = null) {
  if (isBeakers()) {
    states = positionsFrom(known(data.state, game.seen), moves);
    mistake = null;
  } else {
    ({states, mistake} = played ?? (await received("/play", {text: game.text, moves: moves.map(countedFromOne)})));
  }
  hindsight = isBeakers() ? inHindsight(states, hiddenColor()) : states;
  solved = !mistake && !isHidden() && stage.solved(position());
  game = {...game, moves};
  stage.show(position(), moves.length && isBeakers() ? moves.at(-1) : []);
  positionReached.tell();
}

// A position, and those after each of the moves.
export function positionsFrom(state, moves) {
  const all = [state];
  for (const move of moves) all.push(afterMove(all.at(-1), move));
  return all;
}

// The position after a pour or a sighting. Throws an Error if it is impossible: links may hold any moves.
function afterMove(state, [from, to]) {
  if (typeof to === "string") return known(state, [[from, (state[from]?.length ?? 0) - 1, to]]);
  if (!isPour(state, from, to)) throw new Error(texts.movesDoNotFit);
  return afterPour(state, from, to, data.capacity);
}

function isPour(state, from, to) {
  const isBetweenBeakers = from !== to && state[from] !== undefined && state[to] !== undefined;
  return isBetweenBeakers && shows(state[from]) && poured(state[from], state[to], data.capacity) > 0;
}

// The position with these hidden units replaced by the colours seen.
function known(state, seen) {
  const next = state.map((beaker) => [...beaker]);
  for (const [beaker, below, word] of seen) {
    const color = data.colors.findIndex((each) => each.word === word);
    if (color < 0 || next[beaker]?.[below] !== hiddenColor()) throw new Error(texts.seenDoesNotFit);
    next[beaker][below] = color;
  }
  return next;
}

// What was seen of hidden units, in earlier games and in this one.
export function seenSoFar() {
  const sightings = game.moves.flatMap((move, number) =>
    isBeakers() && isSighting(move) ? [[move[0], states[number][move[0]].length - 1, move[1]]] : [],
  );
  return [...game.seen, ...sightings];
}
