// The game is stored in the address, after the #, so that a link shares it and a reload keeps it.

import {keep} from "../storage.js";
import {game} from "./game.js";

// What stands at an entry of the browser's history
const FLOOR = "floor"; // below the first position of a level
const POSITION = "position";
const ENTRY = "entry"; // a level that is entered, above the position that was played before

let written = {text: "", moves: 0}; // the game in the address

// Each move is an entry of the browser's history, so that its Back undoes it. Below the first position lies a floor, to
// which Back returns without leaving the level.
export function writeAddress() {
  const bytes = new TextEncoder().encode(JSON.stringify([game.text, game.moves, game.seen]));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const hash = `#${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  keep("game", hash);
  const isMove = game.text === written.text && game.moves.length > written.moves;
  const isLevel = game.text !== written.text;
  written = {text: game.text, moves: game.moves.length};
  // The address is right already: after a reload, after Back or Forward, or while an entry that changed nothing ends.
  if (hash === location.hash && history.state !== null) return;
  const address = `${location.pathname}${location.search}${hash}`;
  if (isLevel) {
    history.replaceState(FLOOR, "", address); // in place of the last position, or of the entry that made the level
    history.pushState(POSITION, "", address);
  } else if (isMove) history.pushState(POSITION, "", address);
  else history.replaceState(POSITION, "", address); // fewer moves, or as many: undo, start over, other sightings
}

// Called when the browser went back or forward, perhaps to the floor, which it then leaves again.
export function leaveFloor(state) {
  if (state === FLOOR) history.pushState(POSITION, "", location.href);
}

export const isEntry = (state) => state === ENTRY;

// An entry of a level is one of the history, too, so that Back leaves it.
export function addEntry() {
  if (!isEntry(history.state)) history.pushState(ENTRY, "", location.href);
}

// After an entry that changed nothing; else the game has replaced it.
export function removeEntry() {
  if (isEntry(history.state)) history.back();
}

// Whether it is a list of lists, as moves and sightings are.
export const areLists = (value) => Array.isArray(value) && value.every(Array.isArray);

// {text, moves, seen}; null if the address has none.
export function readAddress(hash = location.hash) {
  try {
    const bytes = Uint8Array.from(atob(hash.slice(1).replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0),
    );
    const [text, moves, seen = []] = JSON.parse(new TextDecoder().decode(bytes));
    return typeof text === "string" && areLists(moves) && areLists(seen) ? {text, moves, seen} : null;
  } catch {
    return null;
  }
}
