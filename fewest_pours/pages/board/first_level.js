// The level that the page begins with, and those that the address names later.

import {byId, say} from "../player/elements.js";
import {kept} from "../storage.js";
import {goFurtherBack, readAddress, writeAddress} from "./address.js";
import {blank} from "./blank_level.js";
import {game, past} from "./game.js";
import {resumeEntry} from "./level_entry.js";
import {levels} from "./levels.js";
import {PUZZLES, chooseLevel} from "./new_level.js";
import {openLevel, playOn} from "./playing.js";
import {showTools} from "./tools.js";

// The browser went back or forward, or a link was opened: to another position of the game, or to another game. An undo
// on the page stays at its place in the history and rewrites it (writeAddress): after moves 1 and 2 and an undo, the
// places hold 0, 1 and 1 moves. So Back may come to a position with no fewer moves than the game has; from there it goes
// on back. Where no level could be opened yet, the page begins again.
export async function goToAddress(shared, isBack) {
  const isSameLevel = shared?.text === game.text;
  if (isSameLevel && isBack && shared.moves.length >= game.moves.length) return goFurtherBack();
  if (isSameLevel && isPlayed(shared)) return;
  const isReached = await (isSameLevel ? playOn(shared.moves, shared.seen) : openAddress(shared));
  if (isReached) return;
  if (game.text) writeAddress();
  else location.reload();
}

function isPlayed({moves, seen}) {
  return JSON.stringify([moves, seen]) === JSON.stringify([game.moves, game.seen]);
}

// Opens the game in an address, if there is one. Undo takes its moves back one by one, then the level itself.
async function openAddress(shared) {
  if (!shared || !(await openLevel(shared, shared))) return false;
  past.push(...shared.moves.map((_, number) => ({...game, moves: shared.moves.slice(0, number)})));
  showTools();
  return true;
}

export const IS_SITE = document.body.dataset.site !== undefined;

const isMadeForLevels = levels.length > 0 && !IS_SITE; // a site is made for any level, though it brings some along

// The game that was played last, unless the page was made for other levels.
function keptGame() {
  const last = readAddress(kept("game") ?? "");
  const isBrought = levels.some(({text}) => text === last?.text);
  return isBrought || !isMadeForLevels ? last : null;
}

// Opens the level in the address, else the game that was played last, else the first level that the page brings along,
// else a random one to choose another from. Then a level that was half entered is gone on with:
// - instead of the game in the address, only if it was entered in this tab;
// - instead of the game that was played last, always;
// - instead of a first or random level, unless the page was made for its levels.
export async function start() {
  const level = levels[0]?.text;
  const shared = readAddress();
  if (await openAddress(shared ?? keptGame())) return resumeEntry(shared === null);
  const wrong = byId("now").textContent; // why the game was not opened
  const random = {puzzle: blank.puzzle, options: PUZZLES[blank.puzzle].options, designed: true, seed: 1};
  await openLevel(level ? {text: level} : random);
  if (!isMadeForLevels && resumeEntry(true)) return;
  if (wrong) say(wrong, true);
  else if (!level) chooseLevel();
}
