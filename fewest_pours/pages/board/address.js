// The game is stored in the address, after the #, so that a link shares it and a reload keeps it.

import {byId} from "../player/elements.js";
import {data} from "../player/stage.js";
import {game, showTools} from "./game.js";
import {keep} from "./storage.js";
import {texts} from "../words/words.js";

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

// ------------------------------------------------------------------------------------------------------- the server

export const SERVED = document.body.dataset.served !== undefined; // else this page is a file that never had a server
export let alone = !SERVED; // no server answers

export function setAlone(gone) {
  if (alone === gone) return;
  alone = gone;
  byId("gone").hidden = !gone;
  if (data) showTools();
}

// POSTs JSON, or a file as it is. Throws an Error with the server's message if it refuses, and with `alone` if there is
// no server.
export async function request(path, body, signal) {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const isFile = body instanceof Blob;
  const headers = {"Content-Type": isFile ? body.type : "application/json", "X-Token": token};
  let response;
  try {
    if (!SERVED) throw new TypeError();
    response = await fetch(path, {method: "POST", headers, body: isFile ? body : JSON.stringify(body), signal});
  } catch (error) {
    if (signal?.aborted) throw error;
    setAlone(true);
    throw Object.assign(new Error(texts.needsProgram), {alone: true});
  }
  setAlone(false);
  if (!response.ok) throw new Error((await response.json().catch(() => ({error: texts.busy}))).error);
  return response;
}

export const received = async (path, body) => (await request(path, body)).json();

// A move as the server and files count it, from 1, and back; the value of a cell stays as it is.
export const countedFromOne = (move) => move.map((number, place) => (place < 2 ? number + 1 : number));
export const countedFromZero = (move) => move.map((number, place) => (place < 2 ? number - 1 : number));
