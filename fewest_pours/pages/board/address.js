// The game is stored in the address, after the #, so that a link shares it and a reload keeps it.

import {keep} from "../storage.js";
import {game} from "./game.js";

// What a place in the browser's history holds: {kind, number}. Places above it have larger numbers.
const FLOOR = "floor"; // below the first position of a level
const POSITION = "position";
const ENTRY = "entry"; // a level that is entered, above the position that was played before

let written = {text: "", moves: 0}; // the game in the address
let here = history.state; // what the present place holds; null until the first level is shown
const numberHere = () => here?.number ?? 0;

// Each move gets a place in the browser's history, so that Back undoes it. Below the first position lies a floor, a
// place with the same address: Back at the start comes to it, and as a position is put above it again at once, the
// level is not left.
export function writeAddress() {
  const hash = hashOfGame();
  keep("game", hash);
  const isMove = game.text === written.text && game.moves.length > written.moves;
  const isLevel = game.text !== written.text;
  written = {text: game.text, moves: game.moves.length};
  // It may be right already: after a reload, after Back or Forward, or while an entry that changed nothing ends.
  const isWritten = hash === location.hash && here !== null;
  if (isWritten && !isAtFloor()) return; // a floor needs a position above it even if its address is right
  const address = `${location.pathname}${location.search}${hash}`;
  if (isLevel) putHere(FLOOR, address); // in place of the last position, or of the entry that made the level
  if (isMove || isAtFloor()) putAbove(POSITION, address);
  else putHere(POSITION, address); // fewer moves, or as many: undo, start over, other sightings
}

// The game in Base64, with the letters for addresses.
function hashOfGame() {
  const bytes = new TextEncoder().encode(JSON.stringify([game.text, game.moves, game.seen]));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

function putHere(kind, address) {
  here = {kind, number: numberHere()};
  history.replaceState(here, "", address);
}

function putAbove(kind, address) {
  here = {kind, number: numberHere() + 1};
  history.pushState(here, "", address);
}

// Called when the browser went to a place, with what that holds; null if a link was opened, which made the place. Returns
// whether it went back from a position, to another or to the floor.
export function arriveAt(state) {
  const isBack = here?.kind === POSITION && state !== null && state.number < here.number;
  here = state ?? {kind: POSITION, number: numberHere() + 1};
  if (state === null) putHere(POSITION, location.href);
  return isBack;
}

// Goes on back, from a place that Back came to. At the floor no position is below: the first one is put above it again.
export function goFurtherBack() {
  if (isAtFloor()) writeAddress();
  else history.back();
}

const isAtFloor = () => here?.kind === FLOOR;
export const isAtEntry = () => here?.kind === ENTRY;

// The entry of a level gets a place, too, so that Back leaves it.
export function addEntry() {
  if (!isAtEntry()) putAbove(ENTRY, location.href);
}

// After an entry that changed nothing; else the game has replaced it.
export function removeEntry() {
  if (isAtEntry()) history.back();
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
