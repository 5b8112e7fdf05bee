// Requests to the board's server, where there is one.

import {byId} from "../player/elements.js";
import {sentence, texts} from "../words/words.js";

export const SERVED = document.body.dataset.served !== undefined; // else this page is a file that never had a server
export let alone = !SERVED; // no server answers

export function setAlone(gone) {
  if (alone === gone) return;
  alone = gone;
  byId("gone").hidden = !gone;
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
  if (!response.ok) throw new Error(await refusalOf(response));
  return response;
}

// Why the server refuses, in words.
async function refusalOf(response) {
  const {error, ...said} = await response.json().catch(() => ({error: texts.busy}));
  return sentence({words: error, ...said});
}

export const received = async (path, body) => (await request(path, body)).json();

// A move as the server and files count it, from 1, and back; the value of a cell stays as it is.
export const countedFromOne = (move) => move.map((number, place) => (place < 2 ? number + 1 : number));
export const countedFromZero = (move) => move.map((number, place) => (place < 2 ? number - 1 : number));
