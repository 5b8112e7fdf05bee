// The board: what buttons and keys do, and the first level.

const actions = {
  undo, redo, hint: hintMore, best: playBest, edit: toggleEditing, print: printAll, download,
  restart: () => backTo(0),
  "why-next": () => pointAt(whyAt + 1),
  "more-beakers": () => edit((state) => state.push([])),
  "fewer-beakers": () => edit((state) => state.splice(state.findLastIndex((beaker) => !beaker.length), 1)),
  clear: () => edit((state) => state.forEach((beaker) => beaker.splice(0))),
  open: () => openPasted(byId("paste").value),
  deal: () => deal(false),
  designed: () => deal(true),
  help: () => byId("keys").showModal(),
  link: () => navigator.clipboard.writeText(location.href).then(() => say("Link copied."), () => say("Copy it from the address bar.")),
};
for (const [id, act] of Object.entries(actions)) byId(id).addEventListener("click", act);
byId("capacity").addEventListener("change", changeCapacity);
byId("kind").addEventListener("change", showOptions);
byId("costs").addEventListener("change", showAnswer);
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("drop", async (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const [file] = event.dataTransfer.files;
  openPasted(file ? await file.text() : event.dataTransfer.getData("text"));
});
addEventListener("paste", (event) => {
  if (event.target.tagName !== "TEXTAREA" && event.target.tagName !== "INPUT") openPasted(event.clipboardData.getData("text"));
});
addEventListener("hashchange", () => {
  const shared = readAddress();
  if (shared) open(shared, shared.moves);
});

// -------------------------------------------------------------------------------------------------------------- keys

const KEYS = {u: undo, r: redo, h: hintMore, b: playBest, e: toggleEditing, "?": actions.help, Escape: () => (letGo(), showAnswer())};
const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
let digits = "", waiting = 0;

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || byId("keys").open) return;
  if (KEYS[event.key]) KEYS[event.key]();
  else if (/^\d$/.test(event.key)) typed(event.key);
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
  const items = tappable(), here = document.activeElement;
  if (!items.includes(here)) return items[0]?.focus();
  const [x, y] = middle(here);
  const distances = items.map((item) => {
    const [right, down] = [middle(item)[0] - x, middle(item)[1] - y], ahead = right * dx + down * dy;
    return {item, distance: ahead > 1 ? ahead + 3 * Math.abs(right * dy + down * dx) : Infinity};
  });
  const nearest = distances.reduce((one, other) => (other.distance < one.distance ? other : one));
  (nearest.distance < Infinity ? nearest.item : items[items.indexOf(here) + dx])?.focus();
}

// ------------------------------------------------------------------------------------------------------------- start

// Opens the level in the address, else the one that the server was started with, else a random one.
async function start() {
  const shared = readAddress(), level = JSON.parse(byId("level").textContent);
  if (shared && (await open(shared, shared.moves, false))) return;
  const wrong = byId("now").textContent;
  await open(level ? {text: level} : {puzzle: "watersort", options: OPTIONS.watersort, designed: true, seed: 1}, [], false);
  if (wrong) say(wrong, true);
}

showOptions();
start();
