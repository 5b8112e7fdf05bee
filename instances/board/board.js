// The board: what buttons and keys do, and the first level.

const actions = {
  undo, redo, hint: hintMore, "hint-more": hintMore, best: playBest, edit: toggleEditing, print: printAll, download,
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
let digits = "", waiting = 0;

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || byId("keys").open) return;
  if (KEYS[event.key]) KEYS[event.key]();
  else if (/^\d$/.test(event.key)) typed(event.key);
  else if (isBeakers() && event.key.startsWith("Arrow")) walk(event.key);
  else return;
  event.preventDefault();
});

// Digits choose a beaker: at once if no further digit can follow, else after a pause.
function typed(digit) {
  if (data.script === "cells") return enter(Number(digit));
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

function walk(key) {
  const {buttons} = stage, at = buttons.indexOf(document.activeElement);
  const columns = Number(getComputedStyle(byId("board")).getPropertyValue("--columns")) || 1;
  const step = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns}[key];
  buttons[at < 0 ? 0 : Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
}

// ------------------------------------------------------------------------------------------------------------- start

showOptions();
const shared = readAddress(), first = JSON.parse(byId("level").textContent);
if (shared) open(shared, shared.moves, false);
else if (first) open({text: first}, [], false);
else open({puzzle: "watersort", options: OPTIONS.watersort, designed: true, seed: 1}, [], false);
