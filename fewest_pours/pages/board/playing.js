// Opens levels, and plays: each change of the game can be undone.

import {byId, say} from "../player/elements.js";
import {data, putOnStage, stage, tappable} from "../player/stage.js";
import {texts} from "../words/words.js";
import {levelLeaves, levelShown} from "./events.js";
import {future, game, isBeakers, isSighting, past, position, remember, replay, seenSoFar, setGame} from "./game.js";
import {countedFromOne, received} from "./server.js";
import {dealHere, readHere} from "./without_server.js";

// ------------------------------------------------------------------------------------------------------------ levels

// Shows a level and plays these moves; says why if it cannot, and returns whether it could.
export async function openLevel(...wish) {
  try {
    await loadLevel(...wish);
    return true;
  } catch (error) {
    say(error.message, true);
    return false;
  }
}

// wish: {text} of the level, or the options of a random one. moves, seen: as in a game. canBeUndone: undo returns to the
// game before. Throws an Error that says what is wrong.
export async function loadLevel(wish, {moves = [], seen = [], canBeUndone = true} = {}) {
  const before = {data, game};
  const level = await levelFor(wish, moves);
  if (canBeUndone && game.text) remember();
  try {
    await showLevel(level, moves, seen);
  } catch (error) {
    if (canBeUndone && before.data) {
      past.pop();
      await showLevel(before.data, before.game.moves, before.game.seen);
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
    return wish.text === undefined ? dealHere(wish) : readHere(wish.text);
  }
}

// Puts a level on the stage, and goes to the position after these moves.
export async function showLevel(level, moves, seen) {
  const focused = tappable().indexOf(document.activeElement);
  levelLeaves.tell();
  mount(level);
  setGame({text: level.text, moves: [], seen});
  levelShown.tell(level);
  tappable()[focused]?.focus();
  say("");
  await replay(moves, level);
}

// Puts a level on the stage, without a game.
export function mount(level) {
  putOnStage(level);
  const title = Object.hasOwn(texts.titles, level.title) ? texts.titles[level.title] : level.title;
  byId("title").textContent = document.title = title;
  document.querySelector("main").className = level.script;
}

// ------------------------------------------------------------------------------------------------------------- moves

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

// Goes on with other moves, and perhaps other sightings of earlier games.
export function playOn(moves, seen = game.seen) {
  remember();
  setGame({...game, seen});
  return replay(moves);
}

// Back to the start; the hidden units that were seen stay known.
export const startOver = () => playOn([], seenSoFar());

export const undoMove = () => travel(past, future);
export const redoMove = () => travel(future, past);

async function travel(from, to) {
  if (!from.length) return;
  to.push(game);
  const next = from.pop();
  if (next.text !== game.text) return openLevel(next, {...next, canBeUndone: false});
  setGame(next);
  await replay(next.moves);
}
