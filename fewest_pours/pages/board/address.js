// The game is stored in the address, after the #, so that a link shares it and a reload keeps it.

import {keep} from "../storage.js";
import {game} from "./game.js";

const FLOOR = "floor"; // of the browser's history, below the first position of a level

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
  if (hash === location.hash && !isLevel) return;
  const address = `${location.pathname}${location.search}${hash}`;
  if (isMove) history.pushState(null, "", address);
  else history.replaceState(isLevel ? FLOOR : null, "", address);
  if (isLevel) history.pushState(null, "", address);
}

// Called when the browser went back or forward: whether it came to the floor, which it then leaves again.
export function leaveFloor(state) {
  if (state !== FLOOR) return false;
  history.pushState(null, "", location.href);
  return true;
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
