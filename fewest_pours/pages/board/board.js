// The board: what buttons and keys do, and the first level.

import {byId, make, say} from "../player/elements.js";
import {picked} from "../player/pouring.js";
import {data} from "../player/stage.js";
import {leaveFloor, readAddress, SERVED} from "./address.js";
import {game, isBeakers, open, past, playOn, position, redo, startOver, undo} from "./game.js";
import {hintMore, playBest} from "./hints.js";
import {draft} from "./draft.js";
import {
  askCover,
  cancelEntry,
  changeBeakers,
  editPosition,
  enterByHand,
  finishEntry,
  undoEntry,
  resumeEntry,
  showMarked,
} from "./level_entry.js";
import {levels} from "./levels.js";
import {
  PUZZLES,
  chooseLevel,
  deal,
  download,
  openFile,
  openText,
  shareGame,
  showKinds,
  showOptions,
} from "./new_level.js";
import {closePlan, playFromHere, player, showPlan} from "./plan.js";
import {printAll} from "./print.js";
import {askName, checkName, saveLevel} from "./saved_levels.js";
import {showAnswer} from "./shown_answer.js";
import {release, tapBeaker, tappable} from "./taps.js";
import {keep, kept} from "./storage.js";
import {nextFact} from "./why.js";
import {blank} from "./without_server.js";
import {LANGUAGES, fillInWords, language, texts} from "../words/words.js";

export const actions = {
  undo,
  redo,
  hint: hintMore,
  best: playBest,
  "show-plan": showPlan,
  print: printAll,
  download,
  "keep-level": askName,
  save: saveLevel,
  share: shareGame,
  edit: editPosition,
  restart: startOver,
  forget: () => playOn([], []),
  new: chooseLevel,
  "close-plan": closePlan,
  "from-here": playFromHere,
  "why-next": nextFact,
  "undo-entry": undoEntry,
  cover: askCover,
  begin: finishEntry,
  cancel: cancelEntry,
  "more-beakers": () => changeBeakers(true),
  "fewer-beakers": () => changeBeakers(false),
  open: () => openText(byId("paste").value),
  deal: () => deal(false),
  designed: () => deal(true),
  help: () => byId("keys").showModal(),
};
fillInWords();
byId("key-list").replaceChildren(
  ...texts.keysOfBoard.flatMap(([keys, does]) => [make("dt", {textContent: keys}), make("dd", {textContent: does})]),
);
byId("language").replaceChildren(
  ...Object.entries(LANGUAGES).map(([value, words]) =>
    make("option", {value, textContent: words.language, selected: value === language}),
  ),
);
byId("language").addEventListener("change", () => {
  keep("language", byId("language").value);
  location.reload();
});
for (const [id, act] of Object.entries(actions)) byId(id).addEventListener("click", () => act());
byId("kind").addEventListener("change", showOptions);
byId("costs").checked = kept("costs") !== false;
byId("costs").addEventListener("change", () => {
  keep("costs", byId("costs").checked);
  showAnswer();
});
for (const id of ["picture", "file"]) {
  byId(id).addEventListener("change", () => openFile(byId(id).files[0]).then(() => (byId(id).value = "")));
}
byId("name").addEventListener("input", checkName);
byId("name").addEventListener("keydown", (event) => event.key === "Enter" && saveLevel());
byId("paste").addEventListener(
  "keydown",
  (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && actions.open(),
);
byId("picture-read").addEventListener("load", () => {
  dispatchEvent(new Event("resize"));
  showMarked();
});
for (let kinds = 2; kinds < 25; kinds += 1)
  byId("kinds").append(
    make("button", {textContent: kinds, ariaLabel: texts.manyColors(kinds), onclick: () => enterByHand(kinds)}),
  );
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  file ? openFile(file) : openText(event.dataTransfer.getData("text"));
});
addEventListener("paste", (event) => {
  const [file] = event.clipboardData.files;
  if (file) openFile(file);
  else if (event.target.tagName !== "TEXTAREA" && event.target.tagName !== "INPUT")
    openText(event.clipboardData.getData("text"));
});
addEventListener("popstate", ({state}) => {
  if (!leaveFloor(state)) goToAddress();
});

// -------------------------------------------------------------------------------------------------------------- keys

const KEYS = {
  u: undo,
  r: redo,
  h: hintMore,
  b: playBest,
  p: showPlan,
  e: editPosition,
  n: chooseLevel,
  s: askName,
  "?": actions.help,
  Escape: putBack,
};

function putBack() {
  release();
  showAnswer();
}

const ENTRY_KEYS = {u: undoEntry, c: () => byId("cover").click(), Backspace: undoEntry, Escape: cancelEntry};
const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
let digits = "";
let waiting = 0;

addEventListener("keydown", (event) => {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) ||
    document.querySelector("dialog[open]")
  )
    return;
  const keys = draft ? ENTRY_KEYS : KEYS;
  if (player && event.key === "Escape") closePlan();
  else if (player && player.key(event)) return event.preventDefault();
  else if (keys[event.key]) keys[event.key]();
  else if (/^\d$/.test(event.key) && !draft) typed(event.key);
  else if (event.key.startsWith("Arrow")) walk(WAYS[event.key]);
  else return;
  event.preventDefault();
});

// Digits fill in the cell that is picked or has the focus. They choose a beaker: at once if no further digit can
// follow, else after a pause.
function typed(digit) {
  if (data.script === "cells") {
    if (picked === null) document.activeElement.dispatchEvent(new Event("click"));
    if (picked !== null) [...byId("values").children].at(digit - 1)?.click(); // 0: the last, which clears
  }
  if (!isBeakers()) return;
  clearTimeout(waiting);
  digits += digit;
  const choose = () => {
    const number = Number(digits) - 1;
    digits = "";
    if (number >= 0 && number < position().length) tapBeaker(number);
  };
  if (Number(digits) * 10 > position().length) choose();
  else waiting = setTimeout(choose, 600);
}

// Moves the focus to the nearest beaker, block or cell in a direction; from the end of a row to the next one.
function walk([dx, dy]) {
  const middle = (item) => {
    const {left, right, top, bottom} = item.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const items = tappable();
  const here = document.activeElement;
  if (!items.includes(here)) return items[0]?.focus();
  const [x, y] = middle(here);
  const ahead = items.flatMap((item) => {
    const [right, down] = [middle(item)[0] - x, middle(item)[1] - y];
    const distance = right * dx + down * dy;
    return distance > 1 ? [{item, distance: distance + 3 * Math.abs(right * dy + down * dx)}] : [];
  });
  const [nearest] = ahead.sort((one, other) => one.distance - other.distance);
  (nearest?.item ?? items[items.indexOf(here) + dx])?.focus();
}

// ------------------------------------------------------------------------------------------------------------- start

// The browser went back or forward, or a link was opened: to another position of the game, or to another game.
function goToAddress() {
  const shared = readAddress();
  if (shared?.text !== game.text) return openAddress(shared);
  if (draft || shared.moves.join(";") === game.moves.join(";")) return;
  return playOn(shared.moves, shared.seen);
}

// Opens the game in an address, if there is one; its moves can be undone one by one.
async function openAddress(shared) {
  if (!shared || !(await open(shared, shared.moves, false, shared.seen))) return false;
  past.push(...shared.moves.map((_, number) => ({...game, moves: shared.moves.slice(0, number)})));
  byId("undo").disabled = !past.length;
  return true;
}

const IS_SITE = document.body.dataset.site !== undefined;

// The game that was played last, unless the page was made for other levels.
function keptGame() {
  const last = readAddress(kept("game") ?? "");
  const isBrought = levels.some(({text}) => text === last?.text);
  return isBrought || !levels.length || IS_SITE ? last : null;
}

// Opens the level in the address, else the game that was played last, else the first level that the page brings along,
// else a random one to choose another from. A level that was half entered is gone on with, but not in place of a level
// that the page was made for.
async function start() {
  const level = levels[0]?.text;
  const shared = readAddress();
  if (await openAddress(shared ?? keptGame())) return resumeEntry(shared === null);
  const wrong = byId("now").textContent;
  await open(
    level ? {text: level} : {puzzle: blank.puzzle, options: PUZZLES[blank.puzzle].options, designed: true, seed: 1},
    [],
    false,
  );
  if ((!level || IS_SITE) && resumeEntry(true)) return;
  if (wrong) say(wrong, true);
  else if (!level) chooseLevel();
}

if (IS_SITE) navigator.serviceWorker?.register("service_worker.js");
if (SERVED) byId("about").remove();
else for (const item of document.querySelectorAll(".served")) item.remove();
showKinds();
showOptions();
start();
