// Opens levels, and plays: each change of the game can be undone, and one that fails leaves everything as it was.

import {byId, say} from "../player/elements.js";
import {putOnStage, stage, tappable} from "../player/stage.js";
import {texts} from "../words/words.js";
import {levelLeaves, levelShown} from "./events.js";
import {
  future,
  game,
  isBeakers,
  isSighting,
  mistake,
  past,
  position,
  remember,
  replay,
  seenSoFar,
  setGame,
  states,
} from "./game.js";
import {countedFromOne, received} from "./server.js";
import {inTurn} from "./turns.js";
import {dealHere, readHere} from "./without_server.js";

let levelOfGame = null; // as the server or the page read it; the stage may show one that is being entered

// Does something; says why if it cannot, and returns whether it could.
async function tryOrSay(act) {
  try {
    await act();
    return true;
  } catch (error) {
    say(error.message, true);
    return false;
  }
}

// Changes the game, in turn. If that fails, the game, undo and redo are as before; throws the Error.
const changeOrRestore = (change) =>
  inTurn(async () => {
    // states, mistake and solved need no copy: replay sets them last. But the stage may show the level that failed.
    const before = {level: levelOfGame, game, past: past.slice(), future: future.slice()};
    try {
      await change();
    } catch (error) {
      const isOnStage = levelOfGame === before.level;
      levelOfGame = before.level;
      setGame(before.game);
      past.splice(0, past.length, ...before.past);
      future.splice(0, future.length, ...before.future);
      if (!isOnStage) await returnToGame();
      throw error;
    }
    if (game.text !== before.game.text) scrollTo(0, 0);
  });

// ------------------------------------------------------------------------------------------------------------ levels

// Shows a level and plays these moves; says why if it cannot, and returns whether it could.
export const openLevel = (...wish) => tryOrSay(() => loadLevel(...wish));

// wish: {text} of the level, or the options of a random one. moves, seen: as in a game. canBeUndone: undo returns to the
// game before. Throws an Error that says what is wrong.
export async function loadLevel(wish, {moves = [], seen = [], canBeUndone = true} = {}) {
  const level = await levelFor(wish, moves);
  await changeOrRestore(() => {
    if (canBeUndone && game.text) past.push(game);
    future.length = 0; // another level has no moves to redo
    return showLevel(level, moves, seen);
  });
}

// The level as the server reads it, with all its positions after these moves; without a server, as the page reads it.
// The page finds the positions of water sort itself.
async function levelFor(wish, moves) {
  const isWaterSort = wish.text === undefined ? wish.puzzle === "watersort" : /^puzzle: watersort/m.test(wish.text);
  try {
    const text = wish.text ?? (await received("/deal", wish)).text;
    return await received("/play", {text, moves: isWaterSort ? [] : moves.map(countedFromOne)});
  } catch (error) {
    if (!error.alone) throw error;
    return wish.text === undefined ? dealHere(wish) : readHere(wish.text);
  }
}

// Puts the level of the game on the stage again, with the position that was reached. If no level is open yet, it
// only ends the entry.
export async function returnToGame() {
  if (!levelOfGame) return levelLeaves.tell();
  await showLevel(levelOfGame, game.moves, game.seen, {states, mistake});
}

// Puts a level on the stage, and goes to the position after these moves. played: as in replay; a level has it, too.
async function showLevel(level, moves, seen, played = level) {
  const focused = tappable().indexOf(document.activeElement);
  levelLeaves.tell();
  levelOfGame = level;
  mount(level);
  setGame({text: level.text, moves: [], seen});
  levelShown.tell(level);
  tappable()[focused]?.focus();
  say("");
  await replay(moves, played);
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
  if ((await goOn(() => [...game.moves, move])) && isBeakers() && !isSighting(move))
    stage.step(before, position(), move, 2);
}

// Goes on with other moves, and perhaps other sightings of earlier games; says why if it cannot, and returns whether it
// could.
export const playOn = (moves, seen) => goOn(() => moves, seen);

// movesThen: returns the moves once the changes before are made.
function goOn(movesThen, seen = game.seen) {
  const act = () => {
    remember();
    setGame({...game, seen});
    return replay(movesThen());
  };
  return tryOrSay(() => changeOrRestore(act));
}

// Back to the start; the hidden units that were seen stay known.
export const startOver = () => playOn([], seenSoFar());

export const undoMove = () => travel(past, future);
export const redoMove = () => travel(future, past);

function travel(from, to) {
  const next = from.at(-1);
  if (!next) return;
  return tryOrSay(async () => {
    const level = next.text === game.text ? null : await levelFor(next, next.moves);
    await changeOrRestore(() => {
      if (next !== from.at(-1)) return; // undone or redone meanwhile
      to.push(game);
      setGame(from.pop());
      return level ? showLevel(level, next.moves, next.seen) : replay(next.moves);
    });
  });
}
